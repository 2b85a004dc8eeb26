import { Injectable } from '@nestjs/common';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { toGoogleOwner } from '../business-profile/port/google-owner.js';
import { SelectionsService } from '../campaigns/selections/selections.service.js';
import { Clock } from '../config/clock.js';
import { LocationZones } from '../zones/location-zones.js';
import type { HolidayScopeDto } from './holiday.dto.js';
import { HolidayPlaces, type HolidayScope } from './holiday-places.js';
import { LocationHolidays } from './location-holidays.js';
import { PublicHolidays } from './public-holidays.js';

/** How many locations are read at once: a few milliseconds' work. */
const PART = 250;

/** Reads the days ahead of locations, as Google last said what they do. */
@Injectable()
export class HolidayReader {
  constructor(
    private readonly providers: BusinessProfileProviders,
    private readonly selections: SelectionsService,
    private readonly places: HolidayPlaces,
    private readonly holidays: PublicHolidays,
    private readonly zones: LocationZones,
    private readonly clock: Clock,
  ) {}

  /** The locations that are meant. Errors: `connect/not-connected` on sample data, `not_found` for an unknown account or selection. */
  async scopeOf(workspaceId: string, query: HolidayScopeDto): Promise<HolidayScope> {
    const owner = toGoogleOwner((await this.providers.sourceToShow(workspaceId)).owner);
    const { accountId, label, search, selectionId, country } = query;
    const choice = await this.selections.choose(owner, { accountId, label, search, selectionId });
    return { owner, choice, country };
  }

  /** Locations in the order of the ids; those that are gone are left out. */
  async read(owner: GoogleOwner, ids: string[], added: string[] = []): Promise<LocationHolidays[]> {
    const calendar = await this.holidays.load();
    const places = await this.places.read(owner, ids);
    const zones = await this.zones.ofPlaces(
      { ...owner, source: 'google' },
      new Map(places.map(({ id, place }) => [id, place])),
    );
    const zoneOf = new Map(zones);
    const now = this.clock.now();
    return places.map((place) => new LocationHolidays(place, zoneOf.get(place.id), calendar, now, added));
  }

  /** Many locations, in parts. */
  async *inParts(
    owner: GoogleOwner,
    ids: readonly string[],
    added?: string[],
  ): AsyncGenerator<LocationHolidays[]> {
    for (let first = 0; first < ids.length; first += PART)
      yield await this.read(owner, ids.slice(first, first + PART), added);
  }
}
