import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../errors/api-errors.js';
import { CurrentOwner, type RequestOwner } from '../people/current-owner.js';
import { HolidayBlanksDto, HolidayCellsDto, LastYearDto } from './holiday-cells.dto.js';
import { HolidayDatesDto, HolidayListDto, HolidayQueryDto, HolidayScopeDto } from './holiday.dto.js';
import { HolidayCells } from './holiday-cells.js';
import { HolidaysService } from './holidays.service.js';

const ERRORS = ['not_found', 'connect/not-connected'] as const;

/** What locations say of the public holidays ahead. Available while a Business Profile is connected. */
@ApiTags('Holidays')
@Controller('holidays')
export class HolidaysController {
  constructor(
    private readonly holidays: HolidaysService,
    private readonly cells: HolidayCells,
  ) {}

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

  /**
   * The cells of a block of the table that have no answer: public holidays and added dates without special hours, grouped by
   * the dates that locations have in common. A bulk edit fills them with one answer for each group.
   */
  @Get('blanks')
  @ApiErrors(...ERRORS)
  listHolidayBlanks(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Query() query: HolidayCellsDto,
  ): Promise<HolidayBlanksDto> {
    return this.cells.blanks(workspaceId, query);
  }

  /**
   * What locations said of the same holidays a year before, for those cells of a block that have no answer. A holiday that
   * moves is the same by its name; other dates are the same day of the month. It is taken from the special hours that Google
   * still has and from the change log.
   */
  @Get('last-year')
  @ApiErrors(...ERRORS)
  listLastYear(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Query() query: HolidayCellsDto,
  ): Promise<LastYearDto> {
    return this.cells.lastYear(workspaceId, query);
  }
}
