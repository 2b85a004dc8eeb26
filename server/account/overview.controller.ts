import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../errors/api-errors.js';
import { OverviewDto, OverviewQueryDto } from './overview.dto.js';

@ApiTags('Account')
@Controller('overview')
export class OverviewController {
  /** The four counters of the overview. */
  @Get()
  @ApiErrors('validation_failed', 'not_signed_in')
  getOverview(@Query() _query: OverviewQueryDto): OverviewDto {
    return { businessAccounts: 0, locations: 0, scheduledPosts: 0, publishedThisMonth: 0 };
  }
}
