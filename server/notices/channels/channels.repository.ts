import { Injectable } from '@nestjs/common';
import { and, asc, count, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import { Database, type Orm } from '../../database/database.js';
import { noticeChannels, noticeDeliveries, noticeEvents, notices } from '../../database/notices.schema.js';
import { lockSession } from '../../database/session-lock.js';
import { lockWorkspaceExclusively } from '../../database/workspace-lock.js';
import type { ChannelRow } from './channel-secrets.js';

/** Why a delivery of a channel that is off has failed. */
export const SWITCHED_OFF = 'The channel was switched off before this was sent.';

/** By the database's clock, as all that is compared with the times of events. */
export const DATABASE_TIME = sql`shingle_now()`;

/** A channel that is told of what happens from the moment at which it is stored. */
export type NewChannel = Omit<ChannelRow, 'onSince'>;

type ChannelChange = Omit<Partial<ChannelRow>, 'onSince'> & { onSince?: typeof DATABASE_TIME };

/** Reads and keeps the channels of workspaces. */
@Injectable()
export class ChannelsRepository {
  constructor(private readonly database: Database) {}

  /** The channels of a workspace, the oldest first. */
  list(workspaceId: string): Promise<ChannelRow[]> {
    return this.database.orm
      .select()
      .from(noticeChannels)
      .where(eq(noticeChannels.workspaceId, workspaceId))
      .orderBy(asc(noticeChannels.createdAt), asc(noticeChannels.id));
  }

  async find(workspaceId: string, id: string, tx: Orm = this.database.orm): Promise<ChannelRow | undefined> {
    const [row] = await tx.select().from(noticeChannels).where(isOf(workspaceId, id));
    return row;
  }

  /** A channel that changes no more before the end of the transaction. */
  async lock(tx: Orm, workspaceId: string, id: string): Promise<ChannelRow | undefined> {
    const [row] = await tx.select().from(noticeChannels).where(isOf(workspaceId, id)).for('update');
    return row;
  }

  /**
   * Inserts a channel in a session, unless the workspace has so many of its kind already. False: it has.
   * Errors: `not_signed_in` where the session has ended.
   */
  insert(row: NewChannel, most: number, sessionId: string): Promise<boolean> {
    return this.alone(row.workspaceId, async (tx) => {
      await lockSession(tx, sessionId);
      const [found] = await tx
        .select({ count: count() })
        .from(noticeChannels)
        .where(and(eq(noticeChannels.workspaceId, row.workspaceId), eq(noticeChannels.kind, row.kind)));
      if ((found?.count ?? 0) >= most) return false;
      await tx.insert(noticeChannels).values({ ...row, onSince: DATABASE_TIME });
      return true;
    });
  }

  /** Changes a channel. @param changeOf what is to change of the row as it is now */
  change(
    workspaceId: string,
    id: string,
    changeOf: (row: ChannelRow) => ChannelChange,
    now: Date,
  ): Promise<ChannelRow | undefined> {
    return this.alone(workspaceId, async (tx) => {
      const row = await this.find(workspaceId, id, tx);
      if (!row) return undefined;
      const change = changeOf(row);
      const isDigest = (change.schedule ?? row.schedule) !== 'now';
      // One that was a digest until a moment ago still knows what it has told.
      const endsNow = row.schedule === 'now' && isDigest && row.toldUntil === null;
      const [changed] = await tx
        .update(noticeChannels)
        .set({ ...change, ...(endsNow && { toldUntil: toldUntil(tx, row) }), updatedAt: now })
        .where(isOf(workspaceId, id))
        .returning();
      if (changed) await settleWaiting(tx, changed, now);
      return changed;
    });
  }

  /** False: there is no such channel. */
  async delete(workspaceId: string, id: string): Promise<boolean> {
    const gone = await this.alone(workspaceId, (tx) =>
      tx.delete(noticeChannels).where(isOf(workspaceId, id)).returning({ id: noticeChannels.id }),
    );
    return gone.length > 0;
  }

  /** Removes all channels of a workspace with their deliveries. @returns how many there were */
  async deleteAll(tx: Orm, workspaceId: string): Promise<number> {
    await lockWorkspaceExclusively(tx, workspaceId);
    const gone = await tx
      .delete(noticeChannels)
      .where(eq(noticeChannels.workspaceId, workspaceId))
      .returning({ id: noticeChannels.id });
    return gone.length;
  }

  /** No delivery is made for the workspace meanwhile, so that each is made for the channel as it was or as it is. */
  private alone<Result>(workspaceId: string, work: (tx: Orm) => Promise<Result>): Promise<Result> {
    return this.database.transaction(async (tx) => {
      await lockWorkspaceExclusively(tx, workspaceId);
      return work(tx);
    });
  }
}

/**
 * Up to when a channel that was told at once has been told everything: until just before the first event that no channel
 * was told of yet.
 */
function toldUntil(tx: Orm, { workspaceId }: ChannelRow): SQL {
  const isUntold = or(isNull(noticeEvents.noticeId), gt(noticeEvents.place, notices.toldEvents));
  const first = tx
    .select({ at: sql`min(${noticeEvents.at}) - interval '1 millisecond'` })
    .from(noticeEvents)
    .leftJoin(notices, eq(notices.id, noticeEvents.noticeId))
    .where(and(eq(noticeEvents.workspaceId, workspaceId), isUntold));
  return sql`coalesce(${first}, ${DATABASE_TIME})`;
}

const isOf = (workspaceId: string, id: string) =>
  and(eq(noticeChannels.workspaceId, workspaceId), eq(noticeChannels.id, id));

/** What waited for the end of a pause goes out. What waits when the channel is switched off is given up. */
async function settleWaiting(tx: Orm, { id, isOn, pausedReason }: ChannelRow, now: Date): Promise<void> {
  const { channelId, state, dueAt } = noticeDeliveries;
  const isWaiting = and(eq(channelId, id), eq(state, 'waiting'));
  if (!isOn)
    await tx
      .update(noticeDeliveries)
      .set({ state: 'failed', dueAt: null, endedAt: now, answer: SWITCHED_OFF })
      .where(isWaiting);
  else if (pausedReason === null)
    await tx
      .update(noticeDeliveries)
      .set({ dueAt: DATABASE_TIME })
      .where(and(isWaiting, isNull(dueAt)));
}
