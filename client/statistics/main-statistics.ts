import useSWR from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { addDays } from '../lib/calendar-days';
import { useConnection } from '../business-profile/use-connection';
import { useWhileRead } from './use-while-read';

export type Statistics = Schemas['StatisticsDto'];
export type Statistic = Schemas['StatisticsSeriesDto']['metric'];

/** The first part of all keys for statistics. */
export const STATISTICS = 'statistics';
/** Whole weeks, so that the days before are the same weekdays. */
const DAYS = 28;

/** The statistics that are always in sight. */
export const MAIN_STATISTICS: readonly Statistic[] = Object.freeze([
  'IMPRESSIONS',
  'CALLS',
  'WEBSITE_CLICKS',
  'DIRECTIONS',
]);

/** So many days by UTC, as Google's statistics have them, up to yesterday. */
export function lastDays(count: number, now: Date): { from: string; to: string } {
  const to = addDays(now.toISOString().slice(0, 10), -1);
  return { from: addDays(to, 1 - count), to };
}

/** The answer as JSON, not as a table. Failures are shown in place. */
export const json = async <Dto extends object>(
  request: Promise<{ data?: Dto | string; error?: unknown; response: Response }>,
) => (await answer<Dto | string>(request, { quiet: true })) as Dto;

/** The sums of the last 28 days over all locations, and of the 28 days before. On sample data there are none. */
export function useOverviewStatistics() {
  const { connection } = useConnection();
  const query = {
    ...lastDays(DAYS, new Date()),
    by: 'month' as const,
    compare: 'before' as const,
    metrics: MAIN_STATISTICS.join(','),
  };
  return useWhileRead(
    useSWR<Statistics, unknown>(
      connection?.source === 'google' ? [STATISTICS, 'overview', query] : null,
      () => json<Statistics>(api.GET('/api/statistics', { params: { query } })),
    ),
  );
}
