import type { ApiRoute } from '../routes.js';
import { v4Invalid, v4Unsupported } from '../errors.js';
import type { State } from '../state.js';
import { locationUnder } from './access.js';
import { hasVoice } from './location-resource.js';
import { pageOf } from './request-format.js';
import type { Location } from '../model.js';
import { numberFor } from '../random.js';

/** A review in Google's shape, without its name. */
interface SeededReview {
  reviewId: string;
  reviewer: { displayName: string; profilePhotoUrl: string };
  starRating: ReviewSeed['stars'];
  comment?: string;
  createTime: string;
  updateTime: string;
  reviewReply?: { comment: string; updateTime: string; reviewReplyState: 'APPROVED' };
}

/** A review without its location and date. */
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

const RULES = { defaultSize: 50, maxSize: 50 };

/** The orders that a list of reviews has. Lists come newest first. */
const ORDERS: Record<string, (a: SeededReview, b: SeededReview) => number> = {
  rating: (a, b) => starsOf(a) - starsOf(b),
  'rating desc': (a, b) => starsOf(b) - starsOf(a),
  'update_time desc': (a, b) => Date.parse(b.updateTime) - Date.parse(a.updateTime),
  'updateTime desc': (a, b) => Date.parse(b.updateTime) - Date.parse(a.updateTime),
};

/** Google My Business, v4: reviews. */
export function reviewRoutes(state: State, origin: string): ApiRoute[] {
  return [
    {
      operation: 'reviews.list',
      api: 'v4',
      method: 'GET',
      path: '/v4/accounts/{account}/locations/{location}/reviews',
      answer: ({ person, params, query }) => {
        const location = locationUnder(state, person, params);
        if (!hasVoice(location)) throw v4Unsupported('Reviews are served for verified locations only.');
        const orderBy = query.get('orderBy') ?? 'updateTime desc';
        const order = Object.hasOwn(ORDERS, orderBy) ? ORDERS[orderBy] : undefined;
        if (!order) throw refuse('order_by', 'Invalid order by');
        const reviews = reviewsOf(location, origin);
        const { items, nextPageToken } = pageOf(reviews.toSorted(order), query, RULES, refuse);
        const stars = reviews.reduce((sum, review) => sum + starsOf(review), 0);
        const prefix = `accounts/${params.account}/locations/${location.id}/reviews`;
        return {
          json: {
            ...(items.length > 0 && {
              reviews: items.map((review) => ({ name: `${prefix}/${review.reviewId}`, ...review })),
              averageRating: stars / reviews.length,
              totalReviewCount: reviews.length,
            }),
            ...(nextPageToken && { nextPageToken }),
          },
        };
      },
    },
  ];
}

/** Up to six reviews of a place, always the same ones, newest first. */
function reviewsOf({ id }: Location, origin: string): SeededReview[] {
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

const starsOf = ({ starRating }: SeededReview): number => STARS[starRating];

function refuse(field: string, message: string): Error {
  return v4Invalid([{ code: 'INVALID_VALUE', field, message }]);
}
