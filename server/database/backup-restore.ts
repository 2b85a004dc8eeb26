import { sql } from 'drizzle-orm';
import { rootOf } from '../errors/root-cause.js';
import {
  BackupFault,
  type BackupHeader,
  codeOf,
  type EndLine,
  LEFT_OUT,
  type TableLine,
} from './backup-format.js';
import type { Backup } from './backup-read.js';
import { type Table, tablesOf } from './backup-tables.js';
import type { Database, Orm } from './database.js';
import { migrate } from './migrate.js';
import { takeAnyTime } from './time-limits.js';

/** How many rows are in memory at a time. */
const BATCH = 200;

/** Classes of SQLSTATE for rows that are not what the tables take: data exceptions, broken constraints. */
const UNFIT = ['22', '23'];

/**
 * Fills an empty database with what a backup holds, and brings its schema up first, all in one transaction: whatever
 * goes wrong, nothing has changed. The database is to be opened without being prepared (`leaveAsItIs`).
 * @param afterwards what else belongs to the transaction, once everything is there
 * @throws BackupFault when the database is not empty or the backup is not whole; DatabaseOpenError as `migrate`.
 */
export async function restoreBackup<Result>(
  database: Database,
  { header, lines }: Backup,
  afterwards: (tx: Orm, header: BackupHeader) => Promise<Result>,
): Promise<{ rows: number; afterwards: Result }> {
  return database.orm.transaction(async (tx) => {
    await takeAnyTime(tx);
    await refuseUnlessEmpty(tx);
    await migrate(tx);
    const rows = await fill(tx, lines);
    return { rows, afterwards: await afterwards(tx, header) };
  });
}

/** For `openDatabase`: neither looks at the database nor changes it. */
export const leaveAsItIs = (): Promise<void> => Promise.resolve();

/** Tables that no backup holds may have rows: a server that nobody has signed up at makes some. */
async function refuseUnlessEmpty(tx: Orm): Promise<void> {
  const there: string[] = [];
  for (const { name } of (await tablesOf(tx)).filter((table) => !(table.name in LEFT_OUT))) {
    const table = sql`public.${sql.identifier(name)}`;
    await tx.execute(sql`lock table ${table} in share row exclusive mode`);
    const [counted] = await tx.select({ rows: sql<number>`count(*)::int` }).from(table);
    if (counted && counted.rows > 0) there.push(`${name} (${counted.rows})`);
  }
  if (there.length > 0)
    throw new BackupFault(
      `The database is not empty, and nothing was restored. It has rows in ${there.join(', ')}. Name an empty one in DATABASE_URL, or a new folder in DATA_DIR.`,
    );
}

async function fill(tx: Orm, lines: AsyncIterable<string>): Promise<number> {
  const tables = await tablesOf(tx);
  let table: Table | undefined;
  let batch: string[] = [];
  let rows = 0;
  let end: EndLine | undefined;
  for await (const line of lines) {
    if (end) throw damaged();
    if (line.startsWith('[') && table) {
      batch.push(line);
      rows += 1;
      if (batch.length < BATCH) continue;
    }
    if (table && batch.length > 0) await insert(tx, table, batch);
    batch = [];
    if (line.startsWith('[') && table) continue;
    const mark = parseMark(line);
    if ('rows' in mark) end = mark;
    else table = findTable(tables, mark);
  }
  if (!end)
    throw new BackupFault(
      'The backup is cut off: its end is missing. Nothing was restored; take another one.',
    );
  if (end.rows !== rows) throw damaged();
  return rows;
}

/** One statement for many rows: each value comes as Postgres's own text and is read as its column's type. */
async function insert(tx: Orm, { name, columns }: Table, rows: string[]): Promise<void> {
  const names = columns.map((column) => sql.identifier(column.name));
  const values = columns.map(({ type }, index) => sql.raw(`(line ->> ${index})::${type}`));
  try {
    await tx.execute(
      sql`insert into public.${sql.identifier(name)} (${sql.join(names, sql`, `)})
          select ${sql.join(values, sql`, `)} from json_array_elements(${`[${rows.join(',')}]`}::json) as given (line)`,
    );
  } catch (error) {
    const code = codeOf(rootOf(error));
    throw UNFIT.some((unfit) => code.startsWith(unfit)) ? damaged(error) : error;
  }
}

function parseMark(line: string): TableLine | EndLine {
  try {
    return JSON.parse(line) as TableLine | EndLine;
  } catch (cause) {
    throw damaged(cause);
  }
}

function findTable(tables: Table[], { table: wanted, columns }: TableLine): Table {
  const table = tables.find(({ name }) => name === wanted && !(name in LEFT_OUT));
  if (!table || table.columns.map(({ name }) => name).join() !== columns.join()) throw damaged();
  return table;
}

function damaged(cause?: unknown): BackupFault {
  return new BackupFault('The backup is damaged. Nothing was restored; take another one.', { cause });
}
