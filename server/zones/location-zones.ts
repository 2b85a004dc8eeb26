import { Injectable } from '@nestjs/common';
import type { Owner } from '../business-profile/port/business-profile-provider.js';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import type { PlaceOnMap } from '../business-profile/port/location.js';
import { type PlaceZone, zoneOfPlace } from './place-zone.js';
import { ZonesRepository } from './zones.repository.js';

/**
 * From where the zone of a location is known: its country has one, a person has said it, or it belongs to the sample. What
 * is only suggested is not known.
 */
export const ZONE_SOURCES = Object.freeze(['country', 'person', 'sample'] as const);

/** The time zone of a location. */
export interface LocationZone extends PlaceZone {
  /** Null where the zone is not known. */
  source: (typeof ZONE_SOURCES)[number] | null;
}

/** How many locations are looked up at once: computing their zones takes a few milliseconds. */
const PART = 500;

/** Says which time locations keep. */
@Injectable()
export class LocationZones {
  constructor(
    private readonly providers: BusinessProfileProviders,
    private readonly zones: ZonesRepository,
  ) {}

  /** By location, as last read and without asking the source; those that are not the owner's are left out. */
  async of(owner: Owner, locationIds: readonly string[]): Promise<Map<string, LocationZone>> {
    const all = new Map<string, LocationZone>();
    for (let first = 0; first < locationIds.length; first += PART) {
      const ids = locationIds.slice(first, first + PART);
      for (const [id, zone] of await this.ofPart(owner, ids)) all.set(id, zone);
    }
    return all;
  }

  private async ofPart(owner: Owner, ids: string[]): Promise<[string, LocationZone][]> {
    return this.ofPlaces(owner, await this.providers.named(owner.source).placesOnMap(owner, ids));
  }

  /** The same of at most 500 locations of which is known where they are. */
  async ofPlaces(
    { workspaceId, subject }: Owner,
    places: ReadonlyMap<string, PlaceOnMap>,
  ): Promise<[string, LocationZone][]> {
    const ids = [...places.keys()];
    const said = subject === null ? undefined : await this.zones.told({ workspaceId, subject }, ids);
    return [...places].map(([id, place]) => {
      if (place.timeZone !== null)
        return [id, { timeZone: place.timeZone, suggestion: null, choices: [], source: 'sample' }];
      const zone = zoneOfPlace(place);
      const timeZone = said?.get(id);
      if (timeZone !== undefined) return [id, { ...zone, timeZone, suggestion: null, source: 'person' }];
      return [id, { ...zone, source: zone.timeZone === null ? null : 'country' }];
    });
  }
}
