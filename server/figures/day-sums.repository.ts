import { Injectable } from '@nestjs/common';
import { and, between, count, inArray, or, type SQL, sql } from 'drizzle-orm';
import { ownedBy } from '../business-profile/google-owner.js';
import { METRIC_COLUMNS, type MetricColumn } from '../business-profile/google/metric-columns.js';
import { dayAfter, type DayRange, lengthOf } from '../config/days.js';
import { Database } from '../database/database.js';
import { metricDays, metricTotals } from '../database/figures.schema.js';
import { inTurns, Turns } from '../jobs/turns.js';
import { type FigureScope, FigureScopes } from './figure-scope.js';

/** The sum of a metric on a day, and over how many locations it goes. Over none, it is unknown. */
export interface DaySum {
  sum: number;
  known: number;
}

export type MetricSums = Record<MetricColumn, DaySum>;

/** By day, `YYYY-MM-DD`. */
export type DaySums = Map<string, MetricSums>;

/** Adds up the figures of locations by day. */
@Injectable()
export class DaySumsRepository {
  constructor(
    private readonly scopes: FigureScopes,
    private readonly database: Database,
  ) {}

  /** The sums of the days of all ranges. Those of all locations are kept; those of some are added up. */
  async read(scope: FigureScope, ranges: DayRange[]): Promise<DaySums> {
    const rows = await (scope.choice ? this.added(scope, ranges) : this.kept(scope, ranges));
    const days = await inTurns(rows, ({ day, ...numbers }): [string, MetricSums] => [
      day,
      Object.fromEntries(
        METRIC_COLUMNS.map((column) => [
          column,
          { sum: numbers[column] ?? 0, known: numbers[`${column}Known`] ?? 0 },
        ]),
      ) as MetricSums,
    ]);
    return new Map(days);
  }

  private kept({ owner }: FigureScope, ranges: DayRange[]): Promise<SumRow[]> {
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

  private async added(scope: FigureScope, ranges: DayRange[]): Promise<SumRow[]> {
    const { day, readingId } = metricDays;
    const columns = METRIC_COLUMNS.flatMap((column) => [
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

type SumRow = { day: string } & Partial<Record<MetricColumn | `${MetricColumn}Known`, number | null>>;
