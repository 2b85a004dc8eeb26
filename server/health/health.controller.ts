import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../auth/session.js';
import { Database } from '../database/database.js';
import { ApiErrors } from '../errors/api-errors.js';
import { AppError } from '../errors/app-error.js';

export class HealthDto {
  /** @example 'ok' */
  status!: 'ok';
}

@ApiTags('Health')
@Public()
@Controller('health')
export class HealthController {
  constructor(private readonly database: Database) {}

  /** The process answers. */
  @Get('live')
  checkLiveness(): HealthDto {
    return { status: 'ok' };
  }

  /** The database answers as well. */
  @Get('ready')
  @ApiErrors('unavailable')
  async checkReadiness(): Promise<HealthDto> {
    await this.database.ping().catch((error: unknown) => {
      throw AppError.of('unavailable', error);
    });
    return { status: 'ok' };
  }
}
