import type { SQLWrapper } from 'drizzle-orm';
import type { Orm } from './database.js';

/**
 * The rows of a query as the driver gives them, by the names that the query gives its columns; large numbers are text. For
 * thousands of rows: what is made of them can be done in turns with other requests, which a query that maps its rows itself
 * does not do.
 */
export async function rawRows<Row extends object>(orm: Orm, query: SQLWrapper): Promise<Row[]> {
  const { rows } = (await orm.execute(query)) as { rows: Row[] };
  return rows;
}
