import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/**
 * Limits a query to rows that have one of these values in a column. The values go as one parameter: thousands of them as
 * parameters of their own take longer to build and to parse than the query takes.
 */
export function isAnyOf(
  column: AnyColumn,
  values: readonly string[],
  type: 'text' | 'uuid' | 'date' = 'text',
): SQL {
  return sql`${column} = any(${sql.param(values)}::${sql.raw(type)}[])`;
}
