import { Injectable } from '@nestjs/common';
import { and, between, count, inArray, or, type SQL, sql } from 'drizzle-orm';
import { ownedBy } from '../business-profile/port/google-owner.js';
import { dayAfter, type DayRange, lengthOf } from '../config/days.js';
import { Database } from '../database/database.js';
import { statisticsDays, statisticsTotals } from '../database/statistics.schema.js';
import { OneAtATime } from '../jobs/one-at-a-time.js';
import { inTurns, Turns } from '../jobs/turns.js';
import { STATISTICS_COLUMNS, type StatisticsColumn } from './reading/statistics-columns.js';
import { STATISTICS } from './statistics-parts.js';
import { comparedRange } from './statistics-periods.js';
import type { StatisticsQueryDto } from './statistics-query.dto.js';
import { type StatisticsScope, StatisticsScopes } from './statistics-scope.js';
import { type DaySums, type StatisticsSums, toSeries } from './statistics-series.js';
import type { StatisticsDto } from './statistics.dto.js';

/** What the chart of the view shows: statistics over time, from the sums of days. */
@Injectable()
export class SeriesReadModel {
  constructor(
    private readonly scopes: StatisticsScopes,
    private readonly database: Database,
    private readonly oneAtATime: OneAtATime,
  ) {}

  /** Errors: `too_many_requests` while more of the person’s requests wait for their turn. */
  async read(scope: StatisticsScope, range: DayRange, query: StatisticsQueryDto): Promise<StatisticsDto> {
    const { by = 'day', compare: comparison = 'none' } = query;
    const statistics = STATISTICS.filter((name) => query.metrics?.split(',').includes(name) ?? true);
    const compared = comparedRange(range, comparison);
    const [state, sums] = await Promise.all([
      this.scopes.stateOf(scope),
      this.sumsOf(scope, compared ? [range, compared] : [range]),
    ]);
    const { dataUntil } = state;
    return {
      ...state,
      period: range,
      comparedWith: compared ?? null,
      by,
      metrics: await toSeries(sums, { range, by, comparison, statistics, dataUntil }),
    };
  }

  /** The sums of the days of all ranges. Those of all locations are stored; those of some are added up, which costs much. */
  private async sumsOf(scope: StatisticsScope, ranges: DayRange[]): Promise<DaySums> {
    const rows = await (scope.choice
      ? this.oneAtATime.run(scope.owner.workspaceId, () => this.added(scope, ranges))
      : this.stored(scope, ranges));
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

  private stored({ owner }: StatisticsScope, ranges: DayRange[]): Promise<SumRow[]> {
    return this.database.orm
      .select()
      .from(statisticsTotals)
      .where(
        and(
          ownedBy(owner, statisticsTotals),
          or(...ranges.map(({ from, to }) => between(statisticsTotals.day, from, to))),
        ),
      );
  }

  private async added(scope: StatisticsScope, ranges: DayRange[]): Promise<SumRow[]> {
    const { day, readingId } = statisticsDays;
    const columns = STATISTICS_COLUMNS.flatMap((column) => [
      [column, sql`sum(${statisticsDays[column]})`.mapWith(Number)],
      [`${column}Known`, count(statisticsDays[column])],
    ]);
    // Read first: with the ids at hand the database reads the days of these locations alone.
    const ids = await this.scopes.readingIds(scope);
    if (ids.length === 0) return [];
    const turns = new Turns();
    const rows: SumRow[] = [];
    for (const part of inParts(ranges, Math.max(1, Math.floor(this.database.rowsAtOnce / ids.length)))) {
      await turns.pass();
      rows.push(
        ...(await this.database.orm
          .select({ day, ...(Object.fromEntries(columns) as Record<string, SQL<number | null>>) })
          .from(statisticsDays)
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
