import type { REVIEW_TABS, ReviewRow } from '../../database/reviews.schema.js';

/** After the largest time that a review can have, so that what remains of it sorts the newest first. */
const TIMES_MS = 1e13;

/** What a review's place in the lists depends on. */
export type PlacedReview = Pick<ReviewRow, 'stars' | 'original' | 'createdAt' | 'replyState'>;

/**
 * The tab of a review, and its place in every list, as a number: what is not answered first, then reviews with a text, then
 * few stars, then the newest.
 */
export function placeOf({ stars, original, createdAt, replyState }: PlacedReview): {
  tab: (typeof REVIEW_TABS)[number];
  position: number;
} {
  const tab = replyState === null ? 'UNANSWERED' : replyState === 'REJECTED' ? 'REJECTED' : 'ANSWERED';
  const age = TIMES_MS - 1 - createdAt.getTime();
  const ranks = [tab === 'ANSWERED' ? 1 : 0, original === null ? 1 : 0, stars];
  return { tab, position: ranks.reduce((place, rank) => place * 10 + rank, 0) * TIMES_MS + age };
}
