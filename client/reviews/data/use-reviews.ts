import { useRef, useState } from 'react';
import useSWR, { type Cache, type ScopedMutator, useSWRConfig } from 'swr';
import type { ApiError } from '../../api/api-error';
import { answer, api } from '../../api/client';
import { readPages } from '../../api/pages';
import { afterTries, cachedData } from '../../api/swr';
import { useSearchThrottle } from '../../lib/use-search';
import type { Review, ReviewDetails, ReviewList, ReviewQuery, ReviewSummary } from './review-types';
import { REVIEWS, isReviewsKey } from './use-waiting-reviews';

/** Which reviews are listed. */
export type ReviewFilters = Omit<ReviewQuery, 'search' | 'cursor' | 'limit'>;

const PAGE_SIZE = 50;
/** How often a review is read again: often after something was sent, seldom otherwise. Never while the page is hidden. */
const PAUSES_MS = { underWay: 3_000, inReview: 30_000, still: 5 * 60_000 };
/** Within this time a review is not read twice. It is shorter than each pause, so that each pause ends with a reading. */
const SAME_READING_MS = 2_000;

/**
 * Reviews in pages of 50, those without an answer first. A further page is added to what is loaded; later all pages are
 * read again together.
 * @param text what is typed into the search box
 */
export function useReviewList(filters: ReviewFilters | null, text: string) {
  const { cache, mutate: mutateAll } = useSWRConfig();
  const lastReading = useRef<string>(undefined);
  const [asked, ask] = useState(text.trim());
  const query = { ...filters, search: asked || undefined };
  const question = JSON.stringify(query);
  const [loaded, setLoaded] = useState({ of: question, pages: 1 });
  const pages = loaded.of === question ? loaded.pages : 1;
  const keyOf = (count: number) => [REVIEWS, 'list', query, count] as const;
  const listOf = (count: number) => cachedData<ReviewList>(cache, keyOf(count));

  const { data, error, isValidating, isLoading, mutate } = useSWR<ReviewList, unknown>(
    filters && keyOf(pages),
    async () => {
      const part = (cursor?: string) =>
        answer(api.GET('/api/reviews', { params: { query: { ...query, cursor, limit: PAGE_SIZE } } }), {
          quiet: true,
        });
      const before = listOf(pages) ? undefined : listOf(pages - 1);
      return readPages(part, pages, before && { list: before, pages: pages - 1 });
    },
    {
      keepPreviousData: true,
      // A new reading may bring new counts as well.
      onSuccess({ readAt, isReading }) {
        const reading = `${readAt} ${isReading}`;
        if (lastReading.current !== undefined && lastReading.current !== reading)
          void mutateAll(isKeyOf('waiting', 'summary'));
        lastReading.current = reading;
      },
      refreshInterval: (list) => (list?.isReading ? PAUSES_MS.inReview : PAUSES_MS.still),
    },
  );
  useSearchThrottle({ asked, wanted: text.trim(), isWaiting: isLoading }, ask);
  return {
    list: data,
    /** Identifies the list: its filters. */
    question,
    /** Whether `list` still answers the filters before. */
    isOld: isLoading,
    ...afterTries(error),
    isValidating,
    retry: () => void mutate(),
    loadMore:
      data === undefined || data.nextCursor === null || isValidating || error !== undefined
        ? undefined
        : () => setLoaded({ of: question, pages: pages + 1 }),
  };
}

export type ReviewTable = ReturnType<typeof useReviewList>;

/**
 * A review with the history of its reply, read again while the reply is under way. For an unknown one the error is an
 * `ApiError` with status 404.
 */
export function useReview(id: string) {
  const { cache, mutate } = useSWRConfig();
  const seen = useRef<string>(undefined);
  return useSWR<ReviewDetails, unknown>(
    [REVIEWS, 'one', id],
    () => answer(api.GET('/api/reviews/{id}', { params: { path: { id } } }), { quiet: true }),
    {
      refreshInterval: (review) => PAUSES_MS[review ? pauseOf(review) : 'still'],
      dedupingInterval: SAME_READING_MS,
      // What becomes of a reply is seen here first. The list beside it says the same at once.
      onSuccess(review) {
        const state = stateOf(review);
        void updateCachedLists({ cache, mutate }, review).then((wasOld) => {
          if (wasOld || (seen.current !== undefined && seen.current !== state))
            void mutate(isKeyOf('list', 'waiting', 'summary'));
          seen.current = state;
        });
      },
    },
  );
}

/** Whether a key is for one of these parts: lists, waiting reviews, or counts. */
const isKeyOf =
  (...parts: ('list' | 'waiting' | 'summary')[]) =>
  (key: unknown) =>
    isReviewsKey(key) && (parts as unknown[]).includes((key as unknown[])[1]);

/** What SWR has of the lists. */
interface Lists {
  cache: Cache;
  mutate: ScopedMutator;
}

/** Where a review stands, to compare with. */
function stateOf({ id, tab, ownReply, replyAtGoogle, goneAt }: Review): string {
  return JSON.stringify([id, tab, ownReply?.state, replyAtGoogle?.state, goneAt]);
}

/**
 * Replaces outdated copies of a review in the cached lists. No other list is touched: one that is just being read would drop
 * its answer. @returns whether there was such a copy
 */
async function updateCachedLists({ cache, mutate }: Lists, review: Review): Promise<boolean> {
  const isOld = (listed: Review) => listed.id === review.id && stateOf(listed) !== stateOf(review);
  let wasOld = false;
  await mutate<ReviewList>(
    (key) => {
      const isWrong = isKeyOf('list')(key) && cachedData<ReviewList>(cache, key)?.items.some(isOld);
      wasOld ||= isWrong === true;
      return isWrong === true;
    },
    (list) => list && { ...list, items: list.items.map((item) => (isOld(item) ? review : item)) },
    { revalidate: false },
  );
  return wasOld;
}

function pauseOf({ ownReply, replyAtGoogle }: Review): keyof typeof PAUSES_MS {
  if (ownReply && ['WAITING', 'SENDING', 'UNCONFIRMED'].includes(ownReply.state)) return 'underWay';
  return replyAtGoogle?.state === 'IN_REVIEW' ? 'inReview' : 'still';
}

/** The counts of all reviews, or of a location's: Google's own number and average, and how they are answered. */
export function useReviewSummary(locationId: string | undefined, { isWanted = true } = {}) {
  return useSWR<ReviewSummary, unknown>(isWanted ? [REVIEWS, 'summary', locationId] : null, () =>
    answer(api.GET('/api/reviews/summary', { params: { query: { locationId } } }), { quiet: true }),
  );
}

/** Whether something was refused because the review or its reply has changed since it was shown. */
export function isUnseen({ code }: ApiError): boolean {
  return code === 'reply_changed' || code === 'review_changed';
}

/**
 * Answers reviews. Every list then shows the server's answer, and is read again. Failures are thrown without a toast.
 * @throws ApiError
 */
export function useReplyActions(id: string) {
  const { cache, mutate } = useSWRConfig();
  const params = { path: { id } };

  /** Shows a review as it is now, and has the lists and counts read again. */
  async function show(review: ReviewDetails): Promise<void> {
    await mutate<ReviewDetails>([REVIEWS, 'one', id], review, { revalidate: false });
    await updateCachedLists({ cache, mutate }, review);
    void mutate(isKeyOf('list', 'waiting', 'summary'));
  }
  const finished = async (request: Parameters<typeof answer<ReviewDetails>>[0]): Promise<ReviewDetails> => {
    const review = await answer(request, { quiet: true });
    await show(review);
    return review;
  };

  return {
    send: (text: string, basedOn: string) =>
      finished(api.PUT('/api/reviews/{id}/reply', { params, body: { text, basedOn } })),
    remove: (basedOn: string) =>
      finished(api.DELETE('/api/reviews/{id}/reply', { params: { ...params, query: { basedOn } } })),
    /** Sends a failed reply again, also in place of one that was written elsewhere. */
    retry: (basedOn: string) =>
      finished(api.POST('/api/reviews/{id}/reply/retry', { params: { ...params, query: { basedOn } } })),
    /** Discards a reply that was not sent. */
    discard: (basedOn: string) =>
      finished(api.POST('/api/reviews/{id}/reply/discard', { params: { ...params, query: { basedOn } } })),
    /** Reads the review again. */
    readAgain: () => finished(api.GET('/api/reviews/{id}', { params })),
  };
}
