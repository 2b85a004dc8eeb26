import { Injectable } from '@nestjs/common';
import { and, asc, count, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../business-profile/port/google-owner.js';
import { REGION } from '../business-profile/mirror/mirror.repository.js';
import { isAnyOf } from '../database/any-of.js';
import { campaigns, campaignTargets } from '../database/campaigns.schema.js';
import { Database } from '../database/database.js';
import { mirrorLocations } from '../database/mirror.schema.js';
import { locationSettings } from '../database/zones.schema.js';
import { ONE_ZONE_COUNTRIES } from './place-zone.js';

/** What a person has said of the time zone of locations, and of which it has to be asked. */
@Injectable()
export class ZonesRepository {
  constructor(private readonly database: Database) {}

  /** The zones that a person has said, by location. */
  async told(owner: GoogleOwner, locationIds: readonly string[]): Promise<Map<string, string>> {
    if (locationIds.length === 0) return new Map();
    const { locationId, timeZone } = locationSettings;
    const rows = await this.database.orm
      .select({ locationId, timeZone })
      .from(locationSettings)
      .where(and(ownedBy(owner, locationSettings), isAnyOf(locationId, locationIds)));
    return new Map(rows.map((row) => [row.locationId, row.timeZone]));
  }

  /**
   * Locations by name whose country has several zones or is not known, and whose zone no person has given.
   * @param campaignId only those that this campaign of the owner’s leaves out for it
   */
  async listOpen(
    owner: GoogleOwner,
    limit: number,
    campaignId?: string,
  ): Promise<{ ids: string[]; total: number }> {
    const { id, sortText, isPrimary } = mirrorLocations;
    const isOpen = and(
      ownedBy(owner, mirrorLocations),
      isPrimary,
      or(isNull(REGION), notInArray(REGION, [...ONE_ZONE_COUNTRIES])),
      isNull(locationSettings.locationId),
      campaignId === undefined ? undefined : inArray(id, this.leftOutBy(owner, campaignId)),
    );
    const isSaid = and(ownedBy(owner, locationSettings), eq(locationSettings.locationId, id));
    const rows = await this.database.orm
      .select({ id })
      .from(mirrorLocations)
      .leftJoin(locationSettings, isSaid)
      .where(isOpen)
      .orderBy(asc(sql`${sortText} collate "C"`), asc(sql`${id} collate "C"`))
      .limit(limit);
    const [counted] = await this.database.orm
      .select({ total: count() })
      .from(mirrorLocations)
      .leftJoin(locationSettings, isSaid)
      .where(isOpen);
    return { ids: rows.map((row) => row.id), total: counted?.total ?? 0 };
  }

  /** The locations that a campaign leaves out as their zone is not known. */
  private leftOutBy(owner: GoogleOwner, campaignId: string) {
    const { locationId, leftOut } = campaignTargets;
    return this.database.orm
      .select({ locationId })
      .from(campaignTargets)
      .innerJoin(campaigns, eq(campaigns.id, campaignTargets.campaignId))
      .where(and(ownedBy(owner, campaigns), eq(campaigns.id, campaignId), eq(leftOut, 'zone-unknown')));
  }

  /** Keeps what a person says; null forgets it. */
  async say(
    { workspaceId, subject }: GoogleOwner,
    zones: readonly { locationId: string; timeZone: string | null }[],
    updatedAt: Date,
  ): Promise<void> {
    const said = zones.flatMap(({ locationId, timeZone }) =>
      timeZone === null ? [] : [{ workspaceId, subject, locationId, timeZone, updatedAt }],
    );
    const forgotten = zones.filter(({ timeZone }) => timeZone === null).map(({ locationId }) => locationId);
    await this.database.transaction(async (tx) => {
      if (said.length > 0)
        await tx
          .insert(locationSettings)
          .values(said)
          .onConflictDoUpdate({
            target: [locationSettings.workspaceId, locationSettings.subject, locationSettings.locationId],
            set: { timeZone: sql`excluded.time_zone`, updatedAt },
          });
      if (forgotten.length > 0)
        await tx
          .delete(locationSettings)
          .where(
            and(
              ownedBy({ workspaceId, subject }, locationSettings),
              inArray(locationSettings.locationId, forgotten),
            ),
          );
    });
  }
}
