import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/**
 * Whether a text column has one of many values. They go as one array: a parameter for each takes longer to write and to
 * read than the query, and the database is not told how many there are by a list that it has to read first.
 */
export function isAnyOf(column: AnyColumn, values: readonly string[]): SQL {
  return sql`${column} = any(${sql.param(values)}::text[])`;
}
