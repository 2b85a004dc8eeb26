import type { Schemas } from '../../../client/api/client.js';
import { addDays } from '../../../client/lib/calendar-days.js';
import type { Handlers } from '../../support/page/fake-server.js';

type Statistics = Schemas['StatisticsDto'];
type Statistic = Schemas['StatisticsSeriesDto']['metric'];

const FIRST = '2026-10-27';
const DAYS = 30;
const COUNTED = 27;
/** All statistics. */
export const METRICS = [
  'IMPRESSIONS',
  'CALLS',
  'WEBSITE_CLICKS',
  'DIRECTIONS',
  'IMPRESSIONS_SEARCH',
  'IMPRESSIONS_MAPS',
  'IMPRESSIONS_DESKTOP',
  'IMPRESSIONS_MOBILE',
  'BOOKINGS',
  'FOOD_MENU_CLICKS',
] as const satisfies Statistic[];
/** How much of each statistic there is on a usual day. */
const USUAL: Partial<Record<Statistic, number>> = {
  IMPRESSIONS: 3200,
  CALLS: 68,
  WEBSITE_CLICKS: 124,
  DIRECTIONS: 95,
};
const day = (index: number) => addDays(FIRST, index);
const valueOn = (usual: number, index: number) =>
  Math.round(usual * (1 + Math.sin(index * 0.9) / 6 + index / 90));

/** 30 days of 30 locations, of which Google has counted 27, with `change`. */
export function statisticsOfMany(change: Partial<Statistics> = {}): Statistics {
  return {
    locations: 30,
    locationsWithFigures: 28,
    locationsToRead: 0,
    dataUntil: day(COUNTED - 1),
    period: { from: FIRST, to: day(DAYS - 1) },
    comparedWith: { from: day(-DAYS), to: day(-1) },
    by: 'day',
    metrics: METRICS.map((metric) => seriesOf(metric)),
    ...change,
  };
}

/** Google says nothing of menus. */
function seriesOf(metric: Statistic): Schemas['StatisticsSeriesDto'] {
  const usual = metric === 'FOOD_MENU_CLICKS' ? undefined : (USUAL[metric] ?? 40);
  const points = Array.from({ length: DAYS }, (_, index) => {
    const isCounted = usual !== undefined && index < COUNTED;
    return {
      from: day(index),
      to: day(index),
      value: isCounted ? valueOn(usual, index) : null,
      before: usual === undefined ? null : valueOn(usual * 0.9, index),
      locations: isCounted ? 28 : 0,
      isWhole: isCounted,
    };
  });
  const sum = (numbers: (number | null)[]) =>
    usual === undefined ? null : numbers.reduce<number>((total, number) => total + (number ?? 0), 0);
  return {
    metric,
    total: sum(points.map(({ value }) => value)),
    totalBefore: sum(points.slice(0, COUNTED).map(({ before }) => before)),
    locations: usual === undefined ? 0 : 28,
    points,
  };
}

/** Six locations with their statistics, the one that lost most first; of the last one little is known. */
export function rankingOfMany(): Schemas['RankingDto'] {
  const { metrics: _, by: __, ...state } = statisticsOfMany();
  const names = [
    'Market Square',
    'Night Bar',
    'Old Wharf',
    'The Quayside',
    'Station Arcade, beside the ticket hall',
    'Kiln Yard',
  ];
  return {
    ...state,
    items: names.map((locationName, index) => {
      const isKnown = index < names.length - 1;
      const impressions = 9120 - index * 740;
      return {
        locationId: `place-${index}`,
        accountId: 'account-1',
        locationName,
        storeCode: index === 3 ? null : `HC-0${index + 1}`,
        dataUntil: day(COUNTED - 1),
        averageRating: isKnown ? 4.6 - index / 5 : null,
        reviewCount: isKnown ? 128 - index * 9 : null,
        answeredShare: isKnown ? 0.95 - index / 10 : null,
        figures: (['IMPRESSIONS', 'CALLS', 'DIRECTIONS', 'WEBSITE_CLICKS'] as const).map((metric) => {
          const value = metric === 'IMPRESSIONS' ? impressions : 219 - index * 31;
          return {
            metric,
            value: isKnown ? value : null,
            before: isKnown ? value + 61 - index * 22 : null,
            per1000:
              isKnown && metric !== 'IMPRESSIONS' ? Math.round((value / impressions) * 10_000) / 10 : null,
          };
        }),
      };
    }),
    nextCursor: '6',
  };
}

/** The words of a month that is not over, of every kind. */
export function wordsOfMany(): Schemas['KeywordListDto'] {
  const exact = (value: number) => ({ value, fewerThan: null, locationsBelow: 0 });
  return {
    month: '2026-11',
    isOpen: true,
    locations: 30,
    locationsToRead: 0,
    months: ['2026-11', '2026-10', '2026-09'],
    matched: 240,
    nextCursor: '6',
    items: [
      { word: 'bakery near me', figure: exact(2310), before: exact(1600), change: 'rising' },
      { word: 'sourdough ashbourne', figure: exact(418), before: null, change: 'new' },
      { word: 'dentist open saturday', figure: exact(187), before: exact(180), change: null },
      {
        word: 'rye bread',
        figure: { value: 40, fewerThan: 15, locationsBelow: 2 },
        before: exact(38),
        change: null,
      },
      {
        word: 'kiln class',
        figure: { value: null, fewerThan: 15, locationsBelow: 1 },
        before: null,
        change: 'new',
      },
      { word: 'old mill', figure: null, before: exact(30), change: 'lost' },
    ],
  };
}

/** Changes, posts and campaigns on three days. */
export function eventsOfMany(): Schemas['StatisticsEventListDto'] {
  const event = { field: null, name: null, count: 1, locations: 1 };
  return {
    period: { from: FIRST, to: day(DAYS - 1) },
    items: [
      {
        ...event,
        day: day(3),
        kind: 'CAMPAIGN',
        name: 'From today, longer evenings',
        count: 28,
        locations: 28,
      },
      { ...event, day: day(12), kind: 'CHANGE', field: 'regularHours', count: 3, locations: 3 },
      { ...event, day: day(12), kind: 'POST' },
      { ...event, day: day(21), kind: 'CHANGE', field: 'phoneNumber', count: 2 },
    ],
  };
}

/** Everything that the view of the statistics asks for. */
export const answersOfStatistics = (): Handlers => ({
  'GET /api/statistics': ({ query: { metrics } }) => {
    const all = statisticsOfMany();
    return metrics
      ? { ...all, metrics: all.metrics.filter(({ metric }) => metrics.split(',').includes(metric)) }
      : all;
  },
  'GET /api/statistics/locations': rankingOfMany,
  'GET /api/statistics/keywords': wordsOfMany,
  'GET /api/statistics/timeline': eventsOfMany,
});
