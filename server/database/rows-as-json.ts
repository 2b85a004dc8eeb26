import { is, SQL, type SQLWrapper, sql } from 'drizzle-orm';
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

/** What a query selects: a column, or an expression under a name, which is no instant. */
type Selected = PgColumn | SQL.Aliased;

/**
 * Reads the rows of a query as one value of JSON, for lists of many rows: what comes field by field takes longer to be
 * taken over than to be found, on the embedded database above all.
 * @param selected what the query selects, by the names that the rows shall have: texts, numbers, JSON and instants
 */
export async function rowsAsJson<Row>(
  orm: Orm,
  selected: Record<keyof Row & string, Selected>,
  query: SQLWrapper,
): Promise<JsonRow<Row>[]> {
  const fields = Object.entries<Selected>(selected);
  const each = fields.map(([, field]) => sql`listed.${sql.identifier(nameOf(field))}`);
  const list = sql`json_agg(json_build_array(${sql.join(each, sql`, `)}))`;
  const { rows } = (await orm.execute(
    sql`select coalesce(${list}, '[]')::text as list from ${query} listed`,
  )) as { rows: { list: string }[] };
  const shapes = fields.map(([name, field]) => ({ name, isInstant: isInstant(field) }));
  return (JSON.parse(rows[0]?.list ?? '[]') as unknown[][]).map((values) => {
    const row: Record<string, unknown> = {};
    for (const [index, { name, isInstant: isIso }] of shapes.entries()) {
      const value = values[index];
      row[name] = isIso && typeof value === 'string' ? toIsoText(value) : value;
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

function nameOf(field: Selected): string {
  return is(field, SQL.Aliased) ? field.fieldAlias : field.name;
}

function isInstant(field: Selected): boolean {
  return !is(field, SQL.Aliased) && field.dataType === 'date';
}
