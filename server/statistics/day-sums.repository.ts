import { Injectable } from '@nestjs/common';
import { and, between, count, inArray, or, type SQL, sql } from 'drizzle-orm';
import { ownedBy } from '../business-profile/port/google-owner.js';
import { STATISTICS_COLUMNS, type StatisticsColumn } from './reading/statistics-columns.js';
import { dayAfter, type DayRange, lengthOf } from '../config/days.js';
import { Database } from '../database/database.js';
import { metricDays, metricTotals } from '../database/statistics.schema.js';
import { inTurns, Turns } from '../jobs/turns.js';
import { type StatisticsScope, StatisticsScopes } from './statistics-scope.js';

/** The sum of a metric on a day, and over how many locations it goes. Over none, it is unknown. */
export interface DaySum {
  sum: number;
  known: number;
}

export type StatisticsSums = Record<StatisticsColumn, DaySum>;

/** By day, `YYYY-MM-DD`. */
export type DaySums = Map<string, StatisticsSums>;

/** Adds up the figures of locations by day. */
@Injectable()
export class DaySumsRepository {
  constructor(
    private readonly scopes: StatisticsScopes,
    private readonly database: Database,
  ) {}

  /** The sums of the days of all ranges. Those of all locations are kept; those of some are added up. */
  async read(scope: StatisticsScope, ranges: DayRange[]): Promise<DaySums> {
    const rows = await (scope.choice ? this.added(scope, ranges) : this.kept(scope, ranges));
    const days = await inTurns(rows, ({ day, ...numbers }): [string, StatisticsSums] => [
      day,
      Object.fromEntries(
        STATISTICS_COLUMNS.map((column) => [
          column,
          { sum: numbers[column] ?? 0, known: numbers[`${column}Known`] ?? 0 },
        ]),
      ) as StatisticsSums,
    ]);
    return new Map(days);
  }

  private kept({ owner }: StatisticsScope, ranges: DayRange[]): Promise<SumRow[]> {
    return this.database.orm
      .select()
      .from(metricTotals)
      .where(
        and(
          ownedBy(owner, metricTotals),
          or(...ranges.map(({ from, to }) => between(metricTotals.day, from, to))),
        ),
      );
  }

  private async added(scope: StatisticsScope, ranges: DayRange[]): Promise<SumRow[]> {
    const { day, readingId } = metricDays;
    const columns = STATISTICS_COLUMNS.flatMap((column) => [
      [column, sql`sum(${metricDays[column]})`.mapWith(Number)],
      [`${column}Known`, count(metricDays[column])],
    ]);
    // Asked for first: with the ids at hand the database reads the days of these locations alone.
    const ids = await this.scopes.readingIds(scope);
    if (ids.length === 0) return [];
    const turns = new Turns();
    const rows: SumRow[] = [];
    for (const part of inParts(ranges, Math.max(1, Math.floor(this.database.rowsAtOnce / ids.length)))) {
      await turns.pass();
      rows.push(
        ...(await this.database.orm
          .select({ day, ...(Object.fromEntries(columns) as Record<string, SQL<number | null>>) })
          .from(metricDays)
          .where(and(inArray(readingId, ids), or(...part.map(({ from, to }) => between(day, from, to)))))
          .groupBy(day)),
      );
    }
    return rows;
  }
}

/** All ranges at once if they have at most so many days in all; else parts of so many. */
function inParts(ranges: DayRange[], days: number): DayRange[][] {
  if (ranges.reduce((sum, range) => sum + lengthOf(range), 0) <= days) return [ranges];
  return ranges.flatMap(({ from, to }) => {
    const parts: DayRange[][] = [];
    for (let first = from; first <= to; first = dayAfter(first, days)) {
      const last = dayAfter(first, days - 1);
      parts.push([{ from: first, to: last < to ? last : to }]);
    }
    return parts;
  });
}

type SumRow = { day: string } & Partial<Record<StatisticsColumn | `${StatisticsColumn}Known`, number | null>>;
