import useSWR from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { addDays } from '../lib/calendar-days';
import { useConnection } from '../business-profile/use-connection';

export type Statistics = Schemas['StatisticsDto'];
export type Metric = Schemas['FigureSeriesDto']['metric'];

/** The first part of all keys for figures. */
export const STATISTICS = 'statistics';
/** Whole weeks, so that the days before are the same weekdays. */
const DAYS = 28;

/** The metrics that are always in sight. */
export const MAIN_METRICS: readonly Metric[] = Object.freeze([
  'IMPRESSIONS',
  'CALLS',
  'WEBSITE_CLICKS',
  'DIRECTIONS',
]);

/** So many days by UTC, as Google's figures have them, up to yesterday. */
export function lastDays(count: number, now: Date): { from: string; to: string } {
  const to = addDays(now.toISOString().slice(0, 10), -1);
  return { from: addDays(to, 1 - count), to };
}

/** What is asked for as JSON, and not as a table. Failures are shown in place. */
export const json = async <Dto extends object>(
  request: Promise<{ data?: Dto | string; error?: unknown; response: Response }>,
) => (await answer<Dto | string>(request, { quiet: true })) as Dto;

/** The sums of the last 28 days over all locations, and of the 28 days before. On sample data there are none. */
export function useOverviewFigures() {
  const { connection } = useConnection();
  const query = {
    ...lastDays(DAYS, new Date()),
    by: 'month' as const,
    compare: 'before' as const,
    metrics: MAIN_METRICS.join(','),
  };
  return useSWR<Statistics, unknown>(
    connection?.source === 'google' ? [STATISTICS, 'overview', query] : null,
    () => json<Statistics>(api.GET('/api/statistics', { params: { query } })),
  );
}
