import { type DayRange, lengthOf } from '../config/days.js';
import { inTurns } from '../jobs/turns.js';
import type { MetricSums, DaySums } from './day-sums.repository.js';
import { type FigureMetric, PARTS } from './figure-metrics.js';
import {
  comparedDay,
  type Comparison,
  daysOf,
  type Period,
  periodEnd,
  periodStart,
} from './figure-periods.js';
import type { FigurePointDto, FigureSeriesDto } from './statistics.dto.js';

/** What is asked of the sums. */
export interface SeriesRequest {
  range: DayRange;
  by: Period;
  comparison: Comparison;
  metrics: readonly FigureMetric[];
  /** The last counted day; null: none. */
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
  isCounted: boolean;
  numbers: MetricSums | undefined;
  /** Of the day that it is compared with; null: there is no such day. */
  before: MetricSums | undefined | null;
}

interface SeriesPeriod {
  days: SeriesDay[];
  /** How many days the whole day, week or month has. */
  length: number;
}

/** Metrics over time, one after another in turns with other requests. Days that are not counted yet have no number, and are no zeros. */
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

function oneSeries(metric: FigureMetric, days: SeriesDay[], periods: SeriesPeriod[]): FigureSeriesDto {
  const known = knownOf(metric, days);
  const counted = days.filter(({ isCounted }) => isCounted);
  return {
    metric,
    total: totalOf(known),
    totalBefore: beforeOf(metric, firstWithDays(known, counted)),
    locations: Math.max(0, ...known.map(({ number }) => number.locations)),
    points: periods.map(({ days: own, length }): FigurePointDto => {
      const ownKnown = knownOf(metric, own);
      const ownCounted = own.filter(({ isCounted }) => isCounted);
      return {
        from: own[0]!.day,
        to: own.at(-1)!.day,
        value: totalOf(ownKnown),
        before: beforeOf(metric, firstWithDays(ownKnown, ownCounted, own)),
        isWhole: ownKnown.length === length,
      };
    }),
  };
}

/** The counted days on which a metric is known, with its number. */
function knownOf(metric: FigureMetric, days: SeriesDay[]): (SeriesDay & { number: KnownSum })[] {
  return days.flatMap((day) => {
    const number = day.isCounted ? numberOf(metric, day.numbers) : undefined;
    return number ? [{ ...day, number }] : [];
  });
}

function totalOf(known: { number: KnownSum }[]): number | null {
  return known.length === 0 ? null : sumOf(known.map(({ number }) => number));
}

/** Which days are compared: those that have a number, and where there are none, those that may get one. */
function firstWithDays(...lists: SeriesDay[][]): SeriesDay[] {
  return lists.find(({ length }) => length > 0) ?? [];
}

/** The sum of the days that some days are compared with; null unless all of it is known. */
function beforeOf(metric: FigureMetric, days: SeriesDay[]): number | null {
  const compared = days.flatMap(({ before }) => (before === null ? [] : [numberOf(metric, before)]));
  const known = compared.flatMap((number) => number ?? []);
  return compared.length === 0 || known.length < compared.length ? null : sumOf(known);
}

/** A metric on a day, from its parts; undefined where one of them is unknown. */
function numberOf(metric: FigureMetric, numbers: MetricSums | undefined): KnownSum | undefined {
  const parts = PARTS[metric].map((column) => numbers?.[column] ?? { sum: 0, known: 0 });
  const locations = Math.min(...parts.map(({ known }) => known));
  return locations > 0 ? { sum: sumOf(parts), locations } : undefined;
}

function sumOf(numbers: { sum: number }[]): number {
  return numbers.reduce((all, { sum }) => all + sum, 0);
}
