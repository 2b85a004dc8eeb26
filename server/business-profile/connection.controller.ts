import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AppError, ERRORS } from '../errors/app-error.js';
import { ApiErrors } from '../errors/api-errors.js';
import {
  ConnectionStatusDto,
  ConsentPageDto,
  DisconnectedDto,
  SetupAnswerDto,
  SetupDto,
} from './connection.dto.js';

/** The connection to a Google Business Profile. No Google client is built in yet, so nothing can be connected. */
@ApiTags('Connection')
@Controller('auth')
export class ConnectionController {
  /** Whether a Business Profile is connected. */
  @Get('gbp-status')
  @ApiErrors('not_signed_in')
  getConnectionStatus(): ConnectionStatusDto {
    return { hasAccess: false, source: 'sample', state: 'none', email: null, connectedAt: null };
  }

  /** Revokes the grant at Google and forgets the connection. */
  @Delete('gbp-connection')
  @ApiErrors('not_signed_in', 'connect/not-connected')
  disconnect(): DisconnectedDto {
    throw AppError.of('connect/not-connected');
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
