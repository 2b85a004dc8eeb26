import type { Location } from '../model.js';
import { numberFor } from '../seeded-random.js';

/** A review as it was written; the place and the date come from where it is shown. */
interface ReviewSeed {
  reviewer: string;
  stars: 'ONE' | 'TWO' | 'THREE' | 'FOUR' | 'FIVE';
  comment?: string;
  reply?: string;
}

const REVIEWS: ReviewSeed[] = [
  {
    reviewer: 'Perpetua Lindqvist',
    stars: 'FIVE',
    comment: 'Kind people, quick hands, fair prices. I come back every week.',
  },
  {
    reviewer: 'Ambrose Featherstonhaugh',
    stars: 'TWO',
    comment: 'Waited twenty minutes although I had booked.',
    reply: 'We are sorry. Please come by, and we will make up for it.',
  },
  { reviewer: 'Odalys Brennan', stars: 'FOUR', comment: 'Good, if a little hard to find.' },
  { reviewer: 'Thaddeus Quill', stars: 'FIVE', reply: 'Thank you!' },
  { reviewer: 'Ngaio Somerville', stars: 'THREE', comment: 'All right for once.' },
  { reviewer: 'Leopold Achterberg', stars: 'FIVE', comment: 'The best in town, and by some distance.' },
];

const STARS = { ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FIVE: 5 };
const FIRST_REVIEW = Date.parse('2026-01-04T10:20:00Z');
const DAY_MS = 86_400_000;

/** A review in Google's shape, without its name. */
export interface SeededReview {
  reviewId: string;
  reviewer: { displayName: string; profilePhotoUrl: string };
  starRating: ReviewSeed['stars'];
  comment?: string;
  createTime: string;
  updateTime: string;
  reviewReply?: { comment: string; updateTime: string; reviewReplyState: 'APPROVED' };
}

/** Up to six reviews of a place, always the same ones, newest first. */
export function reviewsOf({ id }: Location, origin: string): SeededReview[] {
  const count = Math.floor(numberFor(`reviews ${id}`) * (REVIEWS.length + 1));
  const dated = REVIEWS.slice(0, count).map(({ reviewer, stars, comment, reply }, index): SeededReview => {
    const at = FIRST_REVIEW + Math.floor((index + numberFor(`review ${id} ${index}`)) * 11 * DAY_MS);
    const time = new Date(at).toISOString();
    return {
      reviewId: `review-${id}-${index + 1}`,
      reviewer: { displayName: reviewer, profilePhotoUrl: `${origin}/photos/reviewer-${index}.svg` },
      starRating: stars,
      ...(comment && { comment }),
      createTime: time,
      updateTime: time,
      ...(reply && {
        reviewReply: {
          comment: reply,
          updateTime: new Date(at + DAY_MS).toISOString(),
          reviewReplyState: 'APPROVED' as const,
        },
      }),
    };
  });
  return dated.reverse();
}

export const starsOf = ({ starRating }: SeededReview): number => STARS[starRating];
