import type { ApiRoute } from '../exchange.js';
import { v4Invalid, v4Unsupported } from '../google-error.js';
import { reviewsOf, starsOf, type SeededReview } from '../seed/reviews.js';
import type { State } from '../state.js';
import { locationUnder } from './access.js';
import { hasVoice } from './location-resource.js';
import { pageOf } from './paging.js';

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

function refuse(field: string, message: string): Error {
  return v4Invalid([{ code: 'INVALID_VALUE', field, message }]);
}
