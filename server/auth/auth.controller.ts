import { Body, Controller, Get, HttpCode, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ApiErrors } from '../errors/api-errors.js';
import { ProfileDto, UpdateProfileDto } from '../users/user.dto.js';
import { UsersService } from '../users/users.service.js';
import {
  ChangePasswordDto,
  ExchangeTokenDto,
  LoginDto,
  PasswordResetAnswerDto,
  PasswordResetDto,
  SessionDto,
  SignedInDto,
  SignUpDto,
} from './auth.dto.js';
import { AuthService } from './auth.service.js';
import { IDENTITY_TOOLKIT_ERRORS } from './identity-toolkit-errors.js';
import { type CurrentSession, CurrentUser, Public } from './session.js';
import { Throttled } from './throttle.guard.js';

@ApiTags('Sign-in')
@Controller('auth')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly users: UsersService,
  ) {}

  /** Creates an account by e-mail and password and signs in. */
  @Public()
  @Post('signup')
  @Throttled('sign-up')
  @HttpCode(200)
  @ApiErrors(...IDENTITY_TOOLKIT_ERRORS)
  signUp(
    @Body() body: SignUpDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedInDto> {
    return this.auth.signUp(body, request, response);
  }

  /** Signs in by e-mail and password. */
  @Public()
  @Post('login')
  @Throttled('sign-in')
  @HttpCode(200)
  @ApiErrors(...IDENTITY_TOOLKIT_ERRORS)
  logIn(
    @Body() body: LoginDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedInDto> {
    return this.auth.logIn(body, request, response);
  }

  /** Sends an e-mail with a link to a new password, if the address has an account. */
  @Public()
  @Post('password-reset')
  @Throttled('password-reset')
  @HttpCode(202)
  @ApiErrors(...IDENTITY_TOOLKIT_ERRORS)
  resetPassword(@Body() body: PasswordResetDto, @Req() request: Request): Promise<PasswordResetAnswerDto> {
    return this.auth.sendPasswordReset(body.email, request);
  }

  /** Who is signed in; never an error for want of a session. */
  @Public()
  @Get('session')
  @ApiErrors('unavailable')
  getSession(@Req() request: Request): Promise<SessionDto> {
    return this.auth.readSession(request);
  }

  /** Exchanges a fresh Firebase ID token (signed in at most 5 minutes ago) for the session cookie. */
  @Public()
  @Post('session')
  @Throttled('token-exchange')
  @HttpCode(200)
  @ApiErrors(
    'auth/invalid-id-token',
    'auth/user-not-found',
    'auth/too-many-requests',
    'auth/network-request-failed',
    'auth/not-configured',
  )
  exchangeIdToken(
    @Body() body: ExchangeTokenDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedInDto> {
    return this.auth.exchangeIdToken(body.idToken, request, response);
  }

  /** Ends this session, on the server too. */
  @Post('logout')
  @HttpCode(204)
  async logOut(
    @CurrentUser() session: CurrentSession,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.auth.logOut(session, response);
  }

  /** Ends every session of the user, on all devices. */
  @Post('logout-everywhere')
  @HttpCode(204)
  async logOutEverywhere(
    @CurrentUser() session: CurrentSession,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.auth.logOutEverywhere(session, response);
  }

  /** The signed-in user's profile. */
  @Get('profile')
  @ApiErrors('not_found')
  getProfile(@CurrentUser() session: CurrentSession): Promise<ProfileDto> {
    return this.users.getProfile(session.uid);
  }

  /** Changes name, phone number, company or preferences. */
  @Patch('profile')
  @ApiErrors('not_found', 'auth/internal-error', 'auth/network-request-failed', 'auth/not-configured')
  updateProfile(@CurrentUser() session: CurrentSession, @Body() body: UpdateProfileDto): Promise<ProfileDto> {
    return this.auth.updateProfile(session, body);
  }

  /** Changes the password, and ends the sessions in all other browsers. */
  @Post('password')
  @Throttled('reauthentication')
  @HttpCode(200)
  @ApiErrors('not_found', ...IDENTITY_TOOLKIT_ERRORS)
  changePassword(
    @CurrentUser() session: CurrentSession,
    @Body() body: ChangePasswordDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedInDto> {
    return this.auth.changePassword(session, body, request, response);
  }
}
