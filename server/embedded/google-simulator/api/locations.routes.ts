import type { ApiExchange, ApiRoute } from '../exchange.js';
import { invalidArgument } from '../google-error.js';
import type { State } from '../state.js';
import { accountFor, allLocationsOf, locationFor, locationsOf } from './access.js';
import { pick, readMask } from './field-mask.js';
import { readFilter, sortLocations } from './location-list.js';
import { canBeRead } from './location-masks.js';
import { patchLocation } from './location-patch.js';
import { editedFields, toPublicResource, toResource } from './location-resource.js';
import { pageOf } from './paging.js';

const RULES = { defaultSize: 10, maxSize: 100 };

/** My Business Business Information, v1: locations. */
export function locationRoutes(state: State, origin: string): ApiRoute[] {
  const theirs = ({ person, params }: ApiExchange) => locationFor(state, person, params.location ?? '');
  return [
    {
      operation: 'locations.list',
      api: 'information',
      method: 'GET',
      path: '/v1/accounts/{account}/locations',
      answer: ({ person, params, query }) => {
        const all =
          params.account === '-'
            ? allLocationsOf(state, person)
            : locationsOf(state, accountFor(state, person, params.account ?? ''));
        const mask = maskOf(query);
        const filter = query.get('filter');
        const found = filter ? all.filter(readFilter(filter)) : all;
        const sorted = sortLocations(found, query.get('orderBy'));
        const { items, nextPageToken } = pageOf(sorted, query, RULES, refuse);
        return {
          json: {
            ...(items.length > 0 && {
              locations: items.map((location) => pick(toResource(state, origin, location), mask)),
            }),
            ...(nextPageToken && { nextPageToken }),
            ...(filter && found.length > 0 && { totalSize: found.length }),
          },
        };
      },
    },
    {
      operation: 'locations.get',
      api: 'information',
      method: 'GET',
      path: '/v1/locations/{location}',
      answer: (exchange) => {
        const resource = toResource(state, origin, theirs(exchange));
        return { json: pick(resource, maskOf(exchange.query)) };
      },
    },
    {
      operation: 'locations.getGoogleUpdated',
      api: 'information',
      method: 'GET',
      path: '/v1/locations/{location}:getGoogleUpdated',
      answer: (exchange) => {
        const location = theirs(exchange);
        const [diffMask, pendingMask] = (['google', 'owner'] as const).map((by) =>
          editedFields(location, by).join(','),
        );
        return {
          json: {
            location: pick(toPublicResource(state, origin, location), maskOf(exchange.query)),
            ...(diffMask && { diffMask }),
            ...(pendingMask && { pendingMask }),
          },
        };
      },
    },
    {
      operation: 'locations.patch',
      api: 'information',
      method: 'PATCH',
      path: '/v1/locations/{location}',
      isEdit: ({ query }) => query.get('validateOnly') !== 'true',
      answer: (exchange) => {
        const location = patchLocation(state, theirs(exchange), exchange);
        if (!location) return { json: {} };
        const whole = toResource(state, origin, location);
        const isMasked = exchange.fault?.kind === 'masked-answer';
        const json = isMasked ? pick(whole, readMask(exchange.query.get('updateMask'))) : whole;
        return { json, accepted: `locations/${location.id}` };
      },
    },
  ];
}

function maskOf(query: URLSearchParams): string[] {
  const mask = readMask(query.get('readMask'));
  if (mask.length === 0 || !mask.every(canBeRead)) throw refuse('read_mask', 'Invalid field mask provided');
  return mask;
}

function refuse(field: string, description: string): Error {
  return invalidArgument('information', [{ field, description }]);
}
