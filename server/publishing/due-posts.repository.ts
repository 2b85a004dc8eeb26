import { Injectable } from '@nestjs/common';
import { lte, sql } from 'drizzle-orm';
import { Database } from '../database/database.js';
import { posts } from '../database/schema.js';
import type { Task } from './fair-queue.js';

/** How many posts of one place are read at once: more than go out there until it is read again. */
const FIRST_OF_PLACE = 50;

/** A post that is due. One that is out has been taken by the platform: it is followed up, not sent. */
export type DuePost = Task & { isOut: boolean };

@Injectable()
export class DuePostsRepository {
  constructor(private readonly database: Database) {}

  /**
   * The posts that are due: of each place the first to be sent and the first to be followed up, so that the many of one
   * place do not fill the memory or hide others. The index on `next_step_at` alone finds them.
   */
  async read(): Promise<DuePost[]> {
    const isOut = sql<boolean>`(${posts.status} = 'PUBLISHED' or coalesce(${posts.detail}, '') = 'in_review')`;
    const { id, workspaceId: owner, locationId: place, nextStepAt } = posts;
    const turn = sql<number>`row_number() over (partition by ${owner}, ${place}, ${isOut} order by ${nextStepAt}, ${id})`;
    const due = this.database.orm
      .select({ id, owner, place, nextStepAt, isOut: isOut.as('is_out'), turn: turn.as('turn') })
      .from(posts)
      .where(lte(nextStepAt, sql`shingle_now()`))
      .as('due');
    const rows = await this.database.orm.select().from(due).where(lte(due.turn, FIRST_OF_PLACE));
    return rows.map((row) => ({ ...row, dueAt: row.nextStepAt?.getTime() ?? 0 }));
  }
}
