import { Injectable } from '@nestjs/common';
import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../business-profile/port/google-owner.js';
import { PostedLocations } from '../business-profile/mirror/posted-locations.js';
import { orderOf, REGION } from '../business-profile/mirror/mirror.repository.js';
import type { LocationDetails, PlaceOnMap } from '../business-profile/port/location.js';
import { ChosenLocations } from '../campaigns/selections/chosen-locations.js';
import type { LocationChoice } from '../database/campaigns.schema.js';
import { Database } from '../database/database.js';
import { mirrorImports, mirrorLocations } from '../database/mirror.schema.js';

/** Locations of an owner that fit a choice, and are in a country if one is given. */
export interface HolidayScope {
  owner: GoogleOwner;
  choice: LocationChoice;
  country: string | undefined;
}

/** The orders of the table. */
export const HOLIDAY_SORTS = Object.freeze(['name', 'storeCode'] as const);
export type HolidaySort = (typeof HOLIDAY_SORTS)[number];

/** What is known of a location, as Google last said it. */
export interface HolidayPlace extends Pick<LocationDetails, 'regularHours' | 'specialHours'> {
  id: string;
  name: string;
  storeCode: string | null;
  place: PlaceOnMap;
}

/** Reads the locations whose holidays are asked for from the copy of connected users' locations. */
@Injectable()
export class HolidayPlaces {
  constructor(
    private readonly database: Database,
    private readonly chosen: ChosenLocations,
    private readonly locations: PostedLocations,
  ) {}

  /** Ids by name, or by store code with those without one last. */
  async ids(
    scope: HolidayScope,
    { sort = 'name', offset, limit }: { sort?: HolidaySort | undefined; offset: number; limit: number },
  ): Promise<string[]> {
    const { id } = mirrorLocations;
    const rows = await this.database.orm
      .select({ id })
      .from(mirrorLocations)
      .where(this.isMeant(scope))
      .orderBy(...orderOf(sort))
      .offset(offset)
      .limit(limit);
    return rows.map((row) => row.id);
  }

  /** In the order of the ids; those that are gone are left out. */
  async read(owner: GoogleOwner, ids: string[]): Promise<HolidayPlace[]> {
    const found = await this.locations.find(owner, ids, { withHours: true });
    return ids.flatMap((id) => {
      const posted = found.get(id);
      if (!posted?.hours) return [];
      const { name, storeCode } = posted.location;
      return [{ id, name, storeCode, place: posted.place, ...posted.hours }];
    });
  }

  /** How often locations were read: their copy is the same as long as this is. */
  async readings(owner: GoogleOwner): Promise<number> {
    const [row] = await this.database.orm
      .select({ readings: mirrorImports.readings })
      .from(mirrorImports)
      .where(ownedBy(owner, mirrorImports));
    return row?.readings ?? 0;
  }

  /** The countries of the locations, that of most first. */
  countries({ owner, choice }: HolidayScope): Promise<{ code: string | null; locations: number }[]> {
    return this.database.orm
      .select({ code: REGION, locations: count() })
      .from(mirrorLocations)
      .where(this.isMeant({ owner, choice, country: undefined }))
      .groupBy(sql`1`)
      .orderBy(sql`2 desc`, sql`1`);
  }

  private isMeant({ owner, choice, country }: HolidayScope): SQL | undefined {
    return and(this.chosen.condition(owner, choice), country === undefined ? undefined : eq(REGION, country));
  }
}
