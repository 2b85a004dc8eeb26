import { Injectable, Logger } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import { Env } from '../config/env.js';
import { AppError, type ErrorCode } from '../errors/app-error.js';
import { AuthService } from './auth.service.js';
import { GoogleBindingCookie } from './cookies.js';
import { GoogleOAuth, GoogleRefusal, GoogleUnreachable, OAuthTransactions } from './google-oauth.js';

const SIGNED_IN = 'signed-in';
/** Longer than any value that Google sends. */
const MAX_PARAMETER = 4096;

/** The parameters of Google's redirect. */
interface Arrival {
  code: string | undefined;
  state: string | undefined;
  error: string | undefined;
  issuer: string | undefined;
}

/** Signing in with Google, in a popup that ends on a page which reports to its opener. */
@Injectable()
export class GoogleSignInService {
  private readonly logger = new Logger('GoogleSignIn');

  constructor(
    private readonly env: Env,
    private readonly auth: AuthService,
    private readonly google: GoogleOAuth,
    private readonly transactions: OAuthTransactions,
    private readonly binding: GoogleBindingCookie,
  ) {}

  /** Redirects the popup to Google, or to the page that says why that is impossible. */
  async begin(attempt: string, request: Request, response: Response): Promise<void> {
    const fault = this.configurationFault();
    if (fault) return response.redirect(resultPage(fault, attempt));
    const remember = async (verifier: string): Promise<string> => {
      const binding = this.binding.begin(response, await this.auth.sessionIdIn(request));
      const { random } = await this.transactions.begin({ purpose: 'sign-in', verifier, binding, attempt });
      return random;
    };
    try {
      await redirectToGoogle(this.env, request, response, remember);
    } catch (error) {
      response.redirect(resultPage(this.codeOf(error), attempt));
    }
  }

  /** Signs in by Google's answer, and redirects the popup to the page that reports the result. */
  async finish(request: Request, response: Response): Promise<void> {
    const arrival = arrivalOf(request);
    const taken = arrival.state && (await this.transactions.take('sign-in', arrival.state));
    const bound = this.binding.read(request);
    if (!taken) return response.redirect(resultPage('auth/cancelled-popup-request', null));
    // An older popup must not delete the cookie of a newer one.
    const isOurs = bound !== undefined && taken.isBoundTo(bound.value);
    if (isOurs) this.binding.clear(response);
    if (!isOurs || taken.hasExpired)
      return response.redirect(resultPage('auth/cancelled-popup-request', taken.attempt));
    const refusal = this.refusalIn(arrival);
    if (refusal) return response.redirect(resultPage(refusal, taken.attempt));
    try {
      const redirectUri = `${this.env.publicOrigin}${CALLBACK_PATH}`;
      const { idToken } = await this.google.exchangeCode(arrival.code ?? '', redirectUri, taken.verifier);
      if (idToken === undefined) throw new GoogleUnreachable('the answer has no ID token');
      await this.auth.signInWithGoogle(idToken, bound.previousSession, response);
      response.redirect(resultPage(SIGNED_IN, taken.attempt));
    } catch (error) {
      response.redirect(resultPage(this.codeOf(error), taken.attempt));
    }
  }

  private configurationFault(): ErrorCode | undefined {
    if (!this.env.hasFirebase) return 'auth/not-configured';
    return this.env.googleClient ? undefined : 'auth/operation-not-allowed';
  }

  /** Why the sign-in cannot go on: Google or the user refused, or another issuer answered. */
  private refusalIn({ code, error, issuer }: Arrival): ErrorCode | 'auth/popup-closed-by-user' | undefined {
    if (error === 'access_denied') return 'auth/popup-closed-by-user';
    // RFC 9207: refuse an answer from another issuer.
    const isForeign = issuer !== undefined && issuer !== new URL(this.env.GOOGLE_AUTH_URL).origin;
    return error !== undefined || code === undefined || isForeign ? 'auth/internal-error' : undefined;
  }

  /** The code of the catalogue for an error; an error without a code of its own is logged. */
  private codeOf(error: unknown): string {
    if (error instanceof GoogleUnreachable) return 'auth/network-request-failed';
    if (error instanceof AppError && error.code.startsWith('auth/')) return error.code;
    if (error instanceof GoogleRefusal)
      this.logger.error({ event: 'auth.google_failed', reason: error.message });
    else this.logger.error({ event: 'auth.google_failed', err: error });
    return 'auth/internal-error';
  }
}

function arrivalOf({ query }: Request): Arrival {
  return {
    code: textOf(query.code),
    state: textOf(query.state),
    error: textOf(query.error),
    issuer: textOf(query.iss),
  };
}

/** A parameter that occurs once and is no longer than Google's own. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= MAX_PARAMETER ? value : undefined;
}

/** Our page that reports the result of an attempt to its opener. */
export function resultPage(result: string, attempt: string | null): string {
  const query = new URLSearchParams({ ...(attempt !== null && { attempt }), result });
  return `/google-sign-in?${query.toString()}`;
}

const SCOPES = ['openid', 'email', 'profile'];
const CALLBACK_PATH = '/api/auth/google/callback';

type StoreCallback = (error: unknown, value?: string) => void;

/** Where passport stores the PKCE verifier; it recognises the two methods by their number of parameters. */
interface PkceStore {
  store: (request: Request, verifier: string, state: unknown, meta: unknown, done: StoreCallback) => void;
  verify: (request: Request, state: string, meta: unknown, done: StoreCallback) => void;
}

/**
 * Redirects the browser to Google's account chooser. `remember` stores the PKCE verifier and returns the `state`.
 * Passport only makes the redirect: its HTTP client has no deadline, so `GoogleOAuth` exchanges the code.
 * Resolves when the answer is sent; rejects with the error of `remember`.
 */
async function redirectToGoogle(
  env: Env,
  request: Request,
  response: Response,
  remember: (verifier: string) => Promise<string>,
): Promise<void> {
  const client = env.googleClient;
  if (!client) throw new Error('GOOGLE_CLIENT_ID is not set');
  // Their 30 files are loaded with the first sign-in, not at the start.
  const [{ default: passport }, { Strategy }] = await Promise.all([
    import('passport'),
    import('passport-google-oauth20'),
  ]);
  return new Promise((resolve, reject) => {
    const store: PkceStore = {
      store: (_request, verifier, _state, _meta, done) => {
        remember(verifier).then((state) => done(null, state), done);
      },
      verify: (_request, _state, _meta, done) => done(new Error('the request has a code already')),
    };
    const options = {
      clientID: client.id,
      clientSecret: client.secret,
      authorizationURL: env.GOOGLE_AUTH_URL,
      tokenURL: env.GOOGLE_TOKEN_URL,
      callbackURL: `${env.publicOrigin}${CALLBACK_PATH}`,
      scope: SCOPES,
      pkce: true,
      // The published types know of stores without PKCE only.
      store: store as never,
    };
    const strategy = new Strategy(options, (_access, _refresh, _profile, done) => done(null, false));
    response.once('close', resolve);
    const redirect = passport.authenticate(strategy, { prompt: 'select_account' }, reject) as RequestHandler;
    void redirect(request, response, reject);
  });
}
