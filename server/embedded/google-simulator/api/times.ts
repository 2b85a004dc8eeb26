import type { GoogleDate, TimeOfDay } from '../model.js';
import { isObject } from './json-body.js';

const LIMITS = { hours: 24, minutes: 59, seconds: 59, nanos: 999_999_999 };

/** Whether a value is a time of day; 24:00 is the end of one. */
export function isTimeOfDay(value: unknown): value is TimeOfDay {
  if (!isObject(value)) return false;
  const isInRange = Object.entries(value).every(
    ([name, part]) => isLimit(name) && isWhole(part) && part <= LIMITS[name],
  );
  return isInRange && (value.hours !== 24 || Object.values(value).every((part) => part === 24 || part === 0));
}

/** The time as Google writes it: zeros are left out. */
export function withoutZeros(time: TimeOfDay): TimeOfDay {
  return Object.fromEntries(Object.entries(time).filter(([, part]) => part !== 0));
}

export function minutesOf({ hours = 0, minutes = 0 }: TimeOfDay): number {
  return hours * 60 + minutes;
}

/** Whether a value is a day that exists. */
export function isDate(value: unknown): value is GoogleDate {
  if (!isObject(value)) return false;
  const { year, month, day } = value;
  if (![year, month, day].every(isWhole)) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return Number(year) > 0 && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** Midnight of a day in UTC, in ms since 1970; only for putting days in order. */
export function dayNumber({ year, month, day }: GoogleDate): number {
  return Date.UTC(year, month - 1, day);
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** An instant as RFC 3339 writes it, in ms since 1970; undefined if it is none. */
export function instantOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || !INSTANT.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

function isLimit(name: string): name is keyof typeof LIMITS {
  return Object.hasOwn(LIMITS, name);
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}
