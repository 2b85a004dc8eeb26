import useSWR from 'swr';
import { answer, api } from '../../api/client';
import { useConnection } from '../../business-profile/use-connection';
import type { ReviewList } from './review-types';

/** The first part of all keys for reviews. */
export const REVIEWS = 'reviews';
export const isReviewsKey = (key: unknown) => Array.isArray(key) && key[0] === REVIEWS;

/** How many of them the overview shows. */
export const SHOWN = 5;
const REFRESH_EVERY_MS = 2 * 60_000;

/**
 * The first reviews without an answer, and how many there are (`counts.unanswered`), for the overview and the
 * sidebar. On sample data there are none.
 */
export function useWaitingReviews() {
  const { connection } = useConnection();
  return useSWR<ReviewList, unknown>(
    connection?.source === 'google' ? [REVIEWS, 'waiting'] : null,
    () =>
      answer(api.GET('/api/reviews', { params: { query: { tab: 'UNANSWERED', limit: SHOWN } } }), {
        quiet: true,
      }),
    { refreshInterval: REFRESH_EVERY_MS },
  );
}
