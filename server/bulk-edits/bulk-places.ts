import { Injectable } from '@nestjs/common';
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { lockedFieldsOf } from '../business-profile/changes/locked-fields.js';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../business-profile/port/google-owner.js';
import type { GoogleLocation } from '../business-profile/translation/google-types.js';
import { toPlaceOnMap } from '../business-profile/translation/mapping.js';
import type { ProfileField, RawValue } from '../business-profile/translation/profile-fields.js';
import { Clock } from '../config/clock.js';
import { HOUR_MS } from '../config/durations.js';
import { dayOf } from '../config/days.js';
import { toWallText } from '../config/wall-time.js';
import { isAnyOf } from '../database/any-of.js';
import { bulkTargets, type BulkEditRow } from '../database/bulk-edits.schema.js';
import { Database } from '../database/database.js';
import { mirrorLocations } from '../database/mirror.schema.js';
import { Turns } from '../jobs/turns.js';
import { LocationZones } from '../zones/location-zones.js';
import type { PreviewedPlace } from './location-preview.js';
import { WaitingChanges } from './waiting-changes.js';

/** How many locations are read at once: a few milliseconds. */
export const PLACES_AT_ONCE = 250;

/** What no bulk edit depends on. */
const NOT_READ = Object.freeze([
  'serviceItems',
  'categories',
  'relationshipData',
  'adWordsLocationExtensions',
] as const);
/** What may change without changing what a location would get. */
const NOT_COMPARED = Object.freeze([...NOT_READ, 'metadata', 'pendingMask', 'latlng'] as const);

/** How far behind UTC the zone is in which a day ends last. */
const LAST_ZONE_MS = 12 * HOUR_MS;

/** A location as it was last read. */
export interface BulkPlace extends PreviewedPlace {
  id: string;
  accountId: string;
  timeZone: string | null;
  /** Stands for what a preview depends on. */
  hash: string;
}

/** Reads the facts on which bulk edits depend, for many locations at once. */
@Injectable()
export class BulkPlaces {
  constructor(
    private readonly database: Database,
    private readonly waiting: WaitingChanges,
    private readonly zones: LocationZones,
    private readonly clock: Clock,
  ) {}

  /** Locations as last read, by id; those that are not the owner's are left out. At most 250. */
  async find(owner: GoogleOwner, ids: string[]): Promise<Map<string, BulkPlace>> {
    const { id, accountId, state, isPrimary } = mirrorLocations;
    const rows = await this.database.orm
      .select({ id, accountId, state, google: without(NOT_READ), hash: HASH })
      .from(mirrorLocations)
      .where(and(ownedBy(owner, mirrorLocations), isAnyOf(id, ids), isPrimary));
    const places = new Map(rows.map((row) => [row.id, toPlaceOnMap(row.google)]));
    const zones = new Map(await this.zones.ofPlaces({ ...owner, source: 'google' }, places));
    const waiting = await this.waiting.valuesOf(owner, ids);
    const locked = await lockedFieldsOf(this.database.orm, owner, ids);
    return new Map(
      rows.map((row) => {
        const timeZone = zones.get(row.id)?.timeZone ?? null;
        const own = waiting.get(row.id) ?? new Map<ProfileField, RawValue>();
        const facts = { timeZone, today: this.today(timeZone), waiting: own };
        return [row.id, { ...row, ...facts, locked: locked.get(row.id) ?? new Set() }];
      }),
    );
  }

  /** The day in a zone; without one, the day where it begins last. */
  today(timeZone: string | null): string {
    const now = this.clock.now();
    return timeZone === null
      ? dayOf(new Date(now.getTime() - LAST_ZONE_MS))
      : toWallText(now, timeZone).slice(0, 10);
  }

  /** The locations of a preview that are no longer as it saw them, by id. */
  async changedSince({
    id: editId,
    ...owner
  }: Pick<BulkEditRow, 'id' | 'workspaceId' | 'subject'>): Promise<string[]> {
    const { bulkEditId, locationId, position, hash } = bulkTargets;
    const changed: string[] = [];
    const turns = new Turns();
    for (let last = -1; ;) {
      const seen = await this.database.orm
        .select({ locationId, position, hash })
        .from(bulkTargets)
        .where(and(eq(bulkEditId, editId), gt(position, last)))
        .orderBy(asc(position))
        .limit(PLACES_AT_ONCE);
      const ids = seen.map((target) => target.locationId);
      const { id, isPrimary } = mirrorLocations;
      const rows = await this.database.orm
        .select({ id, hash: HASH })
        .from(mirrorLocations)
        .where(and(ownedBy(owner, mirrorLocations), isAnyOf(id, ids), isPrimary));
      const now = new Map(rows.map((row) => [row.id, row.hash]));
      // One that is gone has no hash, here and in a preview that knew it.
      changed.push(
        ...seen
          .filter((target) => (now.get(target.locationId) ?? '') !== target.hash)
          .map((target) => target.locationId),
      );
      if (seen.length < PLACES_AT_ONCE) return changed;
      last = seen.at(-1)?.position ?? Infinity;
      await turns.pass();
    }
  }
}

/** What Google has of a location without some of its fields, which are neither sent nor parsed. */
function without(fields: readonly string[]): SQL<GoogleLocation> {
  return sql<GoogleLocation>`${mirrorLocations.data} - ${sql.param(fields)}::text[]`;
}

const HASH = sql<string>`md5(${mirrorLocations.state} || (${without(NOT_COMPARED)})::text)`;
