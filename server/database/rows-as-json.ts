import { type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Orm } from './database.js';

/**
 * Reads the rows of a query as one value of JSON, for lists of many rows: what comes field by field takes longer to be
 * taken over than to be found, on the embedded database above all.
 * @param columns of a table, by the names that the rows shall have; texts, numbers, JSON and instants
 */
export async function rowsAsJson<Row>(
  orm: Orm,
  columns: Record<keyof Row & string, PgColumn>,
  query: SQLWrapper,
): Promise<Row[]> {
  const fields = Object.entries<PgColumn>(columns);
  const each = fields.map(([, { name }]) => sql`listed.${sql.identifier(name)}`);
  const list = sql`json_agg(json_build_array(${sql.join(each, sql`, `)}))`;
  const { rows } = (await orm.execute(
    sql`select coalesce(${list}, '[]')::text as list from ${query} listed`,
  )) as { rows: { list: string }[] };
  const shapes = fields.map(([name, { dataType }]) => ({ name, isInstant: dataType === 'date' }));
  return (JSON.parse(rows[0]?.list ?? '[]') as unknown[][]).map((values) => {
    const row: Record<string, unknown> = {};
    for (const [index, { name, isInstant }] of shapes.entries()) {
      const value = values[index];
      row[name] = isInstant && typeof value === 'string' ? new Date(value) : value;
    }
    return row as Row;
  });
}
