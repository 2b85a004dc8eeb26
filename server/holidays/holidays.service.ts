import { Injectable } from '@nestjs/common';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import { toGoogleOwner } from '../business-profile/port/google-owner.js';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { SelectionsService } from '../campaigns/selections/selections.service.js';
import { MAX_NAMED } from '../campaigns/selections/selection.dto.js';
import { Clock } from '../config/clock.js';
import { OneAtATime } from '../jobs/one-at-a-time.js';
import { inTurns } from '../jobs/turns.js';
import { MAX_PAGE } from '../security/validation.js';
import { LocationZones } from '../zones/location-zones.js';
import { DateCounts } from './date-counts.js';
import type { HolidayDatesDto, HolidayListDto, HolidayQueryDto, HolidayScopeDto } from './holiday.dto.js';
import { HolidayPlaces, type HolidayScope } from './holiday-places.js';
import { LocationHolidays, toRow } from './location-holidays.js';
import { PublicHolidays } from './public-holidays.js';

/** How many locations are read at once: a few milliseconds' work. */
const PART = 250;

/**
 * What locations say of the public holidays ahead, as Google last said it. Errors of every method: `connect/not-connected`
 * on sample data, `not_found` for an unknown account.
 */
@Injectable()
export class HolidaysService {
  constructor(
    private readonly providers: BusinessProfileProviders,
    private readonly selections: SelectionsService,
    private readonly places: HolidayPlaces,
    private readonly holidays: PublicHolidays,
    private readonly zones: LocationZones,
    private readonly oneAtATime: OneAtATime,
    private readonly clock: Clock,
  ) {}

  /**
   * The dates of the next 90 days, with how many locations have said what they do. It reads at most 10,000 locations, the
   * first by name. Errors too: `too_many_requests` while more of the workspace’s requests wait for their turn.
   */
  async dates(workspaceId: string, query: HolidayScopeDto): Promise<HolidayDatesDto> {
    const scope = await this.scopeOf(workspaceId, query);
    return this.oneAtATime.run(workspaceId, async () => {
      const ids = await this.places.ids(scope, { offset: 0, limit: MAX_NAMED });
      const counts = new DateCounts(query.dates ?? []);
      for (let first = 0; first < ids.length; first += PART) {
        const part = await this.read(scope.owner, ids.slice(first, first + PART), query.dates);
        await inTurns(part, (location) => counts.add(location));
      }
      return { ...counts.result(), countries: await this.places.countries(scope) };
    });
  }

  /** A page of locations by name, each with its days. */
  async list(workspaceId: string, query: HolidayQueryDto): Promise<HolidayListDto> {
    const scope = await this.scopeOf(workspaceId, query);
    const offset = Number(query.cursor ?? 0);
    const limit = query.limit ?? MAX_PAGE;
    const ids = await this.places.ids(scope, { offset, limit: limit + 1 });
    const read = await this.read(scope.owner, ids.slice(0, limit), query.dates);
    return {
      items: await inTurns(read, toRow),
      nextCursor: ids.length > limit ? String(offset + limit) : null,
    };
  }

  private async read(owner: GoogleOwner, ids: string[], added: string[] = []): Promise<LocationHolidays[]> {
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

  private async scopeOf(workspaceId: string, query: HolidayScopeDto): Promise<HolidayScope> {
    const owner = toGoogleOwner((await this.providers.sourceToShow(workspaceId)).owner);
    const { accountId, label, search, country } = query;
    return { owner, choice: await this.selections.choose(owner, { accountId, label, search }), country };
  }
}
