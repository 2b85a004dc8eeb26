import { Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Env } from '../config/env.js';
import { AppError, type ErrorCode } from '../errors/app-error.js';
import { AuthService } from './auth.service.js';
import { GoogleBindingCookie } from './google-binding-cookie.js';
import { GoogleOAuth, GoogleRefusal, GoogleUnreachable } from './google-oauth.js';
import { comeBackFromGoogle, leaveForGoogle } from './google-sign-in.strategy.js';
import { OAuthTransactions } from './oauth-transactions.js';

const SIGNED_IN = 'signed-in';
/** Longer than any value that Google sends. */
const MAX_PARAMETER = 4096;

/** What Google's redirect brings along. */
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

  /** Leads the popup to Google, or, where that cannot be, to the page that says why. */
  async begin(attempt: string, request: Request, response: Response): Promise<void> {
    const hindrance = this.hindrance();
    if (hindrance) return response.redirect(resultPage(hindrance, attempt));
    const remember = async (verifier: string): Promise<string> => {
      const binding = this.binding.begin(response, await this.auth.sessionIdIn(request));
      const { random } = await this.transactions.begin({ purpose: 'sign-in', verifier, binding, attempt });
      return random;
    };
    try {
      await leaveForGoogle(this.env, this.google, request, response, remember);
    } catch (error) {
      response.redirect(resultPage(this.codeOf(error), attempt));
    }
  }

  /** Signs in by what Google has sent, or not, and leads the popup to the page that reports it. */
  async finish(request: Request, response: Response): Promise<void> {
    const arrival = arrivalOf(request);
    const taken = arrival.state && (await this.transactions.take('sign-in', arrival.state));
    const bound = this.binding.read(request);
    if (!taken) return response.redirect(resultPage('auth/cancelled-popup-request', null));
    // An older popup must not take the cookie away from a newer one.
    const isOurs = bound !== undefined && taken.isBoundTo(bound.value);
    if (isOurs) this.binding.clear(response);
    if (!isOurs || taken.hasExpired)
      return response.redirect(resultPage('auth/cancelled-popup-request', taken.attempt));
    const refusal = this.refusalIn(arrival);
    if (refusal) return response.redirect(resultPage(refusal, taken.attempt));
    try {
      const idToken = await comeBackFromGoogle(this.env, this.google, request, response, taken.verifier);
      await this.auth.signInWithGoogle(idToken, bound.previousSession, response);
      response.redirect(resultPage(SIGNED_IN, taken.attempt));
    } catch (error) {
      response.redirect(resultPage(this.codeOf(error), taken.attempt));
    }
  }

  private hindrance(): ErrorCode | undefined {
    if (!this.env.hasFirebase) return 'auth/not-configured';
    return this.env.googleClient ? undefined : 'auth/operation-not-allowed';
  }

  /** What speaks against going on: a refusal of Google's or the person's, or an answer of somebody else. */
  private refusalIn({ code, error, issuer }: Arrival): ErrorCode | 'auth/popup-closed-by-user' | undefined {
    if (error === 'access_denied') return 'auth/popup-closed-by-user';
    // RFC 9207: an answer of another issuer is not for us.
    const isForeign = issuer !== undefined && issuer !== new URL(this.env.GOOGLE_AUTH_URL).origin;
    return error !== undefined || code === undefined || isForeign ? 'auth/internal-error' : undefined;
  }

  /** The code of the catalogue for what was thrown; what no code explains is logged. */
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

/** A parameter that comes once and is no longer than any of Google's. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= MAX_PARAMETER ? value : undefined;
}

/** The page of ours that tells the opener how its attempt went. */
export function resultPage(result: string, attempt: string | null): string {
  const query = new URLSearchParams({ ...(attempt !== null && { attempt }), result });
  return `/google-sign-in?${query.toString()}`;
}
