import { Injectable, Logger } from '@nestjs/common';
import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../business-profile/port/google-owner.js';
import type { GoogleLocation } from '../business-profile/translation/google-types.js';
import { toPlaceOnMap } from '../business-profile/translation/mapping.js';
import type { ProfileField, RawValue } from '../business-profile/translation/profile-fields.js';
import { Clock } from '../config/clock.js';
import { dayAfter } from '../config/days.js';
import { toWallText } from '../config/wall-time.js';
import { isAnyOf } from '../database/any-of.js';
import { changeLines, googleEdits, locationChanges, OPEN_STATES } from '../database/changes.schema.js';
import { Database } from '../database/database.js';
import { lockedFields } from '../database/locks.schema.js';
import { mirrorLocations } from '../database/mirror.schema.js';
import { rootOf } from '../errors/database-errors.js';
import { type HolidayCalendar, PublicHolidays } from '../holidays/public-holidays.js';
import { LocationZones } from '../zones/location-zones.js';
import type { Facts, FieldSince } from './rules/rule.js';
import type { Located, Siblings } from './rules/siblings.js';
import { ViewsReadModel } from './views-read-model.js';

/** How many days ahead public holidays are looked for. */
const HOLIDAY_DAYS = 30;
/** How many locations one statement reads: some milliseconds. */
export const PAGE = 250;
const UTC = 'UTC';
/** What no location is compared with others by, and what is the longest. */
const OWN_PARTS = '{profile,serviceItems,moreHours,specialHours,relationshipData}';

/** A field whose own value is on its way to the public, and since when. */
export interface Moving extends FieldSince {
  isInReview: boolean;
}

/** A location to be judged. */
export interface PlaceFacts extends Facts {
  readAt: Date;
  /** What Google shows in place of the owner’s values. */
  publicValues: ReadonlyMap<ProfileField, RawValue>;
  /** Whether it is known what the public sees. */
  isPublicKnown: boolean;
  moving: readonly Moving[];
  factsHash: string;
}

/** A location in a look at all: what it shares with others, and whether it is to be judged. */
export interface LookedAt extends Located {
  factsHash: string;
}

/** What surrounds a location, besides Google’s payload. */
interface Around {
  today: string;
  edits: { field: ProfileField; since: Date; publicValue: RawValue }[];
  moving: Moving[];
  overruled: ProfileField[];
}

interface Row {
  id: string;
  accountId: string;
  google: GoogleLocation;
  state: Facts['state'];
  readAt: Date;
  isPublicKnown: boolean;
  dataHash: string;
}

/** Reads what is known of locations from the database, without asking Google. */
@Injectable()
export class AdviceFacts {
  private readonly logger = new Logger('Advice');

  constructor(
    private readonly database: Database,
    private readonly zones: LocationZones,
    private readonly holidays: PublicHolidays,
    private readonly views: ViewsReadModel,
    private readonly clock: Clock,
  ) {}

  /** The next locations of an owner by their ids, without what is only their own. */
  async page(owner: GoogleOwner, after: string): Promise<LookedAt[]> {
    const shared = sql<Record<string, unknown>>`${mirrorLocations.data} - ${OWN_PARTS}::text[]`;
    const rows: Row[] = await this.database.orm
      .select(columns(shared))
      .from(mirrorLocations)
      .where(and(ownedBy(owner, mirrorLocations), mirrorLocations.isPrimary, gt(mirrorLocations.id, after)))
      .orderBy(asc(mirrorLocations.id))
      .limit(PAGE)
      .then((found) => found.map(toRow));
    const around = await this.around(owner, rows);
    return rows.map((row) => {
      const { id, accountId, google } = row;
      return { id, accountId, google, factsHash: hashOf(row, around.get(id)!) };
    });
  }

  /** All that is known of some locations, by their ids; one that is gone is left out. */
  async of(owner: GoogleOwner, ids: readonly string[], siblings: Siblings): Promise<PlaceFacts[]> {
    const rows: Row[] = await this.database.orm
      .select(columns(sql<Record<string, unknown>>`${mirrorLocations.data}`))
      .from(mirrorLocations)
      .where(
        and(ownedBy(owner, mirrorLocations), mirrorLocations.isPrimary, isAnyOf(mirrorLocations.id, ids)),
      )
      .orderBy(asc(mirrorLocations.id))
      .then((found) => found.map(toRow));
    const around = await this.around(owner, rows);
    const views = await this.views.of(owner, ids);
    const calendar = await this.calendar();
    return rows.map((row) => {
      const { edits, ...rest } = around.get(row.id)!;
      return {
        ...row,
        ...rest,
        factsHash: hashOf(row, around.get(row.id)!),
        openEdits: edits.map(({ field, since }) => ({ field, since })),
        inReview: rest.moving.filter(({ isInReview }) => isInReview),
        publicValues: new Map(edits.map(({ field, publicValue }) => [field, publicValue])),
        holidays: holidaysOf(calendar, row.google, rest.today),
        views: views.get(row.id) ?? null,
        siblings,
      };
    });
  }

  /** Undefined where it cannot be loaded: then no holiday is known. */
  private async calendar(): Promise<HolidayCalendar | undefined> {
    try {
      return await this.holidays.load();
    } catch (error) {
      this.logger.error({ event: 'advice.no_holidays', reason: String(rootOf(error)) });
      return undefined;
    }
  }

  private async around(owner: GoogleOwner, rows: readonly Row[]): Promise<Map<string, Around>> {
    const ids = rows.map(({ id }) => id);
    const places = new Map(rows.map(({ id, google }) => [id, toPlaceOnMap(google)]));
    const zones = new Map(await this.zones.ofPlaces({ ...owner, source: 'google' }, places));
    const edits = Map.groupBy(await this.openEdits(owner, ids), ({ locationId }) => locationId);
    const moving = Map.groupBy(await this.moving(owner, ids), ({ locationId }) => locationId);
    const overruled = Map.groupBy(await this.overruled(owner, ids), ({ locationId }) => locationId);
    const now = this.clock.now();
    return new Map(
      ids.map((id) => [
        id,
        {
          today: toWallText(now, zones.get(id)?.timeZone ?? UTC).slice(0, 10),
          edits: (edits.get(id) ?? []).map(({ locationId: _, field, ...edit }) => ({
            ...edit,
            field: field as ProfileField,
          })),
          moving: (moving.get(id) ?? []).map(({ field, state, at, sentAt }) => ({
            field: field as ProfileField,
            since: sentAt ?? at,
            isInReview: state === 'in_review',
          })),
          overruled: (overruled.get(id) ?? []).map(({ field }) => field as ProfileField),
        },
      ]),
    );
  }

  private openEdits(owner: GoogleOwner, ids: readonly string[]) {
    const { locationId, field, firstSeenAt, publicValue, state } = googleEdits;
    return this.database.orm
      .select({ locationId, field, since: firstSeenAt, publicValue })
      .from(googleEdits)
      .where(and(ownedBy(owner, googleEdits), isAnyOf(locationId, ids), eq(state, 'OPEN')))
      .orderBy(locationId, field, firstSeenAt);
  }

  /** The lines of the change log that wait, are on their way or in review at Google. */
  private moving(owner: GoogleOwner, ids: readonly string[]) {
    const { locationId, field, state, at, id } = changeLines;
    return this.database.orm
      .select({ locationId, field, state, at, sentAt: locationChanges.sentAt })
      .from(changeLines)
      .leftJoin(locationChanges, eq(locationChanges.id, changeLines.locationChangeId))
      .where(
        and(
          ownedBy(owner, changeLines),
          isAnyOf(locationId, ids),
          inArray(state, [...OPEN_STATES, 'in_review']),
        ),
      )
      .orderBy(locationId, at, id);
  }

  private overruled(owner: GoogleOwner, ids: readonly string[]) {
    const { locationId, field, waits } = lockedFields;
    return this.database.orm
      .select({ locationId, field })
      .from(lockedFields)
      .where(and(ownedBy(owner, lockedFields), isAnyOf(locationId, ids), isNotNull(waits)))
      .orderBy(locationId, field);
  }
}

function columns<Data>(google: Data) {
  const { id, accountId, data, state, readAt, publicReadAt } = mirrorLocations;
  return {
    id,
    accountId,
    google,
    state,
    readAt,
    isPublicKnown: sql<boolean>`${publicReadAt} is not distinct from ${readAt}`,
    dataHash: sql<string>`md5(${data}::text)`,
  };
}

function toRow({ google, ...row }: Omit<Row, 'google'> & { google: Record<string, unknown> }): Row {
  return { ...row, google: google as unknown as GoogleLocation };
}

/** A text that is the same only while everything is that rules judge by. How often a location is seen is no part of it. */
function hashOf({ dataHash, state, isPublicKnown }: Row, around: Around): string {
  return createHash('sha256')
    .update(JSON.stringify([dataHash, state, isPublicKnown, around]))
    .digest('base64url')
    .slice(0, 22);
}

function holidaysOf(
  calendar: HolidayCalendar | undefined,
  google: GoogleLocation,
  today: string,
): Facts['holidays'] {
  const region = calendar?.regionOf(toPlaceOnMap(google));
  if (!calendar || !region || region.country === null) return 'unknown';
  return calendar.between(region, { from: today, to: dayAfter(today, HOLIDAY_DAYS) });
}
