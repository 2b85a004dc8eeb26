import type { ApiRoute } from '../routes.js';
import { invalidArgument } from '../errors.js';
import type { GoogleDate, Location } from '../model.js';
import { CATEGORIES } from '../seed/categories.js';
import { numberFor } from '../random.js';
import { type State, metricKey } from '../state.js';
import { locationFor } from './access.js';
import { hasVoice } from './location-resource.js';
import { pageOf, dayNumber, isDate } from './request-format.js';

const KEYWORD_RULES = { defaultSize: 100, maxSize: 100 };
/** Google gives no number below it. */
const THRESHOLD = 15;
const DAY_MS = 86_400_000;
const MOST_DAYS = 560;
/** Google counts the last three days later. */
const DELAY_MS = 3 * DAY_MS;

/** The metrics, with their usual number a day. */
const USUAL: Record<string, number> = {
  BUSINESS_IMPRESSIONS_DESKTOP_MAPS: 12,
  BUSINESS_IMPRESSIONS_DESKTOP_SEARCH: 34,
  BUSINESS_IMPRESSIONS_MOBILE_MAPS: 58,
  BUSINESS_IMPRESSIONS_MOBILE_SEARCH: 71,
  BUSINESS_CONVERSATIONS: 0,
  BUSINESS_DIRECTION_REQUESTS: 6,
  CALL_CLICKS: 3,
  WEBSITE_CLICKS: 5,
  BUSINESS_BOOKINGS: 0,
  BUSINESS_FOOD_ORDERS: 0,
  BUSINESS_FOOD_MENU_CLICKS: 0,
};

export const isMetric = (name: string): boolean => Object.hasOwn(USUAL, name);

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

/** The numbers of a location from one day to another, both included. As with Google, a zero has no value. */
function datedValues(
  state: State,
  { id }: Location,
  metric: string,
  [first, last]: [GoogleDate, GoogleDate],
): { date: GoogleDate; value?: string }[] {
  const counted = state.clock.now().getTime() - DELAY_MS;
  const dated: { date: GoogleDate; value?: string }[] = [];
  for (let time = dayNumber(first); time <= dayNumber(last); time += DAY_MS) {
    const day = new Date(time);
    const key = metricKey(id, metric, day.toISOString().slice(0, 10));
    const value = state.metrics.get(key) ?? (time > counted ? 0 : usualNumber(metric, key, day));
    dated.push({
      date: { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() },
      ...(value > 0 && { value: String(value) }),
    });
  }
  return dated;
}

/** Between half and one and a half of the usual, more on Saturdays; always the same for the same day. */
function usualNumber(metric: string, key: string, day: Date): number {
  const weekly = day.getUTCDay() === 6 ? 1.4 : 1;
  return Math.floor((USUAL[metric] ?? 0) * weekly * (0.5 + numberFor(key)));
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

/** The words that people searched for when they found the location, most frequent first; rare ones by threshold. */
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
