import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock.js';
import { fromCursor, toCursor } from '../../security/list-cursor.js';
import { MAX_PAGE } from '../../security/validation.js';
import type { NoticeDto, NoticeListDto, NoticeQueryDto, ReadNoticesDto } from './notice.dto.js';
import { noticePath, noticeText, noticeTitle } from './notice-words.js';
import { type ListedNotice, NoticesRepository } from './notices.repository.js';

/** Shows a person their notices. */
@Injectable()
export class NoticesService {
  constructor(
    private readonly notices: NoticesRepository,
    private readonly clock: Clock,
  ) {}

  /** Errors: `validation_failed` for an invalid cursor. */
  async list(uid: string, query: NoticeQueryDto): Promise<NoticeListDto> {
    const after = query.cursor === undefined ? undefined : fromCursor(query.cursor);
    const limit = query.limit ?? MAX_PAGE;
    const [rows, unread] = await Promise.all([
      this.notices.list(uid, { after, limit: limit + 1 }),
      this.notices.countUnread(uid),
    ]);
    const items = rows.slice(0, limit);
    const last = items.at(-1)?.notice;
    return {
      items: items.map(toNotice),
      unread,
      nextCursor: last && rows.length > limit ? toCursor({ at: last.lastAt, id: last.id }) : null,
    };
  }

  read(uid: string, { ids, until }: ReadNoticesDto): Promise<void> {
    const moment = until === undefined ? undefined : new Date(until);
    return this.notices.read(uid, { ids, until: moment }, this.clock.now());
  }
}

function toNotice({ notice, subjects }: ListedNotice): NoticeDto {
  const told = { kind: notice.kind, cause: notice.cause, count: notice.events, subjects };
  return {
    id: notice.id,
    kind: notice.kind,
    title: noticeTitle(told),
    text: noticeText(told),
    count: notice.events,
    firstAt: notice.firstAt.toISOString(),
    lastAt: notice.lastAt.toISOString(),
    isRead: notice.readAt !== null,
    path: noticePath(told),
  };
}
