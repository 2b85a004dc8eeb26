import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AppError, ERRORS } from '../errors/app-error.js';
import { ApiErrors } from '../errors/api-errors.js';
import { BusinessProfileProvider } from './business-profile-provider.js';
import { ConnectionStatusDto, ConsentPageDto, SetupAnswerDto, SetupDto } from './connection.dto.js';

/** The connection to a Google Business Profile. No Google client is built in yet, so nothing can be connected. */
@ApiTags('Connection')
@Controller('auth')
export class ConnectionController {
  constructor(private readonly provider: BusinessProfileProvider) {}

  /** Whether a Business Profile is connected. */
  @Get('gbp-status')
  @ApiErrors('not_signed_in')
  getConnectionStatus(): ConnectionStatusDto {
    return { hasAccess: this.provider.source === 'google', source: this.provider.source };
  }

  /** Begins connecting: the address of Google's consent page. */
  @Post('gbp-connect')
  @HttpCode(200)
  @ApiErrors('not_signed_in', 'connect/not-configured')
  beginConnection(): ConsentPageDto {
    throw AppError.of('connect/not-configured');
  }

  /** Finishes connecting. A code without a connection that was begun here by the same user is refused. */
  @Post('setup')
  @HttpCode(200)
  @ApiErrors('validation_failed', 'not_signed_in')
  finishConnection(@Body() _body: SetupDto): SetupAnswerDto {
    const [, reason] = ERRORS['connect/not-configured'];
    return { success: false, message: 'Setup failed', error: { message: reason } };
  }
}
