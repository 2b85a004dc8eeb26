import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { Database, type Orm } from '../../database/database.js';
import {
  type DeliveryContent,
  noticeChannels,
  noticeDeliveries,
  noticeEvents,
  notices,
} from '../../database/notices.schema.js';
import { users } from '../../database/schema.js';
import { lockFreeWorkspacesExclusively } from '../../database/workspace-lock.js';
import { IntervalTasks } from '../../jobs/interval-tasks.js';
import { type Listener, listenersOf, nowOf, passUnwanted, zoneOf } from '../channels/channel-listeners.js';
import { mailAllowedAt } from '../sending/mail-limit.js';
import { isUrgent, KIND_RULES, SUBJECTS_TOLD } from '../events/notice-kinds.js';
import type { NoticeRow } from '../events/notices.repository.js';
import { afterQuietHours, digestEnd } from '../channels/delivery-times.js';

const LOOK_EVERY_MS = 1_000;
const DIGESTS_EVERY_MS = 60_000;
/** Notices of one transaction. */
const BATCH = 50;

const NOW = sql`shingle_now()`;

/** Makes the deliveries: one for each channel that is to be told at once, and the daily and weekly ones. */
@Injectable()
export class NoticeTeller implements OnModuleInit {
  private readonly logger = new Logger('Notices');

  constructor(
    private readonly database: Database,
    private readonly intervalTasks: IntervalTasks,
  ) {}

  onModuleInit(): void {
    this.intervalTasks.repeat('Telling of notices', LOOK_EVERY_MS, () => this.tell());
    this.intervalTasks.repeat('Making daily and weekly messages', DIGESTS_EVERY_MS, () => this.makeDigests());
  }

  /** Makes the deliveries of every notice whose channels are to be told by now. */
  async tell(): Promise<void> {
    while ((await this.database.transaction((tx) => this.tellSome(tx))) === BATCH);
  }

  /** Makes the daily and weekly deliveries that should be there by now. */
  async makeDigests(): Promise<void> {
    const { workspaceId, isOn, pausedReason, schedule, toldUntil, onSince } = noticeChannels;
    const { orm } = this.database;
    const rows = await orm
      .select({ workspaceId, schedule, toldUntil, onSince, timeZone: users.timeZone })
      .from(noticeChannels)
      .innerJoin(users, eq(users.uid, workspaceId))
      .where(and(eq(isOn, true), isNull(pausedReason), or(ne(schedule, 'now'), isNotNull(toldUntil))));
    const now = await nowOf(orm);
    const due = rows.filter(
      (row) => row.schedule === 'now' || isDigestDue(row, digestEnd(now, row.schedule, zoneOf(row))),
    );
    const ids = new Set(due.map((row) => row.workspaceId));
    for (const id of ids) await this.database.transaction((tx) => this.makeDigestsOf(tx, id));
  }

  /** @returns how many notices it took */
  private async tellSome(tx: Orm): Promise<number> {
    const isDue = lte(notices.tellAt, NOW);
    const waiting = await tx
      .select({ workspaceId: notices.workspaceId })
      .from(notices)
      .where(isDue)
      .orderBy(asc(notices.tellAt))
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
      .orderBy(asc(notices.tellAt))
      .limit(BATCH);
    await passUnwanted(tx, ids);
    const listeners = await listenersOf(tx, ids);
    const now = await nowOf(tx);
    let made = 0;
    for (const listener of listeners) made += await this.endDigests(tx, listener, now);
    for (const notice of due)
      for (const listener of listeners)
        if (listener.channel.workspaceId === notice.workspaceId)
          made += await this.tellOf(tx, notice, listener, now);
    await tx
      .update(notices)
      .set({ toldEvents: sql`${notices.events}`, tellAt: null })
      .where(
        inArray(
          notices.id,
          due.map(({ id }) => id),
        ),
      );
    if (made > 0) this.logger.log({ event: 'notices.told', notices: due.length, deliveries: made });
    return due.length;
  }

  /** @returns how many deliveries it made */
  private async tellOf(tx: Orm, notice: NoticeRow, listener: Listener, now: Date): Promise<number> {
    const { kind, schedule, kinds, onSince } = listener.channel;
    if (schedule !== 'now' || !kinds.includes(notice.kind)) return 0;
    if (kind === 'email' && KIND_RULES[notice.kind].isForDigests) return 0;
    const isNew = and(
      eq(notices.id, notice.id),
      gt(noticeEvents.place, notice.toldEvents),
      gte(noticeEvents.at, onSince),
    );
    return this.deliver(tx, listener, { kind: 'notice', notices: await contentOf(tx, isNew) }, now);
  }

  private async makeDigestsOf(tx: Orm, workspaceId: string): Promise<void> {
    if ((await lockFreeWorkspacesExclusively(tx, [workspaceId])).length === 0) return;
    const now = await nowOf(tx);
    let made = 0;
    for (const listener of await listenersOf(tx, [workspaceId])) {
      const { schedule } = listener.channel;
      made +=
        schedule === 'now'
          ? await this.endDigests(tx, listener, now)
          : await this.makeDigest(tx, listener, digestEnd(now, schedule, listener.timeZone), now);
    }
    if (made > 0) this.logger.log({ event: 'notices.digests', deliveries: made });
  }

  /** @param end up to when it tells of what happened. @returns how many deliveries it made */
  private async makeDigest(tx: Orm, listener: Listener, end: Date, now: Date): Promise<number> {
    const { id, workspaceId } = listener.channel;
    if (!isDigestDue(listener.channel, end) || (await hasUngathered(tx, workspaceId, end))) return 0;
    const made = await this.deliver(
      tx,
      listener,
      { kind: 'digest', notices: await contentOf(tx, and(untold(listener), lte(noticeEvents.at, end))) },
      now,
    );
    await tx.update(noticeChannels).set({ toldUntil: end }).where(eq(noticeChannels.id, id));
    return made;
  }

  /**
   * Tells a channel that was daily or weekly, and is told at once now, of what its next message would have had. What
   * channels are still to be told of reaches it with them.
   */
  private async endDigests(tx: Orm, listener: Listener, now: Date): Promise<number> {
    const { id, schedule, toldUntil } = listener.channel;
    if (schedule !== 'now' || toldUntil === null) return 0;
    const isToldToOthers = lte(noticeEvents.place, notices.toldEvents);
    const content = await contentOf(tx, and(untold(listener), isToldToOthers));
    const made = await this.deliver(tx, listener, { kind: 'digest', notices: content }, now);
    await tx.update(noticeChannels).set({ toldUntil: null }).where(eq(noticeChannels.id, id));
    return made;
  }

  private async deliver(
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
      dueAt:
        listener.channel.kind === 'email' ? await mailTime(tx, listener, isUrgent(kind, content), now) : now,
      createdAt: now,
    });
    return 1;
  }
}

/** The earliest moment for one more email: after the quiet hours, and never more than 50 within 24 hours. */
async function mailTime(
  tx: Orm,
  { channel, quietHours, timeZone }: Listener,
  isAtOnce: boolean,
  now: Date,
): Promise<Date> {
  const free = (await mailAllowedAt(tx, channel.id)) ?? now;
  const at = free > now ? free : now;
  return isAtOnce ? at : afterQuietHours(at, quietHours, timeZone);
}

/** Whether a daily or weekly message that tells of what happened until then is still to be made. */
function isDigestDue(
  { toldUntil, onSince }: Pick<Listener['channel'], 'toldUntil' | 'onSince'>,
  end: Date,
): boolean {
  return end > (toldUntil ?? onSince);
}

/** What a daily or weekly channel was not told of yet. */
function untold({ channel }: Listener): SQL | undefined {
  const { workspaceId, kinds, onSince, toldUntil } = channel;
  return and(
    eq(notices.workspaceId, workspaceId),
    inArray(notices.kind, kinds),
    gte(notices.lastAt, onSince),
    gte(noticeEvents.at, onSince),
    toldUntil === null ? undefined : and(gt(notices.lastAt, toldUntil), gt(noticeEvents.at, toldUntil)),
  );
}

/** The notices that have such events, in the order of their first, with these events counted and the first named. */
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
    .where(lte(found.rank, SUBJECTS_TOLD))
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

/** Whether events of a workspace up to a moment are in no notice yet. */
async function hasUngathered(tx: Orm, workspaceId: string, until: Date): Promise<boolean> {
  const isWaiting = and(isNull(noticeEvents.noticeId), lte(noticeEvents.at, until));
  return (await tx.$count(noticeEvents, and(eq(noticeEvents.workspaceId, workspaceId), isWaiting))) > 0;
}
