import { Injectable } from '@nestjs/common';
import { and, desc, eq, lt } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { Clock } from '../config/clock.js';
import { MINUTE_MS, HOUR_MS } from '../config/durations.js';
import { Env } from '../config/env.js';
import { type OAUTH_PURPOSES, oauthTransactions } from '../database/connection.schema.js';
import { Database } from '../database/database.js';
import { parseClean } from '../security/clean-json.js';
import { readResponseJson } from '../security/response-json.js';
import { sha256 } from '../security/sha256.js';

const MAX_ANSWER_BYTES = 100_000;

/** An answer of Google's token endpoint. */
export interface GoogleGrant {
  accessToken: string;
  /** How long the access token lasts (ms). */
  expiresInMs: number;
  /** What the user has granted, which may be less than the request asked for. */
  scopes: string[];
  /** Given for a code only, and only with `access_type=offline` and consent. */
  refreshToken: string | undefined;
  /** How long a time-limited grant lasts (ms); undefined for one without an end. */
  grantEndsInMs: number | undefined;
  idToken: string | undefined;
}

/** A Google account. */
export interface GooglePerson {
  /** Google's stable key of it (`sub`). */
  subject: string;
  email: string;
}

/** Google refused with one of OAuth's codes, such as `invalid_grant` (RFC 6749, section 5.2). */
export class GoogleRefusal extends Error {
  constructor(readonly code: string) {
    super(`Google refused: ${code}`);
  }
}

/** Google gave no usable answer in time. */
export class GoogleUnreachable extends Error {}

/**
 * Google's OAuth endpoints, at the configured addresses alone; redirects are not followed.
 * Every method throws GoogleRefusal or GoogleUnreachable, whose texts carry no token, code or secret.
 */
@Injectable()
export class GoogleOAuth {
  /** The deadline of each call to Google (ms); tests shorten it. */
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

  /** Revokes a grant. A grant that Google does not know counts as revoked. */
  async revoke(token: string): Promise<void> {
    await this.post(this.env.GOOGLE_REVOKE_URL, { token }).catch((error: unknown) => {
      if (!(error instanceof GoogleRefusal) || error.code !== 'invalid_token') throw error;
    });
  }

  /** The Google account that an access token belongs to. */
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
    const { refresh_token_expires_in: grantEndsIn } = content;
    if (typeof accessToken !== 'string' || typeof expiresIn !== 'number')
      throw new GoogleUnreachable('the answer has no access token');
    return {
      accessToken,
      expiresInMs: expiresIn * 1000,
      scopes: typeof scope === 'string' ? scope.split(' ') : [],
      refreshToken: textOrNothing(content.refresh_token),
      grantEndsInMs: typeof grantEndsIn === 'number' ? grantEndsIn * 1000 : undefined,
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
        content: (await readResponseJson(answer, MAX_ANSWER_BYTES)) ?? {},
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

type Purpose = (typeof OAUTH_PURPOSES)[number];

const LIFETIME_MS = 10 * MINUTE_MS;
/** Expired ones are kept for this time, so that a late answer is recognised as late. */
const KEPT_MS = HOUR_MS;
/** 256 bits; RFC 9700, 4.7.1 wants a value that cannot be guessed. */
const RANDOM_BYTES = 32;

/** A transaction that was taken out of the store: it cannot be used again. */
export interface OAuthTransaction {
  /** The PKCE verifier. */
  verifier: string;
  /** If it was sent to Google, the ID token has to contain it. */
  nonce: string;
  uid: string | null;
  /** The workspace that is connected; null for a sign-in. */
  workspaceId: string | null;
  attempt: string | null;
  /** Whether it came back more than 10 minutes after it began. */
  hasExpired: boolean;
  /** Whether it was begun by the browser that holds this secret. */
  isBoundTo: (binding: string) => boolean;
}

/** The stored state between the redirect to Google's consent page and the return: single use, 10 minutes (RFC 9700, 4.7.1). */
@Injectable()
export class OAuthTransactions {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the transaction of a browser that is redirected to Google.
   * @returns the random part of `state`; and a nonce, which identifies the transaction but cannot take it out of the store
   */
  async begin(transaction: {
    purpose: Purpose;
    verifier: string;
    binding: string;
    uid?: string;
    workspaceId?: string;
    attempt?: string;
  }): Promise<{ random: string; nonce: string }> {
    const random = randomBytes(RANDOM_BYTES).toString('base64url');
    const nonce = sha256(random);
    const now = this.clock.now().getTime();
    await this.database.orm
      .delete(oauthTransactions)
      .where(lt(oauthTransactions.endsAt, new Date(now - KEPT_MS)));
    await this.database.orm.insert(oauthTransactions).values({
      ...transaction,
      id: nonce,
      binding: sha256(transaction.binding),
      endsAt: new Date(now + LIFETIME_MS),
    });
    return { random, nonce };
  }

  /** Takes the transaction of this `state` out of the store; undefined when there is none. */
  async take(purpose: Purpose, random: string): Promise<OAuthTransaction | undefined> {
    return this.remove(purpose, sha256(random));
  }

  /** Takes the latest transaction that a user has begun for a workspace in this browser; undefined when there is none. */
  async takeLatest(
    purpose: Purpose,
    { uid, workspaceId }: { uid: string; workspaceId: string },
    binding: string,
  ): Promise<OAuthTransaction | undefined> {
    const [latest] = await this.database.orm
      .select({ id: oauthTransactions.id })
      .from(oauthTransactions)
      .where(
        and(
          eq(oauthTransactions.uid, uid),
          eq(oauthTransactions.workspaceId, workspaceId),
          eq(oauthTransactions.binding, sha256(binding)),
        ),
      )
      .orderBy(desc(oauthTransactions.endsAt))
      .limit(1);
    return latest && this.remove(purpose, latest.id);
  }

  private async remove(purpose: Purpose, id: string): Promise<OAuthTransaction | undefined> {
    const [row] = await this.database.orm
      .delete(oauthTransactions)
      .where(and(eq(oauthTransactions.id, id), eq(oauthTransactions.purpose, purpose)))
      .returning();
    return (
      row && {
        verifier: row.verifier,
        nonce: row.id,
        uid: row.uid,
        workspaceId: row.workspaceId,
        attempt: row.attempt,
        hasExpired: row.endsAt <= this.clock.now(),
        isBoundTo: (binding) => sha256(binding) === row.binding,
      }
    );
  }
}

/**
 * The claims of an ID token that came from its issuer directly over TLS, so that its signature needs no check (OpenID
 * Connect Core, 3.1.3.7); an empty object for any other text.
 */
export function claimsOf(idToken: string): Record<string, unknown> {
  const [, payload = ''] = idToken.split('.');
  try {
    return parseClean(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}
