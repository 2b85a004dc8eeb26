import { type DayRange, lengthOf } from '../config/days.js';
import { inTurns } from '../jobs/turns.js';
import { haveSimilarCoverage } from './comparable-coverage.js';
import type { StatisticsColumn } from './reading/statistics-columns.js';
import { type Statistic, PARTS } from './statistics-parts.js';
import {
  comparedDay,
  type Comparison,
  daysOf,
  type Period,
  periodEnd,
  periodStart,
} from './statistics-periods.js';
import type { StatisticsPointDto, StatisticsSeriesDto } from './statistics.dto.js';

/** The sum of a column on a day, and over how many locations it goes. Over none, it is unknown. */
export interface DaySum {
  sum: number;
  known: number;
}

export type StatisticsSums = Record<StatisticsColumn, DaySum>;

/** By day, `YYYY-MM-DD`. */
export type DaySums = Map<string, StatisticsSums>;

/** Which statistics, over which days. */
export interface SeriesRequest {
  range: DayRange;
  by: Period;
  comparison: Comparison;
  statistics: readonly Statistic[];
  /** The last day that is counted for all locations; null: none. */
  dataUntil: string | null;
}

/** The sum of a statistic, and over how many locations it goes. */
interface KnownSum {
  sum: number;
  locations: number;
}

/** A day of the range. Its sums are looked up once for all statistics. */
interface SeriesDay {
  day: string;
  /** Whether it is counted for all locations. */
  isCounted: boolean;
  numbers: StatisticsSums | undefined;
  /** Of the day that it is compared with; null: there is no such day. */
  before: StatisticsSums | undefined | null;
}

type KnownDay = SeriesDay & { number: KnownSum };
/** A day that a sum goes over, or is compared over. Its number is left out where it is unknown. */
type UsedDay = SeriesDay & { number?: KnownSum };

interface SeriesPeriod {
  days: SeriesDay[];
  /** How many days the whole day, week or month has. */
  length: number;
}

/**
 * Statistics over time, one after another in turns with other requests. A day that is not counted yet has no number, which is
 * not zero. A day that is counted for some locations has the sum of these, and is never added to whole days.
 */
export async function toSeries(sums: DaySums, request: SeriesRequest): Promise<StatisticsSeriesDto[]> {
  const { range, by, comparison, dataUntil, statistics } = request;
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
  return inTurns(statistics, (name) => oneSeries(name, days, periods));
}

function oneSeries(name: Statistic, days: SeriesDay[], periods: SeriesPeriod[]): StatisticsSeriesDto {
  const known = knownOf(name, days);
  const whole = known.filter(({ isCounted }) => isCounted);
  const counted = days.filter(({ isCounted }) => isCounted);
  return {
    metric: name,
    total: totalOf(whole),
    totalBefore: beforeOf(name, firstNonEmpty<UsedDay>(whole, counted)),
    locations: Math.max(0, ...known.map(({ number }) => number.locations)),
    points: periods.map(({ days: daysOfPeriod, length }): StatisticsPointDto => {
      const knownDays = knownOf(name, daysOfPeriod);
      const countedDaysOfPeriod = knownDays.filter(({ isCounted }) => isCounted);
      // Google counts the latest days for some locations first. A period with such days alone shows their sum; in any other
      // they are left out, since they would lower it.
      const usedDays = firstNonEmpty(countedDaysOfPeriod, knownDays);
      const comparedDays = firstNonEmpty<UsedDay>(
        usedDays,
        daysOfPeriod.filter(({ isCounted }) => isCounted),
        daysOfPeriod,
      );
      return {
        from: daysOfPeriod[0]!.day,
        to: daysOfPeriod.at(-1)!.day,
        value: totalOf(usedDays),
        before: beforeOf(name, comparedDays),
        locations: usedDays.length === 0 ? 0 : Math.min(...usedDays.map(({ number }) => number.locations)),
        isWhole: countedDaysOfPeriod.length === length,
      };
    }),
  };
}

/** The days on which a statistic is known at any location, with its number. */
function knownOf(name: Statistic, days: SeriesDay[]): KnownDay[] {
  return days.flatMap((day) => {
    const number = numberOf(name, day.numbers);
    return number ? [{ ...day, number }] : [];
  });
}

function totalOf(known: { number: KnownSum }[]): number | null {
  return known.length === 0 ? null : sumOf(known.map(({ number }) => number));
}

/** The first of the lists that has any days. */
function firstNonEmpty<Day extends UsedDay>(...lists: Day[][]): Day[] {
  return lists.find(({ length }) => length > 0) ?? [];
}

/** The sum of the days that some days are compared with; null unless all of it is known, at as many locations. */
function beforeOf(name: Statistic, days: UsedDay[]): number | null {
  const compared = days.filter(({ before }) => before !== null);
  const known = compared.flatMap(({ before, number }) => {
    const then = numberOf(name, before ?? undefined);
    return then && haveSimilarCoverage(then.locations, number?.locations ?? then.locations) ? [then] : [];
  });
  return compared.length === 0 || known.length < compared.length ? null : sumOf(known);
}

/** A statistic on a day, from its parts; undefined where one of them is unknown. */
function numberOf(name: Statistic, numbers: StatisticsSums | undefined): KnownSum | undefined {
  const parts = PARTS[name].map((column) => numbers?.[column] ?? { sum: 0, known: 0 });
  const locations = Math.min(...parts.map(({ known }) => known));
  return locations > 0 ? { sum: sumOf(parts), locations } : undefined;
}

function sumOf(numbers: { sum: number }[]): number {
  return numbers.reduce((all, { sum }) => all + sum, 0);
}
