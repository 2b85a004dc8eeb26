import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type GoogleGrant, GoogleOAuth, GoogleRefusal } from '../../auth/google-oauth.js';
import { Clock } from '../../config/clock.js';
import { AppError } from '../../errors/app-error.js';
import { TokenCipher } from '../../security/token-cipher.js';
import { BUSINESS_SCOPE } from '../connection-setup.service.js';
import { type ConnectionRow, ConnectionsRepository } from '../connections.repository.js';
import { ConnectionsService } from '../connections.service.js';

/** A token is renewed so long before its end, that a call begun with it can still finish. */
const AHEAD_MS = 2 * 60_000;
/** How often a lost connection is tried again at most. */
export const TRY_LOST_EVERY_MS = 15 * 60_000;
const MISSING_SCOPE = 'it does not cover the Business Profile';
const KEPT_TOKENS = 10_000;

interface AccessToken {
  connectionId: string;
  token: string;
  /** ms since 1970. */
  endsAt: number;
}

/** Access tokens of connected users. They lie in memory only, for as long as Google accepts them. */
@Injectable()
export class AccessTokens {
  private readonly logger = new Logger('AccessTokens');
  private readonly tokens = new LRUCache<string, AccessToken>({ max: KEPT_TOKENS });
  /** By connection, so that all who wait for a new token share one request. */
  private readonly underWay = new Map<string, Promise<string>>();

  constructor(
    private readonly rows: ConnectionsRepository,
    private readonly connections: ConnectionsService,
    private readonly cipher: TokenCipher,
    private readonly google: GoogleOAuth,
    private readonly clock: Clock,
  ) {}

  /**
   * A token that Google accepts for the user's connection as it is now, on whatever replica it was made.
   * Errors: `google/reconnect` without a connection or with a lost one, which is tried again every 15 minutes at most;
   * `connect/held`; `google/unavailable`.
   */
  async get(uid: string): Promise<string> {
    const row = await this.rows.find(uid);
    if (!row) throw AppError.of('google/reconnect');
    if (row.state === 'held') throw AppError.of('connect/held');
    const known = this.tokens.get(uid);
    const isGood = known?.connectionId === row.id && known.endsAt - AHEAD_MS > this.clock.now().getTime();
    if (isGood && row.state !== 'reconnect') return known.token;
    const running = this.underWay.get(row.id);
    if (running) return running;
    const started = this.renew(row).finally(() => this.underWay.delete(row.id));
    this.underWay.set(row.id, started);
    return started;
  }

  /** Google answered 401 to this token: the next `get` renews it, unless that has happened since. */
  reject(uid: string, token: string): void {
    if (this.tokens.get(uid)?.token === token) this.tokens.delete(uid);
  }

  /** Google answered that this token's grant does not cover its APIs: the connection is lost. */
  async giveUp(uid: string, token: string): Promise<void> {
    const known = this.tokens.get(uid);
    if (known?.token !== token) return;
    this.tokens.delete(uid);
    await this.connections.markLost(uid, known.connectionId, MISSING_SCOPE);
  }

  private async renew(row: ConnectionRow): Promise<string> {
    const { uid, id, refreshToken: text, keyName } = row;
    const now = this.clock.now();
    const wasLost = row.state === 'reconnect';
    if (wasLost) {
      const before = new Date(now.getTime() - TRY_LOST_EVERY_MS);
      if (!(await this.rows.claimTry(id, before, now))) throw AppError.of('google/reconnect');
    }
    const refreshToken = this.cipher.decrypt({ text, keyName }, { uid, connectionId: id });
    if (refreshToken === undefined)
      return this.lose(row, 'it cannot be decrypted with the present TOKEN_KEYS');
    const grant = await this.refresh(uid, refreshToken);
    if (grant === 'ended') return this.lose(row, 'Google no longer accepts it');
    const { accessToken, expiresInMs, scopes } = grant;
    // Google may leave out what is as it was granted (RFC 6749, 5.1).
    if (scopes.length > 0 && !scopes.includes(BUSINESS_SCOPE)) return this.lose(row, MISSING_SCOPE);
    this.tokens.set(uid, { connectionId: id, token: accessToken, endsAt: now.getTime() + expiresInMs });
    this.logger.log({ event: 'token.refreshed', uid, connection: id });
    if (wasLost) await this.connections.markFound(uid, id);
    return accessToken;
  }

  private async refresh(uid: string, refreshToken: string): Promise<GoogleGrant | 'ended'> {
    try {
      return await this.google.refresh(refreshToken);
    } catch (error) {
      if (error instanceof GoogleRefusal && error.code === 'invalid_grant') return 'ended';
      this.logger.warn({ event: 'token.failed', uid, reason: (error as Error).message });
      throw AppError.of('google/unavailable', error);
    }
  }

  private async lose({ uid, id }: ConnectionRow, why: string): Promise<never> {
    this.tokens.delete(uid);
    await this.connections.markLost(uid, id, why);
    throw AppError.of('google/reconnect');
  }
}
