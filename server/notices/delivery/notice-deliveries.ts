import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { databaseNow, NOW } from '../../database/database-clock.js';
import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { Database, type Orm } from '../../database/database.js';
import {
  type DeliveryContent,
  noticeChannels,
  noticeDeliveries,
  noticeEvents,
  type NoticeRow,
  notices,
} from '../../database/notices.schema.js';
import { users } from '../../database/schema.js';
import { lockFreeWorkspacesExclusively } from '../../database/workspace-lock.js';
import { IntervalTasks } from '../../jobs/interval-tasks.js';
import { type Listener, listenersOf, skipForUnsubscribed, zoneOf } from '../channels/channel-listeners.js';
import { isPersonOf } from '../channels/channel-person.js';
import { MAX_SUBJECTS, NOTICE_RULES } from '../events/notice-kinds.js';
import { pendingDigest } from './digest-times.js';
import { firstDueTime } from './delivery-due-time.js';

const LOOK_EVERY_MS = 1_000;
const DIGESTS_EVERY_MS = 60_000;
/** Notices of one transaction. */
const BATCH = 50;

/** Makes the deliveries of notices: immediate ones, and the daily and weekly digests. The dispatcher sends them. */
@Injectable()
export class NoticeDeliveries implements OnModuleInit {
  private readonly logger = new Logger('Notices');

  constructor(
    private readonly database: Database,
    private readonly intervalTasks: IntervalTasks,
  ) {}

  onModuleInit(): void {
    this.intervalTasks.repeat('Making deliveries', LOOK_EVERY_MS, () => this.makeImmediate());
    this.intervalTasks.repeat('Making digests', DIGESTS_EVERY_MS, () => this.makeDigests());
  }

  /** Makes the immediate deliveries of all notices that are due by now. */
  async makeImmediate(): Promise<void> {
    while ((await this.database.transaction((tx) => this.makeSome(tx))) === BATCH);
  }

  /** Makes the digests that should be there by now. */
  async makeDigests(): Promise<void> {
    const { workspaceId, isOn, pausedReason, schedule, deliveredUntil, onSince } = noticeChannels;
    const { orm } = this.database;
    const rows = await orm
      .select({ workspaceId, schedule, deliveredUntil, onSince, timeZone: users.timeZone })
      .from(noticeChannels)
      .innerJoin(users, isPersonOf(orm, workspaceId))
      .where(and(eq(isOn, true), isNull(pausedReason), or(ne(schedule, 'now'), isNotNull(deliveredUntil))));
    const now = await databaseNow(orm);
    const pending = rows.filter((row) => pendingDigest(row, zoneOf(row), now));
    const ids = new Set(pending.map((row) => row.workspaceId));
    for (const id of ids) await this.database.transaction((tx) => this.makeDigestsOf(tx, id));
  }

  /** @returns how many notices it took */
  private async makeSome(tx: Orm): Promise<number> {
    const isDue = lte(notices.deliverAt, NOW);
    const waiting = await tx
      .select({ workspaceId: notices.workspaceId })
      .from(notices)
      .where(isDue)
      .orderBy(asc(notices.deliverAt))
      .limit(BATCH);
    const ids = await lockFreeWorkspacesExclusively(
      tx,
      waiting.map(({ workspaceId }) => workspaceId),
    );
    if (ids.length === 0) return 0;
    const due = await tx
      .select()
      .from(notices)
      .where(and(isDue, inArray(notices.workspaceId, ids)))
      .orderBy(asc(notices.deliverAt))
      .limit(BATCH);
    await skipForUnsubscribed(tx, ids);
    const listeners = await listenersOf(tx, ids);
    const now = await databaseNow(tx);
    let made = 0;
    for (const listener of listeners) made += await this.makeDigest(tx, listener, now);
    for (const notice of due)
      for (const listener of listeners)
        if (listener.channel.workspaceId === notice.workspaceId)
          made += await this.makeNotice(tx, notice, listener, now);
    await tx
      .update(notices)
      .set({ deliveredEvents: sql`${notices.events}`, deliverAt: null })
      .where(
        inArray(
          notices.id,
          due.map(({ id }) => id),
        ),
      );
    if (made > 0) this.logger.log({ event: 'notices.deliveries', notices: due.length, deliveries: made });
    return due.length;
  }

  /** @returns how many deliveries it made */
  private async makeNotice(tx: Orm, notice: NoticeRow, listener: Listener, now: Date): Promise<number> {
    const { kind, schedule, kinds, onSince } = listener.channel;
    if (schedule !== 'now' || !kinds.includes(notice.kind)) return 0;
    if (kind === 'email' && NOTICE_RULES[notice.kind].isForDigests) return 0;
    const isNew = and(
      eq(notices.id, notice.id),
      gt(noticeEvents.place, notice.deliveredEvents),
      gte(noticeEvents.at, onSince),
    );
    return this.make(tx, listener, { kind: 'notice', notices: await contentOf(tx, isNew) }, now);
  }

  private async makeDigestsOf(tx: Orm, workspaceId: string): Promise<void> {
    if ((await lockFreeWorkspacesExclusively(tx, [workspaceId])).length === 0) return;
    const now = await databaseNow(tx);
    let made = 0;
    for (const listener of await listenersOf(tx, [workspaceId]))
      made += await this.makeDigest(tx, listener, now);
    if (made > 0) this.logger.log({ event: 'notices.digests', deliveries: made });
  }

  /**
   * Makes the digest that is pending for a channel. When a person switches from digest to immediate, it is made once; events
   * that are yet to be delivered to all channels are not in it. @returns how many deliveries it made
   */
  private async makeDigest(tx: Orm, listener: Listener, now: Date): Promise<number> {
    const { channel, timeZone } = listener;
    const digest = pendingDigest(channel, timeZone, now);
    if (!digest || (await hasUngathered(tx, channel.workspaceId, digest.until))) return 0;
    const isInIt =
      digest.until === null
        ? lte(noticeEvents.place, notices.deliveredEvents)
        : lte(noticeEvents.at, digest.until);
    const content = await contentOf(tx, and(isUndelivered(listener), isInIt));
    const made = await this.make(tx, listener, { kind: 'digest', notices: content }, now);
    await tx
      .update(noticeChannels)
      .set({ deliveredUntil: digest.until })
      .where(eq(noticeChannels.id, channel.id));
    return made;
  }

  /** Makes one delivery, unless it would be empty. @returns how many it made */
  private async make(
    tx: Orm,
    listener: Listener,
    { kind, ...content }: DeliveryContent & { kind: 'notice' | 'digest' },
    now: Date,
  ): Promise<number> {
    if (content.notices.length === 0) return 0;
    const { id: channelId, workspaceId } = listener.channel;
    await tx.insert(noticeDeliveries).values({
      id: randomUUID(),
      workspaceId,
      channelId,
      kind,
      content,
      state: 'waiting',
      dueAt: await firstDueTime(tx, listener, { kind, content }, now),
      createdAt: now,
    });
    return 1;
  }
}

/** Whether an event is not in a digest of this channel yet. */
function isUndelivered({ channel }: Listener): SQL | undefined {
  const { workspaceId, kinds, onSince, deliveredUntil } = channel;
  return and(
    eq(notices.workspaceId, workspaceId),
    inArray(notices.kind, kinds),
    gte(notices.lastAt, onSince),
    gte(noticeEvents.at, onSince),
    deliveredUntil === null
      ? undefined
      : and(gt(notices.lastAt, deliveredUntil), gt(noticeEvents.at, deliveredUntil)),
  );
}

/** The notices with such events, by their first event: each with the number of these events, and the first of them. */
async function contentOf(tx: Orm, which: SQL | undefined): Promise<DeliveryContent['notices']> {
  const { id: eventId, at, place, subject } = noticeEvents;
  const rank = sql<number>`row_number() over (partition by ${notices.id} order by ${place})`.mapWith(Number);
  const found = tx
    .select({
      id: notices.id,
      kind: notices.kind,
      cause: notices.cause,
      eventId: sql<string>`${eventId}`.as('event_id'),
      at: sql`${at}`.mapWith(at).as('event_at'),
      subject,
      rank: rank.as('rank'),
      count: sql<number>`count(*) over (partition by ${notices.id})`.mapWith(Number).as('count'),
      firstAt: sql`min(${at}) over (partition by ${notices.id})`.mapWith(at).as('min_at'),
      lastAt: sql`max(${at}) over (partition by ${notices.id})`.mapWith(at).as('max_at'),
    })
    .from(noticeEvents)
    .innerJoin(notices, eq(notices.id, noticeEvents.noticeId))
    .where(which)
    .as('found');
  const rows = await tx
    .select()
    .from(found)
    .where(lte(found.rank, MAX_SUBJECTS))
    .orderBy(asc(found.firstAt), asc(found.id), asc(found.rank));
  return [...Map.groupBy(rows, (row) => row.id).values()].map((events) => {
    const { id, kind, cause, count, firstAt, lastAt } = events[0]!;
    return {
      id,
      kind,
      cause,
      count,
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
      subjects: events.map((event) => ({
        ...event.subject,
        eventId: event.eventId,
        at: event.at.toISOString(),
      })),
    };
  });
}

/** Whether any events of a workspace up to a moment are in no notice yet; false without a moment. */
async function hasUngathered(tx: Orm, workspaceId: string, until: Date | null): Promise<boolean> {
  if (until === null) return false;
  const isWaiting = and(isNull(noticeEvents.noticeId), lte(noticeEvents.at, until));
  return (await tx.$count(noticeEvents, and(eq(noticeEvents.workspaceId, workspaceId), isWaiting))) > 0;
}
