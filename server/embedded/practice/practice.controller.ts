import {
  Body,
  type CanActivate,
  Controller,
  Get,
  HttpCode,
  Injectable,
  Post,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AccountLimits } from '../../auth/account-limits.js';
import type { SignedInDto } from '../../auth/auth.dto.js';
import { type CurrentSession, CurrentUser, Public } from '../../auth/session.js';
import { Throttled } from '../../auth/throttle.guard.js';
import type { SetupAnswerDto } from '../../business-profile/connection/connection.dto.js';
import { PracticeGoogle } from '../../business-profile/connection/practice-google.js';
import { AppError } from '../../errors/app-error.js';
import { CurrentOwner, type RequestOwner } from '../../people/current-owner.js';
import { DemoService } from './demo.service.js';
import { PRACTICE_WORLDS, PracticeDto, type PracticeOfferDto } from './practice.dto.js';
import { PracticeService } from './practice.service.js';

/** Errors: `practice_refused` where the operator has set up a Firebase or a Google. */
@Injectable()
export class PracticeOffered implements CanActivate {
  constructor(private readonly practice: PracticeGoogle) {}

  canActivate(): boolean {
    if (!this.practice.isOffered) throw AppError.of('practice_refused');
    return true;
  }
}

/** Only for this machine: it is no part of the public API, its document and its client. */
@ApiExcludeController()
@UseGuards(PracticeOffered)
@Controller()
export class PracticeController {
  constructor(
    private readonly practice: PracticeService,
    private readonly demo: DemoService,
    private readonly limits: AccountLimits,
  ) {}

  /** Whether practice and demo are here at all. */
  @Public()
  @Get('practice')
  describePractice(): PracticeOfferDto {
    return { worlds: PRACTICE_WORLDS };
  }

  /** Connects a workspace to the practice Google, in place of another connection. */
  @Post('practice')
  @Throttled('connect')
  @HttpCode(200)
  beginPractice(
    @CurrentOwner() owner: RequestOwner,
    @CurrentUser() session: CurrentSession,
    @Body() { world }: PracticeDto,
  ): Promise<SetupAnswerDto> {
    const connect = () => this.practice.connect(owner, session.id, world ?? PRACTICE_WORLDS[0]);
    return this.limits.byUser('connect', owner.actor, connect);
  }

  /** Makes up a person with a full calendar, and signs in as them. */
  @Public()
  @Post('demo')
  @Throttled('sign-up')
  @HttpCode(200)
  beginDemo(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<SignedInDto> {
    return this.demo.begin(request, response);
  }
}
