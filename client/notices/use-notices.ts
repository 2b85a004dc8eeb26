import { useEffect, useRef, useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { readPages } from '../api/pages';
import { useSession } from '../auth/session';
import { countOf } from '../lib/count-of';
import { announce } from '../ui/basics/screen-reader';

export type Notice = Schemas['NoticeDto'];
type NoticeList = Schemas['NoticeListDto'];

/** The first part of all keys for notices. */
const NOTICES = 'notices';
const isNoticesKey = (key: unknown) => Array.isArray(key) && key[0] === NOTICES;

export const PAGE_SIZE = 20;
const REFRESH_EVERY_MS = 30_000;
/** The bell and the open list read the same page, which then is asked for once. */
const SAME_READING_MS = 2_000;

/**
 * The notices with the latest event first, and how many of all are unread. They are read again every 30 s and when the tab
 * is looked at again; nothing while it is hidden.
 * @param pages how many pages of 20 to load; all are read again together
 */
export function useNotices(pages = 1) {
  return useSWR<NoticeList, unknown>(
    [NOTICES, pages],
    async () => {
      const part = (cursor?: string) =>
        answer(api.GET('/api/notices', { params: { query: { cursor, limit: PAGE_SIZE } } }), { quiet: true });
      return readPages(part, pages);
    },
    { keepPreviousData: true, refreshInterval: REFRESH_EVERY_MS, dedupingInterval: SAME_READING_MS },
  );
}

/** Has a screen reader say once how many notices have come since the first reading. */
export function useAnnouncedNotices(items: readonly Notice[] | undefined): void {
  const known = useRef<Set<string>>(undefined);
  useEffect(() => {
    if (!items) return;
    const fresh = items.filter(({ id, isRead }) => !isRead && !known.current?.has(id));
    if (known.current && fresh.length > 0) announce(countOf(fresh.length, 'new notice'));
    known.current = new Set([...(known.current ?? []), ...items.map(({ id }) => id)]);
  }, [items]);
}

/** Marks notices as read: shown at once, and undone by the next reading if it failed. */
export function useReadNotices() {
  const { mutate } = useSWRConfig();
  const mark = async (
    applies: (notice: Notice) => boolean,
    body: Schemas['ReadNoticesDto'],
    options?: { quiet: boolean },
  ): Promise<void> => {
    const marked = (list?: NoticeList): NoticeList | undefined => {
      if (!list) return list;
      const count = list.items.filter((notice) => !notice.isRead && applies(notice)).length;
      const items = list.items.map((notice) => (applies(notice) ? { ...notice, isRead: true } : notice));
      return { ...list, items, unread: 'until' in body ? 0 : list.unread - count };
    };
    await mutate<NoticeList>(isNoticesKey, marked, { revalidate: false });
    await answer(api.POST('/api/notices/read', { body }), options).catch(() => undefined);
    await mutate(isNoticesKey);
  };
  return {
    /** One that was opened. A failure is not shown: the notice stays unread. */
    readOne: (id: string) => mark((notice) => notice.id === id, { ids: [id] }, { quiet: true }),
    /** All that have happened until the latest that is shown. A failure is shown as a toast. */
    readAll: (latest: Notice) => mark(() => true, { until: latest.lastAt }),
  };
}

/** A main switch of the profile: without `notifications` nothing new is listed or sent, without `emailUpdates` no email. */
export function useMainSwitch(name: 'notifications' | 'emailUpdates') {
  const session = useSession();
  const [isSaving, setIsSaving] = useState(false);
  return {
    isOn: session.status !== 'signed-in' || session.user.preferences[name],
    isSaving,
    /** Returns whether it was saved; a failure is shown as a toast. */
    async change(isOn: boolean): Promise<boolean> {
      setIsSaving(true);
      const body = { preferences: { [name]: isOn } };
      const user = await answer(api.PATCH('/api/auth/profile', { body })).catch(() => undefined);
      setIsSaving(false);
      if (user) session.showProfile(user);
      return user !== undefined;
    },
  };
}
