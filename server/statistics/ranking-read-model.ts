import { Injectable } from '@nestjs/common';
import { asc, type SQL, sql } from 'drizzle-orm';
import { PostedLocations } from '../business-profile/mirror/posted-locations.js';
import { type DayRange, lengthOf } from '../config/days.js';
import { isAnyOf } from '../database/any-of.js';
import { Database } from '../database/database.js';
import { rawRows } from '../database/raw-rows.js';
import { statisticsDays, statisticsReadings, statisticsWeeks } from '../database/statistics.schema.js';
import { OneAtATime } from '../jobs/one-at-a-time.js';
import { inTurns, Turns } from '../jobs/turns.js';
import { ReviewsService } from '../reviews/reviews.service.js';
import { inOrder, type RankedRow } from './ranking-order.js';
import { impressionsOfDay, knownAllWeek, WEEK_DAYS } from './reading/statistics-weeks.js';
import { PARTS } from './statistics-parts.js';
import { comparedRange, daysOf } from './statistics-periods.js';
import {
  RANKED_STATISTICS,
  type RankedStatistic,
  type Ranking,
  type RankingQueryDto,
} from './statistics-query.dto.js';
import { type StatisticsScope, StatisticsScopes } from './statistics-scope.js';
import type { RankedLocationDto, RankingDto, StatisticsStateDto } from './statistics.dto.js';
import { inWeeks, isOneOf, type WholeWeeks } from './whole-weeks.js';

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
    const { order, by, offset, limit } = request;
    const units = unitsOf(request, await this.scopes.haveSums(scope));
    // Read first: with the ids at hand the database reads what belongs to these locations alone.
    const parts = (await this.scopes.partsOf(scope, units.weeks.length + units.days.length)) ?? [
      await this.scopes.readingIds(scope),
    ];
    if (parts.length === 1) return this.ranked(parts[0]!, units, request);
    const turns = new Turns();
    const rows: RankedRow[] = [];
    for (const part of parts) {
      await turns.pass();
      rows.push(...(await this.ranked(part, units, { ...request, offset: 0, limit: part.length })));
    }
    return inOrder(rows, order, by).slice(offset, offset + limit);
  }

  /** @param ids of the readings that are meant */
  private async ranked(ids: string[], units: WholeWeeks, request: RankingRequest): Promise<RankedRow[]> {
    const { compared, by, order, offset, limit } = request;
    const column = (when: 'now' | 'before', name: RankedStatistic) => sql.identifier(`${when} ${name}`);
    const sums = sql.join(
      RANKED_STATISTICS.flatMap((name) => {
        const { now, before } = sumsOf(name, units, request);
        return [sql`${now} as ${column('now', name)}`, sql`${before} as ${column('before', name)}`];
      }),
      sql`, `,
    );
    const added = sql`(select reading_id, ${sums} from ${unitOf(units, ids, compared !== undefined)} group by reading_id) added`;
    const [now, before] = [sql`${column('now', by)}`, sql`${column('before', by)}`];
    const { id, locationId, countedUntil } = statisticsReadings;
    const query = this.database.orm
      .select({
        locationId,
        countedUntil: sql`${countedUntil}::text`.as('counted_until'),
        added: sql`added.*`,
      })
      .from(statisticsReadings)
      .innerJoin(added, sql`added.reading_id = ${id}`)
      .orderBy(orderOf(order, now, before, sql`${column('now', 'IMPRESSIONS')}`), asc(locationId))
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

/** The sums of a statistic in both periods. */
function sumsOf(name: RankedStatistic, { weeks, days }: WholeWeeks, { range, compared }: RankingRequest) {
  const sum = sql`sum(${sql.identifier(name)})`;
  if (!compared) return { now: sum, before: sql`null::bigint` };
  // Only what belongs to either period is read. One comparison tells them apart, and each takes time with many days.
  const [isNow, isBefore] = [sql`day >= ${range.from}::date`, sql`day <= ${compared.to}::date`];
  const all = [...weeks, ...days];
  const knownIn = (period: SQL) => sql`count(*) filter (where ${isWhole(name)} and ${period})`;
  const areAllKnown = sql`${knownIn(isNow)} = ${all.filter((unit) => unit >= range.from).length}
    and ${knownIn(isBefore)} = ${all.filter((unit) => unit <= compared.to).length}`;
  return {
    now: sql`${sum} filter (where ${isNow})`,
    before: sql`case when ${areAllKnown} then ${sum} filter (where ${isBefore}) end`,
  };
}

/**
 * What is added up, as `unit`: a row for each whole week, named by its Monday, and for each other day, with each statistic,
 * null where it is unknown.
 * @param isCompared whether it is needed too which statistics are known on all days of a row (`isWhole`)
 */
function unitOf({ weeks, days }: WholeWeeks, ids: string[], isCompared: boolean): SQL {
  const columns = (valueOf: (name: RankedStatistic) => SQL, isKnown: (name: RankedStatistic) => SQL) =>
    sql.join(
      RANKED_STATISTICS.flatMap((name) => [
        sql`${valueOf(name)} as ${sql.identifier(name)}`,
        ...(isCompared ? [sql`${isKnown(name)} as ${isWhole(name)}`] : []),
      ]),
      sql`, `,
    );
  const weekOf = (name: RankedStatistic) =>
    name === 'IMPRESSIONS' ? sql`${statisticsWeeks.impressions}` : sql`${statisticsWeeks[PARTS[name][0]]}`;
  const isWholeWeek = (name: RankedStatistic) => {
    const bits = sql.raw(`${knownAllWeek(PARTS[name])}::bigint`);
    return sql`${statisticsWeeks.known} & ${bits} = ${bits}`;
  };
  const dayOf = (name: RankedStatistic) =>
    name === 'IMPRESSIONS' ? impressionsOfDay() : sql`${statisticsDays[PARTS[name][0]]}`;
  const isKnownDay = (name: RankedStatistic) => sql`(${dayOf(name)}) is not null`;
  const sources = [
    weeks.length > 0 &&
      sql`select ${statisticsWeeks.readingId}, ${statisticsWeeks.week} as day, ${columns(weekOf, isWholeWeek)}
        from ${statisticsWeeks}
        where ${isAnyOf(statisticsWeeks.readingId, ids, 'uuid')} and ${isOneOf(statisticsWeeks.week, weeks, WEEK_DAYS)}`,
    days.length > 0 &&
      sql`select ${statisticsDays.readingId}, ${statisticsDays.day}, ${columns(dayOf, isKnownDay)}
        from ${statisticsDays}
        where ${isAnyOf(statisticsDays.readingId, ids, 'uuid')} and ${isOneOf(statisticsDays.day, days, 1)}`,
  ];
  return sql`(${sql.join(
    sources.filter((source) => source !== false),
    sql` union all `,
  )}) unit`;
}

/** The column of `unit` that says whether a statistic is known on all of its days. */
function isWhole(name: RankedStatistic): SQL {
  return sql`${sql.identifier(`all ${name}`)}`;
}

/** The weeks and days of both periods. A day may belong to both: then it is in a week only with others of both. */
function unitsOf({ range, compared }: RankingRequest, haveSums: boolean): WholeWeeks {
  const days = [...new Set([...(compared ? daysOf(compared) : []), ...daysOf(range)])];
  if (!haveSums) return { weeks: [], days };
  return inWeeks(days, (day) => `${day >= range.from} ${compared !== undefined && day <= compared.to}`);
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
