import { sql } from 'drizzle-orm';
import { OperatorError } from '../config/operator-error.js';
import type { Orm } from './database.js';
import type { SchemaVersion } from './migrate.js';

/**
 * A backup is gzipped text, the same for both stores: a `BackupHeader`, then for each table a `TableLine` and its rows,
 * then an `EndLine`; each is a line of JSON. A row is an array of Postgres's own text for each value, or null.
 */
export interface BackupHeader {
  product: 'Shingle';
  format: 1;
  /** Every version of the program that knows this schema can restore the backup. */
  schema: SchemaVersion;
  /** When the backup was made, by the database's clock; ISO 8601. */
  madeAt: string;
}

/** The line before the rows of a table; tables that others refer to come before those. */
export interface TableLine {
  table: string;
  columns: string[];
}

/** The last line, which shows that a backup is whole. */
export interface EndLine {
  /** How many rows it has. */
  rows: number;
}

/**
 * Tables of the schema `public` that a backup leaves out; it holds all others. The job engine's tables are in another
 * schema: jobs are made again from the rows that they belong to.
 */
export const LEFT_OUT: Readonly<Record<string, string>> = Object.freeze({
  migrations: 'the header names the schema, and restoring makes it',
  sessions: 'one that was ended since must not come back to life: all users sign in again',
  oauth_transactions: 'they serve once and for minutes',
  rate_buckets: 'they fill within minutes',
  google_update_hours: 'they are over within a day',
  google_apis: 'they are asked again within minutes',
  location_turns: 'they are over within a minute',
  keyword_totals: 'they are added up again from keyword_months',
  metric_weeks: 'they are added up again from metric_days',
  zone_data: 'each server says at its start which time zone data it has',
  server_keys: 'a backup holds no secret of the server: a new one is made at the next start',
});

/**
 * How much text of rows a backup or a restore has in memory at a time, in characters, and how many rows at most: a row may
 * have a hundred characters, or a piece of a photo.
 */
export const PAGE_LENGTH = 4_000_000;
export const PAGE_ROWS = 200;

/** The code of an error of Node, for example `ENOSPC`; the text `undefined` for other errors. */
export function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code);
}

/** An error of a backup or a restore. The message tells the operator what is wrong and what to do. */
export class BackupFault extends OperatorError {}

/** A table of the schema `public`, as the database itself knows it. */
export interface Table {
  name: string;
  /** In the table's own order, each with its SQL type, without generated columns. */
  columns: { name: string; type: string }[];
}

const COLUMNS = sql<Table['columns']>`(
  select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
  from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '')`;
const REFERRED = sql<string[]>`(
  select coalesce(json_agg(distinct other.relname), '[]')
  from pg_constraint k join pg_class other on other.oid = k.confrelid
  where k.conrelid = c.oid and k.contype = 'f' and other.oid <> c.oid)`;

/** All tables of the schema `public`; those that others refer to come before those. */
export async function tablesOf(orm: Orm): Promise<Table[]> {
  const found = await orm
    .select({ name: sql<string>`c.relname`, columns: COLUMNS, referred: REFERRED })
    .from(sql`pg_class c`)
    .where(sql`c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`)
    .orderBy(sql`c.relname`);
  const ordered: Table[] = [];
  const isPlaced = (name: string) => ordered.some((table) => table.name === name);
  for (let waiting = found; waiting.length > 0; waiting = waiting.filter(({ name }) => !isPlaced(name))) {
    const next = waiting.find(({ referred }) => referred.every(isPlaced));
    if (!next) throw new Error(`Tables refer to each other: ${waiting.map(({ name }) => name).join(', ')}`);
    ordered.push({ name: next.name, columns: next.columns });
  }
  return ordered;
}
