import { type DayRange, lengthOf } from '../config/days.js';
import { inTurns } from '../jobs/turns.js';
import { areAlike } from './alike.js';
import type { StatisticsSums, DaySums } from './day-sums.repository.js';
import { type Statistic, PARTS } from './statistics-parts.js';
import {
  comparedDay,
  type Comparison,
  daysOf,
  type Period,
  periodEnd,
  periodStart,
} from './statistics-periods.js';
import type { FigurePointDto, FigureSeriesDto } from './statistics.dto.js';

/** What is asked of the sums. */
export interface SeriesRequest {
  range: DayRange;
  by: Period;
  comparison: Comparison;
  metrics: readonly Statistic[];
  /** The last day that is counted for all locations; null: none. */
  dataUntil: string | null;
}

/** The sum of a metric, and over how many locations it goes. */
interface KnownSum {
  sum: number;
  locations: number;
}

/** A day of the range. What it has is looked up once for all metrics. */
interface SeriesDay {
  day: string;
  /** For all locations. */
  isCounted: boolean;
  numbers: StatisticsSums | undefined;
  /** Of the day that it is compared with; null: there is no such day. */
  before: StatisticsSums | undefined | null;
}

type KnownDay = SeriesDay & { number: KnownSum };
type HeldDay = SeriesDay & { number?: KnownSum };

interface SeriesPeriod {
  days: SeriesDay[];
  /** How many days the whole day, week or month has. */
  length: number;
}

/**
 * Metrics over time, one after another in turns with other requests. Days that are not counted yet have no number, and are
 * no zeros; those that are counted for some locations have the sum of these, and are in no sum of several days beside whole
 * ones.
 */
export async function toSeries(sums: DaySums, request: SeriesRequest): Promise<FigureSeriesDto[]> {
  const { range, by, comparison, dataUntil, metrics } = request;
  const length = lengthOf(range);
  const days = daysOf(range).map((day): SeriesDay => {
    const compared = comparedDay(day, comparison, length);
    return {
      day,
      isCounted: dataUntil !== null && day <= dataUntil,
      numbers: sums.get(day),
      before: compared === undefined ? null : sums.get(compared),
    };
  });
  const periods = [...Map.groupBy(days, ({ day }) => periodStart(day, by))].map(
    ([start, own]): SeriesPeriod => ({
      days: own,
      length: lengthOf({ from: start, to: periodEnd(start, by) }),
    }),
  );
  return inTurns(metrics, (metric) => oneSeries(metric, days, periods));
}

function oneSeries(metric: Statistic, days: SeriesDay[], periods: SeriesPeriod[]): FigureSeriesDto {
  const known = knownOf(metric, days);
  const whole = known.filter(({ isCounted }) => isCounted);
  const counted = days.filter(({ isCounted }) => isCounted);
  return {
    metric,
    total: totalOf(whole),
    totalBefore: beforeOf(metric, firstWithDays<HeldDay>(whole, counted)),
    locations: Math.max(0, ...known.map(({ number }) => number.locations)),
    points: periods.map(({ days: own, length }): FigurePointDto => {
      const ownKnown = knownOf(metric, own);
      const ownWhole = ownKnown.filter(({ isCounted }) => isCounted);
      const ownCounted = own.filter(({ isCounted }) => isCounted);
      const held = firstWithDays(ownWhole, ownKnown);
      return {
        from: own[0]!.day,
        to: own.at(-1)!.day,
        value: totalOf(held),
        before: beforeOf(metric, firstWithDays<HeldDay>(held, ownCounted, own)),
        locations: held.length === 0 ? 0 : Math.min(...held.map(({ number }) => number.locations)),
        isWhole: ownWhole.length === length,
      };
    }),
  };
}

/** The days on which a metric is known at any location, with its number. */
function knownOf(metric: Statistic, days: SeriesDay[]): KnownDay[] {
  return days.flatMap((day) => {
    const number = numberOf(metric, day.numbers);
    return number ? [{ ...day, number }] : [];
  });
}

function totalOf(known: { number: KnownSum }[]): number | null {
  return known.length === 0 ? null : sumOf(known.map(({ number }) => number));
}

/** Which days are compared: those that have a number, and where there are none, those that may get one. */
function firstWithDays<Day extends HeldDay>(...lists: Day[][]): Day[] {
  return lists.find(({ length }) => length > 0) ?? [];
}

/** The sum of the days that some days are compared with; null unless all of it is known, at as many locations. */
function beforeOf(metric: Statistic, days: HeldDay[]): number | null {
  const compared = days.filter(({ before }) => before !== null);
  const known = compared.flatMap(({ before, number }) => {
    const then = numberOf(metric, before ?? undefined);
    return then && areAlike(then.locations, number?.locations ?? then.locations) ? [then] : [];
  });
  return compared.length === 0 || known.length < compared.length ? null : sumOf(known);
}

/** A metric on a day, from its parts; undefined where one of them is unknown. */
function numberOf(metric: Statistic, numbers: StatisticsSums | undefined): KnownSum | undefined {
  const parts = PARTS[metric].map((column) => numbers?.[column] ?? { sum: 0, known: 0 });
  const locations = Math.min(...parts.map(({ known }) => known));
  return locations > 0 ? { sum: sumOf(parts), locations } : undefined;
}

function sumOf(numbers: { sum: number }[]): number {
  return numbers.reduce((all, { sum }) => all + sum, 0);
}
