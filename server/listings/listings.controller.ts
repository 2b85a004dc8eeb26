import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type CurrentSession, CurrentUser } from '../auth/session.js';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import { Clock } from '../config/clock.js';
import { AppError } from '../errors/app-error.js';
import { ApiErrors, GOOGLE_READ_ERRORS, GOOGLE_SAVE_ERRORS } from '../errors/api-errors.js';
import { LocationIdInPath } from '../security/path-ids.js';
import { AccountListDto, CategoryListDto, CategoryQueryDto } from './listing.dto.js';
import { UpdateLocationDto } from './location-change.dto.js';
import {
  LocationAttributeListDto,
  LocationDetailsDto,
  MoreHoursTypeListDto,
} from './location-details.dto.js';
import { faultsOfDates } from './location-dates.js';
import { LocationListDto, LocationQueryDto, toLocationList, toLocationQuery } from './location.dto.js';

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
  async listAccounts(@CurrentUser() { uid }: CurrentSession): Promise<AccountListDto> {
    const { provider, owner } = await this.providers.sourceToShow(uid);
    return { items: await provider.listAccounts(owner) };
  }

  /** The locations of an account, or of all accounts. */
  @Get('locations')
  @ApiErrors('not_found')
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
  async getLocation(
    @CurrentUser() { uid }: CurrentSession,
    @LocationIdInPath() id: string,
  ): Promise<LocationDetailsDto> {
    const { provider, owner } = await this.providers.sourceToShow(uid);
    return provider.getLocation(owner, id);
  }

  /** The attributes of a location that are set, such as wheelchair access. */
  @Get('locations/:id/attributes')
  @ApiErrors(...GOOGLE_READ_ERRORS)
  async listAttributes(
    @CurrentUser() { uid }: CurrentSession,
    @LocationIdInPath() id: string,
  ): Promise<LocationAttributeListDto> {
    const { provider, owner } = await this.providers.sourceToShow(uid);
    return { items: await provider.listAttributes(owner, id) };
  }

  /** The types of hours that a location of its category can have besides its business hours. */
  @Get('locations/:id/more-hours-types')
  @ApiErrors(...GOOGLE_READ_ERRORS)
  async listMoreHoursTypes(
    @CurrentUser() { uid }: CurrentSession,
    @LocationIdInPath() id: string,
  ): Promise<MoreHoursTypeListDto> {
    const { provider, owner } = await this.providers.sourceToShow(uid);
    return { items: await provider.listMoreHoursTypes(owner, id) };
  }

  /** Saves the given fields of a location. */
  @Patch('locations/:id')
  @ApiErrors(...GOOGLE_SAVE_ERRORS)
  async updateLocation(
    @CurrentUser() { uid }: CurrentSession,
    @LocationIdInPath() id: string,
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
  @ApiErrors(...GOOGLE_READ_ERRORS)
  async searchCategories(
    @CurrentUser() { uid }: CurrentSession,
    @Query() query: CategoryQueryDto,
  ): Promise<CategoryListDto> {
    const { provider, owner } = await this.providers.sourceToShow(uid);
    return { items: await provider.searchCategories(owner, query.search ?? '') };
  }
}
