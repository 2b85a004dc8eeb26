import { sql } from 'drizzle-orm';
import type { Orm } from './database.js';

/** A table of the schema `public`, as the database itself knows it. */
export interface Table {
  name: string;
  /** In the table's own order, each with its type as SQL names it; without those that the database works out itself. */
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
