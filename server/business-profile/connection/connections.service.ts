import { Injectable, Logger, type OnModuleInit, Optional } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { GoogleOAuth } from '../../auth/google-oauth.js';
import { Clock } from '../../config/clock.js';
import type { CONNECTION_STATES } from '../../database/connection.schema.js';
import { Database, type Orm } from '../../database/database.js';
import { NotifiedCache } from '../../database/notified-cache.js';
import { AppError } from '../../errors/app-error.js';
import type { RequestOwner } from '../../people/current-owner.js';
import { TokenCipher } from '../../security/token-cipher.js';
import { UsersService } from '../../users/users.service.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import { type ConnectionRow, ConnectionsRepository } from './connections.repository.js';
import { PracticeGoogle } from './practice-google.js';

/** A workspace's grant of access to a Google Business Profile. */
export interface Connection {
  workspaceId: string;
  /** Each grant has a new one. */
  id: string;
  /** Google's stable key of the Google account (`sub`). */
  subject: string;
  email: string;
  /** Whether it is an account of the simulated Google. */
  practice: boolean;
  state: (typeof CONNECTION_STATES)[number];
  connectedAt: Date;
}

/** What a person has granted at Google. */
interface NewConnection {
  subject: string;
  email: string;
  scopes: string[];
  /** Google leaves it out at times; then the one of an existing connection to the same account is kept. */
  refreshToken: string | undefined;
  /** How long a time-limited grant lasts; undefined for one without an end. */
  grantEndsInMs?: number | undefined;
  /** The access token that came with the grant; undefined where there was none. */
  access?: GrantedAccess;
}

/** An access token as Google gives it. */
export interface GrantedAccess {
  token: string;
  /** How long Google accepts it (ms). */
  expiresInMs: number;
}

type GrantedListener = (connection: Connection, access: GrantedAccess) => void;
type ConnectedListener = (connection: Connection) => Promise<void>;
type DisconnectedListener = (owner: GoogleOwner) => Promise<void>;

/** How long a cached connection is used without reading it again, in case a notification is lost. */
const FRESH_MS = 60_000;

/** The connections of workspaces to Google Business Profiles. */
@Injectable()
export class ConnectionsService implements OnModuleInit {
  private readonly logger = new Logger('Connections');
  private readonly grantedListeners: GrantedListener[] = [];
  private readonly connectedListeners: ConnectedListener[] = [];
  private readonly disconnectedListeners: DisconnectedListener[] = [];
  private readonly cache: NotifiedCache<{ workspaceId: string; connection: Connection | undefined }>;

  constructor(
    private readonly connections: ConnectionsRepository,
    private readonly cipher: TokenCipher,
    private readonly google: GoogleOAuth,
    private readonly users: UsersService,
    private readonly clock: Clock,
    database: Database,
    @Optional() private readonly practiceGoogle?: PracticeGoogle,
  ) {
    this.cache = new NotifiedCache(database, clock, {
      channel: 'connections_changed',
      maxAgeMs: FRESH_MS,
      namesOf: ({ workspaceId }) => [workspaceId],
    });
  }

  async onModuleInit(): Promise<void> {
    if (!this.practiceGoogle) await this.connections.losePractice(this.clock.now());
    // A person who signed up with another's address may have connected a profile, to which the owner's posts would go.
    this.users.whenProven(async (tx, { workspaceId, subject }) => {
      await this.connections.hold(tx, { workspaceId, subject }, this.clock.now());
      return () => this.cache.changed(workspaceId);
    });
    await this.cache.listen();
  }

  /** The workspace's connection, in any state; undefined when there is none. */
  async find(workspaceId: string): Promise<Connection | undefined> {
    const row = await this.connections.find(workspaceId);
    return row && toConnection(row);
  }

  /** The connection from the cache: a change by another process shows at once, and within a minute at worst. */
  async findCached(workspaceId: string): Promise<Connection | undefined> {
    const cached = await this.cache.read(workspaceId, async () => ({
      workspaceId,
      connection: await this.find(workspaceId),
    }));
    return cached?.connection;
  }

  /** How many connections there are, by their state. */
  countByState(): Promise<{ state: Connection['state']; count: number }[]> {
    return this.connections.countByState();
  }

  /** Calls back with the access token of a grant once its connection is stored, before anything uses that. */
  whenGranted(listener: GrantedListener): void {
    this.grantedListeners.push(listener);
  }

  /** Calls back after a connection is stored, also when it replaces one, or after one that was held is kept. */
  whenConnected(listener: ConnectedListener): void {
    this.connectedListeners.push(listener);
  }

  /** Calls back after a connection has ended, also when one to another Google account takes its place. */
  whenDisconnected(listener: DisconnectedListener): void {
    this.disconnectedListeners.push(listener);
  }

  /** Google said that the project has no quota for its APIs. */
  async markNoQuota(workspaceId: string): Promise<void> {
    await this.changeState({ workspaceId }, ['connected'], 'no_quota');
  }

  /** Google's APIs have answered. */
  async markWorking(workspaceId: string): Promise<void> {
    await this.changeState({ workspaceId }, ['no_quota'], 'connected');
  }

  /** The grant of this connection has ended, or is not enough; another one of the workspace's stays as it is. */
  async markLost(workspaceId: string, id: string, reason: string): Promise<void> {
    if (!(await this.connections.lose({ workspaceId, id }, this.clock.now()))) return;
    await this.cache.changed(workspaceId);
    this.logger.warn({ event: 'connection.lost', workspace: workspaceId, connection: id, reason });
  }

  /** Google accepts the grant of this lost connection again. */
  async markFound(workspaceId: string, id: string): Promise<void> {
    if (await this.changeState({ workspaceId, id }, ['reconnect'], 'connected'))
      this.logger.log({ event: 'connection.found', workspace: workspaceId, connection: id });
  }

  /**
   * Stores what a person has granted in a session, in place of what they had granted before.
   * @returns the account that was connected before, if it was another one; `no-refresh-token` and nothing stored when
   *   Google gave none and there is none to keep. Errors: `not_signed_in` where the session has ended by then.
   */
  async connect(
    { workspaceId, actor: uid }: RequestOwner,
    granted: NewConnection,
    sessionId: string,
  ): Promise<{ formerEmail: string | undefined } | 'no-refresh-token'> {
    const now = this.clock.now();
    const existing = await this.connections.find(workspaceId);
    const refreshToken = granted.refreshToken ?? this.tokenToKeep(existing, granted.subject);
    if (refreshToken === undefined) return 'no-refresh-token';
    const { subject, email, scopes, grantEndsInMs, access } = granted;
    const isKept = granted.refreshToken === undefined;
    const newEnd = grantEndsInMs === undefined ? null : new Date(now.getTime() + grantEndsInMs);
    const id = randomUUID();
    const { text, keyName } = this.cipher.encrypt(refreshToken, { workspaceId, id });
    const row: ConnectionRow = {
      workspaceId,
      id,
      subject,
      email,
      practice: this.practiceGoogle !== undefined,
      scopes,
      refreshToken: text,
      keyName,
      state: 'connected',
      connectedAt: now,
      grantEndsAt: isKept ? (existing?.grantEndsAt ?? null) : newEnd,
      updatedAt: now,
    };
    const former = await this.connections.save(row, sessionId);
    await this.cache.changed(workspaceId);
    const other = former?.subject === subject ? undefined : former;
    this.logger.log({ event: 'connection.made', uid, workspace: workspaceId, connection: id });
    if (access) for (const listener of this.grantedListeners) listener(toConnection(row), access);
    if (other) await this.end(other);
    await this.notify(this.connectedListeners.map((listener) => () => listener(toConnection(row))));
    return { formerEmail: other?.email };
  }

  /**
   * Lets the workspace's connection work again if it was held. Errors: `connect/not-connected`, `not_signed_in` where the
   * session has ended by then.
   */
  async keep({ workspaceId, actor: uid }: RequestOwner, sessionId: string): Promise<Connection> {
    const row = await this.connections.find(workspaceId);
    if (!row) throw AppError.of('connect/not-connected');
    if (row.state !== 'held') return toConnection(row);
    const connection = toConnection({ ...row, state: 'connected' });
    if (await this.connections.keep(row, sessionId, this.clock.now())) await this.cache.changed(workspaceId);
    this.logger.log({ event: 'connection.kept', uid, workspace: workspaceId, connection: row.id });
    await this.notify(this.connectedListeners.map((listener) => () => listener(connection)));
    return connection;
  }

  /**
   * Forgets the workspace's connection and revokes its grant.
   * @returns whether Google has confirmed. Errors: `connect/not-connected`.
   */
  async disconnect(workspaceId: string): Promise<boolean> {
    const end = await this.remove(workspaceId);
    if (!end) throw AppError.of('connect/not-connected');
    return end();
  }

  /**
   * Forgets the workspace's connection, in a transaction if one is given.
   * @returns a function to call after the commit: it revokes the grant, notifies the listeners and the other processes,
   *   and answers whether Google has confirmed; undefined when there was no connection
   */
  async remove(workspaceId: string, tx?: Orm): Promise<(() => Promise<boolean>) | undefined> {
    const row = await this.connections.remove(workspaceId, tx);
    if (!row) return undefined;
    return async () => {
      await this.cache.changed(workspaceId);
      return this.end(row);
    };
  }

  /** Ends a connection that has been removed: notifies the listeners, and revokes its grant at Google. */
  private async end(row: ConnectionRow): Promise<boolean> {
    await this.notify(this.disconnectedListeners.map((listener) => () => listener(row)));
    const refusal = await this.revoke(row);
    const { workspaceId, id } = row;
    this.logger.log({
      event: 'connection.ended',
      workspace: workspaceId,
      connection: id,
      revoked: refusal === undefined,
      reason: refusal,
    });
    return refusal === undefined;
  }

  /** See `ConnectionsRepository.changeState`. */
  private async changeState(
    of: { workspaceId: string; id?: string },
    from: Connection['state'][],
    to: Connection['state'],
  ): Promise<boolean> {
    const isChanged = await this.connections.changeState(of, from, to, this.clock.now());
    if (isChanged) await this.cache.changed(of.workspaceId);
    return isChanged;
  }

  /** @returns why Google has not confirmed; undefined if it has */
  private async revoke(row: ConnectionRow): Promise<string | undefined> {
    // There is nothing to revoke at a Google that never gave this grant.
    if (row.practice && !this.practiceGoogle) return undefined;
    const token = this.refreshTokenOf(row);
    if (token === undefined) return 'it cannot be decrypted with the present TOKEN_KEYS';
    return this.google.revoke(token).then(
      () => undefined,
      (error: Error) => error.message,
    );
  }

  private tokenToKeep(row: ConnectionRow | undefined, subject: string): string | undefined {
    return row?.subject === subject && row.state !== 'reconnect' ? this.refreshTokenOf(row) : undefined;
  }

  private refreshTokenOf({ workspaceId, id, refreshToken, keyName }: ConnectionRow): string | undefined {
    return this.cipher.decrypt({ text: refreshToken, keyName }, { workspaceId, id });
  }

  /** Calls listeners one after the other; a failing one is logged and changes nothing that is stored. */
  private async notify(calls: (() => Promise<void>)[]): Promise<void> {
    for (const call of calls)
      await call().catch((err: unknown) => this.logger.error({ event: 'connection.follow_up_failed', err }));
  }
}

function toConnection(row: ConnectionRow): Connection {
  const { workspaceId, id, subject, email, practice, state, connectedAt } = row;
  return { workspaceId, id, subject, email, practice, state, connectedAt };
}
