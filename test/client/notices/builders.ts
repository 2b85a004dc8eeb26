import type { Schemas } from '../../../client/api/client.js';

export type Notice = Schemas['NoticeDto'];

/** An id of the given number. */
export const uuid = (number: number) => `5b1f0a34-6c2e-4d7b-8f11-${String(number).padStart(12, '0')}`;

/** Posts of two locations that failed. */
export function notice(own: Partial<Notice> = {}): Notice {
  return {
    id: uuid(1),
    kind: 'post_failed',
    title: '14 posts failed',
    text: 'The connection to Google was lost. Hearth & Crumb and Old Wharf.',
    count: 14,
    firstAt: '2026-11-21T14:00:00.000Z',
    lastAt: '2026-11-21T14:05:00.000Z',
    isRead: false,
    path: '/dashboard?view=calendar&status=failed',
    ...own,
  };
}

/** A page of notices. */
export function noticeList(items: Notice[], nextCursor: string | null = null): Schemas['NoticeListDto'] {
  return { items, unread: items.filter(({ isRead }) => !isRead).length, nextCursor };
}
