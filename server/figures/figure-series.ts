import { type DayRange, lengthOf } from '../config/days.js';
import type { DaySums } from './day-sums.repository.js';
import { FIGURE_METRICS, type FigureMetric, PARTS } from './figure-metrics.js';
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
  metrics?: readonly FigureMetric[];
  /** The last counted day; null: none. */
  dataUntil: string | null;
}

/** Metrics over time. Days that are not counted yet have no number, and are no zeros. */
export function toSeries(sums: DaySums, request: SeriesRequest): FigureSeriesDto[] {
  return (request.metrics ?? FIGURE_METRICS).map((metric) => oneSeries(sums, metric, request));
}

function oneSeries(sums: DaySums, metric: FigureMetric, request: SeriesRequest): FigureSeriesDto {
  const { range, by, comparison, dataUntil } = request;
  const length = lengthOf(range);
  const isCounted = (day: string) => dataUntil !== null && day <= dataUntil;
  const valueOn = (day: string) => numberOf(sums, metric, day);
  /** The sum of the days that some days are compared with; null unless all of it is known. */
  const beforeOf = (days: string[]) => {
    const compared = days.flatMap((day) => comparedDay(day, comparison, length) ?? []);
    return compared.length === 0 ? null : allOf(compared.map((day) => valueOn(day)?.sum));
  };
  const days = daysOf(range);
  const counted = days.filter(isCounted);
  const known = counted.flatMap((day) => valueOn(day) ?? []);
  const points = [...Map.groupBy(days, (day) => periodStart(day, by))].map(([start, own]): FigurePointDto => {
    const end = periodEnd(start, by);
    const ownCounted = own.filter(isCounted);
    const numbers = ownCounted.flatMap((day) => valueOn(day) ?? []);
    return {
      from: own[0]!,
      to: own.at(-1)!,
      value: numbers.length === 0 ? null : sumOf(numbers.map(({ sum }) => sum)),
      before: beforeOf(ownCounted.length > 0 ? ownCounted : own),
      isWhole: numbers.length === lengthOf({ from: start, to: end }),
    };
  });
  return {
    metric,
    total: known.length === 0 ? null : sumOf(known.map(({ sum }) => sum)),
    totalBefore: beforeOf(counted),
    locations: Math.max(0, ...known.map(({ locations }) => locations)),
    points,
  };
}

/** A metric on a day, from its parts; undefined where one of them is unknown. */
function numberOf(
  sums: DaySums,
  metric: FigureMetric,
  day: string,
): { sum: number; locations: number } | undefined {
  const numbers = sums.get(day);
  const parts = PARTS[metric].map((column) => numbers?.[column] ?? { sum: 0, known: 0 });
  const locations = Math.min(...parts.map(({ known }) => known));
  return locations > 0 ? { sum: sumOf(parts.map(({ sum }) => sum)), locations } : undefined;
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function allOf(numbers: (number | undefined)[]): number | null {
  return numbers.includes(undefined) ? null : sumOf(numbers as number[]);
}
