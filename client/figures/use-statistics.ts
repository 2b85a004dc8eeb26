import useSWR from 'swr';
import { answer, api, type Schemas } from '../api/client';

/** Which figures are shown. */
export interface FigureChoice {
  locationId: string | undefined;
  /** Days, `yyyy-mm-dd`. */
  from: string;
  to: string;
  by: 'day' | 'week' | 'month';
  compare: 'none' | 'before' | 'year';
}

export type RankedMetric = Schemas['RankedFigureDto']['metric'];
export type RankOrder = 'most' | 'fewest' | 'best-rate' | 'worst-rate' | 'risen' | 'fallen';

/** What is asked for as JSON, and not as a table. Failures are shown in place. */
const json = async <Dto extends object>(
  request: Promise<{ data?: Dto | string; error?: unknown; response: Response }>,
) => (await answer<Dto | string>(request, { quiet: true })) as Dto;

const scope = (locationId: string | undefined): { locationIds?: string } =>
  locationId ? { locationIds: locationId } : {};

/** Metrics over time. What was shown stays while the next is loading. */
export function useStatistics({ locationId, from, to, by, compare }: FigureChoice) {
  const query = { ...scope(locationId), from, to, by, compare };
  return useSWR(
    ['statistics', query] as const,
    () => json<Schemas['StatisticsDto']>(api.GET('/api/statistics', { params: { query } })),
    { keepPreviousData: true },
  );
}

/** The first of the person's locations by a metric. */
export function useRanking(
  { from, to, compare }: FigureChoice,
  { metric, order }: { metric: RankedMetric; order: RankOrder },
) {
  const query = {
    from,
    to,
    compare: compare === 'none' ? ('before' as const) : compare,
    metric,
    order,
    limit: 20,
  };
  return useSWR(
    ['statistics', 'locations', query] as const,
    () => json<Schemas['RankingDto']>(api.GET('/api/statistics/locations', { params: { query } })),
    { keepPreviousData: true },
  );
}

/** What people searched for in a month; in the last one that was read, unless given. */
export function useSearchWords(locationId: string | undefined, month: string | undefined) {
  const query = { ...scope(locationId), ...(month && { month }), limit: 50 };
  return useSWR(
    ['statistics', 'keywords', query] as const,
    () => json<Schemas['KeywordListDto']>(api.GET('/api/statistics/keywords', { params: { query } })),
    { keepPreviousData: true },
  );
}

/** The file with the same figures. */
export function fileUrl({ locationId, ...query }: FigureChoice): string {
  const asked = new URLSearchParams({ ...query, format: 'csv' });
  if (locationId) asked.set('locationIds', locationId);
  return `/api/statistics?${asked}`;
}
