import { Injectable } from '@nestjs/common';
import { and, asc, desc, eq, inArray, isNull, lte } from 'drizzle-orm';
import { Clock } from '../../config/clock.js';
import { Database } from '../../database/database.js';
import {
  noticeEvents,
  type NoticeRow,
  notices,
  noticeSettings,
  type NoticeSubject,
} from '../../database/notices.schema.js';
import type { RequestOwner } from '../../people/current-owner.js';
import { fromCursor, isAfter, toCursor, toPage } from '../../security/list-cursor.js';
import { MAX_PAGE } from '../../security/validation.js';
import type { NoticeDto, NoticeListDto, NoticeQueryDto, ReadNoticesDto } from './notice.dto.js';
import { MAX_SUBJECTS, noticePath, noticeText, noticeTitle } from './notice-kinds.js';
import { storeCodeIn } from './notice-words.js';

/** Shows a person the notices of a workspace, and keeps which are read. */
@Injectable()
export class NoticesService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Those of the kinds that the person has chosen for the bell, the latest first. Errors: `validation_failed` for an invalid cursor. */
  async list(
    { workspaceId, actor }: RequestOwner,
    { cursor, limit = MAX_PAGE }: NoticeQueryDto,
  ): Promise<NoticeListDto> {
    const after = cursor === undefined ? undefined : fromCursor(cursor);
    const { orm } = this.database;
    const { lastAt, id } = notices;
    const [settings] = await orm.select().from(noticeSettings).where(eq(noticeSettings.uid, actor));
    // Without a choice the bell lists all.
    const isListed = settings?.bellKinds ? inArray(notices.kind, settings.bellKinds) : undefined;
    const isTheirs = and(eq(notices.workspaceId, workspaceId), isListed);
    const [rows, unread] = await Promise.all([
      orm
        .select()
        .from(notices)
        .where(and(isTheirs, after && isAfter(after, { at: lastAt, id })))
        .orderBy(desc(lastAt), asc(id))
        .limit(limit + 1),
      orm.$count(notices, and(isTheirs, isNull(notices.readAt))),
    ]);
    const { page, nextCursor } = toPage(rows, limit, (last) => toCursor({ at: last.lastAt, id: last.id }));
    const subjects = await this.subjectsOf(page.map((row) => row.id));
    return {
      items: page.map((row) => toNotice(row, subjects.get(row.id) ?? [])),
      unread,
      nextCursor,
    };
  }

  /** Marks notices as read: those with these ids, and whose last event is not after an instant. */
  async read(workspaceId: string, { ids, until }: ReadNoticesDto): Promise<void> {
    await this.database.orm
      .update(notices)
      .set({ readAt: this.clock.now() })
      .where(
        and(
          eq(notices.workspaceId, workspaceId),
          isNull(notices.readAt),
          ids && inArray(notices.id, ids),
          until === undefined ? undefined : lte(notices.lastAt, new Date(until)),
        ),
      );
  }

  private async subjectsOf(ids: string[]): Promise<Map<string, NoticeSubject[]>> {
    if (ids.length === 0) return new Map();
    const { noticeId, subject, place } = noticeEvents;
    const rows = await this.database.orm
      .select({ noticeId, subject })
      .from(noticeEvents)
      .where(and(inArray(noticeId, ids), lte(place, MAX_SUBJECTS)))
      .orderBy(asc(noticeId), asc(place));
    const groups = Map.groupBy(rows, (row) => row.noticeId ?? '');
    return new Map([...groups].map(([id, events]) => [id, events.map((event) => event.subject)]));
  }
}

function toNotice(row: NoticeRow, subjects: NoticeSubject[]): NoticeDto {
  const facts = { kind: row.kind, cause: row.cause, count: row.events, subjects };
  return {
    id: row.id,
    kind: row.kind,
    title: noticeTitle(facts),
    text: noticeText(facts),
    storeCode: storeCodeIn(facts),
    count: row.events,
    firstAt: row.firstAt.toISOString(),
    lastAt: row.lastAt.toISOString(),
    isRead: row.readAt !== null,
    path: noticePath(facts),
  };
}
