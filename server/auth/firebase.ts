import { Injectable } from '@nestjs/common';
import type { Auth, DecodedIdToken, UserInfo } from 'firebase-admin/auth';
import { randomUUID } from 'node:crypto';
import { Env } from '../config/env.js';
import { AppError, type ErrorCode } from '../errors/app-error.js';
import { untilAborted } from '../jobs/bounded-wait.js';
import { cleanName, cleanText, parseClean } from '../security/clean-json.js';
import type { GoogleProfile } from '../users/users.service.js';
import { claimsOf } from './google-oauth.js';
import { type IdentityToolkitFault, toAuthError } from './identity-toolkit-errors.js';

/** What Identity Toolkit answers about a user who has just signed in. */
interface SignInResult {
  uid: string;
  email: string;
  displayName: string;
  photoURL: string | null;
  idToken: string;
  /** In whole seconds. */
  signedInAt: Date;
}

interface SignInAnswer {
  localId: string;
  email?: string;
  displayName?: string;
  profilePicture?: string;
  /** The picture, under the name that `signInWithIdp` uses. */
  photoUrl?: string;
  idToken?: string;
  mfaPendingCredential?: string;
  /** Of `signInWithIdp`: the address has an account, and Google has not verified that it is this person's. */
  needConfirmation?: boolean;
}

/** Firebase cannot be reached, so it is unknown whether a session is valid. */
export class FirebaseUnreachable extends Error {}

const TIMED_OUT = 'app/network-timeout';
const UNREACHABLE = ['app/network-error', TIMED_OUT, 'auth/internal-error'];

/**
 * Firebase Authentication: Identity Toolkit's REST interface for signing in, the admin SDK for session cookies.
 * Every method throws `auth/not-configured` where no project is configured.
 */
@Injectable()
export class Firebase {
  /** The deadline of each call to Firebase (ms); tests shorten it. */
  readonly deadlineMs: number = 10_000;

  private admin: Promise<Auth> | undefined;
  private readonly baseUrl: string;

  constructor(private readonly env: Env) {
    const emulator = env.FIREBASE_AUTH_EMULATOR_HOST;
    this.baseUrl = emulator
      ? `http://${emulator}/identitytoolkit.googleapis.com/v1`
      : 'https://identitytoolkit.googleapis.com/v1';
  }

  /** Creates an account and signs in. Errors: the catalogue of the specification, section 8. */
  async signUp(account: { email: string; password: string; displayName: string }): Promise<SignInResult> {
    const answer = await this.call<SignInAnswer>('signUp', { ...account, returnSecureToken: true });
    return toResult({ ...answer, displayName: answer.displayName ?? account.displayName });
  }

  /** Signs in. Errors: the catalogue of the specification, section 8. */
  async signIn(email: string, password: string): Promise<SignInResult> {
    return toResult(
      await this.call<SignInAnswer>('signInWithPassword', { email, password, returnSecureToken: true }),
    );
  }

  /**
   * Signs in by an ID token of Google; an account with the same verified address becomes this one.
   * Errors: the catalogue of the specification, section 8.
   */
  async signInWithGoogle(idToken: string): Promise<SignInResult> {
    const answer = await this.call<SignInAnswer>('signInWithIdp', {
      postBody: new URLSearchParams({ id_token: idToken, providerId: 'google.com' }).toString(),
      requestUri: this.env.publicOrigin,
      returnSecureToken: true,
    }).catch((error: unknown) => {
      const isTaken = error instanceof AppError && error.code === 'auth/email-already-in-use';
      throw isTaken ? AppError.of('auth/account-exists-with-different-credential') : error;
    });
    if (answer.needConfirmation) throw AppError.of('auth/account-exists-with-different-credential');
    return toResult(answer);
  }

  /** Sets the password of the user who signed in with this ID token. It ends the user's other sign-ins at Firebase. */
  async setPassword(idToken: string, password: string): Promise<void> {
    await this.call('update', { idToken, password, returnSecureToken: false });
  }

  /**
   * Sets the name that later sign-ins answer.
   * @throws FirebaseUnreachable, or the admin SDK's own error
   */
  async setDisplayName(uid: string, displayName: string): Promise<void> {
    await this.ask((admin) => admin.updateUser(uid, { displayName: displayName || null }));
  }

  /** Lets Firebase send a link to a new password. Errors: the catalogue, `auth/user-not-found` included. */
  async sendPasswordReset(email: string): Promise<void> {
    await this.call('sendOobCode', { requestType: 'PASSWORD_RESET', email });
  }

  /**
   * Exchanges an ID token for a session cookie that lasts `expiresInMs` (5 minutes to 14 days).
   * @throws FirebaseUnreachable
   */
  createSessionCookie(idToken: string, expiresInMs: number): Promise<string> {
    return this.ask((admin) => admin.createSessionCookie(idToken, { expiresIn: expiresInMs }));
  }

  /**
   * Checks signature, audience, issuer, expiry and revocation of an ID token.
   * @throws FirebaseUnreachable, or the admin SDK's own error when the token is invalid
   */
  verifyIdToken(idToken: string): Promise<DecodedIdToken> {
    return this.ask((admin) => admin.verifyIdToken(idToken, true));
  }

  /**
   * Checks a session cookie, revocation included.
   * @throws FirebaseUnreachable, or the admin SDK's own error when the cookie is invalid
   */
  verifySessionCookie(cookie: string): Promise<DecodedIdToken> {
    return this.ask((admin) => admin.verifySessionCookie(cookie, true));
  }

  /**
   * How a user can sign in: with which address by password, and with which Google account.
   * @throws FirebaseUnreachable, or the admin SDK's own error when there is no such user
   */
  async waysToSignIn(
    uid: string,
  ): Promise<{ passwordAddress: string | undefined; google: GoogleProfile | undefined }> {
    const { email, providerData } = await this.ask((admin) => admin.getUser(uid));
    const of = (id: string) => providerData.find(({ providerId }) => providerId === id);
    return { passwordAddress: of('password') && email, google: toGoogleProfile(of('google.com')) };
  }

  /**
   * Deletes a user, with all ways of signing in; an unknown uid is no error.
   * @throws FirebaseUnreachable, or the admin SDK's own error
   */
  async deleteUser(uid: string): Promise<void> {
    await this.ask((admin) => admin.deleteUser(uid)).catch((error: unknown) => {
      if (!isUserUnknown(error)) throw error;
    });
  }

  private async ask<T>(question: (admin: Auth) => Promise<T>): Promise<T> {
    if (!this.env.hasFirebase) throw AppError.of('auth/not-configured');
    const admin = await this.loadedAdmin();
    try {
      // The SDK itself would wait 25 s, and try again four times.
      return await untilAborted(question(admin), AbortSignal.timeout(this.deadlineMs));
    } catch (error) {
      const code = error instanceof DOMException ? TIMED_OUT : codeOf(error);
      throw UNREACHABLE.includes(code) ? new FirebaseUnreachable(code, { cause: error }) : error;
    }
  }

  /** A failed load, for example when too many files are open, is tried again by the next call. */
  private async loadedAdmin(): Promise<Auth> {
    const loading = (this.admin ??= this.loadAdmin());
    try {
      return await loading;
    } catch (cause) {
      if (this.admin === loading) this.admin = undefined;
      throw new FirebaseUnreachable('the admin SDK could not be loaded', { cause });
    }
  }

  /** The admin SDK has 250 files, so the first request with a session loads it, not the start. */
  private async loadAdmin(): Promise<Auth> {
    const [{ initializeApp }, { getAuth }] = await Promise.all([
      import('firebase-admin/app'),
      import('firebase-admin/auth'),
    ]);
    const { FIREBASE_AUTH_EMULATOR_HOST: emulator, FIREBASE_PROJECT_ID: projectId } = this.env;
    // The SDK reads the emulator's address from the environment alone, when its Auth object is made.
    if (emulator) process.env.FIREBASE_AUTH_EMULATOR_HOST = emulator;
    else delete process.env.FIREBASE_AUTH_EMULATOR_HOST;
    return getAuth(initializeApp({ projectId }, randomUUID()));
  }

  private async call<T>(method: string, body: object): Promise<T> {
    const key = this.env.FIREBASE_WEB_API_KEY;
    if (!this.env.hasFirebase || key === undefined) throw AppError.of('auth/not-configured');
    const { status, content } = await fetch(`${this.baseUrl}/accounts:${method}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Goog-Api-Key': key },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(this.deadlineMs),
    })
      .then(async (response) => ({ status: response.status, content: parseClean(await response.text()) }))
      .catch((cause: Error) => {
        const isNoJson = cause.name === 'SyntaxError';
        throw AppError.of(isNoJson ? 'auth/internal-error' : 'auth/network-request-failed', cause);
      });
    if (status !== 200)
      throw toAuthError(status, (content as { error?: IdentityToolkitFault } | null)?.error);
    if (typeof content !== 'object' || content === null) throw AppError.of('auth/internal-error');
    return content as T;
  }
}

/** Translates an error of Firebase: `code` for its own failures, the network's code when it could not be reached. */
export function refuseAs(code: ErrorCode): (error: unknown) => never {
  return (error) => {
    if (error instanceof AppError) throw error;
    throw AppError.of(error instanceof FirebaseUnreachable ? 'auth/network-request-failed' : code, error);
  };
}

/** Whether the admin SDK says that there is no such user. */
export function isUserUnknown(error: unknown): boolean {
  return codeOf(error) === 'auth/user-not-found';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function toResult(answer: SignInAnswer): SignInResult {
  if (answer.mfaPendingCredential) throw AppError.unknownAuth('auth/multi-factor-auth-required');
  if (!answer.idToken || !answer.email) throw AppError.of('auth/internal-error');
  return {
    uid: answer.localId,
    email: answer.email,
    // After a sign-in with Google only the token has the account's name; the answer has the name at Google.
    displayName: cleanName(nameIn(answer.idToken) || answer.displayName || ''),
    photoURL: answer.profilePicture ?? answer.photoUrl ?? null,
    idToken: answer.idToken,
    signedInAt: new Date(Number(claimsOf(answer.idToken).auth_time ?? 0) * 1000),
  };
}

function toGoogleProfile(google: UserInfo | undefined): GoogleProfile | undefined {
  if (!google) return undefined;
  const { uid: subject, displayName = '', photoURL } = google;
  return {
    subject,
    displayName: cleanName(cleanText(displayName)),
    photoURL: photoURL ? cleanText(photoURL) : null,
  };
}

/** The account's name in Firebase's ID token. */
function nameIn(idToken: string): string {
  const { name } = claimsOf(idToken);
  return typeof name === 'string' ? name : '';
}
