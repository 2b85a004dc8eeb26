import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type CurrentSession, CurrentUser } from '../auth/session.js';
import { ApiErrors } from '../errors/api-errors.js';
import { OverviewDto, OverviewQueryDto } from './overview.dto.js';
import { OverviewService } from './overview.service.js';

@ApiTags('Account')
@Controller('overview')
export class OverviewController {
  constructor(private readonly overview: OverviewService) {}

  /** The four counters of the overview. */
  @Get()
  @ApiErrors('validation_failed', 'not_signed_in')
  async getOverview(
    @CurrentUser() { uid }: CurrentSession,
    @Query() { timeZone = 'UTC' }: OverviewQueryDto,
  ): Promise<OverviewDto> {
    return this.overview.count(uid, timeZone);
  }
}
