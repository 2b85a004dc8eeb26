import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../errors/api-errors.js';
import { CurrentOwner, type RequestOwner } from '../people/current-owner.js';
import { HolidayDatesDto, HolidayListDto, HolidayQueryDto, HolidayScopeDto } from './holiday.dto.js';
import { HolidaysService } from './holidays.service.js';

const ERRORS = ['not_found', 'connect/not-connected'] as const;

/** What locations say of the public holidays ahead. Available while a Business Profile is connected. */
@ApiTags('Holidays')
@Controller('holidays')
export class HolidaysController {
  constructor(private readonly holidays: HolidaysService) {}

  /**
   * Locations by name, each with its public holidays in the next 90 days and what Google has for them. Days are the
   * location’s own: one that has passed there is left out.
   */
  @Get()
  @ApiErrors(...ERRORS)
  listHolidays(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Query() query: HolidayQueryDto,
  ): Promise<HolidayListDto> {
    return this.holidays.list(workspaceId, query);
  }

  /** The dates on which any of the locations has a public holiday, with how many have not said what they do. */
  @Get('dates')
  @ApiErrors(...ERRORS)
  listHolidayDates(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Query() query: HolidayScopeDto,
  ): Promise<HolidayDatesDto> {
    return this.holidays.dates(workspaceId, query);
  }
}
