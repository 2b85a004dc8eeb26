import { Injectable } from '@nestjs/common';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import { PostedLocations } from '../business-profile/mirror/posted-locations.js';
import { Clock } from '../config/clock.js';
import { AppError } from '../errors/app-error.js';
import { LocationZones } from './location-zones.js';
import { regionName } from './place-zone.js';
import { type LocationZoneDto, MAX_ZONES, type NewZoneDto, type OpenZoneListDto } from './zone.dto.js';
import { ZonesRepository } from './zones.repository.js';

/** Shows which time locations keep, and lets a person say it. */
@Injectable()
export class ZonesService {
  constructor(
    private readonly providers: BusinessProfileProviders,
    private readonly locationZones: LocationZones,
    private readonly zones: ZonesRepository,
    private readonly locations: PostedLocations,
    private readonly clock: Clock,
  ) {}

  /** In the order in which they are named; unknown ones are left out. */
  async read(workspaceId: string, locationIds: readonly string[]): Promise<LocationZoneDto[]> {
    const { owner } = await this.providers.sourceToShow(workspaceId);
    const zones = await this.locationZones.of(owner, locationIds);
    return [...new Set(locationIds)].flatMap((locationId) => {
      const zone = zones.get(locationId);
      return zone ? [{ locationId, ...zone, choices: [...zone.choices] }] : [];
    });
  }

  /**
   * The locations whose zone has to be asked; none on sample data.
   * @param campaignId only those that this campaign leaves out for it
   */
  async listOpen(workspaceId: string, campaignId?: string): Promise<OpenZoneListDto> {
    const { owner } = await this.providers.sourceToShow(workspaceId);
    if (owner.subject === null) return { items: [], total: 0 };
    const own = { workspaceId: owner.workspaceId, subject: owner.subject };
    const { ids, total } = await this.zones.listOpen(own, MAX_ZONES, campaignId);
    const [zones, known] = await Promise.all([
      this.locationZones.of(owner, ids),
      this.locations.find(own, ids),
    ]);
    const items = ids.flatMap((locationId) => {
      const zone = zones.get(locationId);
      const posted = known.get(locationId);
      if (!zone || !posted) return [];
      const { name: locationName, storeCode, address } = posted.location;
      const { city, place } = posted;
      return [
        {
          ...{ locationId, ...zone, choices: [...zone.choices], locationName, storeCode, address, city },
          region: regionName(place),
          country: place.regionCode,
        },
      ];
    });
    return { items, total };
  }

  /** Keeps what a person says. Errors: `connect/not-connected`, `not_found`, `validation_failed` for one named twice. */
  async say(workspaceId: string, items: readonly NewZoneDto[]): Promise<LocationZoneDto[]> {
    const { owner } = await this.providers.sourceOf(workspaceId);
    if (owner.subject === null) throw AppError.of('connect/not-connected');
    const ids = items.map(({ locationId }) => locationId);
    const known = await this.locationZones.of(owner, ids);
    if (ids.some((id) => !known.has(id))) throw AppError.of('not_found');
    const twice = ids.findIndex((id, index) => ids.indexOf(id) < index);
    if (twice >= 0)
      throw AppError.invalid([
        { field: `items.${twice}.locationId`, message: 'This location is named twice' },
      ]);
    await this.zones.say({ workspaceId: owner.workspaceId, subject: owner.subject }, items, this.clock.now());
    return this.read(workspaceId, ids);
  }
}
