import { Injectable } from '@nestjs/common';
import { NOW } from '../../database/database-clock.js';
import { and, asc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { Database, type Orm } from '../../database/database.js';
import {
  type ChannelRow,
  type DeliveryRow,
  noticeChannels,
  noticeDeliveries,
  noticeEvents,
  notices,
} from '../../database/notices.schema.js';
import { lockSession } from '../../database/session-lock.js';
import { lockWorkspaceExclusively } from '../../database/workspace-lock.js';

/** Why a delivery of a channel that is off has failed. */
export const SWITCHED_OFF = 'The channel was switched off before this was sent.';
const UNSUBSCRIBED = 'You unsubscribed before this was sent.';

/** A channel for all events from the moment at which it is stored. */
export type NewChannel = Omit<ChannelRow, 'onSince'>;

/** `onSince` is by the database's clock, as the times of events are. */
type ChannelChange = Omit<Partial<ChannelRow>, 'onSince'> & { onSince?: typeof NOW };

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
      const { workspaceId, kind } = noticeChannels;
      const isSuch = and(eq(workspaceId, row.workspaceId), eq(kind, row.kind));
      if ((await tx.$count(noticeChannels, isSuch)) >= most) return false;
      await tx.insert(noticeChannels).values({ ...row, onSince: NOW });
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
      // One that had digests until a moment ago still knows what they had.
      const endsNow = row.schedule === 'now' && isDigest && row.deliveredUntil === null;
      const [changed] = await tx
        .update(noticeChannels)
        .set({ ...change, ...(endsNow && { deliveredUntil: allDeliveredUntil(tx, row) }), updatedAt: now })
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

  /**
   * Switches off the email channel of an unsubscribe link, and gives up its deliveries that have not ended. An unknown hash
   * changes nothing.
   */
  async unsubscribe(unsubscribeHash: string, now: Date): Promise<void> {
    await this.database.transaction(async (tx) => {
      const [channel] = await tx
        .update(noticeChannels)
        .set({ isOn: false, updatedAt: now })
        .where(and(eq(noticeChannels.unsubscribeHash, unsubscribeHash), eq(noticeChannels.isOn, true)))
        .returning({ id: noticeChannels.id });
      if (channel) await giveUp(tx, channel.id, ['waiting', 'sending'], UNSUBSCRIBED, now);
    });
  }

  /** While it works, no delivery is made for the workspace: each is made for the channel as it was or as it is. */
  private alone<Value>(workspaceId: string, work: (tx: Orm) => Promise<Value>): Promise<Value> {
    return this.database.transaction(async (tx) => {
      await lockWorkspaceExclusively(tx, workspaceId);
      return work(tx);
    });
  }
}

/** Up to when an immediate channel has had everything: just before the first event that was not delivered to any channel yet. */
function allDeliveredUntil(tx: Orm, { workspaceId }: ChannelRow): SQL {
  const isUndelivered = or(isNull(noticeEvents.noticeId), gt(noticeEvents.place, notices.deliveredEvents));
  const first = tx
    .select({ at: sql`min(${noticeEvents.at}) - interval '1 millisecond'` })
    .from(noticeEvents)
    .leftJoin(notices, eq(notices.id, noticeEvents.noticeId))
    .where(and(eq(noticeEvents.workspaceId, workspaceId), isUndelivered));
  return sql`coalesce(${first}, ${NOW})`;
}

const isOf = (workspaceId: string, id: string) =>
  and(eq(noticeChannels.workspaceId, workspaceId), eq(noticeChannels.id, id));

/** Deliveries that waited for the end of a pause go out. Those that wait when the channel is switched off are given up. */
async function settleWaiting(tx: Orm, { id, isOn, pausedReason }: ChannelRow, now: Date): Promise<void> {
  const { dueAt } = noticeDeliveries;
  if (!isOn) await giveUp(tx, id, ['waiting'], SWITCHED_OFF, now);
  else if (pausedReason === null)
    await tx
      .update(noticeDeliveries)
      .set({ dueAt: NOW })
      .where(and(isOfChannel(id, ['waiting']), isNull(dueAt)));
}

/** Ends the deliveries of a channel that are in one of these states. @param answer why, as a sentence */
async function giveUp(
  tx: Orm,
  id: string,
  states: DeliveryRow['state'][],
  answer: string,
  now: Date,
): Promise<void> {
  await tx
    .update(noticeDeliveries)
    .set({ state: 'failed', dueAt: null, leaseUntil: null, endedAt: now, answer })
    .where(isOfChannel(id, states));
}

const isOfChannel = (id: string, states: DeliveryRow['state'][]) =>
  and(eq(noticeDeliveries.channelId, id), inArray(noticeDeliveries.state, states));
