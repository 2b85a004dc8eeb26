import { Controller, Get, Logger } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../auth/session.js';
import { ApiErrors } from '../errors/api-errors.js';
import { AppError } from '../errors/app-error.js';
import { HealthDto } from './health.dto.js';
import { Readiness } from './readiness.js';

@ApiTags('Health')
@Public()
@Controller('health')
export class HealthController {
  private readonly logger = new Logger('Health');
  /** What the log was told last: it is told of changes, not of every question. */
  private told: string | undefined;

  constructor(private readonly readiness: Readiness) {}

  /** The process answers. */
  @Get('live')
  checkLiveness(): HealthDto {
    return { status: 'ok' };
  }

  /** The process should be sent requests: the database and the publisher work, and no stop has begun. */
  @Get('ready')
  @ApiErrors('unavailable')
  async checkReadiness(): Promise<HealthDto> {
    const hindrance = await this.readiness.hindrance();
    this.tell(hindrance);
    if (hindrance !== undefined) throw AppError.of('unavailable');
    return { status: 'ok' };
  }

  private tell(hindrance: string | undefined): void {
    if (hindrance === this.told) return;
    this.told = hindrance;
    if (hindrance === undefined) this.logger.log({ event: 'health.ready' });
    else this.logger.warn({ event: 'health.not_ready', reason: hindrance });
  }
}
