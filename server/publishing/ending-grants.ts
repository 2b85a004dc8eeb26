import { Injectable, type OnModuleInit } from '@nestjs/common';
import { and, eq, exists, gt, gte, inArray, lte, sql } from 'drizzle-orm';
import { googleConnections } from '../database/connection.schema.js';
import { DATABASE_NOW, NOW } from '../database/database-clock.js';
import { Database } from '../database/database.js';
import { posts } from '../database/schema.js';
import { IntervalTasks } from '../jobs/interval-tasks.js';
import { wantsNotices } from '../notices/channels/channel-person.js';
import { noteEvents } from '../notices/events/outbox.js';

const LOOK_EVERY_MS = 60_000;
/** How long before the end of a grant its owner gets a notice: time enough to connect again. */
const AHEAD = sql`interval '3 days'`;

/**
 * Notes that time-limited grants end before posts are due, once for each grant. It notes nothing for a workspace whose members
 * all have notices switched off, since that would be dropped and noted again each minute.
 */
@Injectable()
export class EndingGrants implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly intervalTasks: IntervalTasks,
  ) {}

  onModuleInit(): void {
    this.intervalTasks.repeat('Looking for grants that end', LOOK_EVERY_MS, () => this.look());
  }

  /** Notes the grants that end within three days, where a post is scheduled for after that. */
  async look(): Promise<void> {
    const { id, workspaceId, subject, email, state, grantEndsAt } = googleConnections;
    await this.database.transaction(async (tx) => {
      const ending = await tx
        .select({
          id,
          workspaceId,
          email,
          at: DATABASE_NOW,
        })
        .from(googleConnections)
        .where(
          and(
            wantsNotices(tx, workspaceId),
            inArray(state, ['connected', 'no_quota']),
            gt(grantEndsAt, NOW),
            lte(grantEndsAt, sql`${NOW} + ${AHEAD}`),
            exists(
              tx
                .select({ id: posts.id })
                .from(posts)
                .where(
                  and(
                    eq(posts.workspaceId, workspaceId),
                    eq(posts.subject, subject),
                    eq(posts.status, 'SCHEDULED'),
                    gte(posts.publishAt, grantEndsAt),
                  ),
                ),
            ),
          ),
        );
      await noteEvents(
        tx,
        ending.map((connection) => ({
          workspaceId: connection.workspaceId,
          kind: 'connection_ending' as const,
          key: `connection_ending ${connection.id}`,
          cause: connection.email,
          subject: {},
          at: connection.at,
        })),
      );
    });
  }
}
