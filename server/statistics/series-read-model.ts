import { Injectable } from '@nestjs/common';
import { ownedBy } from '../business-profile/port/google-owner.js';
import { and, between, or } from 'drizzle-orm';
import { type DayRange } from '../config/days.js';
import { Database } from '../database/database.js';
import { statisticsTotals } from '../database/statistics.schema.js';
import { OneAtATime } from '../jobs/one-at-a-time.js';
import { inTurns } from '../jobs/turns.js';
import { AddedSums } from './added-sums.js';
import { STATISTICS_COLUMNS } from './reading/statistics-columns.js';
import { STATISTICS } from './statistics-parts.js';
import { comparedRange } from './statistics-periods.js';
import type { StatisticsQueryDto } from './statistics-query.dto.js';
import { type StatisticsScope, StatisticsScopes } from './statistics-scope.js';
import { type DaySums, type SeriesRequest, type StatisticsSums, toSeries } from './statistics-series.js';
import type { StatisticsDto } from './statistics.dto.js';

/** What the chart of the view shows: statistics over time, from the sums of days. */
@Injectable()
export class SeriesReadModel {
  constructor(
    private readonly scopes: StatisticsScopes,
    private readonly addedSums: AddedSums,
    private readonly database: Database,
    private readonly oneAtATime: OneAtATime,
  ) {}

  /** Errors: `too_many_requests` while more of the person’s requests wait for their turn. */
  async read(scope: StatisticsScope, range: DayRange, query: StatisticsQueryDto): Promise<StatisticsDto> {
    const { by = 'day', compare: comparison = 'none' } = query;
    const statistics = STATISTICS.filter((name) => query.metrics?.split(',').includes(name) ?? true);
    const compared = comparedRange(range, comparison);
    const state = await this.scopes.stateOf(scope);
    const request = { range, by, comparison, statistics, dataUntil: state.dataUntil };
    return {
      ...state,
      period: range,
      comparedWith: compared ?? null,
      by,
      metrics: await toSeries(await this.sumsOf(scope, request), request),
    };
  }

  /** The sums of the days of a request. Those of all locations are stored; those of some are added up, which costs much. */
  private sumsOf(scope: StatisticsScope, request: SeriesRequest): Promise<DaySums> {
    if (!scope.choice) return this.stored(scope, request);
    return this.oneAtATime.run(scope.owner.workspaceId, () => this.addedSums.of(scope, request));
  }

  private async stored({ owner }: StatisticsScope, { range, comparison }: SeriesRequest): Promise<DaySums> {
    const compared = comparedRange(range, comparison);
    const within = ({ from, to }: DayRange) => between(statisticsTotals.day, from, to);
    const rows = await this.database.orm
      .select()
      .from(statisticsTotals)
      .where(and(ownedBy(owner, statisticsTotals), or(within(range), compared && within(compared))));
    const days = await inTurns(rows, ({ day, ...numbers }): [string, StatisticsSums] => [
      day,
      Object.fromEntries(
        STATISTICS_COLUMNS.map((column) => [
          column,
          { sum: numbers[column], known: numbers[`${column}Known`] },
        ]),
      ) as StatisticsSums,
    ]);
    return new Map(days);
  }
}
