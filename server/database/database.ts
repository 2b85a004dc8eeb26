import { sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT, PgTransactionConfig } from 'drizzle-orm/pg-core';

/** Typed access to the tables, the same on the embedded database and on a Postgres server. */
export type Orm = PgDatabase<PgQueryResultHKT>;

/** The database. Adapters: `pglite.ts` (in the process) and `postgres.ts` (a server). */
export abstract class Database {
  /** Runs queries, each alone. A statement that was prepared on it must not be used inside a transaction. */
  abstract readonly orm: Orm;

  /** Runs the queries of `work` in one transaction: commits when it resolves, rolls back and rejects when it rejects. */
  abstract transaction<Result>(
    work: (tx: Orm) => Promise<Result>,
    config?: PgTransactionConfig,
  ): Promise<Result>;

  /** Runs SQL given as text: one statement with values, or several without. */
  abstract executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;

  /** Sends a message to every process on this database, this one included. */
  abstract notify(channel: string, payload: string): Promise<void>;

  /**
   * Calls back for each message on a channel until the database is closed.
   * @param onGap called when messages may be missing: the connection was lost and is restored
   */
  abstract listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<void>;

  /**
   * How many rows one statement of a request may add up: a database in this process keeps everybody waiting for all of
   * them. Infinity where it is a process of its own.
   */
  abstract readonly rowsAtOnce: number;

  /** How many connections there are, how many are idle, and how many calls wait for one; undefined for the embedded database. */
  abstract readonly pooled: { open: number; idle: number; waiting: number } | undefined;

  /** Ends all connections and releases the lock of the embedded database. */
  abstract close(): Promise<void>;
}

/**
 * The time limits of each of our sessions on a Postgres server, in milliseconds, so that a process that vanishes or hangs
 * keeps nothing locked for long. No statement of ours takes nearly as long, the job engine included: its vacuum is off. Waiting for a lock
 * may take longer than an idle transaction may hold it, and every limit is shorter than the silence after which
 * `postgres.ts` closes a connection.
 */
export const TIME_LIMITS = Object.freeze({
  idle_in_transaction_session_timeout: 10_000,
  lock_timeout: 15_000,
  statement_timeout: 20_000,
} as const);

/** Removes the limits for the rest of a transaction of the operator: a migration, a backup, a restore. */
export async function liftTimeLimits(tx: Orm): Promise<void> {
  for (const name of Object.keys(TIME_LIMITS)) await tx.execute(sql`select set_config(${name}, '0', true)`);
}
