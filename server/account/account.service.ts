import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { AuthService } from '../auth/auth.service.js';
import { Reauthentication } from '../auth/reauthentication.js';
import type { CurrentSession } from '../auth/session.js';
import { SessionsService } from '../auth/sessions.service.js';
import { AppError } from '../errors/app-error.js';
import { plainEmail, UsersService } from '../users/users.service.js';
import type { AccountDeletedDto, AccountFiguresDto, DeleteAccountDto } from './account.dto.js';
import { AccountRemoval, type Removed } from './account-removal.js';
import { AccountRepository } from './account.repository.js';

const DELETED = 'Your account is deleted, with everything in it.';
const REVOKED = 'Google has revoked the access to your Business Profile.';
const NOT_REVOKED =
  'Google has not confirmed that the access to your Business Profile is revoked. You can remove it yourself at https://myaccount.google.com/permissions.';
const SIGN_IN_LEFT = 'Your sign-in itself could not be deleted yet; that is tried again until it is done.';

/** A person's account as a whole. */
@Injectable()
export class AccountService {
  constructor(
    private readonly account: AccountRepository,
    private readonly removal: AccountRemoval,
    private readonly reauthentication: Reauthentication,
    private readonly sessions: SessionsService,
    private readonly auth: AuthService,
    private readonly users: UsersService,
  ) {}

  async describe(uid: string): Promise<AccountFiguresDto> {
    return {
      scheduledPosts: await this.account.countScheduledPosts(uid),
      sessions: await this.sessions.countLive(uid),
    };
  }

  /**
   * Deletes the account of whoever has typed its address and shown once more who they are.
   * Errors: `validation_failed`, those of `Reauthentication.require`, `post_being_sent`; then nothing is deleted.
   */
  async delete(
    session: CurrentSession,
    { confirmation, password }: DeleteAccountDto,
    response: Response,
  ): Promise<AccountDeletedDto> {
    const { email } = await this.users.getProfile(session.uid);
    if (plainEmail(confirmation) !== plainEmail(email))
      throw AppError.invalid([
        { field: 'confirmation', message: 'This is not the email address of your account' },
      ]);
    await this.reauthentication.require(session, password);
    const removed = await this.removal.remove(session.uid);
    this.auth.forgetBrowser(response);
    return { ...removed, message: wordsFor(removed) };
  }
}

function wordsFor({ revoked, signInDeleted }: Removed): string {
  return [
    DELETED,
    ...(revoked === null ? [] : [revoked ? REVOKED : NOT_REVOKED]),
    ...(signInDeleted ? [] : [SIGN_IN_LEFT]),
  ].join(' ');
}
