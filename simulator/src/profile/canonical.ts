import { DAYS, type LocationFields } from '../model.js';
import { valueAt, type FieldPath } from './fields.js';

type Json = Record<string, unknown>;

/**
 * A field's value in a form in which two values are the same JSON exactly if they mean the same: without zeros and
 * empty values, texts trimmed and composed (NFC), phone numbers as E.164, periods in the order of time, names of
 * objects in alphabetical order. Null for none.
 */
export function canonicalValue(fields: LocationFields, path: FieldPath): unknown {
  return ordered(withoutEmpty(prepared(fields, path, valueAt(fields, path)))) ?? null;
}

/** Whether a field means the same in both. */
export function isSame(a: LocationFields, b: LocationFields, path: FieldPath): boolean {
  return JSON.stringify(canonicalValue(a, path)) === JSON.stringify(canonicalValue(b, path));
}

/** The value with what is special to its field brought into one form. */
function prepared(fields: LocationFields, path: FieldPath, value: unknown): unknown {
  switch (path) {
    case 'phoneNumbers.primaryPhone':
      return e164(value, fields);
    case 'phoneNumbers.additionalPhones':
      return listOf(value).map((phone) => e164(phone, fields));
    case 'categories':
      return categoryNames(value as LocationFields['categories'] | undefined);
    case 'regularHours':
      return { periods: sortedWeek(listOf((value as Json | undefined)?.periods)) };
    case 'specialHours': {
      const periods = listOf((value as Json | undefined)?.specialHourPeriods).map(specialPeriod);
      return { specialHourPeriods: sortedBy(periods, specialOrder) };
    }
    case 'moreHours':
      return sortedBy(
        listOf(value).map((hours) => ({
          ...(hours as Json),
          periods: sortedWeek(listOf((hours as Json).periods)),
        })),
        ({ hoursTypeId }) => String(hoursTypeId),
      );
    default:
      return value;
  }
}

const CALLING_CODES: Record<string, string> = Object.freeze({ GB: '44', US: '1' });

/** A number with its country: a national one gets that of the location. */
function e164(phone: unknown, { storefrontAddress, serviceArea }: LocationFields): unknown {
  if (typeof phone !== 'string') return phone;
  const digits = phone.replace(/\D/g, '');
  if (phone.trim().startsWith('+') || digits === '') return digits && `+${digits}`;
  const code = CALLING_CODES[storefrontAddress?.regionCode ?? serviceArea?.regionCode ?? 'GB'];
  if (code === undefined) return digits;
  if (code === '1') return `+1${digits.slice(-10)}`;
  return `+${code}${digits.replace(/^0/, '')}`;
}

/** Categories without their names for people. */
function categoryNames(value: LocationFields['categories'] | undefined): unknown {
  if (!value) return undefined;
  const { primaryCategory, additionalCategories = [] } = value;
  return {
    primaryCategory: { name: primaryCategory.name },
    additionalCategories: additionalCategories.map(({ name }) => ({ name })),
  };
}

/** A closed day has nothing but its date, and a period that ends on its first day needs no end date. */
function specialPeriod(period: unknown): Json {
  const { startDate, endDate, openTime, closeTime, closed } = period as Json;
  if (closed === true) return { startDate, closed };
  const isOneDay = JSON.stringify(ordered(endDate)) === JSON.stringify(ordered(startDate));
  return { startDate, ...(!isOneDay && { endDate }), openTime: openTime ?? {}, closeTime: closeTime ?? {} };
}

function specialOrder({ startDate, openTime }: Json): string {
  const { year, month, day } = (startDate ?? {}) as Json;
  return [year, month, day].map(padded).join('-') + timeOrder(openTime);
}

function sortedWeek(periods: unknown[]): Json[] {
  const withTimes = periods.map((period): Json => ({ openTime: {}, closeTime: {}, ...(period as Json) }));
  return sortedBy(
    withTimes,
    ({ openDay, openTime }) => padded(DAYS.findIndex((day) => day === openDay)) + timeOrder(openTime),
  );
}

function timeOrder(time: unknown): string {
  const { hours, minutes, seconds, nanos } = (time ?? {}) as Json;
  return [hours, minutes, seconds, nanos].map(padded).join(':');
}

function padded(part: unknown): string {
  return (typeof part === 'number' ? String(part) : '').padStart(10, '0');
}

function sortedBy(items: Json[], keyOf: (item: Json) => string): Json[] {
  return [...items].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : Number(keyOf(a) > keyOf(b))));
}

/** Times of day say something also when they are empty: `{}` is midnight. */
const TIMES = Object.freeze(['openTime', 'closeTime']);

/** Without what Google leaves out of its JSON: null, false, zero, and empty texts, lists and objects. */
function withoutEmpty(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC').trim() || undefined;
  if (value === null || value === false || value === 0) return undefined;
  if (Array.isArray(value)) {
    const items = value.map(withoutEmpty).filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  }
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
    const kept = withoutEmpty(part) ?? (TIMES.includes(name) ? {} : undefined);
    return kept === undefined ? [] : [[name, kept]];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, ordered((value as Json)[name])]));
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
