import { Injectable } from '@nestjs/common';
import { and, inArray } from 'drizzle-orm';
import { Database } from '../../database/database.js';
import { mirrorLocations } from '../../database/mirror.schema.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import type { Location, LocationDetails, PlaceOnMap } from '../port/location.js';
import { toSpecialPeriods } from '../translation/google-hours.js';
import type { GoogleLocation } from '../translation/google-types.js';
import { toCityAndStreet, toLocation, toPlaceOnMap } from '../translation/mapping.js';
import { ownedBy } from '../port/google-owner.js';

/** The facts of a location on which the text and the time of its posts depend. */
export interface PostedLocation {
  location: Location;
  specialHours: LocationDetails['specialHours'];
  place: PlaceOnMap;
  city: string | null;
  street: string | null;
}

/** Reads many locations at once from the copy of connected users' locations. */
@Injectable()
export class PostedLocations {
  constructor(private readonly database: Database) {}

  /** Locations as last read, by id; unknown ids are left out. */
  async find(owner: GoogleOwner, ids: string[]): Promise<Map<string, PostedLocation>> {
    if (ids.length === 0) return new Map();
    const { id, accountId, state, data, isPrimary } = mirrorLocations;
    const rows = await this.database.orm
      .select({ id, accountId, state, data })
      .from(mirrorLocations)
      .where(and(ownedBy(owner, mirrorLocations), inArray(id, ids), isPrimary));
    return new Map(
      rows.map((row) => {
        const google = row.data as unknown as GoogleLocation;
        const location = toLocation(google, row.accountId, row.state);
        const specialHours = { periods: toSpecialPeriods(google.specialHours?.specialHourPeriods ?? []) };
        return [row.id, { location, specialHours, place: toPlaceOnMap(google), ...toCityAndStreet(google) }];
      }),
    );
  }
}
