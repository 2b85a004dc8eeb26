import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type CurrentSession, CurrentUser } from '../auth/session.js';
import { BusinessProfileProvider } from '../business-profile/business-profile-provider.js';
import { ApiErrors } from '../errors/api-errors.js';
import {
  CategoryListDto,
  CategoryQueryDto,
  LocationDto,
  LocationListDto,
  LocationQueryDto,
  toLocationList,
  toLocationQuery,
  UpdateLocationDto,
} from './location.dto.js';

@ApiTags('Listings')
@Controller()
export class LocationsController {
  constructor(private readonly provider: BusinessProfileProvider) {}

  /** The locations of an account, or of all accounts. */
  @Get('locations')
  @ApiErrors('validation_failed', 'not_signed_in', 'not_found')
  async listLocations(
    @CurrentUser() { uid }: CurrentSession,
    @Query() query: LocationQueryDto,
  ): Promise<LocationListDto> {
    const part = toLocationQuery(query);
    return toLocationList(await this.provider.listLocations(uid, part), part);
  }

  /** One location. */
  @Get('locations/:id')
  @ApiErrors('not_signed_in', 'not_found')
  getLocation(@CurrentUser() { uid }: CurrentSession, @Param('id') id: string): Promise<LocationDto> {
    return this.provider.getLocation(uid, id);
  }

  /** Saves the given fields of a location. */
  @Patch('locations/:id')
  @ApiErrors('validation_failed', 'not_signed_in', 'not_found')
  updateLocation(
    @CurrentUser() { uid }: CurrentSession,
    @Param('id') id: string,
    @Body() body: UpdateLocationDto,
  ): Promise<LocationDto> {
    return this.provider.updateLocation(uid, id, body);
  }

  /** Google's business categories by name, at most 20. */
  @Get('categories')
  @ApiErrors('validation_failed', 'not_signed_in')
  async searchCategories(@Query() query: CategoryQueryDto): Promise<CategoryListDto> {
    return { items: await this.provider.searchCategories(query.search ?? '') };
  }
}
