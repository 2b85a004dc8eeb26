import { dayAfter, dayOf, type DayRange, lengthOf, startOfDay } from '../config/days.js';

export const PERIODS = Object.freeze(['day', 'week', 'month'] as const);
export type Period = (typeof PERIODS)[number];

export const COMPARISONS = Object.freeze(['none', 'before', 'year'] as const);
export type Comparison = (typeof COMPARISONS)[number];

/** All days of a range in their order. */
export function daysOf(range: DayRange): string[] {
  return Array.from({ length: Math.max(0, lengthOf(range)) }, (_, index) => dayAfter(range.from, index));
}

/** The day that one is compared with. 29 February has none a year before. */
export function comparedDay(day: string, comparison: Comparison, length: number): string | undefined {
  if (comparison === 'before') return dayAfter(day, -length);
  if (comparison === 'none' || day.endsWith('-02-29')) return undefined;
  return `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`;
}

/**
 * The days that a range is compared with; undefined for none.
 * @param length the days of the whole range, if `range` is only a part of it
 */
export function comparedRange(
  range: DayRange,
  comparison: Comparison,
  length = lengthOf(range),
): DayRange | undefined {
  const days = daysOf(range).flatMap((day) => comparedDay(day, comparison, length) ?? []);
  const [first] = days;
  const last = days.at(-1);
  return first !== undefined && last !== undefined ? { from: first, to: last } : undefined;
}

/** The first day of the day, week (from Monday) or month in which a day lies. */
export function periodStart(day: string, by: Period): string {
  if (by === 'day') return day;
  if (by === 'month') return `${day.slice(0, 7)}-01`;
  const weekday = (startOfDay(day).getUTCDay() + 6) % 7;
  return dayAfter(day, -weekday);
}

/** The last day of a period that begins on a day. */
export function periodEnd(start: string, by: Period): string {
  if (by === 'day') return start;
  if (by === 'week') return dayAfter(start, 6);
  const [year = 0, month = 0] = start.split('-').map(Number);
  return dayOf(new Date(Date.UTC(year, month, 0)));
}
