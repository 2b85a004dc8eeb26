import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { isAnyOf } from '../database/any-of.js';
import { lengthOf } from '../config/days.js';
import { WEEK_DAYS } from './reading/statistics-weeks.js';
import { periodStart } from './statistics-periods.js';

/** Days to be added up: weeks, named by their Mondays, whose sums are enough, and the other days. */
export interface WholeWeeks {
  weeks: string[];
  days: string[];
}

/**
 * Finds the weeks whose sum is enough.
 * @param days each once
 * @param useOf what a day is needed for: a week is taken as a whole if all of its days are needed for the same
 */
export function inWeeks(days: readonly string[], useOf: (day: string) => string): WholeWeeks {
  const byWeek = [...Map.groupBy(days, (day) => periodStart(day, 'week'))];
  const isWhole = ([, own]: [string, string[]]) =>
    own.length === WEEK_DAYS && own.every((day) => useOf(day) === useOf(own[0]!));
  return {
    weeks: byWeek.filter(isWhole).map(([week]) => week),
    days: byWeek.filter((each) => !isWhole(each)).flatMap(([, own]) => own),
  };
}

/**
 * Limits a query to days, or to weeks by their Mondays, in their order.
 * @param step how many days lie between one and the next: where none is left out, the first and the last are enough
 */
export function isOneOf(column: AnyColumn, days: readonly string[], step: number): SQL {
  const [from = '', to = ''] = [days[0], days.at(-1)];
  const hasGaps = lengthOf({ from, to }) !== (days.length - 1) * step + 1;
  const isWithin = sql`${column} between ${from}::date and ${to}::date`;
  return hasGaps ? sql`${isWithin} and ${isAnyOf(column, days, 'date')}` : isWithin;
}
