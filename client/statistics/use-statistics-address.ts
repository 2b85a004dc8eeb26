import { addDays, isDay } from '../lib/calendar-days';
import { type AddressOf, choicePart, textPart, useAddress } from '../lib/use-address';
import { type Statistic, lastDays } from './main-statistics';
import { STATISTIC_NAMES } from './statistics-words';

/** The periods to choose from, by the number of their days: whole weeks, so that the days before are the same weekdays. `own` has days of its own. */
export const PERIODS = Object.freeze({
  28: 'Last 28 days',
  91: 'Last 3 months',
  365: 'Last 12 months',
  own: 'Custom dates',
});
export type PeriodName = `${keyof typeof PERIODS}`;

/** The server shows no more days at once. */
const MAX_DAYS = 550;
const DAY_MS = 24 * 60 * 60_000;
const BY = ['day', 'week', 'month'] as const;
const COMPARED = ['before', 'year', 'none'] as const;

/** What of the statistics is shown. */
const STATISTICS_ADDRESS = {
  locationId: textPart('location'),
  accountId: textPart('account'),
  selectionId: textPart('selection'),
  period: choicePart('period', Object.keys(PERIODS) as PeriodName[], '28'),
  /** The first and the last day of a period of one’s own. */
  from: textPart('from', isDay),
  to: textPart('to', isDay),
  by: choicePart('by', BY, 'day'),
  compare: choicePart('compare', COMPARED, 'before'),
  statistic: choicePart('metric', Object.keys(STATISTIC_NAMES) as Statistic[], 'IMPRESSIONS'),
  look: choicePart('look', ['chart', 'table'], 'chart'),
};

export type StatisticsAddress = AddressOf<typeof STATISTICS_ADDRESS>;

/** What of the statistics is shown, in the address. */
export const useStatisticsAddress = () => useAddress(STATISTICS_ADDRESS);

/**
 * The days of the period. They are those of Google’s statistics, by UTC, and end yesterday.
 * @returns also why the days cannot be shown
 */
export function daysOf(
  { period, from, to }: StatisticsAddress,
  now: Date,
): { from: string; to: string; fault?: string | undefined } {
  if (period !== 'own') return lastDays(Number(period), now);
  const last = to ?? lastDays(1, now).to;
  const first = from ?? addDays(last, -27);
  return { from: first, to: last, fault: faultOf(first, last) };
}

/** How many days there are, both included; 0 if the last one is before the first. */
export function lengthOf({ from, to }: { from: string; to: string }): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1);
}

function faultOf(from: string, to: string): string | undefined {
  if (to < from) return 'The last day must not be before the first.';
  return addDays(from, MAX_DAYS) <= to ? `At most ${MAX_DAYS} days can be shown at once.` : undefined;
}
