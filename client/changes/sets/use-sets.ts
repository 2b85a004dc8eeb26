import { useEffect, useEffectEvent } from 'react';
import useSWR from 'swr';
import { answer, api } from '../../api/client';
import { readPages } from '../../api/pages';
import { CHANGES } from '../../listings/use-google-edits';
import type { ChangeSet, SetLocationList, SetPart } from './set-words';

/** How often the progress of a set is read: while it ends soon, and while it takes longer. */
const PROGRESS_EVERY_MS = { soon: 2_000, later: 10_000 };
const SOON_S = 10 * 60;

/** How many fields the question before an undo shows. */
const FIRST_UNDONE = 20;
const PAGE_SIZE = 50;

/**
 * A set and how far it is. With `isFollowed` it is read until it is over; not while the tab is hidden. For an unknown one the
 * error is an `ApiError` with status 404.
 */
export function useChangeSet(id: string, { isFollowed = false } = {}) {
  return useSWR(
    [CHANGES, 'set', id],
    () => answer(api.GET('/api/change-sets/{id}', { params: { path: { id } } }), { quiet: true }),
    {
      dedupingInterval: isFollowed ? 0 : undefined,
      refreshInterval: (set) => (isFollowed ? pauseBefore(set) : 0),
    },
  );
}

function pauseBefore(set: ChangeSet | undefined): number {
  if (set === undefined) return PROGRESS_EVERY_MS.soon;
  if (set.state !== 'running') return 0;
  const isSoon = set.secondsLeft !== null && set.secondsLeft <= SOON_S;
  return isSoon ? PROGRESS_EVERY_MS.soon : PROGRESS_EVERY_MS.later;
}

/**
 * What became of the locations of a set, in pages of 50, and again whenever the set has gone on. While another part of them
 * loads, the former stays.
 * @param pages how many pages are loaded; all are read again together
 */
export function useSetLocations({ id, progress }: ChangeSet, part: SetPart, pages: number) {
  const list = useSWR<SetLocationList, unknown>(
    [CHANGES, 'set locations', id, part, pages],
    () => {
      const page = (cursor?: string) => {
        const query = { state: part, limit: PAGE_SIZE, cursor };
        return answer(api.GET('/api/change-sets/{id}/locations', { params: { path: { id }, query } }), {
          quiet: true,
        });
      };
      return readPages(page, pages);
    },
    { keepPreviousData: true },
  );
  const refresh = useEffectEvent(() => {
    if (list.data) void list.mutate();
  });
  const stand = JSON.stringify(progress);
  useEffect(() => refresh(), [stand]);
  return list;
}

/** The first fields that an undo of a set would change. */
export function useSetUndo(id: string) {
  return useSWR([CHANGES, 'set undo', id], () => {
    const params = { path: { id }, query: { limit: FIRST_UNDONE } };
    return answer(api.GET('/api/change-sets/{id}/undo', { params }), { quiet: true });
  });
}
