import type { ApiRoute } from '../exchange.js';
import { invalidArgument } from '../google-error.js';
import type { GoogleDate, Location } from '../model.js';
import { CATEGORIES } from '../seed/categories.js';
import { numberFor } from '../seeded-random.js';
import type { State } from '../state.js';
import { locationFor } from './access.js';
import { datedValues, isMetric } from './daily-metrics.js';
import { hasVoice } from './location-resource.js';
import { pageOf } from './paging.js';
import { dayNumber, isDate } from './times.js';

const KEYWORD_RULES = { defaultSize: 100, maxSize: 100 };
/** Below it Google tells no more than that it is below. */
const THRESHOLD = 15;
const DAY_MS = 86_400_000;
const MOST_DAYS = 560;

/** Business Profile Performance, v1. */
export function performanceRoutes(state: State): ApiRoute[] {
  return [
    {
      operation: 'performance.dailyMetrics',
      api: 'performance',
      method: 'GET',
      path: '/v1/locations/{location}:fetchMultiDailyMetricsTimeSeries',
      answer: ({ person, params, query, fault }) => {
        const location = locationFor(state, person, params.location ?? '');
        const metrics = query.getAll('dailyMetrics');
        if (metrics.length === 0 || !metrics.every(isMetric))
          throw refuse('daily_metrics', 'Invalid daily metric.');
        const range = rangeOf(query);
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
      answer: ({ person, params, query }) => {
        const location = locationFor(state, person, params.location ?? '');
        const months = monthsOf(query);
        const { items, nextPageToken } = pageOf(keywordsOf(location, months), query, KEYWORD_RULES, refuse);
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

function rangeOf(query: URLSearchParams): [GoogleDate, GoogleDate] {
  const [first, last] = ['dailyRange.startDate', 'dailyRange.endDate'].map((prefix) => {
    const [year, month, day] = ['year', 'month', 'day'].map((part) => Number(query.get(`${prefix}.${part}`)));
    return { year, month, day };
  });
  if (!isDate(first) || !isDate(last) || dayNumber(last) < dayNumber(first))
    throw refuse('daily_range', 'Invalid date range.');
  if (dayNumber(last) - dayNumber(first) > MOST_DAYS * DAY_MS)
    throw refuse('daily_range', 'The range is too long.');
  return [first, last];
}

/** The months of the range, as `2026-03`. */
function monthsOf(query: URLSearchParams): string[] {
  const [first = NaN, last = NaN] = ['monthlyRange.startMonth', 'monthlyRange.endMonth'].map((prefix) => {
    const [year, month] = ['year', 'month'].map((part) => Number(query.get(`${prefix}.${part}`)));
    return isDate({ year, month, day: 1 }) ? Number(year) * 12 + Number(month) - 1 : NaN;
  });
  if (!(last >= first) || last - first > 18) throw refuse('monthly_range', 'Invalid month range.');
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const month = first + index;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

/** What people searched for when they found the place, most first; rare words by threshold. */
function keywordsOf({ id, fields, verification }: Location, months: string[]): object[] {
  if (verification !== 'VERIFIED') return [];
  const category = CATEGORIES[fields.categories.primaryCategory.name]?.toLowerCase() ?? '';
  const town = fields.storefrontAddress?.locality?.toLowerCase();
  const words = [
    fields.title.toLowerCase(),
    category,
    `${category} near me`,
    ...(town ? [`${category} ${town}`] : []),
  ];
  const counts = words.map((searchKeyword, index) => {
    const monthly = months.map((month) =>
      Math.floor((numberFor(`${id} ${searchKeyword} ${month}`) * 160) / (index + 1) ** 2),
    );
    return { searchKeyword, count: monthly.reduce((sum, number) => sum + number, 0) };
  });
  return counts
    .sort((a, b) => b.count - a.count)
    .map(({ searchKeyword, count }) => ({
      searchKeyword,
      insightsValue: count < THRESHOLD ? { threshold: String(THRESHOLD) } : { value: String(count) },
    }));
}

function refuse(field: string, description: string): Error {
  return invalidArgument('performance', [{ field, description }]);
}
