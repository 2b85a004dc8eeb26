import { notFound, v4Invalid, v4Unsupported, type V4Detail } from '../errors.js';
import type { Location } from '../model.js';
import type { Review } from '../reviews/review.js';
import type { ApiExchange, ApiRoute } from '../routes.js';
import type { State } from '../state.js';
import { locationUnder } from './access.js';
import { hasVoice } from './location-resource.js';
import { readPayload, withoutUnset, type Schema } from './payload.js';
import { pageOf, type JsonObject } from './request-format.js';
import { figuresOf, reviewResource } from './review-resource.js';

const RULES = { defaultSize: 50, maxSize: 50 };
const LIST = '/v4/accounts/{account}/locations/{location}/reviews';

/** The orders that a list of reviews has. Lists come newest first. */
const ORDERS: Record<string, (a: Review, b: Review) => number> = {
  rating: (a, b) => a.stars - b.stars,
  'rating desc': (a, b) => b.stars - a.stars,
  'update_time desc': (a, b) => b.updateTime - a.updateTime,
  'updateTime desc': (a, b) => b.updateTime - a.updateTime,
};

const BATCH = Object.freeze<Schema>({
  fields: {
    locationNames: { list: 'string' },
    pageSize: 'integer',
    pageToken: 'string',
    orderBy: 'string',
    ignoreRatingOnlyReviews: 'boolean',
  },
});

/** Google My Business, v4: reviews. */
export function reviewRoutes(state: State, origin: string): ApiRoute[] {
  return [
    {
      operation: 'reviews.list',
      api: 'v4',
      method: 'GET',
      path: LIST,
      query: ['pageSize', 'pageToken', 'orderBy'],
      answer: ({ person, params, query }) => {
        const location = withReviews(locationUnder(state, person, params));
        const reviews = reviewsOf(state, location);
        const { items, nextPageToken } = pageOf(sorted(reviews, query.get('orderBy')), query, RULES, refuse);
        const accountId = params.account ?? '';
        return {
          json: {
            ...(items.length > 0 && {
              reviews: items.map((review) => reviewResource(state, { origin, review, accountId })),
              ...figuresOf(state, reviews),
            }),
            ...(nextPageToken && { nextPageToken }),
          },
        };
      },
    },
    {
      operation: 'reviews.batchGet',
      api: 'v4',
      method: 'POST',
      path: '/v4/accounts/{account}/locations:batchGetReviews',
      query: [],
      answer: (exchange) => {
        const accountId = exchange.params.account ?? '';
        const body = readBatch(exchange);
        const locations = batchLocations(state, exchange, body);
        const isWanted = ({ comment }: Review) => !body.ignoreRatingOnlyReviews || comment !== undefined;
        const reviews = locations.flatMap((location) => reviewsOf(state, location)).filter(isWanted);
        const query = new URLSearchParams();
        for (const [name, value] of Object.entries(body)) query.set(name, String(value));
        const { items, nextPageToken } = pageOf(sorted(reviews, query.get('orderBy')), query, RULES, refuse);
        return {
          json: {
            ...(items.length > 0 && {
              locationReviews: items.map((review) => ({
                name: `accounts/${accountId}/locations/${review.locationId}`,
                review: reviewResource(state, { origin, review, accountId }),
              })),
            }),
            ...(nextPageToken && { nextPageToken }),
          },
        };
      },
    },
    {
      operation: 'reviews.get',
      api: 'v4',
      method: 'GET',
      path: `${LIST}/{review}`,
      query: [],
      answer: (exchange) => {
        const review = reviewUnder(state, exchange);
        return { json: reviewResource(state, { origin, review, accountId: exchange.params.account ?? '' }) };
      },
    },
  ];
}

/** The review that a path names. @throws GoogleError 404, or 400 for a location that has no reviews. */
export function reviewUnder(state: State, { person, params }: ApiExchange): Review {
  const { id } = withReviews(locationUnder(state, person, params));
  const review = state.reviews.of(id).get(params.review ?? '');
  if (!review) throw notFound();
  return review;
}

/** @throws GoogleError 400 for a location whose reviews Google does not serve. */
function withReviews(location: Location): Location {
  if (!hasVoice(location)) throw v4Unsupported('Reviews are served for verified locations only.');
  return location;
}

/** Newest first as they were made. */
function reviewsOf(state: State, { id }: Location): Review[] {
  return [...state.reviews.of(id).values()].reverse();
}

function sorted(reviews: readonly Review[], orderBy: string | null): Review[] {
  const name = orderBy ?? 'updateTime desc';
  const order = Object.hasOwn(ORDERS, name) ? ORDERS[name] : undefined;
  if (!order) throw refuse('order_by', 'Invalid order by');
  return reviews.toSorted(order);
}

function readBatch({ body }: ApiExchange): JsonObject {
  return withoutUnset(readPayload(body, BATCH, 'batch_get_reviews_request')) as JsonObject;
}

/** The locations that a batch names, each once. @throws GoogleError 400, or 404 for one that the account does not show. */
function batchLocations(state: State, { person, params }: ApiExchange, body: JsonObject): Location[] {
  const names = [...new Set(body.locationNames as string[] | undefined)];
  const most = state.settings.batchReviewLocations;
  const field = 'location_names';
  if (names.length === 0)
    throw v4Invalid([{ code: 'MISSING_VALUE', field, message: `${field} is required` }]);
  if (names.length > most)
    throw v4Invalid([{ code: 'TOO_MANY_ITEMS', field, message: `At most ${most} locations are accepted` }]);
  const locations = names.map((name) => {
    const [, account, location] = /^accounts\/([^/]+)\/locations\/([^/]+)$/.exec(name) ?? [];
    if (account !== params.account) throw refuse(field, 'Invalid location name', name);
    return locationUnder(state, person, { account, location });
  });
  if (state.settings.batchReviewsSkipUnverified) return locations.filter(hasVoice);
  return locations.map(withReviews);
}

function refuse(field: string, message: string, value?: string): Error {
  const detail: V4Detail = { code: 'INVALID_VALUE', field, message, ...(value !== undefined && { value }) };
  return v4Invalid([detail]);
}
