import { numberFor } from '../random.js';
import type { Review, Stars } from './review.js';

/** A review without its location and date. */
interface ReviewSeed {
  reviewer: string;
  stars: Stars;
  comment?: string;
  reply?: string;
}

const REVIEWS: readonly ReviewSeed[] = Object.freeze([
  {
    reviewer: 'Perpetua Lindqvist',
    stars: 5,
    comment: 'Kind people, quick hands, fair prices. I come back every week.',
  },
  {
    reviewer: 'Ambrose Featherstonhaugh',
    stars: 2,
    comment: 'Waited twenty minutes although I had booked.',
    reply: 'We are sorry. Please come by, and we will make up for it.',
  },
  { reviewer: 'Odalys Brennan', stars: 4, comment: 'Good, if a little hard to find.' },
  { reviewer: 'Thaddeus Quill', stars: 5, reply: 'Thank you!' },
  { reviewer: 'Ngaio Somerville', stars: 3, comment: 'All right for once.' },
  { reviewer: 'Leopold Achterberg', stars: 5, comment: 'The best in town, and by some distance.' },
]);

const FIRST_REVIEW = Date.parse('2026-01-04T10:20:00Z');
const DAY_MS = 86_400_000;

/** The reviews that a location has before anything happens: up to six, always the same ones, oldest first. */
export function seededReviews(locationId: string): Review[] {
  const count = Math.floor(numberFor(`reviews ${locationId}`) * (REVIEWS.length + 1));
  return REVIEWS.slice(0, count).map(({ reviewer, stars, comment, reply }, index) => {
    const since = Math.floor((index + numberFor(`review ${locationId} ${index}`)) * 11 * DAY_MS);
    const at = FIRST_REVIEW + since;
    const repliedAt = at + DAY_MS;
    return {
      id: `review-${locationId}-${index + 1}`,
      locationId,
      reviewer: { name: reviewer, photo: `reviewer-${index}` },
      stars,
      ...(comment && { comment }),
      createTime: at,
      updateTime: at,
      ...(reply && {
        reply: { comment: reply, updateTime: repliedAt, reviewedAt: repliedAt, verdict: 'APPROVED' },
      }),
    };
  });
}
