import { addDays, isDay } from '../lib/calendar-days';
import { useAddress } from '../lib/use-address';
import { STATISTIC_NAMES } from './statistics-words';
import { lastDays, type Statistic } from './main-statistics';
import type { StatisticsChoice, StatisticsScope } from './use-statistics';

/** The periods to choose from, by the number of their days: whole weeks, so that the days before are the same weekdays. `own` has days of its own. */
export const PERIODS = Object.freeze({
  28: 'Last 28 days',
  91: 'Last 3 months',
  365: 'Last 12 months',
  own: 'Own days',
});
export type PeriodName = `${keyof typeof PERIODS}`;

/** The server shows no more days at once. */
const MAX_DAYS = 550;
const BY = ['day', 'week', 'month'] as const;
const COMPARED = ['before', 'year', 'none'] as const;

/** The parts of the address of the statistics. */
export interface StatisticsAddress extends StatisticsScope {
  period: PeriodName;
  /** `yyyy-mm-dd`, of a period of one’s own. */
  from: string | undefined;
  to: string | undefined;
  by: StatisticsChoice['by'];
  compare: StatisticsChoice['compare'];
  statistic: Statistic;
  look: 'chart' | 'table';
}

const PARAMETERS = {
  locationId: 'location',
  accountId: 'account',
  selectionId: 'selection',
  period: 'period',
  from: 'from',
  to: 'to',
  by: 'by',
  compare: 'compare',
  statistic: 'metric',
  look: 'look',
} as const satisfies Record<keyof StatisticsAddress, string>;

/** The usual values, which are left out of the address. */
const USUAL: Partial<StatisticsAddress> = Object.freeze({
  period: '28',
  by: 'day',
  compare: 'before',
  statistic: 'IMPRESSIONS',
  look: 'chart',
});

/** Keeps the shown locations, days and statistic in the address, so that Reload, Back and links restore them. */
export function useStatisticsAddress() {
  const { query, change, linkTo } = useAddress();
  const get = (key: keyof StatisticsAddress) => query.get(PARAMETERS[key]) ?? '';
  const [period, statistic] = [get('period'), get('statistic')];
  const [from, to] = [get('from'), get('to')];
  const address: StatisticsAddress = {
    locationId: get('locationId') || undefined,
    accountId: get('accountId') || undefined,
    selectionId: get('selectionId') || undefined,
    period: Object.hasOwn(PERIODS, period) ? (period as PeriodName) : '28',
    from: isDay(from) ? from : undefined,
    to: isDay(to) ? to : undefined,
    by: BY.find((each) => each === get('by')) ?? 'day',
    compare: COMPARED.find((each) => each === get('compare')) ?? 'before',
    statistic: Object.hasOwn(STATISTIC_NAMES, statistic) ? (statistic as Statistic) : 'IMPRESSIONS',
    look: get('look') === 'table' ? 'table' : 'chart',
  };

  return {
    address,
    change: (next: Partial<StatisticsAddress>) => change(toParameters({ ...address, ...next })),
    /** The address with a change. */
    linkTo: (next: Partial<StatisticsAddress>) => linkTo(toParameters({ ...address, ...next })),
  };
}

function toParameters(wanted: StatisticsAddress): Record<string, string | undefined> {
  return Object.fromEntries(
    (Object.keys(PARAMETERS) as (keyof StatisticsAddress)[]).map((name) => [
      PARAMETERS[name],
      wanted[name] === USUAL[name] ? undefined : wanted[name],
    ]),
  );
}

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

function faultOf(from: string, to: string): string | undefined {
  if (to < from) return 'The last day must not be before the first.';
  return addDays(from, MAX_DAYS) <= to ? `At most ${MAX_DAYS} days can be shown at once.` : undefined;
}
