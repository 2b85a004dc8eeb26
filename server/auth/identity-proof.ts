import { Injectable } from '@nestjs/common';
import { Clock } from '../config/clock.js';
import { MINUTE_MS } from '../config/durations.js';
import { AppError } from '../errors/app-error.js';
import { UsersService } from '../users/users.service.js';
import { AccountLimits } from './account-limits.js';
import { Firebase, refuseAs } from './firebase.js';
import type { CurrentSession } from './session.js';

/** The maximum age of a sign-in whose ID token is exchanged (Firebase's guide to session cookies) or that counts as proof. */
export const RECENT_SIGN_IN_MS = 5 * MINUTE_MS;

/** A new proof of who a signed-in user is. */
@Injectable()
export class IdentityProof {
  constructor(
    private readonly firebase: Firebase,
    private readonly users: UsersService,
    private readonly limits: AccountLimits,
    private readonly clock: Clock,
  ) {}

  /**
   * Requires another proof of identity before an action that cannot be undone: a session alone may be an open laptop
   * (ASVS 7.5.3). An account with a password needs it; any other, a sign-in within the last 5 minutes.
   * Errors: `validation_failed` without the password, `auth/wrong-password`, `auth/requires-recent-login`, and those of a
   * sign-in.
   */
  async require({ uid, signedInAt }: CurrentSession, password: string | undefined): Promise<void> {
    const address = await this.passwordAddressOf(uid);
    if (address === undefined) {
      const age = this.clock.now().getTime() - signedInAt.getTime();
      if (age > RECENT_SIGN_IN_MS) throw AppError.of('auth/requires-recent-login');
      return;
    }
    if (!password) throw AppError.invalid([{ field: 'password', message: 'Password is required' }]);
    await this.byPassword(uid, address, password);
  }

  /** Signs in at Firebase by password. Errors: `auth/wrong-password`, and those of a sign-in. */
  byPassword(uid: string, address: string, password: string): Promise<{ idToken: string }> {
    const tryIt = () => this.firebase.signIn(address, password);
    return this.limits.byUser('reauthentication', uid, tryIt).catch((error: unknown) => {
      // The account exists, so only the password can be wrong.
      const isWrong = error instanceof AppError && error.code === 'auth/invalid-credential';
      throw isWrong ? AppError.of('auth/wrong-password') : error;
    });
  }

  /** The address to sign in with by password; undefined for a Google account. */
  async passwordAddressOf(uid: string): Promise<string | undefined> {
    const { signInMethod } = await this.users.getProfile(uid);
    if (signInMethod !== 'email') return undefined;
    // A user unknown to Firebase has no session either.
    const { passwordAddress } = await this.firebase.waysToSignIn(uid).catch(refuseAs('not_signed_in'));
    return passwordAddress;
  }
}
