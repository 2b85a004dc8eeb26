import type { LocationReviews, ReviewView } from 'gbp-simulator';
import type { ReviewDto } from '../../../dist/server/reviews/review.dto.js';
import type { ReviewSummaryDto } from '../../../dist/server/reviews/review-summary.dto.js';

const STATES: Record<string, string> = { PENDING: 'IN_REVIEW', APPROVED: 'PUBLIC', REJECTED: 'REJECTED' };

/** What the inbox shows at the end, with the figures of each location, and how many new reviews were told of. */
export interface ShownReviews {
  items: ReviewDto[];
  counts: { all: number };
  summaries: Map<string, ReviewSummaryDto>;
  told: number;
}

/** The id of a review at Google, whichever account it was read under. */
export function idAtGoogle({ googleName }: Pick<ReviewDto, 'googleName'>): string {
  return googleName.split('/').at(-1) ?? '';
}

/** What is wrong with the inbox, a sentence each: it must be exactly what Google has. */
export function judgeStorm(
  google: readonly LocationReviews[],
  shown: ShownReviews,
  { begin, adds }: { begin: number; adds: number },
): string[] {
  const faults: string[] = [];
  const known = new Map(google.flatMap(({ reviews }) => reviews.map((review) => [review.id, review])));
  const seen = new Set<string>();
  for (const item of shown.items) {
    const id = idAtGoogle(item);
    const review = known.get(id);
    if (seen.has(id)) faults.push(`${id} is shown twice`);
    seen.add(id);
    if (!review) faults.push(`${id} is shown and is not at Google`);
    else if (item.isStale) faults.push(`${id} is shown as no more than last known`);
    else {
      const [here, there] = [sayingsOf(item), sayingsOfGoogle(review)];
      if (here !== there) faults.push(`${id} is shown as ${here}, and is ${there}`);
    }
  }
  for (const id of known.keys()) if (!seen.has(id)) faults.push(`${id} is at Google and is not shown`);
  if (shown.counts.all !== known.size)
    faults.push(`the inbox counts ${shown.counts.all} reviews, and Google has ${known.size}`);
  for (const { location, averageRating = null, totalReviewCount = 0 } of google) {
    const { averageRating: average, total } = shown.summaries.get(location) ?? {
      averageRating: null,
      total: 0,
    };
    if (average !== averageRating || total !== totalReviewCount)
      faults.push(
        `${location} is shown with ${average} of ${total}, and has ${averageRating} of ${totalReviewCount}`,
      );
  }
  const made = [...known.values()].filter(({ resource }) => Date.parse(resource.createTime) >= begin).length;
  if (shown.told < made || shown.told > adds)
    faults.push(`${shown.told} new reviews were told of, where ${adds} were written and ${made} are left`);
  return faults;
}

function sayingsOf(item: ReviewDto): string {
  const { stars, text, translation, reviewerName, replyAtGoogle, media, createdAt } = item;
  const reply = replyAtGoogle && [replyAtGoogle.text, replyAtGoogle.state, replyAtGoogle.violation];
  return JSON.stringify([stars, text, translation !== null, reviewerName, media.length, createdAt, reply]);
}

function sayingsOfGoogle({ stars, original, resource }: ReviewView): string {
  const { comment = '', reviewer, reviewMediaItems = [], createTime, reviewReply } = resource;
  const reply = reviewReply && [
    reviewReply.comment,
    STATES[reviewReply.reviewReplyState ?? 'APPROVED'],
    reviewReply.policyViolation ?? null,
  ];
  return JSON.stringify([
    stars,
    original,
    comment.includes('(Translated by Google)'),
    reviewer.isAnonymous ? null : reviewer.displayName,
    reviewMediaItems.length,
    createTime,
    reply ?? null,
  ]);
}
