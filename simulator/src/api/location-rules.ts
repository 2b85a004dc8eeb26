import type { FieldViolation } from '../errors.js';
import { type Location, type LocationFields, OPEN_STATUSES, DAYS, type TimePeriod } from '../model.js';
import { CATEGORIES } from '../seed/categories.js';
import { isObject, isWebAddress, isDate, dayNumber, isTimeOfDay, minutesOf } from './request-format.js';

/** What is wrong with a field, given as it would be after the edit. Undefined: the field is cleared. */
type Rule = (value: unknown, before: Location, after: LocationFields) => FieldViolation[];

const LODGING = ['hotel', 'motel', 'hostel', 'guest_house', 'bed_and_breakfast', 'holiday_home'];
const LINK = /https?:\/\/|www\.|\b[\w-]+\.(com|org|net|co\.uk|shop)\b/i;
const MAX_CATEGORIES = 10;
const DAY_MINUTES = 24 * 60;
const DAY_MS = 86_400_000;
const HOURS = 'regularHours';
const SPECIAL_HOURS = 'specialHours';

/** The rules of the fields that have one; the others may be any object or list. */
const RULES: Partial<Record<keyof LocationFields, Rule>> = {
  title: (value) => {
    if (value === undefined || value === '') return [fault('title', 'REQUIRED_FIELD_MISSING_VALUE')];
    return text('title', value, 1, 100);
  },
  storeCode: (value) => (value === undefined ? [] : text('storeCode', value, 1, 64)),
  labels: (value) =>
    value === undefined ? [] : list(value).flatMap((label, at) => text(`labels[${at}]`, label, 1, 255)),
  websiteUri: (value) =>
    value === undefined || isWebAddress(value) ? [] : [fault('websiteUri', 'INVALID_URL')],
  phoneNumbers: faultsOfPhones,
  categories: faultsOfCategories,
  storefrontAddress: faultsOfAddress,
  regularHours: (value, _before, after) => faultsOfHours(value, after),
  specialHours: (value, _before, after) => (value === undefined ? [] : faultsOfSpecialHours(value, after)),
  openInfo: faultsOfOpenInfo,
  profile: faultsOfProfile,
};

/** What Google finds wrong with the edited fields of a location. */
export function faultsOfFields(
  edited: readonly (keyof LocationFields)[],
  before: Location,
  after: LocationFields,
): FieldViolation[] {
  return edited.flatMap((name) => {
    const rule = RULES[name];
    if (rule) return rule(after[name], before, after);
    return after[name] === undefined || typeof after[name] === 'object' ? [] : [malformed(name)];
  });
}

function faultsOfPhones(value: unknown, before: Location, after: LocationFields): FieldViolation[] {
  if (value === undefined) return [];
  if (!isObject(value)) return [malformed('phoneNumbers')];
  const { primaryPhone, additionalPhones = [] } = value;
  if (primaryPhone === undefined || primaryPhone === '')
    return [fault('phoneNumbers.primaryPhone', 'MISSING_PRIMARY_PHONE_NUMBER')];
  const additional = list(additionalPhones);
  if (additional.length > 2) return [malformed('phoneNumbers.additionalPhones')];
  const region = after.storefrontAddress?.regionCode ?? after.serviceArea?.regionCode ?? 'GB';
  return [
    ...faultsOfPhone('phoneNumbers.primaryPhone', primaryPhone, region),
    ...additional.flatMap((phone, at) =>
      faultsOfPhone(`phoneNumbers.additionalPhones[${at}]`, phone, region),
    ),
  ];
}

/** National numbers are as long as their country has them; international ones 7 to 15 digits (E.164). */
function faultsOfPhone(field: string, value: unknown, region: string): FieldViolation[] {
  if (typeof value !== 'string' || !/^\+?[\d ().-]+$/.test(value))
    return [fault(field, 'INVALID_PHONE_NUMBER')];
  const digits = value.replace(/\D/g, '');
  if (digits.length < 7 || digits.length > 15) return [fault(field, 'INVALID_PHONE_NUMBER')];
  const national: Record<string, RegExp> = { GB: /^0\d{9,10}$/, US: /^1?\d{10}$/ };
  const fits = value.startsWith('+') || (national[region]?.test(digits) ?? true);
  return fits ? [] : [fault(field, 'INVALID_PHONE_NUMBER_FOR_REGION', { region_code: region })];
}

function faultsOfCategories(value: unknown): FieldViolation[] {
  if (!isObject(value)) return [fault('categories.primaryCategory', 'REQUIRED_FIELD_MISSING_VALUE')];
  const all = [value.primaryCategory, ...list(value.additionalCategories ?? [])];
  const names = all.map((category) => (isObject(category) ? category.name : undefined));
  const unknown = names.findIndex((name) => typeof name !== 'string' || !Object.hasOwn(CATEGORIES, name));
  const field =
    unknown > 0 ? `categories.additionalCategories[${unknown - 1}]` : 'categories.primaryCategory';
  if (unknown >= 0) return [fault(field, 'INVALID_CATEGORY')];
  const isAcceptable = new Set(names).size === names.length && names.length <= MAX_CATEGORIES;
  return isAcceptable ? [] : [fault('categories.additionalCategories', 'INVALID_CATEGORY')];
}

function faultsOfAddress(value: unknown, before: Location, after: LocationFields): FieldViolation[] {
  if (value === undefined)
    return after.serviceArea ? [] : [fault('storefrontAddress', 'REQUIRED_FIELD_MISSING_VALUE')];
  if (!isObject(value)) return [fault('storefrontAddress', 'INVALID_ADDRESS')];
  const { regionCode, locality, addressLines = [] } = value;
  const lines = list(addressLines);
  if (lines.length > 5 || !lines.every((line) => typeof line === 'string'))
    return [fault('storefrontAddress.addressLines', 'INVALID_ADDRESS')];
  if (!isText(regionCode) || !isText(locality) || lines.length === 0)
    return [fault('storefrontAddress', 'MISSING_ADDRESS_COMPONENTS')];
  const country = before.fields.storefrontAddress?.regionCode;
  const moves = country !== undefined && country !== regionCode;
  return moves ? [fault('storefrontAddress.regionCode', 'ADDRESS_EDIT_CHANGES_COUNTRY')] : [];
}

function faultsOfOpenInfo(value: unknown): FieldViolation[] {
  if (!isObject(value)) return [fault('openInfo.status', 'REQUIRED_FIELD_MISSING_VALUE')];
  if (!OPEN_STATUSES.some((status) => status === value.status)) return [malformed('openInfo.status')];
  return value.openingDate === undefined || isDate(value.openingDate)
    ? []
    : [malformed('openInfo.openingDate')];
}

function faultsOfProfile(value: unknown, before: Location): FieldViolation[] {
  const primary = before.fields.categories.primaryCategory.name.replace('categories/gcid:', '');
  if (LODGING.includes(primary))
    return [fault('profile.description', 'LODGING_CANNOT_EDIT_PROFILE_DESCRIPTION')];
  if (value === undefined) return [];
  if (!isObject(value)) return [malformed('profile')];
  const { description } = value;
  if (description === undefined) return [];
  if (isText(description) && LINK.test(description))
    return [fault('profile.description', 'PROFILE_DESCRIPTION_CONTAINS_URL')];
  return text('profile.description', description, 0, 750);
}

/** Regular hours need valid times, and periods that end after they begin and do not overlap; special hours need them. */
function faultsOfHours(value: unknown, { specialHours }: LocationFields): FieldViolation[] {
  const periods = isObject(value) ? (value.periods ?? []) : value === undefined ? [] : undefined;
  if (!Array.isArray(periods)) return [fault(HOURS, 'INVALID_HOURS_VALUE')];
  const all = periods as unknown[];
  if (all.length === 0 && specialHours?.specialHourPeriods?.length)
    return [fault(SPECIAL_HOURS, 'SPECIAL_HOURS_SET_WITHOUT_REGULAR_HOURS')];
  const wrong = all.findIndex((period) => !isPeriod(period));
  if (wrong >= 0) return [fault(`${HOURS}.periods[${wrong}]`, 'INVALID_HOURS_VALUE')];
  const spans = (all as TimePeriod[]).map(spanOf);
  const inverted = spans.findIndex(([start, end]) => end <= start || end - start > DAY_MINUTES);
  if (inverted >= 0) return [fault(`${HOURS}.periods[${inverted}]`, 'INVALID_TIME_SCHEDULE')];
  return overlap(spans) ? [fault(HOURS, 'INVALID_TIME_SCHEDULE')] : [];
}

function isPeriod(value: unknown): value is TimePeriod {
  return (
    isObject(value) &&
    DAYS.some((day) => day === value.openDay) &&
    DAYS.some((day) => day === value.closeDay) &&
    isTimeOfDay(value.openTime) &&
    value.openTime.hours !== 24 &&
    isTimeOfDay(value.closeTime)
  );
}

/** Minutes since the beginning of the week; a period may end on the next day, from Sunday in the next week. */
function spanOf({ openDay, openTime, closeDay, closeTime }: TimePeriod): [start: number, end: number] {
  const first = DAYS.indexOf(openDay);
  const days = (DAYS.indexOf(closeDay) - first + DAYS.length) % DAYS.length;
  const start = first * DAY_MINUTES + minutesOf(openTime);
  return [start, (first + days) * DAY_MINUTES + minutesOf(closeTime)];
}

function overlap(spans: [number, number][]): boolean {
  const sorted = [...spans].sort(([a], [b]) => a - b);
  const [first] = sorted;
  // The first period of the week comes again after the last.
  const round = first ? [...sorted, [first[0] + DAYS.length * DAY_MINUTES, 0]] : sorted;
  return round.some(([start = 0], at) => at > 0 && start < (round[at - 1]?.[1] ?? 0));
}

function faultsOfSpecialHours(value: unknown, after: LocationFields): FieldViolation[] {
  const periods = isObject(value) ? (value.specialHourPeriods ?? []) : undefined;
  if (!Array.isArray(periods)) return [fault(SPECIAL_HOURS, 'INVALID_HOURS_VALUE')];
  if (!after.regularHours) return [fault(SPECIAL_HOURS, 'SPECIAL_HOURS_SET_WITHOUT_REGULAR_HOURS')];
  const spans = (periods as unknown[]).map(specialSpanOf);
  const wrong = spans.indexOf(undefined);
  if (wrong >= 0) return [fault(`${SPECIAL_HOURS}.specialHourPeriods[${wrong}]`, 'INVALID_HOURS_VALUE')];
  const sorted = spans.filter((span) => span !== undefined).sort(([a], [b]) => a - b);
  const overlaps = sorted.some(([start], at) => at > 0 && start < (sorted[at - 1]?.[1] ?? 0));
  return overlaps ? [fault(SPECIAL_HOURS, 'OVERLAPPED_SPECIAL_HOURS')] : [];
}

/** Minutes since 1970; undefined for an invalid period. */
function specialSpanOf(period: unknown): [start: number, end: number] | undefined {
  if (!isObject(period) || !isDate(period.startDate)) return undefined;
  const first = dayNumber(period.startDate);
  const last =
    period.endDate === undefined ? first : isDate(period.endDate) ? dayNumber(period.endDate) : NaN;
  if (last !== first && last !== first + DAY_MS) return undefined;
  if (period.closed === true) return [first / 60_000, first / 60_000 + DAY_MINUTES];
  if (!isTimeOfDay(period.openTime) || !isTimeOfDay(period.closeTime)) return undefined;
  const span: [number, number] = [
    first / 60_000 + minutesOf(period.openTime),
    last / 60_000 + minutesOf(period.closeTime),
  ];
  return span[1] > span[0] ? span : undefined;
}

function text(field: string, value: unknown, min: number, max: number): FieldViolation[] {
  if (typeof value !== 'string') return [malformed(field)];
  const { length } = [...value.trim()];
  if (length > max) return [fault(field, 'STRING_TOO_LONG', { max_length: String(max) })];
  return length < min ? [fault(field, 'STRING_TOO_SHORT', { min_length: String(min) })] : [];
}

function fault(path: string, reason: string, metadata?: Record<string, string>): FieldViolation {
  return { field: `location.${path}`, description: reason, reason, ...(metadata && { metadata }) };
}

function malformed(path: string): FieldViolation {
  return { field: `location.${path}`, description: `Invalid value at 'location.${path}'` };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** A list as it is; anything else becomes a list that no rule accepts. */
function list(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [undefined];
}
