import { Injectable } from '@nestjs/common';
import { and, asc, count, desc, eq, inArray, isNull, lte } from 'drizzle-orm';
import { Database } from '../../database/database.js';
import {
  noticeDeliveries,
  noticeEvents,
  notices,
  type NoticeSubject,
} from '../../database/notices.schema.js';
import { isAfter, type ListPosition } from '../../security/list-cursor.js';
import { SUBJECTS_TOLD } from './notice-kinds.js';

export type NoticeRow = typeof notices.$inferSelect;
export type DeliveryRow = typeof noticeDeliveries.$inferSelect;

/** A notice with what its first events happened to. */
export interface ListedNotice {
  notice: NoticeRow;
  subjects: NoticeSubject[];
}

/** Reads notices, and keeps which are read. */
@Injectable()
export class NoticesRepository {
  constructor(private readonly database: Database) {}

  /** Notices after a position, the latest first. */
  async list(workspaceId: string, page: { after?: ListPosition; limit: number }): Promise<ListedNotice[]> {
    const { after, limit } = page;
    const { lastAt, id } = notices;
    const rows = await this.database.orm
      .select()
      .from(notices)
      .where(and(eq(notices.workspaceId, workspaceId), after && isAfter(after, { at: lastAt, id })))
      .orderBy(desc(lastAt), asc(id))
      .limit(limit);
    const subjects = await this.subjectsOf(rows.map((row) => row.id));
    return rows.map((notice) => ({ notice, subjects: subjects.get(notice.id) ?? [] }));
  }

  async countUnread(workspaceId: string): Promise<number> {
    const [row] = await this.database.orm
      .select({ count: count() })
      .from(notices)
      .where(and(eq(notices.workspaceId, workspaceId), isNull(notices.readAt)));
    return row?.count ?? 0;
  }

  /** Marks a workspace's notices as read: those with these ids, and whose last event is not after a moment. */
  async read(workspaceId: string, which: { ids?: string[]; until?: Date }, now: Date): Promise<void> {
    const { ids, until } = which;
    await this.database.orm
      .update(notices)
      .set({ readAt: now })
      .where(
        and(
          eq(notices.workspaceId, workspaceId),
          isNull(notices.readAt),
          ids && inArray(notices.id, ids),
          until && lte(notices.lastAt, until),
        ),
      );
  }

  /** How many deliveries of all workspaces have not ended, by state. */
  async countOpenDeliveries(): Promise<{ state: DeliveryRow['state']; count: number }[]> {
    const { state, endedAt } = noticeDeliveries;
    return this.database.orm
      .select({ state, count: count() })
      .from(noticeDeliveries)
      .where(isNull(endedAt))
      .groupBy(state);
  }

  private async subjectsOf(ids: string[]): Promise<Map<string, NoticeSubject[]>> {
    if (ids.length === 0) return new Map();
    const { noticeId, subject, place } = noticeEvents;
    const rows = await this.database.orm
      .select({ noticeId, subject })
      .from(noticeEvents)
      .where(and(inArray(noticeId, ids), lte(place, SUBJECTS_TOLD)))
      .orderBy(asc(noticeId), asc(place));
    const groups = Map.groupBy(rows, (row) => row.noticeId ?? '');
    return new Map([...groups].map(([id, events]) => [id, events.map((event) => event.subject)]));
  }
}
