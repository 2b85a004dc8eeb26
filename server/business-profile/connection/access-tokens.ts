import { Injectable, Logger, type OnModuleInit, Optional } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type GoogleGrant, GoogleOAuth, GoogleRefusal } from '../../auth/google-oauth.js';
import { Clock } from '../../config/clock.js';
import { MINUTE_MS } from '../../config/durations.js';
import { AppError } from '../../errors/app-error.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import { TokenCipher } from '../../security/token-cipher.js';
import { BUSINESS_SCOPE } from './connection-setup.service.js';
import { type ConnectionRow, ConnectionsRepository } from './connections.repository.js';
import { ConnectionsService } from './connections.service.js';
import { PracticeGoogle } from './practice-google.js';
import { Jobs } from '../../jobs/job-engine.js';
import type { JobPayloads } from '../../jobs/job-queues.js';
import { IntervalTasks } from '../../jobs/interval-tasks.js';

/** A token is renewed this long before its end, so that a call that has begun with it can finish. */
const AHEAD_MS = 2 * MINUTE_MS;
/** How often a lost connection is tried again at most. */
const TRY_LOST_EVERY_MS = 15 * MINUTE_MS;
const MISSING_SCOPE = 'it does not cover the Business Profile';
const KEPT_TOKENS = 10_000;

interface AccessToken {
  connectionId: string;
  token: string;
  /** ms since 1970. */
  endsAt: number;
}

/** Access tokens of connected workspaces. They are kept in memory only, for as long as Google accepts them. */
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
    @Optional() private readonly practiceGoogle?: PracticeGoogle,
  ) {
    // The first one comes with the grant, so that none has to be asked for.
    connections.whenGranted(({ workspaceId, id }, { token, expiresInMs }) =>
      this.keep(workspaceId, id, token, expiresInMs),
    );
  }

  /**
   * A token that Google accepts for the owner's present connection, also when another replica made that connection.
   * Errors: `google/reconnect` without a connection to that Google account or with a lost one, which is tried again every
   * 15 minutes at most, and for a practice connection where Google is the real one; `connect/held`; `google/unavailable`.
   */
  async get({ workspaceId, subject }: GoogleOwner): Promise<string> {
    const row = await this.rows.find(workspaceId);
    if (row?.subject !== subject) throw AppError.of('google/reconnect');
    if (row.practice && !this.practiceGoogle) throw AppError.of('google/reconnect');
    if (row.state === 'held') throw AppError.of('connect/held');
    const known = this.tokens.get(workspaceId);
    const isGood = known?.connectionId === row.id && known.endsAt - AHEAD_MS > this.clock.now().getTime();
    if (isGood && row.state !== 'reconnect') return known.token;
    const running = this.underWay.get(row.id);
    if (running) return running;
    const started = this.renew(row).finally(() => this.underWay.delete(row.id));
    this.underWay.set(row.id, started);
    return started;
  }

  /** Google answered 401 to this token: the next `get` renews it, unless that has happened since. */
  reject({ workspaceId }: GoogleOwner, token: string): void {
    if (this.tokens.get(workspaceId)?.token === token) this.tokens.delete(workspaceId);
  }

  /** Google answered that this token's grant does not cover its APIs: the connection is lost. */
  async giveUp({ workspaceId }: GoogleOwner, token: string): Promise<void> {
    const known = this.tokens.get(workspaceId);
    if (known?.token !== token) return;
    this.tokens.delete(workspaceId);
    await this.connections.markLost(workspaceId, known.connectionId, MISSING_SCOPE);
  }

  private async renew(row: ConnectionRow): Promise<string> {
    const { workspaceId, id, refreshToken: text, keyName } = row;
    const now = this.clock.now();
    const wasLost = row.state === 'reconnect';
    if (wasLost) {
      const before = new Date(now.getTime() - TRY_LOST_EVERY_MS);
      if (!(await this.rows.claimTry(id, before, now))) throw AppError.of('google/reconnect');
    }
    const refreshToken = this.cipher.decrypt({ text, keyName }, { workspaceId, id });
    if (refreshToken === undefined)
      return this.lose(row, 'it cannot be decrypted with the present TOKEN_KEYS');
    const grant = await this.refresh(workspaceId, refreshToken);
    if (grant === 'ended') return this.lose(row, 'Google no longer accepts it');
    const { accessToken, expiresInMs, scopes } = grant;
    // Google may leave out scopes that are as they were granted (RFC 6749, 5.1).
    if (scopes.length > 0 && !scopes.includes(BUSINESS_SCOPE)) return this.lose(row, MISSING_SCOPE);
    this.keep(workspaceId, id, accessToken, expiresInMs, now);
    this.logger.log({ event: 'token.refreshed', workspace: workspaceId, connection: id });
    if (wasLost) await this.connections.markFound(workspaceId, id);
    return accessToken;
  }

  private keep(
    workspaceId: string,
    connectionId: string,
    token: string,
    expiresInMs: number,
    since = this.clock.now(),
  ): void {
    this.tokens.set(workspaceId, { connectionId, token, endsAt: since.getTime() + expiresInMs });
  }

  private async refresh(workspaceId: string, refreshToken: string): Promise<GoogleGrant | 'ended'> {
    try {
      return await this.google.refresh(refreshToken);
    } catch (error) {
      if (error instanceof GoogleRefusal && error.code === 'invalid_grant') return 'ended';
      this.logger.warn({ event: 'token.failed', workspace: workspaceId, reason: (error as Error).message });
      throw AppError.of('google/unavailable', error);
    }
  }

  private async lose({ workspaceId, id }: ConnectionRow, why: string): Promise<never> {
    this.tokens.delete(workspaceId);
    await this.connections.markLost(workspaceId, id, why);
    throw AppError.of('google/reconnect');
  }
}

const SWEEP_EVERY_MS = 60_000;

/**
 * Asks Google whether lost connections work again, so that a passing fault makes no user reconnect. The connection's
 * state is the truth; a job is tried again after growing pauses until the connection works or is gone.
 */
@Injectable()
export class ConnectionProbeJob implements OnModuleInit {
  constructor(
    private readonly connections: ConnectionsRepository,
    private readonly tokens: AccessTokens,
    private readonly jobs: Jobs,
    private readonly intervalTasks: IntervalTasks,
    @Optional() private readonly practiceGoogle?: PracticeGoogle,
  ) {}

  onModuleInit(): void {
    this.jobs.work('connection-probe', ({ payload }) => this.probe(payload));
    this.intervalTasks.repeat('Looking for lost connections', SWEEP_EVERY_MS, () => this.sweep());
  }

  /** Makes the jobs that are missing. */
  async sweep(): Promise<void> {
    const lost = await this.connections.lost();
    const canWork = lost.filter(({ practice }) => !practice || this.practiceGoogle !== undefined);
    await this.jobs.sendAll(
      'connection-probe',
      canWork.map(({ workspaceId, id, updatedAt }) => ({
        payload: { workspaceId, connectionId: id },
        key: id,
        startAfter: new Date(updatedAt.getTime() + TRY_LOST_EVERY_MS),
      })),
    );
  }

  /** Errors: `google/reconnect` while it is still lost, and `google/unavailable`; then the job is tried again. */
  private async probe({ workspaceId, connectionId }: JobPayloads['connection-probe']): Promise<void> {
    const connection = await this.connections.find(workspaceId);
    if (connection?.id === connectionId && connection.state === 'reconnect')
      await this.tokens.get(connection);
  }
}
