import type { ApiRoute } from '../routes.js';
import { invalidArgument } from '../errors.js';
import type { GoogleDate, Location } from '../model.js';
import { isMetric, numberOn, wordsIn } from '../figures.js';
import type { State } from '../state.js';
import { locationFor } from './access.js';
import { hasVoice } from './location-resource.js';
import { pageOf, dayNumber, isDate } from './request-format.js';

const KEYWORD_RULES = { defaultSize: 100, maxSize: 100 };
/** Google gives no number below it. */
const THRESHOLD = 15;
const DAY_MS = 86_400_000;

/** The names of the parts of a query's days and months. */
const DATES = Object.freeze(['dailyRange.startDate', 'dailyRange.endDate'] as const);
const MONTHS = Object.freeze(['monthlyRange.startMonth', 'monthlyRange.endMonth'] as const);
const DATE_PARTS = Object.freeze(['year', 'month', 'day'] as const);
const MONTH_PARTS = Object.freeze(['year', 'month'] as const);

/** Business Profile Performance, v1. */
export function performanceRoutes(state: State): ApiRoute[] {
  return [
    {
      operation: 'performance.dailyMetrics',
      api: 'performance',
      method: 'GET',
      path: '/v1/locations/{location}:fetchMultiDailyMetricsTimeSeries',
      query: ['dailyMetrics', ...DATES.flatMap((date) => DATE_PARTS.map((part) => `${date}.${part}`))],
      answer: ({ person, params, query, fault }) => {
        const location = locationFor(state, person, params.location ?? '');
        const metrics = query.getAll('dailyMetrics');
        if (metrics.length === 0 || !metrics.every(isMetric))
          throw refuse('daily_metrics', 'Invalid daily metric.');
        const range = rangeOf(query, state.settings.metricsDays);
        const missing = fault?.kind === 'missing-metrics' ? (fault.options.metrics ?? []) : [];
        const counted = hasVoice(location) ? metrics.filter((metric) => !missing.includes(metric)) : [];
        if (counted.length === 0) return { json: {} };
        return {
          json: {
            multiDailyMetricTimeSeries: [
              {
                dailyMetricTimeSeries: counted.map((dailyMetric) => ({
                  dailyMetric,
                  timeSeries: { datedValues: datedValues(state, location, dailyMetric, range) },
                })),
              },
            ],
          },
        };
      },
    },
    {
      operation: 'performance.searchKeywords',
      api: 'performance',
      method: 'GET',
      path: '/v1/locations/{location}/searchkeywords/impressions/monthly',
      query: [
        ...MONTHS.flatMap((month) => MONTH_PARTS.map((part) => `${month}.${part}`)),
        'pageSize',
        'pageToken',
      ],
      answer: ({ person, params, query }) => {
        const location = locationFor(state, person, params.location ?? '');
        const months = monthsOf(query);
        const { items, nextPageToken } = pageOf(
          keywordsOf(state, location, months),
          query,
          KEYWORD_RULES,
          refuse,
        );
        return {
          json: {
            ...(items.length > 0 && { searchKeywordsCounts: items }),
            ...(nextPageToken && { nextPageToken }),
          },
        };
      },
    },
  ];
}

function rangeOf(query: URLSearchParams, mostDays: number): [GoogleDate, GoogleDate] {
  const [first, last] = DATES.map((prefix) => {
    const [year, month, day] = DATE_PARTS.map((part) => Number(query.get(`${prefix}.${part}`)));
    return { year, month, day };
  });
  if (!isDate(first) || !isDate(last) || dayNumber(last) < dayNumber(first))
    throw refuse('daily_range', 'Invalid date range.');
  if (dayNumber(last) - dayNumber(first) > mostDays * DAY_MS)
    throw refuse('daily_range', 'The range is too long.');
  return [first, last];
}

/** The numbers of a location from one day to another, both included. As with Google, a zero has no value. */
function datedValues(
  state: State,
  { id }: Location,
  metric: string,
  [first, last]: [GoogleDate, GoogleDate],
): { date: GoogleDate; value?: string }[] {
  const dated: { date: GoogleDate; value?: string }[] = [];
  for (let time = dayNumber(first); time <= dayNumber(last); time += DAY_MS) {
    const day = new Date(time);
    const value = numberOn(state, id, metric, time);
    dated.push({
      date: { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() },
      ...(value > 0 && { value: String(value) }),
    });
  }
  return dated;
}

/** The months of the range, as `2026-03`. */
function monthsOf(query: URLSearchParams): string[] {
  const [first = NaN, last = NaN] = MONTHS.map((prefix) => {
    const [year, month] = MONTH_PARTS.map((part) => Number(query.get(`${prefix}.${part}`)));
    return isDate({ year, month, day: 1 }) ? Number(year) * 12 + Number(month) - 1 : NaN;
  });
  if (!(last >= first) || last - first > 18) throw refuse('monthly_range', 'Invalid month range.');
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const month = first + index;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

/** The words that people searched for when they found the location, most frequent first; rare ones by threshold. */
function keywordsOf(state: State, location: Location, months: string[]): object[] {
  if (location.verification !== 'VERIFIED') return [];
  const counts = new Map<string, number>();
  for (const month of months)
    for (const [word, count] of wordsIn(state, location, month))
      counts.set(word, (counts.get(word) ?? 0) + count);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([searchKeyword, count]) => ({
      searchKeyword,
      insightsValue: count < THRESHOLD ? { threshold: String(THRESHOLD) } : { value: String(count) },
    }));
}

function refuse(field: string, description: string): Error {
  return invalidArgument('performance', [{ field, description }]);
}
