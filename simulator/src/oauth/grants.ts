import { randomBytes } from 'node:crypto';
import type { SimulatorClock } from '../clock.js';

/** Whose access it is, and which client's. */
export interface Grant {
  sub: string;
  clientId: string;
  scopes: string[];
}

/** What a person has just allowed, to be exchanged once within 10 minutes. Times are ms since 1970. */
export interface AuthorizationCode extends Grant {
  redirectUri: string;
  issuedAt: number;
  isUsed: boolean;
  /** Whether a refresh token is due. */
  isOffline: boolean;
  challenge?: { method: 'S256' | 'plain'; value: string };
  nonce?: string;
}

interface RefreshToken extends Grant {
  issuedAt: number;
  usedAt: number;
  /** Of a time-limited grant only. */
  endsAt?: number;
}

export interface AccessToken extends Grant {
  expiresAt: number;
}

/** Plain JSON. */
export interface GrantSnapshot {
  consents: [string, Grant][];
  codes: [string, AuthorizationCode][];
  refreshTokens: [string, RefreshToken][];
  accessTokens: [string, AccessToken][];
}

export const ACCESS_TOKEN_SECONDS = 3600;
const CODE_MS = 10 * 60_000;
const MOST_REFRESH_TOKENS = 100;
const UNUSED_MS = 182 * 86_400_000;

/** What people have allowed, and the codes and tokens that stand for it. */
export class GrantStore {
  private consents = new Map<string, Grant>();
  private codes = new Map<string, AuthorizationCode>();
  private refreshTokens = new Map<string, RefreshToken>();
  private accessTokens = new Map<string, AccessToken>();

  /** @param grantMs how long what is granted now lasts; 0: without an end */
  constructor(
    private readonly clock: SimulatorClock,
    private readonly grantMs: () => number,
  ) {}

  /** Becomes what was saved, or empty. */
  restore(saved?: GrantSnapshot): void {
    this.consents = new Map(saved?.consents);
    this.codes = new Map(saved?.codes);
    this.refreshTokens = new Map(saved?.refreshTokens);
    this.accessTokens = new Map(saved?.accessTokens);
  }

  /** The scopes that a person has allowed a client so far; none before the first consent. */
  consented(sub: string, clientId: string): string[] {
    return this.consents.get(keyOf(sub, clientId))?.scopes ?? [];
  }

  /** What a person has allowed each client, and how many refresh tokens live. */
  consentsOf(sub: string): { clientId: string; scopes: string[]; refreshTokens: number }[] {
    const tokens = [...this.refreshTokens.values()];
    return [...this.consents.values()]
      .filter((consent) => consent.sub === sub)
      .map(({ clientId, scopes }) => ({
        clientId,
        scopes: [...scopes],
        refreshTokens: tokens.filter((token) => token.sub === sub && token.clientId === clientId).length,
      }));
  }

  /** Adds to what a person has allowed a client. */
  consent({ sub, clientId, scopes }: Grant): void {
    const all = [...new Set([...this.consented(sub, clientId), ...scopes])];
    this.consents.set(keyOf(sub, clientId), { sub, clientId, scopes: all });
  }

  /** A new code; Google's begin with `4/0`. */
  issueCode(code: Omit<AuthorizationCode, 'issuedAt' | 'isUsed'>): string {
    this.forgetExpired();
    return put(this.codes, '4/0A', { ...code, issuedAt: this.now(), isUsed: false });
  }

  /** The code, if there ever was such a one. */
  findCode(code: string): AuthorizationCode | undefined {
    return this.codes.get(code);
  }

  /** Whether a code can still be exchanged. */
  isFresh(code: AuthorizationCode): boolean {
    return !code.isUsed && this.now() < code.issuedAt + CODE_MS;
  }

  issueAccessToken({ sub, clientId, scopes }: Grant): string {
    const expiresAt = this.now() + ACCESS_TOKEN_SECONDS * 1000;
    return put(this.accessTokens, 'ya29.a0', { sub, clientId, scopes, expiresAt });
  }

  /** A person has at most 100 live ones for a client: the oldest dies without a word. */
  issueRefreshToken({ sub, clientId, scopes }: Grant): string {
    const isTheirs = ([, token]: [string, RefreshToken]) => token.sub === sub && token.clientId === clientId;
    const theirs = [...this.refreshTokens].filter(isTheirs);
    for (const [token] of theirs.slice(0, Math.max(0, theirs.length - MOST_REFRESH_TOKENS + 1)))
      this.refreshTokens.delete(token);
    const issuedAt = this.now();
    const grantMs = this.grantMs();
    const end = grantMs > 0 && { endsAt: issuedAt + grantMs };
    return put(this.refreshTokens, '1//0', { sub, clientId, scopes, issuedAt, usedAt: issuedAt, ...end });
  }

  /** A refresh token that works: not revoked, not at its end, and used within the last 6 months. */
  findRefreshToken(token: string): RefreshToken | undefined {
    const found = this.refreshTokens.get(token);
    return found && this.now() < Math.min(found.usedAt + UNUSED_MS, found.endsAt ?? Infinity)
      ? found
      : undefined;
  }

  /** What answers say of the end of a time-limited grant: the whole seconds that are left. */
  endOf(token: string): { refresh_token_expires_in?: number } {
    const endsAt = this.refreshTokens.get(token)?.endsAt;
    return endsAt === undefined ? {} : { refresh_token_expires_in: Math.floor((endsAt - this.now()) / 1000) };
  }

  /** An access token that works. */
  findAccessToken(token: string): AccessToken | undefined {
    const found = this.accessTokens.get(token);
    return found && this.now() < found.expiresAt ? found : undefined;
  }

  /** Ends all that the person of this token has allowed its client. @returns whether the token was good for that. */
  revoke(token: string): boolean {
    const grant = this.findRefreshToken(token) ?? this.findAccessToken(token);
    if (grant) this.end(grant.sub, grant.clientId);
    return grant !== undefined;
  }

  /** Ends all that a person has allowed a client, or every client. */
  end(sub: string, clientId?: string): void {
    for (const store of [this.consents, this.codes, this.refreshTokens, this.accessTokens])
      for (const [key, grant] of store)
        if (grant.sub === sub && (clientId ?? grant.clientId) === grant.clientId) store.delete(key);
  }

  /** Lets the access tokens of a person expire, as they do after an hour. */
  expireAccessTokens(sub: string): void {
    for (const token of this.accessTokens.values()) if (token.sub === sub) token.expiresAt = this.now();
  }

  snapshot(): GrantSnapshot {
    return {
      consents: [...this.consents],
      codes: [...this.codes],
      refreshTokens: [...this.refreshTokens],
      accessTokens: [...this.accessTokens],
    };
  }

  private now(): number {
    return this.clock.now().getTime();
  }

  private forgetExpired(): void {
    for (const [code, { issuedAt }] of this.codes)
      if (issuedAt + CODE_MS < this.now()) this.codes.delete(code);
    for (const [token, { expiresAt }] of this.accessTokens)
      if (expiresAt < this.now()) this.accessTokens.delete(token);
  }
}

function keyOf(sub: string, clientId: string): string {
  return `${sub} ${clientId}`;
}

function put<T>(store: Map<string, T>, prefix: string, value: T): string {
  const token = `${prefix}${randomBytes(33).toString('base64url')}`;
  store.set(token, value);
  return token;
}
