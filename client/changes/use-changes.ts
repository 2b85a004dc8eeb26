import { useEffect, useEffectEvent, useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { readPages } from '../api/pages';
import { afterTries, isShown } from '../api/swr';
import { useWorkspaceAddress } from '../auth/workspace';
import { isMirroredKey } from '../listings/use-listings';
import { useSearchThrottle } from '../lib/use-search';
import { type Change, isUnderWay } from './change-words';
import { CHANGES, isChangesKey } from '../listings/use-google-edits';

/** Which changes are shown. */
export interface ChangeFilters {
  origin?: Change['origin'] | undefined;
  locationId?: string | undefined;
  field?: Change['field'] | undefined;
  state?: Change['state'] | undefined;
  /** ISO 8601 */
  from?: string | undefined;
  /** ISO 8601; only earlier changes. */
  to?: string | undefined;
}

const PAGE_SIZE = 100;

/**
 * Changes of profiles, the latest first, in pages of 100. All pages are read again together.
 * @param text what is typed into the search box
 */
export function useChangeTable(filters: ChangeFilters | null, text: string) {
  const addressOf = useWorkspaceAddress();
  const [asked, ask] = useState(text.trim());
  const query = { ...filters, search: asked || undefined };
  const question = JSON.stringify(query);
  const [loaded, setLoaded] = useState({ of: question, pages: 1 });
  const pages = loaded.of === question ? loaded.pages : 1;
  const { data, error, isValidating, isLoading, mutate } = useSWR<Schemas['ChangeListDto'], unknown>(
    filters && [CHANGES, 'changes', query, pages],
    async () => {
      const part = (cursor?: string) =>
        answer(api.GET('/api/changes', { params: { query: { ...query, cursor, limit: PAGE_SIZE } } }), {
          quiet: true,
        });
      return readPages(part, pages);
    },
    { keepPreviousData: true },
  );
  useSearchThrottle({ asked, wanted: text.trim(), isWaiting: isLoading }, ask);
  useLiveChanges(data?.items);
  return {
    changes: data?.items,
    counts: data?.counts,
    ...afterTries(error),
    isValidating,
    retry: () => void mutate(),
    hasMore: data !== undefined && data.nextCursor !== null,
    loadMore: () => setLoaded({ of: question, pages: pages + 1 }),
    /** The file with all changes of this selection. */
    fileUrl: addressOf(
      `/api/changes/export?${new URLSearchParams(
        Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
      )}`,
    ),
  };
}

export type ChangeTable = ReturnType<typeof useChangeTable>;

/** While a change is being sent, the next state comes within seconds. A review takes minutes or days. */
const PAUSES_MS = { underWay: 3_000, inReview: 60_000, still: 5 * 60_000 };

/** Reads the change log again as often as the changes on screen need it; nothing while the tab is hidden. */
function useLiveChanges(changes: readonly Change[] | undefined): void {
  const { mutate, cache } = useSWRConfig();
  const pause = changes?.some(isUnderWay)
    ? PAUSES_MS.underWay
    : changes?.some(({ state }) => state === 'in_review')
      ? PAUSES_MS.inReview
      : PAUSES_MS.still;
  const refresh = useEffectEvent(() => {
    if (document.visibilityState !== 'hidden') void mutate((key) => isChangesKey(key) && isShown(cache, key));
  });
  useEffect(() => {
    const timer = setInterval(refresh, pause);
    return () => clearInterval(timer);
  }, [pause]);
}

/** A change, and the effect of its undo. */
export function useChange(id: string) {
  return useSWR([CHANGES, 'change', id], () =>
    answer(api.GET('/api/changes/{id}', { params: { path: { id } } }), { quiet: true }),
  );
}

/** The fields of a location that would go back to their values at a moment (ISO 8601). */
export function useVersion(locationId: string, at: string) {
  return useSWR([CHANGES, 'version', locationId, at], () =>
    answer(api.GET('/api/locations/{id}/versions', { params: { path: { id: locationId }, query: { at } } }), {
      quiet: true,
    }),
  );
}

/** Reads the change log and the locations again after a change, of which only the keys that `isMeant` takes. */
export function useRefreshChanges(): (isMeant?: (key: unknown) => boolean) => void {
  const { mutate } = useSWRConfig();
  return (isMeant = () => true) =>
    void mutate((key) => (isChangesKey(key) || isMirroredKey(key)) && isMeant(key));
}

/** Whether a key holds lines of the change log. */
const isLogKey = (key: unknown) => isChangesKey(key) && (key as unknown[])[1] === 'changes';

/**
 * Undoes changes, cancels changes that wait, and answers Google's edits. Failures are thrown without a toast. Afterwards all data
 * is read again, also after a refusal, which may mean that something has changed elsewhere.
 * @throws ApiError
 */
export function useChangeActions() {
  const refresh = useRefreshChanges();
  const { mutate } = useSWRConfig();
  const finished = async <Data>(request: Parameters<typeof answer<Data>>[0]): Promise<Data> => {
    try {
      return await answer(request, { quiet: true });
    } finally {
      refresh();
    }
  };
  /** As `finished`, once the log that is on screen has the new lines, so that a dialog above it closes with them there. */
  const logged = async <Data>(request: Parameters<typeof answer<Data>>[0]): Promise<Data> => {
    let isRead = false;
    try {
      const done = await answer(request, { quiet: true });
      await mutate(isLogKey);
      isRead = true;
      return done;
    } finally {
      refresh((key) => !isRead || !isLogKey(key));
    }
  };
  return {
    undo: (id: string, reason: string | null): Promise<void> =>
      logged(api.POST('/api/changes/{id}/undo', { params: { path: { id } }, body: { reason } })),
    /** Undoes the changes of a set that can be undone, in the background. Returns the new set. */
    undoSet: (id: string, reason: string | null) =>
      logged(api.POST('/api/change-sets/{id}/undo', { params: { path: { id } }, body: { reason } })),
    /** Stops the changes of a set that were not sent yet. */
    stopSet: (id: string): Promise<void> =>
      finished(api.POST('/api/change-sets/{id}/stop', { params: { path: { id } } })),
    /** Tries the locations of a set that failed once more. Returns how many they are. */
    retrySet: async (id: string): Promise<number> =>
      (await finished(api.POST('/api/change-sets/{id}/retry', { params: { path: { id } } }))).locations,
    /** @param basedOn the basis of the version that was shown */
    restore: (id: string, at: string, basedOn: string, reason: string | null): Promise<void> =>
      logged(
        api.POST('/api/locations/{id}/restore', { params: { path: { id } }, body: { at, basedOn, reason } }),
      ),
    /** Answers one edit now: uses Google's value, or keeps the owner's, which `keep` also locks. */
    answerEdit: (id: string, decision: Decision, keep: boolean): Promise<void> => {
      const params = { path: { id } };
      return finished(
        decision === 'accept'
          ? api.POST('/api/google-edits/{id}/accept', { params, body: {} })
          : api.POST('/api/google-edits/{id}/reject', { params, body: keep ? { keep } : {} }),
      );
    },
    /** Answers many edits alike, in the background. `keep` also locks the owner's values. Returns the set. */
    answerEdits: (ids: string[], decision: Decision, keep: boolean) =>
      finished(api.POST('/api/google-edits/decide', { body: { ids, decision, ...(keep && { keep }) } })),
  };
}

export type Decision = Schemas['DecideEditsDto']['decision'];
