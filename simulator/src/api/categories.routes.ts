import type { ApiRoute } from '../routes.js';
import { invalidArgument } from '../errors.js';
import { CATEGORIES } from '../seed/categories.js';
import { hoursTypesOf, serviceTypesOf } from '../seed/category-details.js';
import { pageOf } from './request-format.js';

const RULES = { defaultSize: 100, maxSize: 100 };
const MOST_AT_ONCE = 100;
const VIEWS = ['BASIC', 'FULL'];

/** My Business Business Information, v1: the catalogue of categories. Names are English whatever is asked for. */
export function categoryRoutes(): ApiRoute[] {
  return [
    {
      operation: 'categories.list',
      api: 'information',
      method: 'GET',
      path: '/v1/categories',
      query: ['regionCode', 'languageCode', 'filter', 'view', 'pageSize', 'pageToken'],
      answer: ({ query }) => {
        const view = viewOf(query);
        const wanted = wordsOf(query.get('filter'));
        const found = Object.keys(CATEGORIES).filter((name) =>
          CATEGORIES[name]?.toLowerCase().startsWith(wanted),
        );
        const { items, nextPageToken } = pageOf(found, query, RULES, refuse);
        return {
          json: {
            ...(items.length > 0 && { categories: items.map((name) => toResource(name, view)) }),
            ...(nextPageToken && { nextPageToken }),
          },
        };
      },
    },
    {
      operation: 'categories.batchGet',
      api: 'information',
      method: 'GET',
      path: '/v1/categories:batchGet',
      query: ['names', 'regionCode', 'languageCode', 'view'],
      answer: ({ query }) => {
        const names = query.getAll('names');
        if (
          names.length === 0 ||
          names.length > MOST_AT_ONCE ||
          !names.every((name) => Object.hasOwn(CATEGORIES, name))
        )
          throw refuse('names', 'Invalid category names.');
        const view = viewOf(query, { needsRegion: false });
        return { json: { categories: names.map((name) => toResource(name, view)) } };
      },
    },
  ];
}

/** How much of each category is wanted; region and language are asked for with it. @throws GoogleError 400. */
function viewOf(query: URLSearchParams, { needsRegion = true } = {}): string {
  const region = query.get('regionCode');
  if ((needsRegion || region !== null) && !/^[A-Za-z]{2}$/.test(region ?? ''))
    throw refuse('region_code', 'Invalid region code.');
  if (!query.get('languageCode')) throw refuse('language_code', 'A language code is required.');
  const view = VIEWS.find((known) => known === query.get('view'));
  if (!view) throw refuse('view', 'A category view is required.');
  return view;
}

/** A category; in the full view with the services and the kinds of hours that go with it. */
function toResource(name: string, view: string): object {
  const keys = [name.replace('categories/gcid:', '')];
  const basic = { name, displayName: CATEGORIES[name] };
  if (view === 'BASIC') return basic;
  const serviceTypes = serviceTypesOf(keys);
  return {
    ...basic,
    ...(serviceTypes.length > 0 && { serviceTypes }),
    moreHoursTypes: hoursTypesOf(keys),
  };
}

/** The one filter that there is: `displayName=words`, with quotes or without. */
function wordsOf(filter: string | null): string {
  if (!filter) return '';
  const words = /^\s*displayName\s*=\s*"?([^"]*?)"?\s*$/i.exec(filter)?.[1];
  if (words === undefined) throw refuse('filter', 'Invalid filter.');
  return words.toLowerCase();
}

function refuse(field: string, description: string): Error {
  return invalidArgument('information', [{ field, description }]);
}
