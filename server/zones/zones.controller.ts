import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type CurrentSession, CurrentUser } from '../auth/session.js';
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
    @CurrentUser() { uid }: CurrentSession,
    @Query() { locationIds }: ZoneQueryDto,
  ): Promise<LocationZoneListDto> {
    return { items: await this.zones.read(uid, locationIds) };
  }

  /** The locations whose time zone a person has to say, as their country has several: all, or those of a campaign. */
  @Get('open')
  listOpenZones(
    @CurrentUser() { uid }: CurrentSession,
    @Query() { campaignId }: OpenZoneQueryDto,
  ): Promise<OpenZoneListDto> {
    return this.zones.listOpen(uid, campaignId);
  }

  /** Says which time locations keep: all of them, or none where one is not the person’s. */
  @Patch()
  @ApiErrors('not_found', 'connect/not-connected')
  async sayZones(
    @CurrentUser() { uid }: CurrentSession,
    @Body() { items }: NewZonesDto,
  ): Promise<LocationZoneListDto> {
    return { items: await this.zones.say(uid, items) };
  }
}
