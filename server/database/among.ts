import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * Whether columns of text together are one of many combinations. A prepared statement is given each column's part as a
 * list, under the column's name here; what stands at one place of the lists belongs together.
 */
export function isAmong(columns: Record<string, SQLWrapper>): SQL {
  const lists = Object.keys(columns).map((name) => sql`${sql.placeholder(name)}::text[]`);
  const together = sql.join(Object.values(columns), sql`, `);
  return sql`(${together}) in (select * from unnest(${sql.join(lists, sql`, `)}))`;
}
