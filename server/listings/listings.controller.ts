import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { type CurrentSession, CurrentUser } from '../auth/session.js';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import { ApiErrors } from '../errors/api-errors.js';
import { AccountListDto, CategoryListDto, CategoryQueryDto } from './listing.dto.js';
import {
  LocationDto,
  LocationListDto,
  LocationQueryDto,
  LocationStatsDto,
  NO_STATS,
  toLocationList,
  toLocationQuery,
  UpdateLocationDto,
} from './location.dto.js';

/** The longest id of a location. */
const LOCATION_ID = { name: 'id', schema: { type: 'string', maxLength: 200 } } as const;

/** The user's accounts, their locations, and the categories that a location can have. */
@ApiTags('Listings')
@Controller()
export class ListingsController {
  constructor(private readonly providers: BusinessProfileProviders) {}

  /** The user's business accounts. */
  @Get('accounts')
  @ApiErrors('not_signed_in')
  async listAccounts(@CurrentUser() { uid }: CurrentSession): Promise<AccountListDto> {
    const { provider, owner } = await this.providers.sourceToShow(uid);
    return { items: await provider.listAccounts(owner) };
  }

  /** The locations of an account, or of all accounts. */
  @Get('locations')
  @ApiErrors('validation_failed', 'not_signed_in', 'not_found')
  async listLocations(
    @CurrentUser() { uid }: CurrentSession,
    @Query() query: LocationQueryDto,
  ): Promise<LocationListDto> {
    const part = toLocationQuery(query);
    const { provider, owner } = await this.providers.sourceToShow(uid);
    return toLocationList(await provider.listLocations(owner, part), part);
  }

  /** One location. */
  @Get('locations/:id')
  @ApiParam(LOCATION_ID)
  @ApiErrors('not_signed_in', 'not_found')
  async getLocation(@CurrentUser() { uid }: CurrentSession, @Param('id') id: string): Promise<LocationDto> {
    const { provider, owner } = await this.providers.sourceToShow(uid);
    return provider.getLocation(owner, id);
  }

  /** The figures of a location of the last 30 days that Google has counted. */
  @Get('locations/:id/stats')
  @ApiParam(LOCATION_ID)
  @ApiErrors(
    'not_signed_in',
    'not_found',
    'google/reconnect',
    'connect/held',
    'google/busy',
    'google/unavailable',
  )
  async getLocationStats(
    @CurrentUser() { uid }: CurrentSession,
    @Param('id') id: string,
  ): Promise<LocationStatsDto> {
    const { provider, owner } = await this.providers.sourceToShow(uid);
    return (await provider.locationStats(owner, id)) ?? NO_STATS;
  }

  /** Saves the given fields of a location. */
  @Patch('locations/:id')
  @ApiParam(LOCATION_ID)
  @ApiErrors(
    'validation_failed',
    'not_signed_in',
    'not_found',
    'google/reconnect',
    'connect/held',
    'google/no-quota',
    'google/busy',
    'google/unavailable',
    'google/refused',
    'google/unverified',
    'google/changed',
  )
  async updateLocation(
    @CurrentUser() { uid }: CurrentSession,
    @Param('id') id: string,
    @Body() body: UpdateLocationDto,
  ): Promise<LocationDto> {
    const { provider, owner } = await this.providers.sourceOf(uid);
    return provider.updateLocation(owner, id, body);
  }

  /** Google's business categories by name, at most 20. */
  @Get('categories')
  @ApiErrors(
    'validation_failed',
    'not_signed_in',
    'google/reconnect',
    'connect/held',
    'google/no-quota',
    'google/busy',
    'google/unavailable',
  )
  async searchCategories(
    @CurrentUser() { uid }: CurrentSession,
    @Query() query: CategoryQueryDto,
  ): Promise<CategoryListDto> {
    const { provider, owner } = await this.providers.sourceToShow(uid);
    return { items: await provider.searchCategories(owner, query.search ?? '') };
  }
}
