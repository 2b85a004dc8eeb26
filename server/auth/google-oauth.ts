import { Injectable } from '@nestjs/common';
import { Env } from '../config/env.js';
import { readJson } from '../security/json-answer.js';

const MAX_ANSWER_BYTES = 100_000;

/** What Google's token endpoint gives. */
export interface GoogleGrant {
  accessToken: string;
  /** How long the access token lasts (ms). */
  expiresInMs: number;
  /** What the person has granted, which may be less than was asked for. */
  scopes: string[];
  /** Given for a code only, and only with `access_type=offline` and consent. */
  refreshToken: string | undefined;
  idToken: string | undefined;
}

/** A Google account. */
export interface GooglePerson {
  /** Google's stable key of it (`sub`). */
  subject: string;
  email: string;
}

/** Google has refused, with OAuth's own code, such as `invalid_grant` (RFC 6749, section 5.2). */
export class GoogleRefusal extends Error {
  constructor(readonly code: string) {
    super(`Google refused: ${code}`);
  }
}

/** Google gave no answer in time, or none that can be used. */
export class GoogleUnreachable extends Error {}

/**
 * Google's OAuth endpoints, at the configured addresses alone; redirects are not followed.
 * Every method throws GoogleRefusal or GoogleUnreachable, whose texts carry no token, code or secret.
 */
@Injectable()
export class GoogleOAuth {
  /** How long Google has for an answer (ms); tests shorten it. */
  readonly deadlineMs: number = 8_000;

  constructor(private readonly env: Env) {}

  /** Exchanges the code of a consent, with the same `redirectUri` and the verifier of its PKCE challenge. */
  async exchangeCode(code: string, redirectUri: string, verifier: string): Promise<GoogleGrant> {
    return this.askForTokens({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
  }

  /** A new access token. `invalid_grant` says that the refresh token will never be accepted again. */
  async refresh(refreshToken: string): Promise<GoogleGrant> {
    return this.askForTokens({ grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  /** Ends a grant. One that Google no longer knows is ended already. */
  async revoke(token: string): Promise<void> {
    await this.post(this.env.GOOGLE_REVOKE_URL, { token }).catch((error: unknown) => {
      if (!(error instanceof GoogleRefusal) || error.code !== 'invalid_token') throw error;
    });
  }

  /** Whose the access token is. */
  async readPerson(accessToken: string): Promise<GooglePerson> {
    const content = await this.send(this.env.GOOGLE_USERINFO_URL, {
      headers: { Authorization: `Bearer ${accessToken}` },
    });
    const { sub, email } = content;
    if (typeof sub !== 'string' || sub === '' || typeof email !== 'string')
      throw new GoogleUnreachable('the answer names no Google account');
    return { subject: sub, email };
  }

  private async askForTokens(parameters: Record<string, string>): Promise<GoogleGrant> {
    const client = this.env.googleClient;
    if (!client) throw new GoogleRefusal('invalid_client');
    const content = await this.post(this.env.GOOGLE_TOKEN_URL, {
      ...parameters,
      client_id: client.id,
      client_secret: client.secret,
    });
    const { access_token: accessToken, expires_in: expiresIn, scope } = content;
    if (typeof accessToken !== 'string' || typeof expiresIn !== 'number')
      throw new GoogleUnreachable('the answer has no access token');
    return {
      accessToken,
      expiresInMs: expiresIn * 1000,
      scopes: typeof scope === 'string' ? scope.split(' ') : [],
      refreshToken: textOrNothing(content.refresh_token),
      idToken: textOrNothing(content.id_token),
    };
  }

  private post(address: string, parameters: Record<string, string>): Promise<Record<string, unknown>> {
    return this.send(address, { method: 'POST', body: new URLSearchParams(parameters) });
  }

  private async send(address: string, init: RequestInit): Promise<Record<string, unknown>> {
    const { status, content } = await fetch(address, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(this.deadlineMs),
    })
      .then(async (answer) => ({
        status: answer.status,
        content: (await readJson(answer, MAX_ANSWER_BYTES)) ?? {},
      }))
      .catch((cause: unknown) => {
        throw new GoogleUnreachable('no answer', { cause });
      });
    const { error } = content as { error?: unknown };
    if (status >= 400 && status < 500 && status !== 429)
      throw new GoogleRefusal(typeof error === 'string' ? error : `status ${status}`);
    if (status !== 200) throw new GoogleUnreachable(`status ${status}`);
    return content as Record<string, unknown>;
  }
}

function textOrNothing(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
