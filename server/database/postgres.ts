import { drizzle } from 'drizzle-orm/node-postgres';
import { Socket } from 'node:net';
import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { BY_KEY } from './by-key.js';
import { Database, DatabaseOpenError, type Orm } from './database.js';
import { migrate } from './migrate.js';
import * as schema from './schema.js';
import { TIME_LIMITS } from './time-limits.js';

const CONNECT_TIMEOUT_MS = 5000;
const LISTEN_AGAIN_AFTER_MS = 1000;
/** Whoever listens says nothing: only this shows that the other end has gone without a word. */
const KEEP_ALIVE_AFTER_MS = 10_000;
/**
 * A connection on which nothing has come or gone for so long is given up, with the statement that waits on it: no statement
 * of ours takes nearly as long, and a server that hangs must not hang us. Idle ones are closed earlier.
 */
const SILENCE_MS = 30_000;

/** How many connections there are at most. */
const CONNECTIONS = { any: 8, byKey: 4 };
/** How often two sessions are compared at the start: a pooler may by chance treat them as a server would. */
const COMPARED = 8;

/** Compiling a statement to machine code takes longer than any of ours takes. */
const SETTINGS = { jit: 'off', ...TIME_LIMITS };

interface Subscription {
  channel: string;
  onMessage: (payload: string) => void;
  onGap: () => void;
}

/** A Postgres server, through two pools; one more connection of its own listens for notifications. */
class PostgresDatabase extends Database {
  readonly orm;
  readonly byKey;
  private readonly pool: pg.Pool;
  private readonly poolByKey: pg.Pool;
  private readonly clients = new WeakMap<pg.PoolClient, Orm>();
  private readonly sockets = new Set<Socket>();
  private silenceMs = 0;
  private readonly subscriptions: Subscription[] = [];
  /** The one connection that listens; the next one is made when it has ended. */
  private listener: Promise<pg.Client> | undefined;
  private readonly closing = new AbortController();

  constructor(private readonly url: string) {
    super();
    const settings = Object.entries(SETTINGS).map(([name, value]) => `set ${name} = ${value}`);
    this.pool = this.openPool(CONNECTIONS.any, settings.join('; '));
    this.poolByKey = this.openPool(CONNECTIONS.byKey, [...settings, BY_KEY].join('; '));
    this.orm = Object.assign(drizzle(this.pool, { schema }), { transaction: this.transact.bind(this) });
    this.byKey = drizzle(this.poolByKey, { schema });
  }

  get pooled(): { open: number; idle: number; waiting: number } {
    const [one, other] = [this.pool, this.poolByKey];
    return {
      open: one.totalCount + other.totalCount,
      idle: one.idleCount + other.idleCount,
      waiting: one.waitingCount + other.waitingCount,
    };
  }

  /**
   * Makes sure that each session keeps a connection of its own: settings, prepared statements and notifications belong
   * to it. Behind a pooler in transaction mode a session meets another backend, or one that another session has met.
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

  /** From now on a connection that is silent for so long (ms) is given up; until then a statement may take any time. */
  limitSilence(ms: number): void {
    this.silenceMs = ms;
    for (const socket of this.sockets) socket.setTimeout(ms);
  }

  /** drizzle never gives a pool's connection back on which a transaction could not even be begun. */
  private async transact<Result>(...[work, config]: Parameters<Orm['transaction']>): Promise<Result> {
    const client = await this.pool.connect();
    const orm = this.clients.get(client) ?? drizzle(client, { schema });
    this.clients.set(client, orm);
    try {
      return (await orm.transaction(work, config)) as Result;
    } finally {
      client.release();
    }
  }

  async executeSql(text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
    const results = [await this.pool.query<object>({ text, values })].flat();
    return { rows: results.flatMap(({ rows }) => rows) };
  }

  executeByKey(name: string, text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
    return this.poolByKey.query<object>({ name, text, values });
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
    await Promise.all([this.pool.end(), this.poolByKey.end()]);
  }

  private openPool(max: number, settings: string): pg.Pool {
    const pool = new pg.Pool({
      connectionString: this.url,
      max,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      stream: () => this.openSocket(),
      // The pool waits for it.
      // eslint-disable-next-line @typescript-eslint/no-misused-promises -- its types do not say so
      onConnect: (client) => client.query(settings),
    });
    // A connection that breaks is replaced by the pool; without a handler it would end the process, when it is idle as
    // well as between two statements of a transaction.
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

  /** Throws when the database is closed meanwhile. */
  private async listenAgain(): Promise<pg.Client> {
    for (;;) {
      await delay(LISTEN_AGAIN_AFTER_MS, undefined, { ref: false, signal: this.closing.signal });
      // The server may still be away; the next round tries again.
      const client = await this.connectListener().catch(() => undefined);
      if (!client) continue;
      for (const { onGap } of this.subscriptions) onGap();
      return client;
    }
  }
}

/**
 * Connects to a Postgres server.
 * @param prepare what is done before anybody uses the database
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
