import type { ApiRoute } from '../routes.js';
import { v4Invalid } from '../errors.js';
import type { Location } from '../model.js';
import type { State } from '../state.js';
import { locationUnder } from './access.js';
import { pageOf } from './request-format.js';

const RULES = { defaultSize: 100, maxSize: 2500 };
const CREATED = '2026-01-02T08:00:00Z';

/** Google My Business, v4: media. */
export function mediaRoutes(state: State, origin: string): ApiRoute[] {
  return [
    {
      operation: 'media.list',
      api: 'v4',
      method: 'GET',
      path: '/v4/accounts/{account}/locations/{location}/media',
      query: ['pageSize', 'pageToken'],
      answer: ({ person, params, query }) => {
        const location = locationUnder(state, person, params);
        const all = mediaOf(location, origin);
        const { items, nextPageToken } = pageOf(all, query, RULES, refuse);
        const prefix = `accounts/${params.account}/locations/${location.id}/media`;
        return {
          json: {
            ...(items.length > 0 && {
              mediaItems: items.map(({ key, ...item }) => ({ name: `${prefix}/${key}`, ...item })),
              totalMediaItemCount: all.length,
            }),
            ...(nextPageToken && { nextPageToken }),
          },
        };
      },
    },
  ];
}

/** Two pictures of every place that is on Google: its cover and its logo, drawn by the simulator. */
function mediaOf({ id, verification }: Location, origin: string) {
  if (verification !== 'VERIFIED') return [];
  return (['COVER', 'LOGO'] as const).map((category) => ({
    key: category.toLowerCase(),
    mediaFormat: 'PHOTO',
    locationAssociation: { category },
    googleUrl: `${origin}/photos/${id}-${category.toLowerCase()}.svg`,
    thumbnailUrl: `${origin}/photos/${id}-${category.toLowerCase()}.svg`,
    createTime: CREATED,
    dimensions: { widthPixels: 960, heightPixels: 960 },
  }));
}

function refuse(field: string, message: string): Error {
  return v4Invalid([{ code: 'INVALID_VALUE', field, message }]);
}
