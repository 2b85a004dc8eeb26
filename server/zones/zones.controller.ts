import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentOwner, type RequestOwner } from '../people/current-owner.js';
import { ApiErrors } from '../errors/api-errors.js';
import {
  LocationZoneListDto,
  NewZonesDto,
  OpenZoneListDto,
  OpenZoneQueryDto,
  ZoneQueryDto,
} from './zone.dto.js';
import { ZonesService } from './zones.service.js';

/** Which time locations keep. Google does not say it. */
@ApiTags('Time zones')
@Controller('time-zones')
export class ZonesController {
  constructor(private readonly zones: ZonesService) {}

  /** The time zones of locations, in the order in which they are named; unknown locations are left out. */
  @Get()
  async listZones(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Query() { locationIds }: ZoneQueryDto,
  ): Promise<LocationZoneListDto> {
    return { items: await this.zones.read(workspaceId, locationIds) };
  }

  /** The locations whose time zone a person has to say, as their country has several: all, or those of a campaign. */
  @Get('open')
  listOpenZones(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Query() { campaignId }: OpenZoneQueryDto,
  ): Promise<OpenZoneListDto> {
    return this.zones.listOpen(workspaceId, campaignId);
  }

  /** Says which time locations keep: all of them, or none where one is not the workspace’s. */
  @Patch()
  @ApiErrors('not_found', 'connect/not-connected')
  async sayZones(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Body() { items }: NewZonesDto,
  ): Promise<LocationZoneListDto> {
    return { items: await this.zones.say(workspaceId, items) };
  }
}
