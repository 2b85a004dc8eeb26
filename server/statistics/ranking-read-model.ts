import { Injectable } from '@nestjs/common';
import { and, asc, between, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import { PostedLocations } from '../business-profile/mirror/posted-locations.js';
import { type DayRange, lengthOf } from '../config/days.js';
import { Database } from '../database/database.js';
import { rawRows } from '../database/raw-rows.js';
import { statisticsDays, statisticsReadings } from '../database/statistics.schema.js';
import { OneAtATime } from '../jobs/one-at-a-time.js';
import { inTurns, Turns } from '../jobs/turns.js';
import { ReviewsService } from '../reviews/reviews.service.js';
import { inOrder, type RankedRow } from './ranking-order.js';
import { PARTS } from './statistics-parts.js';
import { comparedRange } from './statistics-periods.js';
import {
  RANKED_STATISTICS,
  type RankedStatistic,
  type Ranking,
  type RankingQueryDto,
} from './statistics-query.dto.js';
import { type StatisticsScope, StatisticsScopes } from './statistics-scope.js';
import type { RankedLocationDto, RankingDto, StatisticsStateDto } from './statistics.dto.js';

/** How many locations are read at once, each with its whole copy of Google’s data. */
const READ_AT_ONCE = 50;

/** Locations in the order of a ranking. Their names and ratings are read page by page, when a page is asked for. */
export interface RankedLocations extends Omit<RankingDto, 'items' | 'nextCursor'> {
  pages: AsyncIterable<RankedLocationDto[]>;
  /** Whether there are more than were asked for. */
  hasMore: boolean;
}

interface RankingRequest {
  range: DayRange;
  compared: DayRange | undefined;
  by: RankedStatistic;
  order: Ranking;
  offset: number;
  limit: number;
}

/** What the comparison of locations shows: the counted days of a period, and as many of the one that it is compared with. */
@Injectable()
export class RankingReadModel {
  constructor(
    private readonly scopes: StatisticsScopes,
    private readonly database: Database,
    private readonly locations: PostedLocations,
    private readonly reviews: ReviewsService,
    private readonly oneAtATime: OneAtATime,
  ) {}

  /**
   * The locations that have statistics in the period, from an offset on.
   * @param most how many at most
   * Errors: `too_many_requests` while more of the person’s requests wait for their turn.
   */
  read(
    scope: StatisticsScope,
    range: DayRange,
    query: RankingQueryDto,
    most: number,
  ): Promise<RankedLocations> {
    return this.oneAtATime.run(scope.owner.workspaceId, () => this.readNow(scope, range, query, most));
  }

  private async readNow(
    scope: StatisticsScope,
    range: DayRange,
    { metric: by = 'IMPRESSIONS', order = 'most', cursor, ...query }: RankingQueryDto,
    most: number,
  ): Promise<RankedLocations> {
    const { compare = order === 'risen' || order === 'fallen' ? 'before' : 'none' } = query;
    const turns = new Turns();
    const state = await this.scopes.stateOf(scope);
    await turns.pass();
    const counted = countedPart(range, state);
    const compared = counted && comparedRange(counted, compare, lengthOf(range));
    const request = { compared, by, order, offset: Number(cursor ?? 0), limit: most + 1 };
    const rows = counted ? await this.rowsOf(scope, { range: counted, ...request }) : [];
    return {
      ...state,
      period: range,
      comparedWith: comparedRange(range, compare) ?? null,
      pages: this.pagesOf(scope, rows.slice(0, most)),
      hasMore: rows.length > most,
    };
  }

  private async rowsOf(scope: StatisticsScope, request: RankingRequest): Promise<RankedRow[]> {
    const { range, compared, by, order, offset, limit } = request;
    const days = lengthOf(range) + (compared ? lengthOf(compared) : 0);
    const parts = await this.scopes.partsOf(scope, days);
    if (!parts) return this.ranked(this.scopes.readings(scope), request);
    const turns = new Turns();
    const rows: RankedRow[] = [];
    for (const part of parts) {
      await turns.pass();
      const all = { ...request, offset: 0, limit: part.length };
      // A condition on the days too: else the database goes through those of all locations for each part.
      rows.push(...(await this.ranked(inArray(statisticsDays.readingId, part), all)));
    }
    return inOrder(rows, order, by).slice(offset, offset + limit);
  }

  private async ranked(isMeant: SQL | undefined, request: RankingRequest): Promise<RankedRow[]> {
    const { range, compared, by, order, offset, limit } = request;
    const { day } = statisticsDays;
    const within = ({ from, to }: DayRange) => between(day, from, to);
    // Only the days of both periods are read. One comparison tells them apart, and each takes time with millions of days.
    const isNow = compared && gte(day, range.from);
    const now = (name: RankedStatistic) => over('sum', name, isNow);
    const before = (name: RankedStatistic) => {
      if (!compared) return sql<number | null>`null::bigint`;
      const isBefore = lte(day, compared.to);
      const areAllKnown = and(
        eq(over('count', name, isNow), lengthOf(range)),
        eq(over('count', name, isBefore), lengthOf(compared)),
      );
      return sql<number | null>`case when ${areAllKnown} then ${over('sum', name, isBefore)} end`;
    };
    const columns = RANKED_STATISTICS.flatMap((name) => [
      [`now ${name}`, now(name).as(`now ${name}`)],
      [`before ${name}`, before(name).as(`before ${name}`)],
    ]);
    const ranked = orderOf(order, now(by), before(by), now('IMPRESSIONS'));
    const query = this.database.orm
      .select({
        locationId: statisticsReadings.locationId,
        countedUntil: sql<string | null>`${statisticsReadings.countedUntil}::text`.as('counted_until'),
        ...(Object.fromEntries(columns) as Record<string, SQL.Aliased<number | null>>),
      })
      .from(statisticsReadings)
      .innerJoin(statisticsDays, eq(statisticsDays.readingId, statisticsReadings.id))
      .where(and(isMeant, or(within(range), compared && within(compared))))
      .groupBy(statisticsReadings.id)
      .orderBy(ranked, asc(statisticsReadings.locationId))
      .offset(offset)
      .limit(limit);
    const rows = await rawRows<RawRanked>(this.database.orm, query);
    const pick = (row: (typeof rows)[number], when: 'now' | 'before') =>
      Object.fromEntries(
        RANKED_STATISTICS.map((name) => {
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

  private async *pagesOf(scope: StatisticsScope, rows: RankedRow[]): AsyncGenerator<RankedLocationDto[]> {
    const turns = new Turns();
    for (let first = 0; first < rows.length; first += READ_AT_ONCE) {
      await turns.pass();
      const page = rows.slice(first, first + READ_AT_ONCE);
      const ids = page.map(({ locationId }) => locationId);
      const [known, ratings] = await Promise.all([
        this.locations.find(scope.owner, ids),
        this.reviews.ratingsOf(scope.owner, ids),
      ]);
      yield page.flatMap(({ locationId, countedUntil, now, before }): RankedLocationDto[] => {
        const location = known.get(locationId)?.location;
        if (!location) return [];
        const { name: locationName, accountId, storeCode } = location;
        const figures = RANKED_STATISTICS.map((name) => ({
          metric: name,
          value: now[name],
          before: before[name],
          per1000: name === 'IMPRESSIONS' ? null : rateOf(now[name], now.IMPRESSIONS),
        }));
        const rating = ratings.get(locationId);
        return [
          {
            locationId,
            accountId,
            locationName,
            storeCode,
            dataUntil: countedUntil,
            figures,
            averageRating: rating?.averageRating ?? null,
            reviewCount: rating?.reviewCount ?? null,
            answeredShare: rating?.answeredShare ?? null,
          },
        ];
      });
    }
  }
}

/** The part of a range that Google has counted; undefined for none. */
function countedPart({ from, to }: DayRange, { dataUntil }: StatisticsStateDto): DayRange | undefined {
  if (dataUntil === null || dataUntil < from) return undefined;
  return { from, to: dataUntil < to ? dataUntil : to };
}

function rateOf(value: number | null, impressions: number | null): number | null {
  return value === null || !impressions ? null : Math.round((value / impressions) * 10_000) / 10;
}

type RawRanked = { location_id: string; counted_until: string | null } & Record<
  `${'now' | 'before'} ${RankedStatistic}`,
  string | number | null
>;

/** The sum of a statistic on the days on which it is known, or how many these are. */
function over(what: 'sum' | 'count', name: RankedStatistic, days: SQL | undefined): SQL<number | null> {
  const parts = PARTS[name].map((column) => sql`${statisticsDays[column]}`);
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
