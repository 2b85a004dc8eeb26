import { Controller, Get, HttpCode, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ApiErrors } from '../errors/api-errors.js';
import { GoogleSignInQueryDto } from './auth.dto.js';
import { GoogleSignInFilter } from './google-sign-in.filter.js';
import { GoogleSignInService } from './google-sign-in.service.js';
import { Public } from './session.js';
import { Throttled } from './throttled.js';

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
  @ApiErrors('validation_failed', 'auth/too-many-requests')
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
