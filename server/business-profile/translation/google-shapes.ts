import { frozen } from '../../config/frozen.js';
import { GOOGLE_NAMES } from './google-names.js';

/**
 * What a value of Google's is, as far as we pass it on unchanged: a type, a list of such values, or an object with such
 * fields. Google leaves out what is empty, so any field may be absent, except a name, which is a pattern.
 */
export type Shape =
  'string' | 'number' | 'boolean' | 'any' | RegExp | readonly [Shape] | { readonly [field: string]: Shape };

const CATEGORY = { name: GOOGLE_NAMES.category, displayName: 'string' } as const;
const DATE = { year: 'number', month: 'number', day: 'number' } as const;
const TIME = { hours: 'number', minutes: 'number' } as const;

/** Without hours: each period is checked by itself where it is read (`google-hours.ts`). */
const LOCATION = {
  name: GOOGLE_NAMES.location,
  title: 'string',
  storeCode: 'string',
  phoneNumbers: { primaryPhone: 'string', additionalPhones: ['string'] },
  storefrontAddress: {
    regionCode: 'string',
    postalCode: 'string',
    administrativeArea: 'string',
    locality: 'string',
    sublocality: 'string',
    addressLines: ['string'],
  },
  serviceArea: {
    businessType: 'string',
    regionCode: 'string',
    places: { placeInfos: [{ placeId: 'string', placeName: 'string' }] },
  },
  serviceItems: [
    {
      structuredServiceItem: { serviceTypeId: 'string', description: 'string' },
      freeFormServiceItem: { label: { displayName: 'string', description: 'string' } },
      price: { currencyCode: 'string' },
    },
  ],
  websiteUri: 'string',
  categories: { primaryCategory: CATEGORY, additionalCategories: [CATEGORY] },
  openInfo: { status: 'string', canReopen: 'boolean' },
  profile: { description: 'string' },
  labels: ['string'],
  languageCode: 'string',
  latlng: { latitude: 'number', longitude: 'number' },
  metadata: {
    hasVoiceOfMerchant: 'boolean',
    hasPendingEdits: 'boolean',
    hasGoogleUpdated: 'boolean',
    mapsUri: 'string',
    newReviewUri: 'string',
    duplicateLocation: 'string',
    canModifyServiceList: 'boolean',
  },
} as const satisfies Shape;

/** The shapes of what Google gives in lists. */
export const SHAPES = frozen({
  account: { name: GOOGLE_NAMES.account, accountName: 'string', type: 'string', verificationState: 'string' },
  location: LOCATION,
  category: CATEGORY,
  categoryWithHours: { moreHoursTypes: ['any'] },
  hoursType: { hoursTypeId: 'string', displayName: 'string', localizedDisplayName: 'string' },
  attributeType: {
    parent: 'string',
    displayName: 'string',
    groupDisplayName: 'string',
    valueMetadata: [{ displayName: 'string' }],
  },
  attribute: {
    name: GOOGLE_NAMES.attribute,
    values: ['any'],
    repeatedEnumValue: { setValues: ['string'] },
    uriValues: [{ uri: 'string' }],
  },
  metricSeries: { dailyMetric: 'string', timeSeries: { datedValues: ['any'] } },
  datedValue: { date: DATE },
  /** Only its content: the rest of a post is checked value by value. */
  post: {
    topicType: 'string',
    summary: 'string',
    callToAction: { actionType: 'string', url: 'string' },
    event: {
      title: 'string',
      schedule: { startDate: DATE, startTime: TIME, endDate: DATE, endTime: TIME },
    },
    offer: { couponCode: 'string', redeemOnlineUrl: 'string', termsConditions: 'string' },
  },
  review: {
    name: GOOGLE_NAMES.review,
    reviewer: { displayName: 'string', profilePhotoUrl: 'string', isAnonymous: 'boolean' },
    starRating: 'string',
    comment: 'string',
    reviewMediaItems: [{ thumbnailUrl: 'string', thumbnailLabel: 'string', videoUrl: 'string' }],
    reviewReplyUrl: 'string',
    reviewReply: { comment: 'string', reviewReplyState: 'string' },
  },
} as const satisfies Record<string, Shape>);

/** Where a value first differs from a shape, by our own names of fields (`callToAction.url`); undefined when it fits. */
export function misfitIn(value: unknown, shape: Shape, path = ''): string | undefined {
  if (shape === 'any') return undefined;
  if (shape instanceof RegExp) return typeof value === 'string' && shape.test(value) ? undefined : path;
  if (value === undefined) return undefined;
  if (typeof shape === 'string') return typeof value === shape ? undefined : path;
  if (isList(shape)) {
    if (!Array.isArray(value)) return path;
    return firstOf(value as unknown[], (item) => misfitIn(item ?? null, shape[0], path));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return path || 'the whole';
  return firstOf(Object.entries(shape), ([field, inner]) =>
    misfitIn((value as Record<string, unknown>)[field], inner, path ? `${path}.${field}` : field),
  );
}

/** @throws TypeError that names the field, so that what has another shape is left out alone (`database/store-apart.ts`) */
export function checkShape(value: unknown, shape: Shape): void {
  const misfit = misfitIn(value, shape);
  if (misfit !== undefined) throw new TypeError(misfit);
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

function firstOf<Item>(items: readonly Item[], find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
