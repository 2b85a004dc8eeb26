import {
  type ArgumentsHost,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  HttpCode,
  Query,
  Req,
  Res,
  UseFilters,
} from '@nestjs/common';
import { ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import { isUUID } from 'class-validator';
import type { Request, Response } from 'express';
import { ApiErrors } from '../errors/api-errors.js';
import { AppError } from '../errors/app-error.js';
import { ErrorFilter } from '../errors/error.filter.js';
import { GoogleSignInQueryDto } from './auth.dto.js';
import { GoogleSignInService, resultPage } from './google-sign-in.service.js';
import { Public } from './session.js';
import { Throttled } from './throttle.guard.js';

/** The popup would show a refusal as JSON. After too many attempts it goes to the page that reports to its opener instead. */
@Catch()
class GoogleSignInFilter implements ExceptionFilter {
  private readonly errors = new ErrorFilter();

  catch(thrown: unknown, host: ArgumentsHost): void {
    const { attempt } = host.switchToHttp().getRequest<Request>().query;
    const isTooOften = thrown instanceof AppError && thrown.code === 'auth/too-many-requests';
    if (!isTooOften || typeof attempt !== 'string' || !isUUID(attempt, '4'))
      return this.errors.catch(thrown, host);
    host.switchToHttp().getResponse<Response>().redirect(resultPage(thrown.code, attempt));
  }
}

/** The two ends of the popup's way to Google: the only safe methods that store something. */
@ApiTags('Sign-in')
@Controller('auth/google')
export class GoogleSignInController {
  constructor(private readonly signIn: GoogleSignInService) {}

  /** Begins a sign-in with Google; to be opened in a popup, which ends on a page that reports to its opener. */
  @Public()
  @Get()
  @Throttled('google-sign-in')
  @UseFilters(GoogleSignInFilter)
  @HttpCode(302)
  @ApiResponse({
    status: 302,
    description:
      "To Google's account chooser. Where signing in with Google is not set up, or this is tried too often, to `/google-sign-in?attempt=&result=` with the code of what is wrong.",
  })
  @ApiErrors('auth/too-many-requests')
  beginGoogleSignIn(
    @Query() query: GoogleSignInQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.signIn.begin(query.attempt, request, response);
  }

  /** Where Google sends the popup. Whatever comes, it ends on the page that reports to its opener. */
  @Public()
  @Get('callback')
  @HttpCode(302)
  @ApiQuery({ name: 'code', required: false, description: 'The authorization code.' })
  @ApiQuery({ name: 'state', required: false, description: 'What this server gave along.' })
  @ApiQuery({ name: 'error', required: false, description: 'Why there is no code.' })
  @ApiQuery({ name: 'iss', required: false, description: 'Who answers (RFC 9207).' })
  @ApiResponse({
    status: 302,
    description:
      'To `/google-sign-in?attempt=&result=`, with the session cookie if the result is `signed-in`; else the result is the code of what went wrong.',
  })
  finishGoogleSignIn(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.signIn.finish(request, response);
  }
}
