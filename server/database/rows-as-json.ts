import { type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Orm } from './database.js';

/** A row whose instants are texts: ISO 8601 in UTC, as `toISOString` writes them. */
export type JsonRow<Row> = {
  [Field in keyof Row]: Row[Field] extends Date
    ? string
    : Row[Field] extends Date | null
      ? string | null
      : Row[Field];
};

/**
 * Reads the rows of a query as one value of JSON, for lists of many rows: what comes field by field takes longer to be
 * taken over than to be found, on the embedded database above all.
 * @param columns of a table, by the names that the rows shall have; texts, numbers, JSON and instants
 */
export async function rowsAsJson<Row>(
  orm: Orm,
  columns: Record<keyof Row & string, PgColumn>,
  query: SQLWrapper,
): Promise<JsonRow<Row>[]> {
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
      row[name] = isInstant && typeof value === 'string' ? toIsoText(value) : value;
    }
    return row as JsonRow<Row>;
  });
}

const WHOLE_SECONDS = '2026-11-21T09:00:00+00:00'.length;
const MILLISECONDS = '2026-11-21T09:00:00.000+00:00'.length;

/** The database leaves zeros out and writes its session's zone. A list has thousands of them, and a Date takes longer. */
function toIsoText(text: string): string {
  if (text.endsWith('+00:00')) {
    if (text.length === MILLISECONDS) return `${text.slice(0, MILLISECONDS - 6)}Z`;
    if (text.length === WHOLE_SECONDS) return `${text.slice(0, WHOLE_SECONDS - 6)}.000Z`;
  }
  return new Date(text).toISOString();
}
