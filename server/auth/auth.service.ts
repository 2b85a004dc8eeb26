import { Injectable, Logger } from '@nestjs/common';
import type { DecodedIdToken } from 'firebase-admin/auth';
import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { Clock } from '../config/clock.js';
import { AppError, type ErrorCode } from '../errors/app-error.js';
import { type Identity, plainEmail, UsersService } from '../users/users.service.js';
import { AccountLimits } from './account-limits.js';
import type { LoginDto, PasswordResetAnswerDto, SessionDto, SignedInDto, SignUpDto } from './auth.dto.js';
import { Firebase, FirebaseUnreachable } from './firebase.js';
import { GoogleBindingCookie, SessionCookie, KnownBrowserCookie } from './cookies.js';
import type { CurrentSession } from './session.js';
import { SessionsService } from './sessions.service.js';

/** The maximum age of a sign-in whose ID token is exchanged (Firebase's guide to session cookies) or that counts as proof. */
const RECENT_SIGN_IN_MS = 5 * 60_000;
const CLOCK_SKEW_MS = 60_000;

const RESET_ANSWER = {
  message: 'If this address has an account, an e-mail with a link to a new password is on its way.',
};

@Injectable()
export class AuthService {
  private readonly logger = new Logger('Auth');

  constructor(
    private readonly firebase: Firebase,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly cookie: SessionCookie,
    private readonly googleBinding: GoogleBindingCookie,
    private readonly knownBrowser: KnownBrowserCookie,
    private readonly limits: AccountLimits,
    private readonly clock: Clock,
  ) {}

  async signUp(body: SignUpDto, request: Request, response: Response): Promise<SignedInDto> {
    const { email, password, fullName: displayName } = body;
    const { idToken, ...person } = await this.limits.byVisitor('sign-up', plainEmail(email), request, () =>
      this.firebase.signUp({ email, password, displayName }).catch(this.noteRefusal('sign-up', email)),
    );
    const identity: Identity = { ...person, signInMethod: 'email', isSignUp: true };
    return this.signedInHere(identity, idToken, false, request, response);
  }

  async logIn(body: LoginDto, request: Request, response: Response): Promise<SignedInDto> {
    const { email, password, rememberMe } = body;
    const { idToken, ...person } = await this.limits.byVisitor('sign-in', plainEmail(email), request, () =>
      this.firebase.signIn(email, password).catch(this.noteRefusal('password', email)),
    );
    const identity: Identity = { ...person, signInMethod: 'email', isSignUp: false };
    return this.signedInHere(identity, idToken, rememberMe ?? false, request, response);
  }

  /** Errors: `auth/invalid-id-token` unless Firebase accepts it and the sign-in is at most 5 minutes old. */
  async exchangeIdToken(idToken: string, request: Request, response: Response): Promise<SignedInDto> {
    const claims = await this.firebase
      .verifyIdToken(idToken)
      .catch(refuseAs('auth/invalid-id-token'))
      .catch(this.noteRefusal('id-token'));
    return this.limits.byVisitor('token-exchange', claims.uid, request, () => {
      const age = this.clock.now().getTime() - claims.auth_time * 1000;
      if (age > RECENT_SIGN_IN_MS || age < -CLOCK_SKEW_MS || !claims.email)
        throw AppError.of('auth/invalid-id-token');
      return this.signedInHere(toIdentity(claims, claims.email), idToken, false, request, response);
    });
  }

  /**
   * Signs in by an ID token of Google. `previous` is the id of the session that the browser held before; the request
   * itself does not carry that cookie. Errors: the catalogue of the specification, section 8.
   */
  async signInWithGoogle(idToken: string, previous: string | undefined, response: Response): Promise<void> {
    const { idToken: firebaseToken, ...person } = await this.firebase
      .signInWithGoogle(idToken)
      .catch(this.noteRefusal('google'));
    const identity: Identity = { ...person, signInMethod: 'google', isSignUp: false };
    await this.signedIn(identity, firebaseToken, { remembered: false, previous }, response);
  }

  /** The answer is the same whether or not the address has an account. */
  async sendPasswordReset(email: string, request: Request): Promise<PasswordResetAnswerDto> {
    await this.limits.byVisitor('password-reset', plainEmail(email), request, () => {
      this.logger.log({ event: 'auth.password_reset_asked', account: fingerprintOf(email) });
      return this.firebase.sendPasswordReset(email).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'auth/user-not-found') throw error;
      });
    });
    return RESET_ANSWER;
  }

  /** Who is signed in; `{ user: null }` for an invalid cookie. Errors: `unavailable`. */
  async readSession(request: Request): Promise<SessionDto> {
    const value = this.cookie.read(request);
    if (value === undefined) return { user: null };
    try {
      const { uid } = await this.sessions.verify(value);
      return { user: await this.users.findCachedProfile(uid) };
    } catch (error) {
      if (error instanceof AppError && error.status === 401) return { user: null };
      throw error;
    }
  }

  /**
   * The id of the session that the browser holds, which a sign-in will end; undefined when its cookie is invalid or
   * cannot be checked. The check is needed: the id comes from the cookie without its signature, which can be forged.
   */
  async sessionIdIn(request: Request): Promise<string | undefined> {
    const value = this.cookie.read(request);
    if (value === undefined) return undefined;
    try {
      return (await this.sessions.verify(value)).id;
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  async logOut(session: CurrentSession, response: Response): Promise<void> {
    await this.sessions.end(session.id);
    this.logger.log({ event: 'auth.signed_out', uid: session.uid });
    this.forgetSession(response);
  }

  async logOutEverywhere(session: CurrentSession, response: Response): Promise<void> {
    await this.sessions.endAll(session.uid);
    this.logger.log({ event: 'auth.signed_out_everywhere', uid: session.uid });
    this.forgetSession(response);
  }

  /**
   * Requires another proof of identity before an action that cannot be undone: a session alone may be an open laptop
   * (ASVS 7.5.3). An account with a password needs it; any other, a sign-in within the last 5 minutes.
   * Errors: `validation_failed` without the password, `auth/wrong-password`, `auth/requires-recent-login`, and those of a
   * sign-in.
   */
  async reauthenticate({ uid, signedInAt }: CurrentSession, password: string | undefined): Promise<void> {
    const { signInMethod } = await this.users.getProfile(uid);
    const address = signInMethod === 'email' ? await this.passwordAddressOf(uid) : undefined;
    if (address === undefined) {
      const age = this.clock.now().getTime() - signedInAt.getTime();
      if (age > RECENT_SIGN_IN_MS) throw AppError.of('auth/requires-recent-login');
      return;
    }
    if (!password) throw AppError.invalid([{ field: 'password', message: 'Password is required' }]);
    const tryIt = () => this.firebase.signIn(address, password);
    await this.limits.byUser('reauthentication', uid, tryIt).catch((error: unknown) => {
      // The account exists, so only the password can be wrong.
      const isWrong = error instanceof AppError && error.code === 'auth/invalid-credential';
      throw isWrong ? AppError.of('auth/wrong-password') : error;
    });
  }

  /** Deletes all cookies and stored data of this site in the browser. */
  forgetBrowser(response: Response): void {
    this.forgetSession(response);
    this.knownBrowser.clear(response);
    response.setHeader('Clear-Site-Data', '"cookies", "storage"');
  }

  /**
   * Deletes the session and the stored data in the browser. `"cookies"` would also delete the cookie of a known browser,
   * even one that the same answer sets, and a user needs that cookie most after signing out.
   */
  private forgetSession(response: Response): void {
    this.cookie.clear(response);
    this.googleBinding.clear(response);
    response.setHeader('Clear-Site-Data', '"storage"');
  }

  /** Signs in by a request of the page itself. It carries the browser's cookies; Google's redirect does not. */
  private async signedInHere(
    identity: Identity,
    idToken: string,
    remembered: boolean,
    request: Request,
    response: Response,
  ): Promise<SignedInDto> {
    const previous = await this.sessionIdIn(request);
    const answer = await this.signedIn(identity, idToken, { remembered, previous }, response);
    this.knownBrowser.remember(request, response, identity.email);
    return answer;
  }

  /** Begins a new session and ends the browser's previous one. */
  private async signedIn(
    identity: Identity,
    idToken: string,
    { remembered, previous }: { remembered: boolean; previous: string | undefined },
    response: Response,
  ): Promise<SignedInDto> {
    const provenBy =
      identity.signInMethod === 'google' ? await this.takeOverFromPassword(identity.uid) : undefined;
    const user = await this.users.recordSignIn({ ...identity, provenBy });
    const { cookie, maxAgeMs } = await this.sessions
      .begin(identity.uid, idToken, remembered)
      .catch(refuseAs('auth/internal-error'));
    if (previous !== undefined) await this.sessions.end(previous);
    this.cookie.write(response, cookie, maxAgeMs);
    const { uid, signInMethod: by, isSignUp } = identity;
    this.logger.log({ event: isSignUp ? 'auth.signed_up' : 'auth.signed_in', uid, by, remembered });
    return { user };
  }

  /**
   * The first sign-in with Google turns an account by password into a Google account and ends its sessions: a person who
   * had signed up with another person's address must not stay signed in. Firebase then removes the password, unless the
   * address was proven before by verification or a completed reset. So a password that is left is the proof, and it is
   * still there if this process dies in between.
   * @returns the Google account that now proves the address, if nothing did before
   */
  private async takeOverFromPassword(uid: string): Promise<string | undefined> {
    const known = await this.users.findProfile(uid);
    if (known?.signInMethod !== 'email') return undefined;
    await this.sessions.endAll(uid);
    const { passwordAddress, googleSubject } = await this.firebase
      .waysToSignIn(uid)
      .catch(refuseAs('auth/internal-error'));
    return passwordAddress === undefined ? googleSubject : undefined;
  }

  private async passwordAddressOf(uid: string): Promise<string | undefined> {
    // A user unknown to Firebase has no session either.
    const { passwordAddress } = await this.firebase.waysToSignIn(uid).catch(refuseAs('not_signed_in'));
    return passwordAddress;
  }

  /** Logs a refusal and throws it again. The log names the account by a fingerprint, so that repeated attempts show. */
  private noteRefusal(by: string, email?: string): (error: unknown) => never {
    return (error) => {
      const reason = error instanceof AppError ? error.code : 'internal';
      const account = email === undefined ? undefined : fingerprintOf(email);
      this.logger.warn({ event: 'auth.refused', by, error: reason, account });
      throw error;
    };
  }
}

/** Distinguishes addresses in the log without naming them: people type passwords into the wrong field. */
function fingerprintOf(email: string): string {
  return createHash('sha256').update(plainEmail(email)).digest('hex').slice(0, 16);
}

/** Translates an error of Firebase: `code` for its own failures, the network's code when it could not be reached. */
function refuseAs(code: ErrorCode): (error: unknown) => never {
  return (error) => {
    if (error instanceof AppError) throw error;
    throw AppError.of(error instanceof FirebaseUnreachable ? 'auth/network-request-failed' : code, error);
  };
}

function toIdentity(claims: DecodedIdToken, email: string): Identity {
  return {
    uid: claims.uid,
    email,
    displayName: typeof claims.name === 'string' ? claims.name : '',
    photoURL: claims.picture ?? null,
    signInMethod: claims.firebase.sign_in_provider === 'google.com' ? 'google' : 'email',
    isSignUp: false,
  };
}
