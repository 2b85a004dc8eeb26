import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentOwner, type RequestOwner } from '../people/current-owner.js';
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

/** The accounts of a workspace, their locations, and the categories that a location can have. */
@ApiTags('Listings')
@Controller()
export class ListingsController {
  constructor(
    private readonly providers: BusinessProfileProviders,
    private readonly clock: Clock,
  ) {}

  /** The business accounts of a workspace. */
  @Get('accounts')
  async listAccounts(@CurrentOwner() { workspaceId }: RequestOwner): Promise<AccountListDto> {
    const { provider, owner } = await this.providers.sourceToShow(workspaceId);
    return { items: await provider.listAccounts(owner) };
  }

  /** The locations of an account, or of all accounts. */
  @Get('locations')
  @ApiErrors('not_found')
  async listLocations(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Query() query: LocationQueryDto,
  ): Promise<LocationListDto> {
    const part = toLocationQuery(query);
    const { provider, owner } = await this.providers.sourceToShow(workspaceId);
    return toLocationList(await provider.listLocations(owner, part), part);
  }

  /** One location. */
  @Get('locations/:id')
  async getLocation(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @LocationIdInPath() id: string,
  ): Promise<LocationDetailsDto> {
    const { provider, owner } = await this.providers.sourceToShow(workspaceId);
    return provider.getLocation(owner, id);
  }

  /** The attributes of a location that are set, such as wheelchair access. */
  @Get('locations/:id/attributes')
  @ApiErrors(...GOOGLE_READ_ERRORS)
  async listAttributes(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @LocationIdInPath() id: string,
  ): Promise<LocationAttributeListDto> {
    const { provider, owner } = await this.providers.sourceToShow(workspaceId);
    return { items: await provider.listAttributes(owner, id) };
  }

  /** The types of hours that a location of its category can have besides its business hours. */
  @Get('locations/:id/more-hours-types')
  @ApiErrors(...GOOGLE_READ_ERRORS)
  async listMoreHoursTypes(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @LocationIdInPath() id: string,
  ): Promise<MoreHoursTypeListDto> {
    const { provider, owner } = await this.providers.sourceToShow(workspaceId);
    return { items: await provider.listMoreHoursTypes(owner, id) };
  }

  /** Saves the given fields of a location. */
  @Patch('locations/:id')
  @ApiErrors(...GOOGLE_SAVE_ERRORS)
  async updateLocation(
    @CurrentOwner() { workspaceId, actor }: RequestOwner,
    @LocationIdInPath() id: string,
    @Body() { basedOn, reason, ...change }: UpdateLocationDto,
  ): Promise<LocationDetailsDto> {
    const { provider, owner } = await this.providers.sourceOf(workspaceId);
    const known = change.specialHours ? await provider.knownLocation(owner, id) : undefined;
    const faults = faultsOfDates(change, this.clock.now(), known?.specialHours?.periods ?? []);
    if (faults.length > 0) throw AppError.invalid(faults);
    return provider.updateLocation(owner, id, change, {
      actor,
      basedOn,
      reason: reason ?? undefined,
    });
  }

  /** Google's business categories by name, at most 20. */
  @Get('categories')
  @ApiErrors(...GOOGLE_READ_ERRORS)
  async searchCategories(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Query() query: CategoryQueryDto,
  ): Promise<CategoryListDto> {
    const { provider, owner } = await this.providers.sourceToShow(workspaceId);
    return { items: await provider.searchCategories(owner, query.search ?? '') };
  }
}
