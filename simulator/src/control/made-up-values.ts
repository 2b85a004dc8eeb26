import { categoryKeys } from '../api/location-faults.js';
import { DAYS, OPEN_STATUSES, type Location, type TimePeriod } from '../model.js';
import type { FieldPath } from '../profile/fields.js';
import type { Chance } from '../random.js';
import { hoursTypesOf, kindOf, serviceTypesOf } from '../seed/category-details.js';

/** Makes up a value of a field that Google would take; undefined where the location cannot have another. */
type Maker = (chance: Chance, location: Location, now: number) => unknown;

const ENDINGS = Object.freeze(['& Co', 'Ltd', 'of the High Street', 'and Daughters', '(Old Town)']);
const LABELS = Object.freeze(['north', 'south', 'flagship', 'seasonal', 'franchise', 'café corner']);
const SENTENCES = Object.freeze([
  'Family-run for three generations.',
  'Ask us about gift vouchers.',
  'Café, counter and a bench in the sun.',
  'Prices start at £5.',
  'Everything is made on the premises.',
  'Two minutes from the station.',
]);

/** The fields whose values can be made up. */
const MAKERS: Partial<Record<FieldPath, Maker>> = {
  storeCode: ({ below }) => `X-${below(1_000_000).toString(36)}`,
  labels: (chance) => distinct(chance, LABELS, 3),
  title: ({ pick }, { fields }) => `${fields.title.split(' ').slice(0, 3).join(' ')} ${pick(ENDINGS)}`,
  'phoneNumbers.primaryPhone': phone,
  'phoneNumbers.additionalPhones': (chance, location) =>
    location.fields.phoneNumbers?.primaryPhone === undefined
      ? undefined
      : Array.from({ length: 1 + chance.below(2) }, () => phone(chance, location)),
  websiteUri: ({ below }) => `https://www.example.com/${below(100_000).toString(36)}`,
  storefrontAddress: ({ below }, { fields: { storefrontAddress } }) =>
    storefrontAddress && { ...storefrontAddress, addressLines: [`${1 + below(300)} New Street`] },
  regularHours: (chance) => ({ periods: week(chance) }),
  specialHours: specialHours,
  moreHours: (chance, { fields }) => {
    const types = distinct(chance, hoursTypesOf(categoryKeys(fields)), 2);
    return types.map(({ hoursTypeId }) => ({ hoursTypeId, periods: week(chance) }));
  },
  'openInfo.status': ({ pick }, { fields }) =>
    pick(OPEN_STATUSES.filter((status) => status !== fields.openInfo?.status)),
  'openInfo.openingDate': ({ below }) => {
    const date = { year: 1950 + below(70), month: 1 + below(12) };
    return below(2) ? date : { ...date, day: 1 + below(28) };
  },
  'profile.description': (chance, { fields }) =>
    kindOf(categoryKeys(fields)[0] ?? '') === 'lodging'
      ? undefined
      : distinct(chance, SENTENCES, 3).join(' '),
  serviceItems: (chance, { fields }) => {
    const types = serviceTypesOf(categoryKeys(fields).slice(0, 1));
    if (types.length === 0) return undefined;
    return distinct(chance, types, 3).map(({ serviceTypeId }) => ({
      structuredServiceItem: { serviceTypeId },
      ...(chance.below(2) && { price: { currencyCode: 'GBP', units: String(5 + chance.below(90)) } }),
    }));
  },
};

/** What Google may show differently; store codes and labels are the owner's alone. */
export const SHOWN_FIELDS: readonly FieldPath[] = Object.freeze(
  (Object.keys(MAKERS) as FieldPath[]).filter((path) => path !== 'storeCode' && path !== 'labels'),
);
export const OWNED_FIELDS: readonly FieldPath[] = Object.freeze(Object.keys(MAKERS) as FieldPath[]);

/** These may be cleared as well. */
const CLEARABLE: readonly FieldPath[] = Object.freeze([
  'labels',
  'phoneNumbers.additionalPhones',
  'websiteUri',
  'specialHours',
  'moreHours',
  'openInfo.openingDate',
  'serviceItems',
]);

/** A new value for one of these fields, or now and then none; the location can have it. */
export function madeUpValue(
  chance: Chance,
  { location, paths, now }: { location: Location; paths: readonly FieldPath[]; now: number },
): [FieldPath, unknown] {
  const path = chance.pick(paths);
  if (CLEARABLE.includes(path) && chance.below(8) === 0) return [path, undefined];
  const value = MAKERS[path]?.(chance, location, now);
  return value === undefined ? madeUpValue(chance, { location, paths, now }) : [path, value];
}

function phone({ below }: Chance, { fields }: Location): string {
  const digits = String(below(1000)).padStart(3, '0');
  return fields.storefrontAddress?.regionCode === 'US' ? `+1 503-555-0${digits}` : `+44 1632 960${digits}`;
}

function week({ below }: Chance): TimePeriod[] {
  const [from, to] = [6 + below(6), 15 + below(8)];
  const days = DAYS.slice(0, 4 + below(4));
  return days.map((day) => ({
    openDay: day,
    openTime: { hours: from },
    closeDay: day,
    closeTime: { hours: to, ...(below(2) && { minutes: 30 }) },
  }));
}

/** Some of the coming days: closed, or with other hours. */
function specialHours({ below }: Chance, { fields }: Location, now: number): unknown {
  if (!fields.regularHours) return undefined;
  const first = 1 + below(60);
  const days = Array.from(
    { length: 1 + below(3) },
    (_, index) => new Date(now + (first + index) * 86_400_000),
  );
  const specialHourPeriods = days.map((day) => {
    const startDate = { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() };
    if (below(2)) return { startDate, closed: true };
    return {
      startDate,
      openTime: { hours: 9 + below(3) },
      endDate: startDate,
      closeTime: { hours: 13 + below(5) },
    };
  });
  return { specialHourPeriods };
}

/** One or more of a list, in its order. */
function distinct<T>({ below }: Chance, list: readonly T[], most: number): T[] {
  const start = below(list.length);
  return list.slice(start, start + 1 + below(most));
}
