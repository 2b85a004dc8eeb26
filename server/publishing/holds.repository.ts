import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { and, asc, eq, exists, inArray, isNotNull, notInArray } from 'drizzle-orm';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../business-profile/port/google-owner.js';
import { campaigns } from '../database/campaigns.schema.js';
import { googleConnections } from '../database/connection.schema.js';
import { NOW } from '../database/database-clock.js';
import { Database, type Orm } from '../database/database.js';
import { publishingPauses } from '../database/publishing.schema.js';
import { posts } from '../database/schema.js';
import { isUnclaimed } from '../jobs/claims.js';
import { beingSent } from '../posts/being-sent.js';

/** Why and until when the posts of a Google account wait. */
export type Pause = Pick<typeof publishingPauses.$inferSelect, 'until' | 'detail'>;

/** Holds back the posts of a Google account, and releases them. */
@Injectable()
export class HoldsRepository {
  private readonly pauses = new DataLoader((owners: readonly GoogleOwner[]) => this.findPauses(owners), {
    cache: false,
  });

  constructor(private readonly database: Database) {}

  /** Why and until when the account's posts wait, which may be over; undefined when Google takes them. */
  pauseOf(owner: GoogleOwner): Promise<Pause | undefined> {
    return this.pauses.load(owner);
  }

  /**
   * Makes the account's posts wait.
   * @param until the end of the wait, by how many times in a row posts were refused
   */
  async pause(
    owner: GoogleOwner,
    now: Date,
    { until, detail }: { until: (times: number) => Date; detail: Pause['detail'] },
  ): Promise<Date> {
    return this.database.transaction(async (tx) => {
      const [pause] = await tx
        .select()
        .from(publishingPauses)
        .where(ownedBy(owner, publishingPauses))
        .for('update');
      // Posts that were sent at the same time are refused together and count as one refusal.
      if (pause && pause.until > now) return pause.until;
      const times = (pause?.times ?? 0) + 1;
      const set = { until: until(times), times, detail };
      await tx
        .insert(publishingPauses)
        .values({ workspaceId: owner.workspaceId, subject: owner.subject, ...set })
        .onConflictDoUpdate({ target: [publishingPauses.workspaceId, publishingPauses.subject], set });
      return set.until;
    });
  }

  /** Ends the wait of the account's posts, because Google takes them again. */
  async endPause(owner: GoogleOwner): Promise<void> {
    await this.database.orm.delete(publishingPauses).where(ownedBy(owner, publishingPauses));
  }

  /** Releases posts that waited for a connection which works again. */
  async release(): Promise<void> {
    const works = this.database.orm
      .select({ id: googleConnections.id })
      .from(googleConnections)
      .where(
        and(
          eq(googleConnections.workspaceId, posts.workspaceId),
          eq(googleConnections.subject, posts.subject),
          notInArray(googleConnections.state, ['reconnect', 'held']),
        ),
      );
    const held = and(
      eq(posts.status, 'SCHEDULED'),
      inArray(posts.detail, ['connection_lost', 'connection_held']),
    );
    await this.database.orm
      .update(posts)
      .set({ nextStepAt: NOW, detail: null })
      .where(and(isNotNull(posts.nextStepAt), held, exists(works)));
  }

  /** Makes posts due that are under review or unconfirmed: they could not be checked while the connection was lost. */
  async recheckNow({ workspaceId, subject }: GoogleOwner): Promise<void> {
    await this.database.orm
      .update(posts)
      .set({ nextStepAt: NOW })
      .where(
        and(
          eq(posts.workspaceId, workspaceId),
          eq(posts.subject, subject),
          inArray(posts.detail, ['in_review', 'unconfirmed']),
          eq(posts.status, 'QUEUED'),
          isUnclaimed(posts),
        ),
      );
  }

  /** Makes posts due that wait for Google to let this server publish, or that could not be looked for until then. */
  async openedNow(): Promise<void> {
    await this.database.orm
      .update(posts)
      .set({ nextStepAt: NOW })
      .where(
        and(
          eq(posts.status, 'QUEUED'),
          inArray(posts.detail, ['waiting_for_approval', 'in_review', 'unconfirmed']),
          isNotNull(posts.nextStepAt),
          isUnclaimed(posts),
        ),
      );
  }

  private async findPauses(owners: readonly GoogleOwner[]): Promise<(Pause | undefined)[]> {
    const ids = owners.map(({ workspaceId }) => workspaceId);
    const rows = await this.database.orm
      .select()
      .from(publishingPauses)
      .where(inArray(publishingPauses.workspaceId, ids));
    return owners.map(({ workspaceId, subject }) =>
      rows.find((pause) => pause.workspaceId === workspaceId && pause.subject === subject),
    );
  }
}

/**
 * Locks a workspace's waiting and publishing posts until the transaction ends. None of them is sent before that,
 * because an intent to send needs the lock on its post, and that on its campaign before. `isOneBeingSent`: one was already
 * sent, and its outcome may still come.
 */
export async function lockUnsentPosts(tx: Orm, workspaceId: string): Promise<{ isOneBeingSent: boolean }> {
  await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(eq(campaigns.workspaceId, workspaceId))
    .orderBy(asc(campaigns.id))
    .for('update');
  await tx
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.workspaceId, workspaceId), inArray(posts.status, ['SCHEDULED', 'QUEUED'])))
    .orderBy(asc(posts.id))
    .for('update');
  const [one] = await beingSent(tx, eq(posts.workspaceId, workspaceId)).limit(1);
  return { isOneBeingSent: one !== undefined };
}
