import { Injectable } from '@nestjs/common';
import { and, type SQL, sql } from 'drizzle-orm';
import { isAnyOf } from '../../database/any-of.js';
import { Database } from '../../database/database.js';
import { mirrorLocations } from '../../database/mirror.schema.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import type { LocationDetails, PlaceOnMap, PostingLocation } from '../port/location.js';
import { toSpecialPeriods } from '../translation/google-hours.js';
import type { GoogleLocation } from '../translation/google-types.js';
import { toCityAndStreet, toPlaceOnMap, toPostingLocation, toRegularHours } from '../translation/mapping.js';
import { ownedBy } from '../port/google-owner.js';

/** The facts of a location on which the text and the time of its posts depend. */
export interface PostedLocation {
  location: PostingLocation;
  /** Undefined: they were not asked for. */
  hours: Pick<LocationDetails, 'regularHours' | 'specialHours'> | undefined;
  place: PlaceOnMap;
  city: string | null;
  street: string | null;
}

/** What no post depends on. It is most of what Google has of a location. */
const NOT_OF_POSTS = Object.freeze([
  'moreHours',
  'serviceItems',
  'profile',
  'labels',
  'metadata',
] as const satisfies (keyof GoogleLocation)[]);
const HOURS = Object.freeze(['regularHours', 'specialHours'] as const satisfies (keyof GoogleLocation)[]);

/** Reads many locations at once from the copy of connected users' locations. */
@Injectable()
export class PostedLocations {
  constructor(private readonly database: Database) {}

  /** Locations as last read, by id; unknown ids are left out. Without their hours unless they are asked for. */
  async find(
    owner: GoogleOwner,
    ids: string[],
    { withHours = false } = {},
  ): Promise<Map<string, PostedLocation>> {
    if (ids.length === 0) return new Map();
    const { id, accountId, state, isPrimary } = mirrorLocations;
    const rows = await this.database.orm
      .select({ id, accountId, state, data: dataWithout([...NOT_OF_POSTS, ...(withHours ? [] : HOURS)]) })
      .from(mirrorLocations)
      .where(and(ownedBy(owner, mirrorLocations), isAnyOf(id, ids), isPrimary));
    return new Map(
      rows.map(({ data: google, ...row }) => [
        row.id,
        {
          location: toPostingLocation(google, row.accountId, row.state),
          hours: withHours
            ? {
                regularHours: toRegularHours(google),
                specialHours: { periods: toSpecialPeriods(google.specialHours?.specialHourPeriods ?? []) },
              }
            : undefined,
          place: toPlaceOnMap(google),
          ...toCityAndStreet(google),
        },
      ]),
    );
  }
}

/** What Google has of a location without some of its fields, which are neither sent nor parsed. */
function dataWithout(fields: readonly (keyof GoogleLocation)[]): SQL<GoogleLocation> {
  return sql<GoogleLocation>`${mirrorLocations.data} - ${sql.param(fields)}::text[]`;
}
