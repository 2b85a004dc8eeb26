import type { REVIEW_TABS, ReviewRow } from '../../database/reviews.schema.js';

/** Greater than the time of any review, so that the difference to it sorts the newest first. */
const TIMES_MS = 1e13;

/** What the position of a review in the lists depends on. */
export type PositionedReview = Pick<ReviewRow, 'stars' | 'original' | 'createdAt' | 'replyState'>;

/**
 * The tab of a review, and its position in every list, as a number: reviews without an answer first, then reviews with a text, then
 * few stars, then the newest.
 */
export function positionOf({ stars, original, createdAt, replyState }: PositionedReview): {
  tab: (typeof REVIEW_TABS)[number];
  position: number;
} {
  const tab = replyState === null ? 'UNANSWERED' : replyState === 'REJECTED' ? 'REJECTED' : 'ANSWERED';
  const age = TIMES_MS - 1 - createdAt.getTime();
  const ranks = [tab === 'ANSWERED' ? 1 : 0, original === null ? 1 : 0, stars];
  return { tab, position: ranks.reduce((all, rank) => all * 10 + rank, 0) * TIMES_MS + age };
}
