import { Injectable } from '@nestjs/common';
import { Clock } from '../config/clock.js';
import { AppError } from '../errors/app-error.js';
import { UsersService } from '../users/users.service.js';
import { AccountLimits } from './account-limits.js';
import { Firebase, FirebaseUnreachable } from './firebase.js';
import type { CurrentSession } from './session.js';

/** How old a sign-in may be that needs no repetition. */
const RECENT_MS = 5 * 60_000;

/**
 * Has a person who is signed in show once more who they are, before something that cannot be taken back: a session
 * alone may be an open laptop (ASVS 7.5.3).
 */
@Injectable()
export class Reauthentication {
  constructor(
    private readonly firebase: Firebase,
    private readonly users: UsersService,
    private readonly limits: AccountLimits,
    private readonly clock: Clock,
  ) {}

  /**
   * Whoever signs in by password gives it; everybody else must have signed in within the last 5 minutes.
   * Errors: `validation_failed` without the password, `auth/wrong-password`, `auth/requires-recent-login`, and those
   * of a sign-in.
   */
  async require(session: CurrentSession, password: string | undefined): Promise<void> {
    const { signInMethod } = await this.users.getProfile(session.uid);
    const address = signInMethod === 'email' ? await this.passwordAddressOf(session.uid) : undefined;
    if (address === undefined) return this.requireRecentSignIn(session);
    if (!password) throw AppError.invalid([{ field: 'password', message: 'Password is required' }]);
    const tryIt = () => this.firebase.signIn(address, password);
    await this.limits.byUser('reauthentication', session.uid, tryIt).catch((error: unknown) => {
      // The address is known, so that is all it can mean.
      const isWrong = error instanceof AppError && error.code === 'auth/invalid-credential';
      throw isWrong ? AppError.of('auth/wrong-password') : error;
    });
  }

  private requireRecentSignIn({ signedInAt }: CurrentSession): void {
    const age = this.clock.now().getTime() - signedInAt.getTime();
    if (age > RECENT_MS) throw AppError.of('auth/requires-recent-login');
  }

  private async passwordAddressOf(uid: string): Promise<string | undefined> {
    const { passwordAddress } = await this.firebase.waysToSignIn(uid).catch((error: unknown) => {
      if (error instanceof AppError) throw error;
      // A user whom Firebase no longer knows has no session either.
      const isGone = !(error instanceof FirebaseUnreachable);
      throw AppError.of(isGone ? 'not_signed_in' : 'auth/network-request-failed', error);
    });
    return passwordAddress;
  }
}
