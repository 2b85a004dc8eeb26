import { Injectable } from '@nestjs/common';
import { and, asc, count, desc, eq, gt, inArray, isNull, lt, lte, or, type SQL } from 'drizzle-orm';
import { Database } from '../database/database.js';
import { noticeEvents, notices, type NoticeSubject } from '../database/notices.schema.js';
import type { ListPosition } from '../security/list-cursor.js';
import { SUBJECTS_TOLD } from './notice-kinds.js';

export type NoticeRow = typeof notices.$inferSelect;

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
      .where(
        and(
          eq(notices.workspaceId, workspaceId),
          // The first says nothing new, but where in the index to begin.
          after && and(lte(lastAt, after.at), or(lt(lastAt, after.at), gt(id, after.id))),
        ),
      )
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

  /** Marks some of a workspace's notices as read. */
  readSome(workspaceId: string, ids: string[], now: Date): Promise<void> {
    return this.read(workspaceId, inArray(notices.id, ids), now);
  }

  /** Marks the notices as read whose last event is not after a moment. */
  readUntil(workspaceId: string, until: Date, now: Date): Promise<void> {
    return this.read(workspaceId, lte(notices.lastAt, until), now);
  }

  private async read(workspaceId: string, which: SQL, now: Date): Promise<void> {
    await this.database.orm
      .update(notices)
      .set({ readAt: now })
      .where(and(eq(notices.workspaceId, workspaceId), isNull(notices.readAt), which));
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
