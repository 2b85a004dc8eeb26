import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { type CurrentSession, CurrentUser } from '../auth/session.js';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import { Clock } from '../config/clock.js';
import { AppError } from '../errors/app-error.js';
import { ApiErrors } from '../errors/api-errors.js';
import { AccountListDto, CategoryListDto, CategoryQueryDto } from './listing.dto.js';
import { UpdateLocationDto } from './location-change.dto.js';
import {
  LocationAttributeListDto,
  LocationDetailsDto,
  MoreHoursTypeListDto,
} from './location-details.dto.js';
import { faultsOfDates } from './location-dates.js';
import { LocationListDto, LocationQueryDto, toLocationList, toLocationQuery } from './location.dto.js';

/** The errors of what is read at Google for one location. */
const GOOGLE_READ = [
  'not_signed_in',
  'not_found',
  'google/reconnect',
  'connect/held',
  'google/no-quota',
  'google/busy',
  'google/unavailable',
] as const;

/** The longest id of a location. */
const LOCATION_ID = { name: 'id', schema: { type: 'string', maxLength: 200 } } as const;

/** The user's accounts, their locations, and the categories that a location can have. */
@ApiTags('Listings')
@Controller()
export class ListingsController {
  constructor(
    private readonly providers: BusinessProfileProviders,
    private readonly clock: Clock,
  ) {}

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
  async getLocation(
    @CurrentUser() { uid }: CurrentSession,
    @Param('id') id: string,
  ): Promise<LocationDetailsDto> {
    const { provider, owner } = await this.providers.sourceToShow(uid);
    return provider.getLocation(owner, id);
  }

  /** The attributes of a location that are set, such as wheelchair access. */
  @Get('locations/:id/attributes')
  @ApiParam(LOCATION_ID)
  @ApiErrors(...GOOGLE_READ)
  async listAttributes(
    @CurrentUser() { uid }: CurrentSession,
    @Param('id') id: string,
  ): Promise<LocationAttributeListDto> {
    const { provider, owner } = await this.providers.sourceToShow(uid);
    return { items: await provider.listAttributes(owner, id) };
  }

  /** The types of hours that a location of its category can have besides its business hours. */
  @Get('locations/:id/more-hours-types')
  @ApiParam(LOCATION_ID)
  @ApiErrors(...GOOGLE_READ)
  async listMoreHoursTypes(
    @CurrentUser() { uid }: CurrentSession,
    @Param('id') id: string,
  ): Promise<MoreHoursTypeListDto> {
    const { provider, owner } = await this.providers.sourceToShow(uid);
    return { items: await provider.listMoreHoursTypes(owner, id) };
  }

  /** Saves the given fields of a location. */
  @Patch('locations/:id')
  @ApiParam(LOCATION_ID)
  @ApiErrors(
    'validation_failed',
    'not_signed_in',
    'not_found',
    'changed_since',
    'save_in_progress',
    'google/reconnect',
    'connect/held',
    'google/no-quota',
    'google/busy',
    'google/throttled',
    'google/day-full',
    'google/unavailable',
    'google/unreadable',
    'google/unconfirmed',
    'google/refused',
    'google/unverified',
    'google/changed',
  )
  async updateLocation(
    @CurrentUser() { uid }: CurrentSession,
    @Param('id') id: string,
    @Body() { basedOn, reason, ...change }: UpdateLocationDto,
  ): Promise<LocationDetailsDto> {
    const { provider, owner } = await this.providers.sourceOf(uid);
    const known = change.specialHours ? await provider.knownLocation(owner, id) : undefined;
    const faults = faultsOfDates(change, this.clock.now(), known?.specialHours?.periods ?? []);
    if (faults.length > 0) throw AppError.invalid(faults);
    return provider.updateLocation(owner, id, change, {
      actorUid: uid,
      basedOn,
      reason: reason ?? undefined,
    });
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
