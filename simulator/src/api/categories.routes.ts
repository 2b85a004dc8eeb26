import type { ApiRoute } from '../routes.js';
import { invalidArgument } from '../errors.js';
import { CATEGORIES } from '../seed/categories.js';
import { pageOf } from './request-format.js';

const RULES = { defaultSize: 100, maxSize: 100 };
const VIEWS = ['BASIC', 'FULL'];

/** My Business Business Information, v1: the catalogue of categories. Names are English whatever is asked for. */
export function categoryRoutes(): ApiRoute[] {
  return [
    {
      operation: 'categories.list',
      api: 'information',
      method: 'GET',
      path: '/v1/categories',
      answer: ({ query }) => {
        const region = query.get('regionCode') ?? '';
        if (!/^[A-Za-z]{2}$/.test(region)) throw refuse('region_code', 'Invalid region code.');
        if (!query.get('languageCode')) throw refuse('language_code', 'A language code is required.');
        const view = query.get('view');
        if (!VIEWS.some((known) => known === view)) throw refuse('view', 'A category view is required.');
        const wanted = wordsOf(query.get('filter'));
        const found = Object.entries(CATEGORIES).filter(([, name]) => name.toLowerCase().startsWith(wanted));
        const { items, nextPageToken } = pageOf(found, query, RULES, refuse);
        return {
          json: {
            ...(items.length > 0 && {
              categories: items.map(([name, displayName]) => ({ name, displayName })),
            }),
            ...(nextPageToken && { nextPageToken }),
          },
        };
      },
    },
  ];
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
