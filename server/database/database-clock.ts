import { type SQL, sql } from 'drizzle-orm';
import type { Orm } from './database.js';

/** The time by the database's clock, which is the same for all servers. */
export const NOW = sql`shingle_now()`;

/** The same as a column of an answer. */
export const DATABASE_NOW = sql<Date>`${NOW}`.mapWith((at: Date | string) => new Date(at));

/** So many milliseconds from now, by the database. */
export function inMs(ms: number): SQL {
  return sql`${NOW} + ${`${ms} milliseconds`}::interval`;
}

/** The time by the database's clock. In a transaction it stands still. */
export async function databaseNow(orm: Orm): Promise<Date> {
  const [row] = await orm.select({ now: DATABASE_NOW }).from(sql`(select 1) one`);
  return row!.now;
}
