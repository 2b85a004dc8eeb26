import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { AuthService } from '../auth/auth.service.js';
import { IdentityProof } from '../auth/identity-proof.js';
import type { CurrentSession } from '../auth/session.js';
import { SessionsService } from '../auth/sessions.service.js';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import { startOfMonth } from '../config/wall-time.js';
import { Clock } from '../config/clock.js';
import { AppError } from '../errors/app-error.js';
import { ownWorkspaceOf } from '../users/own-workspace.js';
import { plainEmail, UsersService } from '../users/users.service.js';
import { AccountRemoval, type Removed } from './account-removal.js';
import type { AccountDeletedDto, AccountCountsDto, DeleteAccountDto, OverviewDto } from './account.dto.js';
import { PostCountsRepository } from './post-counts.repository.js';

const DELETED = 'Your account and everything in it has been deleted.';
const REVOKED = 'Google has revoked Shingle’s access to your Business Profile.';
const NOT_REVOKED =
  'Google hasn’t confirmed that access to your Business Profile was revoked. You can remove it yourself at https://myaccount.google.com/permissions.';
const SIGN_IN_LEFT = 'Your login itself couldn’t be deleted yet. We’ll keep trying until it is.';

/** A user's account as a whole. */
@Injectable()
export class AccountService {
  constructor(
    private readonly posts: PostCountsRepository,
    private readonly removal: AccountRemoval,
    private readonly sessions: SessionsService,
    private readonly auth: AuthService,
    private readonly proof: IdentityProof,
    private readonly users: UsersService,
    private readonly providers: BusinessProfileProviders,
    private readonly clock: Clock,
  ) {}

  /** The contents of an account, for a user who is about to delete it. */
  async describe(uid: string): Promise<AccountCountsDto> {
    return {
      scheduledPosts: await this.posts.countScheduled(ownWorkspaceOf(uid)),
      sessions: await this.sessions.countLive(uid),
    };
  }

  /** The counters of the overview; all 0 on sample data (specification, section 3). */
  async countOverview(workspaceId: string, timeZone: string): Promise<OverviewDto> {
    const { provider, owner } = await this.providers.sourceToShow(workspaceId);
    const { subject } = owner;
    if (subject === null)
      return { businessAccounts: 0, locations: 0, scheduledPosts: 0, publishedThisMonth: 0 };
    const { accounts, locations } = await provider.countListings(owner);
    const monthStart = startOfMonth(this.clock.now(), timeZone);
    const posts = await this.posts.countForOverview({ workspaceId, subject }, monthStart);
    return { businessAccounts: accounts, locations, ...posts };
  }

  /**
   * Deletes the account if the user types its address correctly and proves their identity again.
   * Errors: `validation_failed`, those of `IdentityProof.require`, `post_being_sent`; then nothing is deleted.
   */
  async delete(
    session: CurrentSession,
    { confirmation, password }: DeleteAccountDto,
    response: Response,
  ): Promise<AccountDeletedDto> {
    const { email } = await this.users.getProfile(session.uid);
    if (plainEmail(confirmation) !== plainEmail(email))
      throw AppError.invalid([{ field: 'confirmation', message: 'This isn’t your account’s email address' }]);
    await this.proof.require(session, password);
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
