import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { Database, type Orm } from '../../database/database.js';
import { type NoticeEventRow, type NoticeRow, noticeEvents, notices } from '../../database/notices.schema.js';
import { lockFreeWorkspacesExclusively } from '../../database/workspace-lock.js';
import { IntervalTasks } from '../../jobs/interval-tasks.js';
import { withNoticesOn } from '../channels/channel-person.js';
import { GATHERED_FOR_MS, GATHERING_MS, NOTICE_RULES } from './notice-kinds.js';

const LOOK_EVERY_MS = 1_000;
/** Events of one transaction. */
const BATCH = 500;

/** A notice that events were added to. */
interface Gathered extends NoticeRow {
  isNew: boolean;
}

/** Puts the events of the outbox into notices: those of one cause within 10 minutes into the same. */
@Injectable()
export class NoticeGatherer implements OnModuleInit {
  private readonly logger = new Logger('Notices');

  constructor(
    private readonly database: Database,
    private readonly intervalTasks: IntervalTasks,
  ) {}

  onModuleInit(): void {
    this.intervalTasks.repeat('Gathering notices', LOOK_EVERY_MS, () => this.gather());
  }

  /** Gathers every event that no other process is gathering. */
  async gather(): Promise<void> {
    while ((await this.database.transaction((tx) => this.gatherSome(tx))) === BATCH);
  }

  /** @returns how many events it took from the outbox */
  private async gatherSome(tx: Orm): Promise<number> {
    const isOpen = isNull(noticeEvents.noticeId);
    const waiting = await tx
      .select({ workspaceId: noticeEvents.workspaceId })
      .from(noticeEvents)
      .where(isOpen)
      .orderBy(asc(noticeEvents.at))
      .limit(BATCH);
    const ids = await lockFreeWorkspacesExclusively(
      tx,
      waiting.map(({ workspaceId }) => workspaceId),
    );
    if (ids.length === 0) return 0;
    const events = await tx
      .select()
      .from(noticeEvents)
      .where(and(isOpen, inArray(noticeEvents.workspaceId, ids)))
      .orderBy(asc(noticeEvents.at), asc(noticeEvents.key))
      .limit(BATCH);
    const wanting = await withNoticesOn(tx, ids);
    const unwanted = events.filter(({ workspaceId }) => !wanting.has(workspaceId));
    await drop(tx, unwanted);
    const wanted = events.filter(({ workspaceId }) => wanting.has(workspaceId));
    if (wanted.length > 0) await this.fold(tx, wanted);
    return events.length;
  }

  private async fold(tx: Orm, events: NoticeEventRow[]): Promise<void> {
    const open = await openNotices(tx, events);
    const changed = new Set<Gathered>();
    const places = events.map((event) => {
      let notice = open.findLast((one) => isOfOneCause(one, event));
      if (!notice) open.push((notice = newNotice(event)));
      addTo(notice, event);
      changed.add(notice);
      return { id: event.id, notice_id: notice.id, place: notice.events };
    });
    const [made, grown] = [
      [...changed].filter(({ isNew }) => isNew),
      [...changed].filter(({ isNew }) => !isNew),
    ];
    if (made.length > 0) await tx.insert(notices).values(made.map(({ isNew: _, ...row }) => row));
    for (const { id, firstAt, lastAt, events: count, deliverAt } of grown)
      await tx
        .update(notices)
        .set({ firstAt, lastAt, events: count, deliverAt, readAt: null })
        .where(eq(notices.id, id));
    await tx.execute(sql`
      update ${noticeEvents} set notice_id = v.notice_id, place = v.place
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as v(id uuid, notice_id uuid, place int)
      where ${noticeEvents.id} = v.id`);
    this.logger.log({
      event: 'notices.gathered',
      events: events.length,
      new: made.length,
      grown: grown.length,
    });
  }
}

/** The notices that these events may belong to, the oldest first. */
async function openNotices(tx: Orm, events: NoticeEventRow[]): Promise<Gathered[]> {
  const earliest = new Date(Math.min(...events.map(({ at }) => at.getTime())));
  const rows = await tx
    .select()
    .from(notices)
    .where(
      and(
        inArray(notices.workspaceId, [...new Set(events.map(({ workspaceId }) => workspaceId))]),
        // Redundant with the next condition; lets Postgres stop early.
        gt(notices.lastAt, new Date(earliest.getTime() - GATHERED_FOR_MS)),
        gt(notices.openUntil, earliest),
      ),
    )
    .orderBy(asc(notices.firstAt));
  return rows.map((row) => ({ ...row, isNew: false }));
}

function isOfOneCause(notice: NoticeRow, event: NoticeEventRow): boolean {
  const isSame =
    notice.workspaceId === event.workspaceId && notice.kind === event.kind && notice.cause === event.cause;
  const earliest = notice.openUntil.getTime() - 2 * GATHERED_FOR_MS;
  return isSame && event.at < notice.openUntil && event.at.getTime() > earliest;
}

function newNotice({ workspaceId, kind, cause, at }: NoticeEventRow): Gathered {
  return {
    id: randomUUID(),
    workspaceId,
    kind,
    cause,
    firstAt: at,
    lastAt: at,
    openUntil: new Date(at.getTime() + GATHERED_FOR_MS),
    events: 0,
    readAt: null,
    deliverAt: null,
    deliveredEvents: 0,
    isNew: true,
  };
}

/**
 * Counts one more event. The first is delivered with those that follow soon after, and so is what is urgent. Where channels
 * have had a message already, the next one has all further events.
 */
function addTo(notice: Gathered, { at }: NoticeEventRow): void {
  const isSoon = notice.events === 0 || NOTICE_RULES[notice.kind].isUrgent;
  notice.deliverAt ??= isSoon ? new Date(at.getTime() + GATHERING_MS) : notice.openUntil;
  notice.events += 1;
  if (at < notice.firstAt) notice.firstAt = at;
  if (at > notice.lastAt) notice.lastAt = at;
}

async function drop(tx: Orm, events: NoticeEventRow[]): Promise<void> {
  if (events.length === 0) return;
  await tx.delete(noticeEvents).where(
    inArray(
      noticeEvents.id,
      events.map(({ id }) => id),
    ),
  );
}
