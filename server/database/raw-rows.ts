import { type AnyColumn, is, SQL, type SQLWrapper } from 'drizzle-orm';
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

/**
 * The rows of a query as it maps them itself, for a list of a thousand: how the values of a column are read is looked up once,
 * and not at each value.
 * @param fields what the query selects of one table: columns, and expressions whose values are taken as they are
 */
export async function mappedRows<Row extends object>(
  orm: Orm,
  query: SQLWrapper,
  fields: Readonly<Record<keyof Row & string, AnyColumn | SQL.Aliased>>,
): Promise<Row[]> {
  const columns = Object.entries<AnyColumn | SQL.Aliased>(fields).map(([key, field]) =>
    is(field, SQL.Aliased)
      ? { key, name: field.fieldAlias, read: (value: unknown) => value }
      : { key, name: field.name, read: (value: unknown) => field.mapFromDriverValue(value) },
  );
  const rows = await rawRows<Record<string, unknown>>(orm, query);
  return rows.map((row) => {
    const mapped: Record<string, unknown> = {};
    for (const { key, name, read } of columns) mapped[key] = row[name] === null ? null : read(row[name]);
    return mapped as Row;
  });
}
