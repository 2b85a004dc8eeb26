import parsePhoneNumber, { type CountryCode } from 'libphonenumber-js';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { DAYS } from '../port/location.js';
import type {
  GoogleCategories,
  GoogleLocation,
  GoogleOpeningPeriod,
  GoogleSpecialPeriod,
  GoogleTimeOfDay,
} from './google-types.js';

/** A field of a profile whose changes are logged, by the names that the API has for them. */
export type ProfileField = keyof typeof PATHS;

/** Where Google keeps each field: its path in field masks, in the order in which changes of one moment are shown. */
const PATHS = {
  name: 'title',
  storeCode: 'storeCode',
  address: 'storefrontAddress',
  serviceArea: 'serviceArea',
  phoneNumber: 'phoneNumbers.primaryPhone',
  additionalPhones: 'phoneNumbers.additionalPhones',
  websiteUri: 'websiteUri',
  categoryIds: 'categories',
  openStatus: 'openInfo.status',
  openingDate: 'openInfo.openingDate',
  regularHours: 'regularHours',
  specialHours: 'specialHours',
  moreHours: 'moreHours',
  description: 'profile.description',
  services: 'serviceItems',
  labels: 'labels',
} as const;

export const PROFILE_FIELDS = Object.freeze(Object.keys(PATHS) as ProfileField[]);

/** Where Google keeps a field: `phoneNumbers.primaryPhone`. */
export function pathOf(field: ProfileField): string {
  return PATHS[field];
}

/** What a line of the change log is about: a field, or whether Google lists the location at all. */
export type ChangeField = ProfileField | 'presence';

export const CHANGE_FIELDS = Object.freeze([...PROFILE_FIELDS, 'presence'] as ChangeField[]);

/** A value in Google's shape, as JSON; null where there is none. */
export type RawValue = unknown;

/** A location of which nothing is known, so that its country gives no number a meaning. */
export const NOWHERE: GoogleLocation = Object.freeze({ name: '' });

/** The value of a field. Empty texts, lists and objects are none. */
export function valueIn(google: object, field: ProfileField): RawValue {
  let value: unknown = google;
  for (const part of PATHS[field].split('.'))
    value =
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined;
  return withoutEmpty(value) ?? null;
}

/** The fields at a path of Google's field mask, which may be above or below them: `phoneNumbers` is two fields. */
export function fieldsAt(path: string): ProfileField[] {
  return PROFILE_FIELDS.filter((field) => {
    const own = PATHS[field];
    return own === path || own.startsWith(`${path}.`) || path.startsWith(`${own}.`);
  });
}

/** The fields that a mask such as `title,phoneNumbers.primaryPhone` names. */
export function fieldsOfMask(mask = ''): Set<ProfileField> {
  return new Set(mask.split(',').flatMap((path) => fieldsAt(path.trim())));
}

/** What Google requires of a group in every request that touches it. */
const REQUIRED: readonly ProfileField[] = Object.freeze(['phoneNumber', 'openStatus']);

/**
 * The body of one PATCH that gives the fields these values, and its mask: exactly their paths, so that all else stays. A field
 * without a value is cleared. Fields that Google requires in a group are in the body unchanged, but not in the mask, so Google
 * ignores them.
 * @param google the location as it was read last
 */
export function toPatchOf(
  values: ReadonlyMap<ProfileField, RawValue>,
  google: GoogleLocation,
): { body: object; mask: string[] } {
  const body: Record<string, unknown> = {};
  const mask: string[] = [];
  for (const [field, value] of values) {
    const [top = '', below] = PATHS[field].split('.');
    // Google accepts no group of numbers without a primary one, so that the last one goes with its group.
    mask.push(field === 'phoneNumber' && value === null ? top : PATHS[field]);
    if (value === null) continue;
    const sent = field === 'categoryIds' ? onlyNames(value as GoogleCategories) : value;
    body[top] = below ? { ...(body[top] as object | undefined), [below]: sent } : sent;
  }
  for (const field of REQUIRED) {
    const [top = '', below = ''] = PATHS[field].split('.');
    const value = valueIn(google, field);
    const isTouched = mask.some((path) => path.startsWith(`${top}.`)) && !values.has(field);
    if (isTouched && value !== null) body[top] = { [below]: value, ...(body[top] as object | undefined) };
  }
  return { body, mask };
}

/** The location with these values in place of its own. */
export function withValues(
  google: GoogleLocation,
  values: ReadonlyMap<ProfileField, RawValue>,
): GoogleLocation {
  const copy = structuredClone(google) as GoogleLocation & Record<string, unknown>;
  for (const [field, value] of values) {
    const [top = '', below] = PATHS[field].split('.');
    if (below) copy[top] = { ...(copy[top] as object | undefined), [below]: value ?? undefined };
    else copy[top] = value ?? undefined;
  }
  return copy;
}

/** Whether two values of a field mean the same, however Google writes them. */
export function isSame(field: ProfileField, one: RawValue, other: RawValue, google: GoogleLocation): boolean {
  if (isDeepStrictEqual(one, other)) return true;
  return canonicalText(field, one, google) === canonicalText(field, other, google);
}

/** A short text that is the same for two values of a field only if they mean the same. */
export function hashOf(field: ProfileField, value: RawValue, google: GoogleLocation): string {
  return createHash('sha256')
    .update(canonicalText(field, value, google))
    .digest('base64url')
    .slice(0, 16);
}

/** A short text that stands for the values of a location: `hasChangedSince` compares a later state with it. */
export function basisOf(google: GoogleLocation): string {
  return PROFILE_FIELDS.map((field) => `${field}.${shortHash(field, google)}`).join('~');
}

/** Whether a field is not as it was when the basis was made; false for a field that the basis does not know. */
export function hasChangedSince(basis: string, field: ProfileField, google: GoogleLocation): boolean {
  const shown = new Map(basis.split('~').map((part) => part.split('.', 2) as [string, string])).get(field);
  return shown !== undefined && shown !== shortHash(field, google);
}

function shortHash(field: ProfileField, google: GoogleLocation): string {
  return hashOf(field, valueIn(google, field), google).slice(0, 8);
}

/**
 * A value in the one form that is compared: texts in NFC without outer white space, E.164 phone numbers, times without
 * zeros, 24:00 as the next day's beginning, periods in order, categories by their names, members in order.
 * @param google the location, whose country gives its national numbers their meaning
 */
export function canonicalText(field: ProfileField, value: RawValue, google: GoogleLocation): string {
  return JSON.stringify(sorted(canonical(field, value, google)) ?? null);
}

function canonical(field: ProfileField, value: RawValue, google: GoogleLocation): unknown {
  if (value === null) return field === 'openStatus' ? 'OPEN' : null;
  switch (field) {
    case 'phoneNumber':
      return toE164(value, google);
    case 'additionalPhones':
      return Array.isArray(value) ? value.map((number) => toE164(number, google)) : value;
    case 'categoryIds':
      return onlyNames(value as GoogleCategories);
    case 'regularHours':
      return inOrder((value as { periods?: GoogleOpeningPeriod[] }).periods?.map(canonicalPeriod));
    case 'specialHours':
      return inOrder(
        (value as { specialHourPeriods?: GoogleSpecialPeriod[] }).specialHourPeriods?.map(canonicalDay),
      );
    case 'moreHours':
      return inOrder(
        (value as { hoursTypeId?: string; periods?: GoogleOpeningPeriod[] }[]).map(
          ({ hoursTypeId, periods }) => ({
            hoursTypeId,
            periods: inOrder(periods?.map(canonicalPeriod)),
          }),
        ),
      );
    case 'openStatus':
      return value === 'OPEN_FOR_BUSINESS_UNSPECIFIED' ? 'OPEN' : value;
    default:
      return value;
  }
}

function canonicalPeriod({ openDay, openTime, closeDay, closeTime }: GoogleOpeningPeriod): unknown[] {
  return [...dayAndTime(openDay, openTime), ...dayAndTime(closeDay, closeTime)];
}

/** The end of a day is the beginning of the next. */
function dayAndTime(day = '', time: GoogleTimeOfDay | undefined): [day: string | undefined, time: string] {
  const text = canonicalTime(time);
  return text === '24:0'
    ? [DAYS[(DAYS.findIndex((known) => known === day) + 1) % DAYS.length], '0:0']
    : [day, text];
}

/** With `closed` Google ignores all but the day; without an end the day is its own. */
function canonicalDay({ startDate, endDate, openTime, closeTime, closed }: GoogleSpecialPeriod): unknown[] {
  if (closed) return [startDate, 'closed'];
  return [startDate, canonicalTime(openTime), endDate ?? startDate, canonicalTime(closeTime)];
}

function canonicalTime({ hours = 0, minutes = 0 }: GoogleTimeOfDay = {}): string {
  return `${hours}:${minutes}`;
}

function toE164(value: unknown, { storefrontAddress, serviceArea }: GoogleLocation): unknown {
  if (typeof value !== 'string') return value;
  const region = (storefrontAddress?.regionCode ?? serviceArea?.regionCode) as CountryCode | undefined;
  return parsePhoneNumber(value, region)?.number ?? value.replace(/[^\d+]/g, '');
}

/** Display names are Google's words for the same category. */
function onlyNames({ primaryCategory, additionalCategories = [] }: GoogleCategories): object {
  const name = (category: { name: string }) => ({ name: category.name });
  return {
    ...(primaryCategory && { primaryCategory: name(primaryCategory) }),
    ...(additionalCategories.length > 0 && { additionalCategories: additionalCategories.map(name) }),
  };
}

function inOrder(items: readonly unknown[] = []): unknown[] {
  const keyed = items.map((item) => ({ item, key: JSON.stringify(sorted(item)) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ item }) => item);
}

/** Members in the order of their names, texts trimmed and in NFC. */
function sorted(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC').trim();
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, sorted(member)]),
  );
}

/** Undefined for an empty text, list or object. Times keep their empty objects, which are 00:00. */
function withoutEmpty(value: unknown): unknown {
  if (value === '' || value === null || value === undefined) return undefined;
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.length > 0 ? value : undefined;
  const members = Object.values(value);
  return members.some((member) => withoutEmpty(member) !== undefined) ? value : undefined;
}
