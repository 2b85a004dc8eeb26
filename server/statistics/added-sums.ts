import { Injectable } from '@nestjs/common';
import { and, count, type SQL, sql } from 'drizzle-orm';
import { dayAfter, lengthOf } from '../config/days.js';
import { Database } from '../database/database.js';
import { statisticsDays, statisticsWeeks } from '../database/statistics.schema.js';
import { inTurns, Turns } from '../jobs/turns.js';
import { isAnyOf } from '../database/any-of.js';
import { STATISTICS_COLUMNS, type StatisticsColumn } from './reading/statistics-columns.js';
import { isKnown, WEEK_DAYS } from './reading/statistics-weeks.js';
import { comparedDay, daysOf, periodStart } from './statistics-periods.js';
import { type StatisticsScope, StatisticsScopes } from './statistics-scope.js';
import type { DaySums, SeriesRequest, StatisticsSums } from './statistics-series.js';
import { inWeeks, isOneOf } from './whole-weeks.js';

/** The sums of the days of some locations, added up when they are asked for: by week, where that tells the same. */
@Injectable()
export class AddedSums {
  constructor(
    private readonly scopes: StatisticsScopes,
    private readonly database: Database,
  ) {}

  /**
   * The sums of all days of a request. Where the days of a week are only ever added to each other, the Monday has the sum of
   * all, and the others have none; over how many locations a day goes is always its own.
   */
  async of(scope: StatisticsScope, request: SeriesRequest): Promise<DaySums> {
    // Read first: with the ids at hand the database reads the days of these locations alone.
    const ids = await this.scopes.readingIds(scope);
    const sums: DaySums = new Map();
    if (ids.length === 0) return sums;
    const { uses, comparedBy } = usesOf(request);
    const all = [...uses.keys()].sort();
    const { weeks, days } = inWeeks(all, (day) => uses.get(day)!);
    if (weeks.length === 0 || !(await this.scopes.haveSums(scope))) {
      await this.addDays(sums, ids, all);
      return sums;
    }
    await this.addDays(sums, ids, days);
    await this.addWeeks(sums, ids, weeks);
    const uneven = weeks.filter((week) => {
      const own = daysOfWeek(week);
      const comparedWith = own.flatMap((day) => comparedBy.get(day) ?? []);
      return !isEven(sums, own) || !isEven(sums, comparedWith);
    });
    const ofUneven = uneven.flatMap(daysOfWeek);
    for (const day of ofUneven) sums.delete(day);
    await this.addDays(sums, ids, ofUneven);
    return sums;
  }

  private async addWeeks(sums: DaySums, ids: string[], weeks: string[]): Promise<void> {
    const { week, known, readingId } = statisticsWeeks;
    const columns = STATISTICS_COLUMNS.map((column) => [
      column,
      sql`sum(${statisticsWeeks[column]})`.mapWith(Number),
    ]);
    await this.inParts(ids, weeks, async (part) => {
      const rows = await this.database.orm
        .select({
          week,
          known,
          locations: count(),
          ...(Object.fromEntries(columns) as Record<StatisticsColumn, SQL<number | null>>),
        })
        .from(statisticsWeeks)
        .where(and(isAnyOf(readingId, ids, 'uuid'), isOneOf(week, part, WEEK_DAYS)))
        .groupBy(week, known);
      await inTurns(rows, ({ week: monday, known: bits, locations, ...numbers }) => {
        for (const [weekday, day] of daysOfWeek(monday).entries())
          for (const column of STATISTICS_COLUMNS) {
            const sum = sumOn(sums, day)[column];
            if (weekday === 0) sum.sum += numbers[column] ?? 0;
            if (isKnown(bits, column, weekday)) sum.known += locations;
          }
      });
    });
  }

  private async addDays(sums: DaySums, ids: string[], days: string[]): Promise<void> {
    const { day, readingId } = statisticsDays;
    const columns = STATISTICS_COLUMNS.flatMap((column) => [
      [column, sql`sum(${statisticsDays[column]})`.mapWith(Number)],
      [`${column}Known`, count(statisticsDays[column])],
    ]);
    await this.inParts(ids, days, async (part) => {
      const rows = await this.database.orm
        .select({ day, ...(Object.fromEntries(columns) as Record<keyof SumRow, SQL<number | null>>) })
        .from(statisticsDays)
        .where(and(isAnyOf(readingId, ids, 'uuid'), isOneOf(day, part, 1)))
        .groupBy(day);
      await inTurns(rows, (row) => {
        const sum = sumOn(sums, row.day);
        for (const column of STATISTICS_COLUMNS)
          sum[column] = { sum: row[column] ?? 0, known: row[`${column}Known`] ?? 0 };
      });
    });
  }

  /** Reads so many days, or weeks, at once as one statement may add up of so many locations. */
  private async inParts(
    ids: string[],
    all: string[],
    read: (part: string[]) => Promise<void>,
  ): Promise<void> {
    const atOnce = Math.min(all.length, Math.max(1, Math.floor(this.database.rowsAtOnce / ids.length)));
    const turns = new Turns();
    for (let first = 0; first < all.length; first += atOnce) {
      await turns.pass();
      await read(all.slice(first, first + atOnce));
    }
  }
}

type SumRow = Record<StatisticsColumn | `${StatisticsColumn}Known`, number | null>;

/**
 * What each day of a request is needed for: to be added to the other days of its period, or for that with which these are
 * compared; and which day it is compared by.
 */
function usesOf({ range, by, comparison, dataUntil }: SeriesRequest): {
  uses: Map<string, string>;
  comparedBy: Map<string, string>;
} {
  const uses = new Map<string, string>();
  const comparedBy = new Map<string, string>();
  const length = lengthOf(range);
  const add = (day: string, use: string) => uses.set(day, `${uses.get(day) ?? ''} ${use}`);
  for (const day of daysOf(range)) {
    // Days that are not counted for all locations are never added to those that are.
    const use = `${periodStart(day, by)} ${dataUntil !== null && day <= dataUntil}`;
    add(day, `of ${use}`);
    const compared = comparedDay(day, comparison, length);
    if (compared === undefined) continue;
    add(compared, `before ${use}`);
    comparedBy.set(compared, day);
  }
  return { uses, comparedBy };
}

/** Whether each number is known on all of these days or on none, so that no sum leaves one of them out. */
function isEven(sums: DaySums, days: string[]): boolean {
  return STATISTICS_COLUMNS.every(
    (column) => new Set(days.map((day) => (sums.get(day)?.[column].known ?? 0) > 0)).size <= 1,
  );
}

function daysOfWeek(week: string): string[] {
  return Array.from({ length: WEEK_DAYS }, (_, weekday) => dayAfter(week, weekday));
}

/** The sums of a day, to be changed. */
function sumOn(sums: DaySums, day: string): StatisticsSums {
  const sum =
    sums.get(day) ??
    (Object.fromEntries(
      STATISTICS_COLUMNS.map((column) => [column, { sum: 0, known: 0 }]),
    ) as StatisticsSums);
  sums.set(day, sum);
  return sum;
}
