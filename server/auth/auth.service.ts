import { Injectable, Logger } from '@nestjs/common';
import type { DecodedIdToken } from 'firebase-admin/auth';
import type { Request, Response } from 'express';
import { Clock } from '../config/clock.js';
import { AppError } from '../errors/app-error.js';
import { cleanName, cleanText } from '../security/clean-json.js';
import type { ProfileDto, UpdateProfileDto } from '../users/user.dto.js';
import { type GoogleProfile, type Identity, plainEmail, UsersService } from '../users/users.service.js';
import { AccountLimits } from './account-limits.js';
import type {
  ChangePasswordDto,
  LoginDto,
  PasswordResetAnswerDto,
  SessionDto,
  SignedInDto,
  SignUpDto,
} from './auth.dto.js';
import { namingUnseen } from './email-address.js';
import { Firebase, refuseAs } from './firebase.js';
import { GoogleBindingCookie, SessionCookie, KnownBrowserCookie } from './cookies.js';
import { IdentityProof, RECENT_SIGN_IN_MS } from './identity-proof.js';
import type { CurrentSession } from './session.js';
import { SessionsService } from './sessions.service.js';
import { sha256 } from '../security/sha256.js';

const CLOCK_SKEW_MS = 60_000;

const NO_PASSWORD = 'You log in with Google, so your password is the one for your Google account.';

const RESET_ANSWER = {
  message: 'If this address has an account, we’ve emailed it a link to choose a new password.',
};

interface SessionKind {
  /** Whether it outlives its browser. */
  remembered: boolean;
  /** Whether it ends the user's sessions in all other browsers. */
  alone?: boolean;
}

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
    private readonly proof: IdentityProof,
    private readonly clock: Clock,
  ) {}

  async signUp(body: SignUpDto, request: Request, response: Response): Promise<SignedInDto> {
    const { email, password, fullName: displayName } = body;
    const { idToken, ...person } = await this.limits.byVisitor('sign-up', plainEmail(email), request, () =>
      this.firebase.signUp({ email, password, displayName }).catch(this.noteRefusal('sign-up', email)),
    );
    const identity: Identity = { ...person, signInMethod: 'email', isSignUp: true };
    return this.signedInHere(identity, idToken, { remembered: false }, request, response);
  }

  async logIn(body: LoginDto, request: Request, response: Response): Promise<SignedInDto> {
    const { email, password, rememberMe } = body;
    const { idToken, ...person } = await this.limits.byVisitor('sign-in', plainEmail(email), request, () =>
      this.firebase
        .signIn(email, password)
        .catch(this.noteRefusal('password', email))
        .catch(namingUnseen(email)),
    );
    const identity: Identity = { ...person, signInMethod: 'email', isSignUp: false };
    return this.signedInHere(identity, idToken, { remembered: rememberMe ?? false }, request, response);
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
      return this.signedInHere(
        toIdentity(claims, claims.email),
        idToken,
        { remembered: false },
        request,
        response,
      );
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

  /**
   * Changes the profile. The name is also changed at Firebase, so that no later sign-in brings the old one back. Errors:
   * `not_found`, `not_signed_in`, `auth/network-request-failed`; then nothing is changed.
   */
  async updateProfile(session: CurrentSession, change: UpdateProfileDto): Promise<ProfileDto> {
    const { uid } = session;
    const { displayName } = await this.users.getProfile(uid);
    if (change.fullName !== undefined && change.fullName !== displayName)
      await this.firebase.setDisplayName(uid, change.fullName).catch(refuseAs('auth/internal-error'));
    return this.users.updateProfile(session, change);
  }

  /**
   * Changes the password and ends the user's sessions in all other browsers; this one gets a new session that is kept as
   * long. Errors: `validation_failed` for an account without a password, `auth/wrong-password`, and those of a sign-in.
   */
  async changePassword(
    session: CurrentSession,
    { currentPassword, newPassword }: ChangePasswordDto,
    request: Request,
    response: Response,
  ): Promise<SignedInDto> {
    const { uid } = session;
    const address = await this.proof.passwordAddressOf(uid);
    if (address === undefined) throw AppError.invalid([{ field: 'currentPassword', message: NO_PASSWORD }]);
    const { idToken } = await this.proof.byPassword(uid, address, currentPassword);
    await this.firebase.setPassword(idToken, newPassword);
    this.logger.log({ event: 'auth.password_changed', uid });
    try {
      // Firebase has ended the sign-in of `idToken` too.
      const { idToken: newToken, ...person } = await this.firebase.signIn(address, newPassword);
      const identity: Identity = { ...person, signInMethod: 'email', isSignUp: false };
      const remembered = await this.sessions.isRemembered(session.id);
      return await this.signedInHere(identity, newToken, { remembered, alone: true }, request, response);
    } catch (error) {
      await this.sessions.endAll(uid);
      throw error;
    }
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
    kind: SessionKind,
    request: Request,
    response: Response,
  ): Promise<SignedInDto> {
    const previous = await this.sessionIdIn(request);
    const answer = await this.signedIn(identity, idToken, { ...kind, previous }, response);
    this.knownBrowser.remember(request, response, identity.email);
    return answer;
  }

  /** Begins a new session and ends the browser's previous one. */
  private async signedIn(
    identity: Identity,
    idToken: string,
    { remembered, alone, previous }: SessionKind & { previous: string | undefined },
    response: Response,
  ): Promise<SignedInDto> {
    const provenBy =
      identity.signInMethod === 'google' ? await this.takeOverFromPassword(identity.uid) : undefined;
    const user = await this.users.recordSignIn({ ...identity, provenBy });
    const { cookie, maxAgeMs } = await this.sessions
      .begin(identity.uid, idToken, remembered)
      .catch(refuseAs('auth/internal-error'));
    if (alone) await this.sessions.endAll(identity.uid, cookie);
    else if (previous !== undefined) await this.sessions.end(previous);
    this.cookie.write(response, cookie, maxAgeMs);
    const { uid, signInMethod: by, isSignUp } = identity;
    this.logger.log({ event: isSignUp ? 'auth.signed_up' : 'auth.signed_in', uid, by, remembered });
    return { user };
  }

  /**
   * The first sign-in with Google turns an account by password into a Google account and ends its sessions: a person who
   * had signed up with another person's address must not stay signed in. Firebase then removes the password, unless the
   * address was proven before by verification or a completed reset. So a password that is left is the proof, and it is
   * still there if this process dies in between. The name at Firebase becomes that of the Google account, so that no later
   * sign-in brings the other person's back.
   * @returns the Google account that now proves the address, if nothing did before
   */
  private async takeOverFromPassword(uid: string): Promise<GoogleProfile | undefined> {
    const known = await this.users.findProfile(uid);
    if (known?.signInMethod !== 'email') return undefined;
    await this.sessions.endAll(uid);
    const { passwordAddress, google } = await this.firebase
      .waysToSignIn(uid)
      .catch(refuseAs('auth/internal-error'));
    if (passwordAddress !== undefined || !google) return undefined;
    await this.firebase.setDisplayName(uid, google.displayName).catch(refuseAs('auth/internal-error'));
    return google;
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
  return sha256(plainEmail(email)).slice(0, 16);
}

function toIdentity(claims: DecodedIdToken, email: string): Identity {
  return {
    uid: claims.uid,
    email,
    displayName: typeof claims.name === 'string' ? cleanName(cleanText(claims.name)) : '',
    photoURL: claims.picture === undefined ? null : cleanText(claims.picture),
    signInMethod: claims.firebase.sign_in_provider === 'google.com' ? 'google' : 'email',
    isSignUp: false,
    signedInAt: new Date(claims.auth_time * 1000),
  };
}
