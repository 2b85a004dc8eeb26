import type { SchemaVersion } from './migrate.js';

/**
 * A backup is gzipped text, the same for both stores: a `BackupHeader`, then for each table a `TableLine` and its rows,
 * then an `EndLine`; each is a line of JSON. A row is an array of Postgres's own text for each value, or null.
 */
export interface BackupHeader {
  product: 'Shingle';
  format: 1;
  /** Only a program that works with the same one restores it. */
  schema: SchemaVersion;
  /** The moment whose state it holds, by the database's clock; ISO 8601. */
  madeAt: string;
}

/** What stands before the rows of a table; tables that others refer to come before those. */
export interface TableLine {
  table: string;
  columns: string[];
}

/** What shows that a backup is whole. */
export interface EndLine {
  /** How many rows it has. */
  rows: number;
}

/**
 * Tables of the schema `public` that no backup holds; every other one is in it. The job engine's tables are no part of
 * that schema: jobs are made again from the rows that they belong to.
 */
export const LEFT_OUT: Readonly<Record<string, string>> = Object.freeze({
  migrations: 'the header names the schema, and restoring makes it',
  sessions: 'one that was ended since must not come back to life: everybody signs in again',
  oauth_transactions: 'they serve once and for minutes',
  rate_buckets: 'they fill within minutes',
  server_keys: 'a backup holds no secret of the server: a new one is made at the next start',
});

/** The code of a fault of Node's own, `ENOSPC` for example; `undefined` as text for other faults. */
export function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code);
}

/** Thrown by backing up and restoring: a sentence for the operator that says what is wrong and what to do. */
export class BackupFault extends Error {}
