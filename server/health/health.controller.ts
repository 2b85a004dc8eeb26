import { Controller, Get, Logger, Module } from '@nestjs/common';
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
  /** The last hindrance that was logged. The log shows changes, not every check. */
  private logged: string | undefined;

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
    this.logChange(hindrance);
    if (hindrance !== undefined) throw AppError.of('unavailable');
    return { status: 'ok' };
  }

  private logChange(hindrance: string | undefined): void {
    if (hindrance === this.logged) return;
    this.logged = hindrance;
    if (hindrance === undefined) this.logger.log({ event: 'health.ready' });
    else this.logger.warn({ event: 'health.not_ready', reason: hindrance });
  }
}

/** The checks of a container platform. */
@Module({ controllers: [HealthController], providers: [Readiness], exports: [Readiness] })
export class HealthModule {}
