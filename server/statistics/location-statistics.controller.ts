import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentOwner, type RequestOwner } from '../people/current-owner.js';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import { toGoogleOwner } from '../business-profile/port/google-owner.js';
import { AppError } from '../errors/app-error.js';
import { ApiErrors } from '../errors/api-errors.js';
import { LocationIdInPath } from '../security/path-ids.js';
import { LocationReadModel } from './location-read-model.js';
import { LocationStatisticsDto, NO_STATISTICS } from './location-statistics.dto.js';

/** What the details of a location show of its statistics. The sample has none. */
@ApiTags('Listings')
@Controller('locations/:id/stats')
export class LocationStatisticsController {
  constructor(
    private readonly providers: BusinessProfileProviders,
    private readonly statistics: LocationReadModel,
  ) {}

  /** The statistics of a location over the last 30 days that Google has counted. */
  @Get()
  @ApiErrors('google/reconnect', 'connect/held', 'google/busy', 'google/unavailable')
  async getLocationStats(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @LocationIdInPath() id: string,
  ): Promise<LocationStatisticsDto> {
    const { provider, owner } = await this.providers.sourceToShow(workspaceId);
    if (!(await provider.knownLocation(owner, id))) throw AppError.of('not_found');
    return provider.source === 'google' ? this.statistics.read(toGoogleOwner(owner), id) : NO_STATISTICS;
  }
}
