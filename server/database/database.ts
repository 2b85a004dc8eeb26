import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.js';

/** Typed access to the tables, the same on the embedded database and on a Postgres server. */
export type Orm = PgDatabase<PgQueryResultHKT, typeof schema>;

/**
 * The name of a prepared statement whose text is made once, and which the database plans each time: a plan from when a
 * table was small would go on reading the whole of it. Those of `Database.byKey` do without.
 */
export const PLANNED_EACH_TIME = '';

/** The one store. Adapters: `pglite.ts` (in the process) and `postgres.ts` (a server). */
export abstract class Database {
  /** Runs queries; `orm.transaction` gives the same type inside a transaction. */
  abstract readonly orm: Orm;

  /** Runs SQL that somebody has written: one statement with values, or several without. */
  abstract executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;

  /**
   * Prepares statements that find their rows by key and run alone, many times a second. A server plans each of them once
   * for each connection, by index however small its tables are at that time; the embedded database each time anew.
   */
  abstract readonly byKey: Pick<Orm, 'select' | 'update'>;

  /** Runs SQL of that kind, prepared under a name that always stands for the same text. */
  abstract executeByKey(name: string, text: string, values: unknown[]): Promise<{ rows: unknown[] }>;

  /** Sends a message to every process on this database, this one included. */
  abstract notify(channel: string, payload: string): Promise<void>;

  /**
   * Calls back for each message on a channel until the database is closed.
   * @param onGap called when messages may have been missed: the connection was lost, and is there again
   */
  abstract listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<void>;

  /** How many connections there are, how many of them are idle, and how many calls wait for one; embedded undefined. */
  abstract readonly pooled: { open: number; idle: number; waiting: number } | undefined;

  /** Ends all connections and gives the embedded database's lock back. */
  abstract close(): Promise<void>;
}

/** Thrown while opening: a sentence for the operator that says what is wrong and what to do. */
export class DatabaseOpenError extends Error {}
