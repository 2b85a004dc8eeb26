import { Injectable } from '@nestjs/common';
import { and, eq, inArray, not, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { ownedBy, toGoogleOwner } from '../business-profile/port/google-owner.js';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import { ChosenLocations } from '../campaigns/selections/chosen-locations.js';
import { SelectionsService } from '../campaigns/selections/selections.service.js';
import { Clock } from '../config/clock.js';
import { DAY_MS } from '../config/durations.js';
import { Database } from '../database/database.js';
import type { LocationChoice } from '../database/campaigns.schema.js';
import { statisticsReadings } from '../database/statistics.schema.js';
import { mirrorLocations } from '../database/mirror.schema.js';
import type { StatisticsStateDto } from './statistics.dto.js';
import type { StatisticsScopeDto } from './statistics-query.dto.js';

/** A location that was not read for so long does not hold back the others. */
const LATE_MS = 3 * DAY_MS;

/** Which locations of an owner are meant. */
export interface StatisticsScope {
  owner: GoogleOwner;
  /** Undefined: all. */
  choice: LocationChoice | undefined;
}

/** Finds the locations of a request, and how far their statistics reach. */
@Injectable()
export class StatisticsScopes {
  constructor(
    private readonly providers: BusinessProfileProviders,
    private readonly selections: SelectionsService,
    private readonly chosen: ChosenLocations,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Errors: `connect/not-connected`; `not_found` for an account, a selection or locations that are not the owner's. */
  async of(
    workspaceId: string,
    { locationIds, accountId, selectionId }: StatisticsScopeDto,
  ): Promise<StatisticsScope> {
    const owner = toGoogleOwner((await this.providers.sourceToShow(workspaceId)).owner);
    if (!locationIds && !accountId && !selectionId) return { owner, choice: undefined };
    return { owner, choice: await this.selections.choose(owner, { locationIds, accountId, selectionId }) };
  }

  /** Limits a query to the ids of the locations. */
  contains({ owner, choice }: StatisticsScope, locationId: AnyPgColumn): SQL | undefined {
    return choice && inArray(locationId, this.chosen.within(owner, choice));
  }

  /** Limits a query of `metric_readings` to the locations. */
  readings(scope: StatisticsScope): SQL | undefined {
    return and(ownedBy(scope.owner, statisticsReadings), this.contains(scope, statisticsReadings.locationId));
  }

  /** The readings of the locations. With their ids at hand the database reads what belongs to these alone. */
  async readingIds(scope: StatisticsScope): Promise<string[]> {
    const { id } = statisticsReadings;
    const rows = await this.database.orm.select({ id }).from(statisticsReadings).where(this.readings(scope));
    return rows.map((row) => row.id);
  }

  /**
   * The same in parts: one statement may add up so many rows of each reading of a part. Undefined where one statement may
   * add up all.
   */
  async partsOf(scope: StatisticsScope, rowsOfEach: number): Promise<string[][] | undefined> {
    const { rowsAtOnce } = this.database;
    if (rowsAtOnce === Infinity) return undefined;
    const ids = await this.readingIds(scope);
    const size = Math.max(1, Math.floor(rowsAtOnce / rowsOfEach));
    if (ids.length <= size) return undefined;
    return Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
      ids.slice(index * size, (index + 1) * size),
    );
  }

  /** Whether the days of all of the owner’s locations have been added up by week. */
  async haveSums({ owner }: StatisticsScope): Promise<boolean> {
    const { id, hasSums } = statisticsReadings;
    const [missing] = await this.database.orm
      .select({ id })
      .from(statisticsReadings)
      .where(and(ownedBy(owner, statisticsReadings), not(hasSums)))
      .limit(1);
    return missing === undefined;
  }

  /** How many locations are meant. */
  count(scope: StatisticsScope): Promise<number> {
    return this.database.orm.$count(mirrorLocations, this.places(scope));
  }

  /** How far the statistics of the locations reach. */
  async stateOf(scope: StatisticsScope): Promise<StatisticsStateDto> {
    const { workspaceId, subject, id } = mirrorLocations;
    const { hasSeries, readAt, countedUntil, locationId } = statisticsReadings;
    const since = new Date(this.clock.now().getTime() - LATE_MS).toISOString();
    const [row] = await this.database.orm
      .select({
        locations: sql<number>`count(*)`.mapWith(Number),
        locationsWithFigures: sql<number>`count(*) filter (where ${hasSeries})`.mapWith(Number),
        locationsToRead: sql<number>`count(*) filter (where ${readAt} is null)`.mapWith(Number),
        dataUntil: sql<
          string | null
        >`(min(${countedUntil}) filter (where ${hasSeries} and ${readAt} > ${since}::timestamptz))::text`,
      })
      .from(mirrorLocations)
      .leftJoin(
        statisticsReadings,
        and(
          eq(statisticsReadings.workspaceId, workspaceId),
          eq(statisticsReadings.subject, subject),
          eq(locationId, id),
        ),
      )
      .where(this.places(scope));
    return row!;
  }

  /** Limits a query of `mirror_locations` to the locations, each once. */
  private places(scope: StatisticsScope): SQL | undefined {
    const { id, isPrimary } = mirrorLocations;
    return and(ownedBy(scope.owner, mirrorLocations), isPrimary, this.contains(scope, id));
  }
}
