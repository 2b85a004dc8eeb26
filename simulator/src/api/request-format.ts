import type { GoogleDate, TimeOfDay } from '../model.js';
import { createHash } from 'node:crypto';
import { put, valueAt } from '../profile/fields.js';

/** Any object of a request's body. */
export type JsonObject = Record<string, unknown>;

/** The body as an object; undefined if it is anything else. No body is an empty object. */
export function readObject(body: string): JsonObject | undefined {
  if (body.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A http or https address with a host that could exist, without a user and backslashes. */
export function isWebAddress(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 2048 || value.includes('\\')) return false;
  const url = URL.parse(value);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return /^https?:$/.test(url.protocol) && /^[^.]+(\.[^.]+)+$/.test(url.hostname);
}

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

/** The paths of a field mask, such as `title,phoneNumbers.primaryPhone`; none for a missing or empty one. */
export function readMask(text: string | null): string[] {
  const paths = (text ?? '').split(',').map((path) => path.trim());
  return [...new Set(paths.filter(Boolean))];
}

/** The masked parts of a resource. What it does not have is left out. */
export function pick(resource: object, paths: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const path of paths) {
    const value = valueAt(resource, path);
    if (value !== undefined) put(picked, path, value);
  }
  return picked;
}

interface PageRules {
  defaultSize: number;
  /** What is asked for beyond it is cut to it. */
  maxSize: number;
}

export interface Page<T> {
  items: T[];
  /** Undefined on the last page. */
  nextPageToken?: string;
}

/**
 * The part of a list that a query asks for with `pageSize` and `pageToken`. A token is good for the query that it came
 * from alone, as with Google.
 * @throws whatever `refuse` makes of a bad value, given its parameter.
 */
export function pageOf<T>(
  items: readonly T[],
  query: URLSearchParams,
  { defaultSize, maxSize }: PageRules,
  refuse: (field: string, description: string) => Error,
): Page<T> {
  const size = sizeOf(query.get('pageSize'), refuse) || defaultSize;
  const start = startOf(query, refuse);
  const end = start + Math.min(size, maxSize);
  return {
    items: items.slice(start, end),
    ...(end < items.length && { nextPageToken: tokenOf(end, query) }),
  };
}

function sizeOf(text: string | null, refuse: (field: string, description: string) => Error): number {
  if (text === null || text === '') return 0;
  if (!/^\d{1,9}$/.test(text)) throw refuse('page_size', 'Invalid page size.');
  return Number(text);
}

function startOf(query: URLSearchParams, refuse: (field: string, description: string) => Error): number {
  const token = query.get('pageToken');
  if (!token) return 0;
  const start = Number(Buffer.from(token, 'base64url').toString().split(' ')[0]);
  if (!Number.isInteger(start) || token !== tokenOf(start, query))
    throw refuse('page_token', 'Invalid page token.');
  return start;
}

function tokenOf(start: number, query: URLSearchParams): string {
  const others = [...query].filter(([name]) => name !== 'pageToken' && name !== 'pageSize').sort();
  const fingerprint = createHash('sha256').update(JSON.stringify(others)).digest('base64url').slice(0, 12);
  return Buffer.from(`${start} ${fingerprint}`).toString('base64url');
}
