import { Injectable } from '@nestjs/common';
import { and, asc, between, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import { type DayRange, lengthOf } from '../config/days.js';
import { Database } from '../database/database.js';
import { metricDays, metricReadings } from '../database/statistics.schema.js';
import { rawRows } from '../database/raw-rows.js';
import { inTurns, Turns } from '../jobs/turns.js';
import { PARTS } from './statistics-parts.js';
import { type StatisticsScope, StatisticsScopes } from './statistics-scope.js';
import { inOrder, type RankedRow } from './ranking-order.js';
import { RANKED_METRICS, type RankedMetric, type Ranking } from './statistics-query.dto.js';

export interface RankingRequest {
  range: DayRange;
  compared: DayRange | undefined;
  metric: RankedMetric;
  order: Ranking;
  offset: number;
  limit: number;
}

/** Compares locations by their figures. */
@Injectable()
export class RankingRepository {
  constructor(
    private readonly scopes: StatisticsScopes,
    private readonly database: Database,
  ) {}

  /** The locations that have figures in the period, in the order of the ranking. */
  async list(scope: StatisticsScope, request: RankingRequest): Promise<RankedRow[]> {
    const { range, compared, metric, order, offset, limit } = request;
    const days = lengthOf(range) + (compared ? lengthOf(compared) : 0);
    const parts = await this.scopes.partsOf(scope, days);
    if (!parts) return this.ranked(this.scopes.readings(scope), request);
    const turns = new Turns();
    const rows: RankedRow[] = [];
    for (const part of parts) {
      await turns.pass();
      const all = { ...request, offset: 0, limit: part.length };
      // Of the days too: else the database goes through those of all locations for each part.
      rows.push(...(await this.ranked(inArray(metricDays.readingId, part), all)));
    }
    return inOrder(rows, order, metric).slice(offset, offset + limit);
  }

  private async ranked(isMeant: SQL | undefined, request: RankingRequest): Promise<RankedRow[]> {
    const { range, compared, metric, order, offset, limit } = request;
    const { day } = metricDays;
    const within = ({ from, to }: DayRange) => between(day, from, to);
    // Only the days of both periods are read. One comparison tells them apart, and each takes time with millions of days.
    const isNow = compared && gte(day, range.from);
    const now = (name: RankedMetric) => over('sum', name, isNow);
    const before = (name: RankedMetric) => {
      if (!compared) return sql<number | null>`null::bigint`;
      const isBefore = lte(day, compared.to);
      const areAllKnown = and(
        eq(over('count', name, isNow), lengthOf(range)),
        eq(over('count', name, isBefore), lengthOf(compared)),
      );
      return sql<number | null>`case when ${areAllKnown} then ${over('sum', name, isBefore)} end`;
    };
    const columns = RANKED_METRICS.flatMap((name) => [
      [`now ${name}`, now(name).as(`now ${name}`)],
      [`before ${name}`, before(name).as(`before ${name}`)],
    ]);
    const ranked = orderOf(order, now(metric), before(metric), now('IMPRESSIONS'));
    const query = this.database.orm
      .select({
        locationId: metricReadings.locationId,
        countedUntil: sql<string | null>`${metricReadings.countedUntil}::text`.as('counted_until'),
        ...(Object.fromEntries(columns) as Record<string, SQL.Aliased<number | null>>),
      })
      .from(metricReadings)
      .innerJoin(metricDays, eq(metricDays.readingId, metricReadings.id))
      .where(and(isMeant, or(within(range), compared && within(compared))))
      .groupBy(metricReadings.id)
      .orderBy(ranked, asc(metricReadings.locationId))
      .offset(offset)
      .limit(limit);
    const rows = await rawRows<RawRanked>(this.database.orm, query);
    const pick = (row: (typeof rows)[number], when: 'now' | 'before') =>
      Object.fromEntries(
        RANKED_METRICS.map((name) => {
          const value = row[`${when} ${name}`] ?? null;
          return [name, value === null ? null : Number(value)];
        }),
      ) as RankedRow['now'];
    return inTurns(rows, (row) => ({
      locationId: row.location_id,
      countedUntil: row.counted_until,
      now: pick(row, 'now'),
      before: pick(row, 'before'),
    }));
  }
}

type RawRanked = { location_id: string; counted_until: string | null } & Record<
  `${'now' | 'before'} ${RankedMetric}`,
  string | number | null
>;

/** The sum of a metric on the days on which it is known, or how many these are. */
function over(what: 'sum' | 'count', metric: RankedMetric, days: SQL | undefined): SQL<number | null> {
  const parts = PARTS[metric].map((column) => sql`${metricDays[column]}`);
  const known = sql<number | null>`${sql.raw(what)}(${sql.join(parts, sql` + `)})`;
  return days ? sql`${known} filter (where ${days})` : known;
}

function orderOf(order: Ranking, now: SQL, before: SQL, impressions: SQL): SQL {
  const rate = sql`${now}::float8 / nullif(${impressions}, 0)`;
  switch (order) {
    case 'most':
      return sql`${now} desc nulls last`;
    case 'fewest':
      return sql`${now} asc nulls last`;
    case 'best-rate':
      return sql`${rate} desc nulls last`;
    case 'worst-rate':
      return sql`${rate} asc nulls last`;
    case 'risen':
      return sql`${now} - ${before} desc nulls last`;
    case 'fallen':
      return sql`${now} - ${before} asc nulls last`;
  }
}
