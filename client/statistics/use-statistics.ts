import useSWR from 'swr';
import { api, type Schemas } from '../api/client';
import { json, STATISTICS, type Statistics } from './main-statistics';
import { useWhileRead } from './use-while-read';

/** Which locations are meant: one, those of an account, or those of a selection; all of them if nothing is given. */
export interface StatisticsScope {
  locationId: string | undefined;
  accountId: string | undefined;
  selectionId: string | undefined;
}

/** All locations. */
export const EVERYWHERE: StatisticsScope = Object.freeze({
  locationId: undefined,
  accountId: undefined,
  selectionId: undefined,
});

/** Which statistics are shown. */
export interface StatisticsChoice {
  scope: StatisticsScope;
  /** Days, `yyyy-mm-dd`. */
  from: string;
  to: string;
  by: 'day' | 'week' | 'month';
  compare: 'none' | 'before' | 'year';
}

export type RankedStatistic = Schemas['RankedStatisticDto']['metric'];
export type RankOrder = 'most' | 'fewest' | 'best-rate' | 'worst-rate' | 'risen' | 'fallen';
export type WordChange = NonNullable<Schemas['KeywordDto']['change']>;

/** Which locations are compared. */
export interface RankChoice {
  statistic: RankedStatistic;
  order: RankOrder;
}

/** Which search words are listed. */
export interface WordChoice {
  /** `yyyy-mm`: the last one with words, unless given. */
  month: string | undefined;
  search: string;
  change: WordChange | undefined;
}

/** The most that one answer lists. The files have all. */
export const MAX_LISTED = 100;
/** The server’s query of the locations. */
const scoped = ({ locationId, accountId, selectionId }: StatisticsScope) => ({
  ...(locationId && { locationIds: locationId }),
  ...(accountId && { accountId }),
  ...(selectionId && { selectionId }),
});

const seriesQuery = ({ scope, from, to, by, compare }: StatisticsChoice) => ({
  ...scoped(scope),
  from,
  to,
  by,
  compare,
});
/** One location is compared with all. */
const rankQuery = ({ scope, from, to, compare }: StatisticsChoice, { statistic, order }: RankChoice) => ({
  ...scoped(scope.locationId ? EVERYWHERE : scope),
  from,
  to,
  compare: compare === 'none' && (order === 'risen' || order === 'fallen') ? ('before' as const) : compare,
  metric: statistic,
  order,
});
const wordQuery = (scope: StatisticsScope, { month, search, change }: WordChoice) => ({
  ...scoped(scope),
  ...(month && { month }),
  ...(search && { search }),
  ...(change && { change }),
});
const eventQuery = ({ scope, from, to }: StatisticsChoice) => ({ ...scoped(scope), from, to });

/**
 * Statistics over time. The former answer is shown until the next has come.
 * @param choice undefined loads nothing
 */
export function useStatistics(choice: StatisticsChoice | undefined) {
  const query = choice && seriesQuery(choice);
  return useWhileRead(
    useSWR<Statistics, unknown>(
      query && [STATISTICS, 'series', query],
      () => json<Statistics>(api.GET('/api/statistics', { params: { query } })),
      { keepPreviousData: true },
    ),
  );
}

/** The first of the person’s locations by a statistic. */
export function useRanking(choice: StatisticsChoice, rank: RankChoice, limit: number) {
  const query = { ...rankQuery(choice, rank), limit };
  return useWhileRead(
    useSWR<Schemas['RankingDto'], unknown>(
      [STATISTICS, 'locations', query],
      () => json<Schemas['RankingDto']>(api.GET('/api/statistics/locations', { params: { query } })),
      { keepPreviousData: true },
    ),
  );
}

/** What people searched for in a month. */
export function useSearchWords(scope: StatisticsScope, words: WordChoice, limit: number) {
  const query = { ...wordQuery(scope, words), limit };
  return useWhileRead(
    useSWR<Schemas['KeywordListDto'], unknown>(
      [STATISTICS, 'keywords', query],
      () => json<Schemas['KeywordListDto']>(api.GET('/api/statistics/keywords', { params: { query } })),
      { keepPreviousData: true },
    ),
  );
}

/** What was done to the locations in the period. */
export function useStatisticsEvents(choice: StatisticsChoice | undefined) {
  const query = choice && eventQuery(choice);
  return useSWR<Schemas['StatisticsEventListDto'], unknown>(
    query && [STATISTICS, 'timeline', query],
    () => json<Schemas['StatisticsEventListDto']>(api.GET('/api/statistics/timeline', { params: { query } })),
    { keepPreviousData: true },
  );
}

/** The files with the same statistics, all of them. */
export const FILES = Object.freeze({
  series: (choice: StatisticsChoice) => fileUrl('', seriesQuery(choice)),
  ranking: (choice: StatisticsChoice, rank: RankChoice) => fileUrl('/locations', rankQuery(choice, rank)),
  words: (scope: StatisticsScope, words: WordChoice) => fileUrl('/keywords', wordQuery(scope, words)),
  events: (choice: StatisticsChoice) => fileUrl('/timeline', eventQuery(choice)),
});

function fileUrl(part: string, query: Record<string, string>): string {
  return `/api/statistics${part}?${new URLSearchParams({ ...query, format: 'csv' })}`;
}
