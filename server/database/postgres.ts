import { drizzle } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import { Socket } from 'node:net';
import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { Database, type Orm, TIME_LIMITS } from './database.js';
import { DatabaseOpenError } from './database-open-error.js';
import { migrate } from './migrate.js';

const MAX_CONNECTIONS = 12;
const CONNECT_TIMEOUT_MS = 5000;
const LISTEN_AGAIN_AFTER_MS = 1000;
/** The listening connection sends nothing: only keep-alive packets show that the other end is gone. */
const KEEP_ALIVE_AFTER_MS = 10_000;
/**
 * A connection without traffic for this time is closed, and the statement that waits on it fails: no statement of ours
 * takes nearly as long, and a server that hangs must not make this process hang. Idle connections are closed earlier.
 */
const SILENCE_MS = 30_000;
/**
 * What each of our sessions is set to. One process of the database works on a statement: where two more helped it, the
 * ranking of one person's thousands of locations took the processor from the statements of everybody else. None is
 * compiled: that took longer than the search words of all locations themselves.
 */
const SESSION_SETTINGS = { ...TIME_LIMITS, max_parallel_workers_per_gather: 0, jit: 'off' };
/** How often two sessions are compared at the start. Behind a pooler a single comparison may look right by chance. */
const COMPARED = 8;

interface Subscription {
  channel: string;
  onMessage: (payload: string) => void;
  onGap: () => void;
}

/** A Postgres server, through one pool and one more connection that listens for notifications. */
class PostgresDatabase extends Database {
  readonly rowsAtOnce = Infinity;
  readonly orm;
  private readonly pool: pg.Pool;
  private readonly sockets = new Set<Socket>();
  private silenceMs = 0;
  private readonly subscriptions: Subscription[] = [];
  /** The connection that listens. When it ends, a new one is made. */
  private listener: Promise<pg.Client> | undefined;
  private readonly closing = new AbortController();

  constructor(private readonly url: string) {
    super();
    this.pool = this.openPool();
    this.orm = drizzle(this.pool);
  }

  get pooled(): { open: number; idle: number; waiting: number } {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.pool;
    return { open, idle, waiting };
  }

  /**
   * Checks that each session keeps a server connection of its own, because settings, prepared statements and
   * notifications belong to it. Behind a pooler in transaction mode a session changes backends, or shares one.
   * @throws DatabaseOpenError
   */
  async refuseSharedConnections(): Promise<void> {
    const sessions = [await this.pool.connect(), await this.pool.connect()] as const;
    try {
      const backends = [new Set<number>(), new Set<number>()] as const;
      for (let count = 0; count < COMPARED; count += 1)
        for (const index of [0, 0, 1] as const) {
          const { rows } = await sessions[index].query<{ pid: number }>('select pg_backend_pid() as pid');
          for (const { pid } of rows) backends[index].add(pid);
        }
      const all = new Set([...backends[0], ...backends[1]]);
      if (backends.every(({ size }) => size === 1) && all.size === 2) return;
      throw new DatabaseOpenError(
        'DATABASE_URL leads to a pooler that gives each transaction another connection, such as PgBouncer with pool_mode=transaction. Name the server itself, or a pooler with pool_mode=session.',
      );
    } finally {
      for (const session of sessions) session.release();
    }
  }

  /** From now on closes connections without traffic for this time (ms); before this call a statement may take any time. */
  limitSilence(ms: number): void {
    this.silenceMs = ms;
    for (const socket of this.sockets) socket.setTimeout(ms);
  }

  /** Drizzle's own transaction on a pool does not release the connection when BEGIN fails. */
  async transaction<Result>(
    work: (tx: Orm) => Promise<Result>,
    config?: PgTransactionConfig,
  ): Promise<Result> {
    const client = await this.pool.connect();
    try {
      return await drizzle(client).transaction(work, config);
    } finally {
      client.release();
    }
  }

  async executeSql(text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
    const results = [await this.pool.query<object>({ text, values })].flat();
    return { rows: results.flatMap(({ rows }) => rows) };
  }

  async notify(channel: string, payload: string): Promise<void> {
    await this.pool.query('select pg_notify($1, $2)', [channel, payload]);
  }

  async listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<void> {
    this.subscriptions.push({ channel, onMessage, onGap });
    this.listener ??= this.connectListener();
    await (await this.listener).query(`listen ${pg.escapeIdentifier(channel)}`);
  }

  async close(): Promise<void> {
    this.closing.abort();
    const listener = await this.listener?.catch(() => undefined);
    await listener?.end();
    await this.pool.end();
  }

  private openPool(): pg.Pool {
    const settings = Object.entries(SESSION_SETTINGS).map(([name, value]) => `set ${name} = ${value}`);
    const pool = new pg.Pool({
      connectionString: this.url,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      stream: () => this.openSocket(),
      // Statements rather than start-up parameters, which poolers refuse.
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, though its types do not say so
      onConnect: (client) => client.query(settings.join('; ')),
    });
    // The pool replaces a broken connection. Without handlers its error would end the process, both when the connection is
    // idle and between two statements of a transaction.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  }

  private openSocket(): Socket {
    const socket = new Socket();
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    socket.on('timeout', () =>
      socket.destroy(Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' })),
    );
    return socket.setTimeout(this.silenceMs);
  }

  private async connectListener(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    });
    client.on('notification', (message) => {
      for (const { channel, onMessage } of this.subscriptions)
        if (channel === message.channel) onMessage(message.payload ?? '');
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      for (const { channel } of this.subscriptions)
        await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await client.end();
      throw error;
    }
    client.once('end', () => {
      if (this.closing.signal.aborted) return;
      this.listener = this.listenAgain();
      this.listener.catch(() => undefined);
    });
    return client;
  }

  /** Reconnects the listener. Throws when the database is closed during this. */
  private async listenAgain(): Promise<pg.Client> {
    for (;;) {
      await delay(LISTEN_AGAIN_AFTER_MS, undefined, { ref: false, signal: this.closing.signal });
      // The server may still be unreachable; the next attempt follows.
      const client = await this.connectListener().catch(() => undefined);
      if (!client) continue;
      for (const { onGap } of this.subscriptions) onGap();
      return client;
    }
  }
}

/**
 * Connects to a Postgres server.
 * @param prepare runs before all other queries
 * @throws DatabaseOpenError with a sentence for the operator (never the connection string: it holds a password).
 */
export async function openPostgres(
  url: string,
  prepare: (orm: Orm) => Promise<void> = migrate,
): Promise<Database> {
  const database = new PostgresDatabase(url);
  try {
    await database.refuseSharedConnections();
    await prepare(database.orm);
    database.limitSilence(SILENCE_MS);
    return database;
  } catch (cause) {
    await database.close();
    if (cause instanceof DatabaseOpenError) throw cause;
    throw new DatabaseOpenError(
      'The database at DATABASE_URL cannot be reached or prepared. Check that it runs, that the address, user and password are right, and that the user may create tables.',
      { cause },
    );
  }
}
