import type { ApiExchange, ApiRoute } from '../routes.js';
import { invalidArgument } from '../errors.js';
import type { State } from '../state.js';
import { accountFor, allLocationsOf, locationFor, locationsOf } from './access.js';
import { pick, readMask, pageOf } from './request-format.js';
import { patchLocation } from './location-patch.js';
import { shownAt } from './readings.js';
import { canBeRead } from './location-schema.js';
import { masksOf, toPublicResource, toResource } from './location-resource.js';
import type { Location, Verification } from '../model.js';

const RULES = { defaultSize: 10, maxSize: 100 };

/** Google's answer for each state of a location: whether it may act for its business, or what it lacks. */
const VOICE_OF_MERCHANT: Record<Verification, object> = {
  VERIFIED: { hasVoiceOfMerchant: true, hasBusinessAuthority: true },
  UNVERIFIED: { verify: {} },
  VERIFICATION_PENDING: { verify: { hasPendingVerification: true } },
  WAITING: { hasBusinessAuthority: true, waitForVoiceOfMerchant: {} },
  OWNERSHIP_CONFLICT: { resolveOwnershipConflict: {} },
  SUSPENDED: {
    hasBusinessAuthority: true,
    complyWithGuidelines: { recommendationReason: 'BUSINESS_LOCATION_SUSPENDED' },
  },
  DISABLED: {
    hasBusinessAuthority: true,
    complyWithGuidelines: { recommendationReason: 'BUSINESS_LOCATION_DISABLED' },
  },
};

/** My Business Business Information, v1: locations. */
export function locationRoutes(state: State, origin: string): ApiRoute[] {
  const theirs = ({ person, params }: ApiExchange) => locationFor(state, person, params.location ?? '');
  const shown = (location: Location) => shownAt(state.clock.now().getTime(), location);
  return [
    {
      operation: 'locations.list',
      api: 'information',
      method: 'GET',
      path: '/v1/accounts/{account}/locations',
      query: ['readMask', 'filter', 'orderBy', 'pageSize', 'pageToken'],
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
              locations: items.map((location) => pick(toResource(state, origin, shown(location)), mask)),
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
      query: ['readMask'],
      answer: (exchange) => {
        const resource = toResource(state, origin, shown(theirs(exchange)));
        return { json: pick(resource, maskOf(exchange.query)) };
      },
    },
    {
      operation: 'locations.getGoogleUpdated',
      api: 'information',
      method: 'GET',
      path: '/v1/locations/{location}:getGoogleUpdated',
      query: ['readMask'],
      answer: (exchange) => {
        const location = shown(theirs(exchange));
        return {
          json: {
            location: pick(toPublicResource(state, origin, location), maskOf(exchange.query)),
            ...masksOf(state, location),
          },
        };
      },
    },
    {
      operation: 'locations.patch',
      api: 'information',
      method: 'PATCH',
      path: '/v1/locations/{location}',
      query: ['updateMask', 'validateOnly'],
      isEdit: ({ query }) => state.settings.validateOnlyCounts || query.get('validateOnly') !== 'true',
      answer: (exchange) => {
        const location = patchLocation(state, theirs(exchange), exchange);
        if (!location) return { json: {} };
        const whole = toResource(state, origin, location);
        const isMasked = exchange.fault?.kind === 'masked-answer' || state.settings.patchAnswersMasked;
        const json = isMasked ? pick(whole, readMask(exchange.query.get('updateMask'))) : whole;
        return { json, accepted: `locations/${location.id}` };
      },
    },
  ];
}

/** My Business Verifications, v1. */
export function verificationRoutes(state: State): ApiRoute[] {
  return [
    {
      operation: 'voiceOfMerchantState.get',
      api: 'verifications',
      method: 'GET',
      path: '/v1/locations/{location}/VoiceOfMerchantState',
      query: [],
      answer: ({ person, params }) => ({
        json: VOICE_OF_MERCHANT[locationFor(state, person, params.location ?? '').verification],
      }),
    },
  ];
}

function maskOf(query: URLSearchParams): string[] {
  const mask = readMask(query.get('readMask'));
  if (mask.length === 0) throw refuse('read_mask', 'Field is required');
  if (!mask.every(canBeRead)) throw refuse('read_mask', 'Invalid field mask provided');
  return mask;
}

type Test = (location: Location) => boolean;
type Values = (location: Location) => string[];

/** The fields that a filter may name, and what of a location it is compared with. */
const FIELDS: Record<string, Values> = {
  title: ({ fields }) => [fields.title],
  storecode: ({ fields }) => some(fields.storeCode),
  labels: ({ fields }) => fields.labels ?? [],
  categories: ({ fields }) =>
    [fields.categories.primaryCategory, ...(fields.categories.additionalCategories ?? [])].map(({ name }) =>
      name.replace('categories/gcid:', ''),
    ),
  'phone_numbers.primary_phone': ({ fields }) =>
    some(fields.phoneNumbers?.primaryPhone?.replace(/[ ()-]/g, '')),
  'storefront_address.region_code': ({ fields }) => some(fields.storefrontAddress?.regionCode),
  'storefront_address.administrative_area': ({ fields }) =>
    some(fields.storefrontAddress?.administrativeArea),
  'storefront_address.locality': ({ fields }) => some(fields.storefrontAddress?.locality),
  'storefront_address.postal_code': ({ fields }) => some(fields.storefrontAddress?.postalCode),
  'metadata.place_id': ({ id }) => [`ChIJ${id}`],
  'openinfo.status': ({ fields }) => some(fields.openInfo?.status),
};

/**
 * A filter such as `title:"bakery" AND (categories="cafe" OR categories="bar")`: `:` finds a part, `=` the whole or,
 * of a title, a whole word. AND joins fields, OR joins values of one field.
 * @throws GoogleError 400.
 */
function readFilter(filter: string): Test {
  const groups = filter
    .trim()
    .split(/\s+AND\s+/i)
    .map((group) => group.trim().replace(/^\((.*)\)$/, '$1'));
  const tests = groups.map((group) => {
    const clauses = group.split(/\s+OR\s+/i).map(readClause);
    if (new Set(clauses.map(({ name }) => name)).size > 1)
      throw refuse('filter', 'OR is supported within one field only.');
    return (location: Location) => clauses.some(({ test }) => test(location));
  });
  return (location) => tests.every((test) => test(location));
}

function readClause(clause: string): { name: string; test: Test } {
  const [, field = '', operator, quoted, bare] =
    /^([\w.]+)\s*([:=])\s*(?:"([^"]*)"|(\S+))$/.exec(clause.trim()) ?? [];
  const name = field.toLowerCase();
  const valuesOf = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  const wanted = (quoted ?? bare ?? '').toLowerCase();
  if (!valuesOf || wanted === '') throw refuse('filter', 'Invalid filter.');
  const matches = (value: string): boolean => {
    const lower = value.toLowerCase();
    if (operator === ':') return lower.includes(wanted);
    return lower === wanted || (name === 'title' && lower.split(/[^\p{L}\p{N}]+/u).includes(wanted));
  };
  return { name, test: (location) => valuesOf(location).some(matches) };
}

/**
 * Fields separated by commas, each `title` or `storeCode` (also as `store_code`), perhaps with ` desc`; without them the
 * list is as it is.
 * @throws GoogleError 400.
 */
function sortLocations(locations: Location[], orderBy: string | null): Location[] {
  if (!orderBy) return locations;
  const orders = orderBy.split(',').map((part) => {
    const [, field, desc] = /^(title|store_code|storeCode)( +desc| +asc)?$/i.exec(part.trim()) ?? [];
    if (!field) throw refuse('order_by', 'Invalid order by.');
    const keyOf = ({ fields }: Location) => (field === 'title' ? fields.title : (fields.storeCode ?? ''));
    const direction = desc?.trim() === 'desc' ? -1 : 1;
    return (a: Location, b: Location) => direction * keyOf(a).localeCompare(keyOf(b), 'en');
  });
  return [...locations].sort((a, b) => orders.reduce((found, order) => found || order(a, b), 0));
}

function some(value: string | undefined): string[] {
  return value === undefined ? [] : [value];
}

function refuse(field: string, description: string): Error {
  return invalidArgument('information', [{ field, description }]);
}
