import { DAYS, type Day, type Location, type OpenStatus, type TimeOfDay, type TimePeriod } from '../model.js';
import type { CategoryKey } from './categories.js';

/** A location in few words. It lacks what is left out. */
interface PlaceSeed {
  id: string;
  accountIds: readonly string[];
  managers?: readonly string[];
  title: string;
  /** The first is the primary one. */
  categories: readonly [CategoryKey, ...CategoryKey[]];
  phone?: string;
  website?: string;
  /** Street, town, post code. */
  address?: readonly [street: string, locality: string, postalCode: string, administrativeArea?: string];
  /** ISO 3166-1. */
  regionCode?: string;
  hours?: TimePeriod[];
  storeCode?: string;
  description?: string;
  serviceArea?: string;
  verification?: Location['verification'];
  differences?: Location['differences'];
  status?: OpenStatus;
}

/** The location that a seed describes. */
export function place(seed: PlaceSeed): Location {
  const { id, title, phone, website, address, regionCode = 'GB', hours, storeCode, description } = seed;
  const [primary, ...additional] = seed.categories.map((key) => ({ name: `categories/gcid:${key}` }));
  return {
    id,
    accountIds: [...seed.accountIds],
    ...(seed.managers && { managers: [...seed.managers] }),
    fields: {
      title,
      languageCode: 'en',
      ...(storeCode && { storeCode }),
      ...(phone && { phoneNumbers: { primaryPhone: phone } }),
      categories: {
        primaryCategory: primary ?? { name: '' },
        ...(additional.length > 0 && { additionalCategories: additional }),
      },
      ...(address && { storefrontAddress: addressOf(address, regionCode) }),
      ...(website && { websiteUri: website }),
      ...(hours && { regularHours: { periods: hours } }),
      ...(seed.serviceArea && { serviceArea: areaOf(seed.serviceArea, regionCode) }),
      openInfo: { status: seed.status ?? 'OPEN', canReopen: true },
      ...(description && { profile: { description } }),
    },
    differences: seed.differences ?? {},
    verification: seed.verification ?? 'VERIFIED',
    isRemoved: false,
  };
}

/** The same hours, `09:00-17:30`, on each day from one to another. One that ends before it begins ends the next day. */
export function open(from: Day, to: Day, ...spans: string[]): TimePeriod[] {
  const days = DAYS.slice(DAYS.indexOf(from), DAYS.indexOf(to) + 1);
  return days.flatMap((day) => spans.map((span) => periodOf(day, span)));
}

/** Open around the clock, as Google writes it: one period from midnight to midnight for each day. */
export const AROUND_THE_CLOCK = frozen(open('MONDAY', 'SUNDAY', '00:00-24:00'));

function periodOf(openDay: Day, span: string): TimePeriod {
  const [start = '', end = ''] = span.split('-');
  const next = DAYS[(DAYS.indexOf(openDay) + 1) % DAYS.length] ?? openDay;
  return {
    openDay,
    openTime: timeOf(start),
    closeDay: end > start ? openDay : next,
    closeTime: timeOf(end),
  };
}

/** A time such as `09:30`. */
export function timeOf(text: string): TimeOfDay {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return { ...(hours > 0 && { hours }), ...(minutes > 0 && { minutes }) };
}

function addressOf(
  [street, locality, postalCode, administrativeArea]: NonNullable<PlaceSeed['address']>,
  regionCode: string,
) {
  return {
    regionCode,
    languageCode: 'en',
    ...(postalCode && { postalCode }),
    ...(administrativeArea && { administrativeArea }),
    locality,
    addressLines: [street],
  };
}

function areaOf(placeName: string, regionCode: string) {
  return {
    businessType: 'CUSTOMER_LOCATION_ONLY',
    regionCode,
    places: {
      placeInfos: [{ placeName, placeId: `sim-area-${placeName.toLowerCase().replace(/\W+/g, '-')}` }],
    },
  };
}

/**
 * Freezes a constant and every list and plain object within it, so that no module that imports it can change it for all
 * others. (For a list of plain values `Object.freeze` is enough.)
 */
export function frozen<T>(value: T): T {
  if (isPlain(value)) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

function isPlain(value: unknown): value is object {
  return (
    Array.isArray(value) ||
    (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
  );
}
