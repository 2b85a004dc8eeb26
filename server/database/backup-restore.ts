import { sql } from 'drizzle-orm';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { rootOf } from '../errors/database-errors.js';
import {
  BackupFault,
  type BackupHeader,
  codeOf,
  type EndLine,
  LEFT_OUT,
  PAGE_LENGTH,
  PAGE_ROWS,
  type Table,
  type TableLine,
  tablesOf,
} from './backup-format.js';
import { type Database, liftTimeLimits, type Orm } from './database.js';
import { hashesOfMigrations, migrate, schemaHashOf, schemaOfProgram } from './migrate.js';

/** Classes of SQLSTATE for rows that the tables refuse: data exceptions, broken constraints. */
const UNFIT = ['22', '23'];

/** A backup whose header was read and is valid. */
interface Backup {
  header: BackupHeader;
  /** The lines after the header, read on demand. Errors: `BackupFault`. */
  lines: AsyncGenerator<string, void>;
}

/**
 * Opens a backup for restoring.
 * @throws BackupFault when the file is not a backup, or was made by a newer version of the program.
 */
export async function openBackup(file: string): Promise<Backup> {
  const lines = linesOf(file);
  const first = await lines.next();
  const header = first.done ? undefined : parseHeader(first.value);
  if (!header) throw noBackup(file);
  if (!hashesOfMigrations().includes(header.schema.hash))
    throw new BackupFault(
      `The backup ${file} has the schema ${header.schema.name}, which this version of Shingle, with ${schemaOfProgram().name}, does not know. Restore it with the version that made it, then upgrade.`,
    );
  return { header, lines };
}

function parseHeader(line: string): BackupHeader | undefined {
  try {
    const { product, format, schema, madeAt } = JSON.parse(line) as Partial<BackupHeader>;
    const isHeader = product === 'Shingle' && format === 1 && typeof schema?.hash === 'string';
    return isHeader && madeAt !== undefined && !Number.isNaN(Date.parse(madeAt))
      ? { product, format, schema, madeAt }
      : undefined;
  } catch {
    return undefined;
  }
}

async function* linesOf(file: string): AsyncGenerator<string, void> {
  const source = createReadStream(file);
  const text = createGunzip().setEncoding('utf8');
  source.on('error', (error) => text.destroy(error)).pipe(text);
  let rest = '';
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (cause) {
    throw faultOf(file, cause);
  } finally {
    source.destroy();
  }
  if (rest !== '') throw cutOff(file);
}

function faultOf(file: string, cause: unknown): unknown {
  switch (codeOf(cause)) {
    case 'Z_BUF_ERROR':
      return cutOff(file, cause);
    case 'Z_DATA_ERROR':
      return noBackup(file, cause);
    case 'ENOENT':
      return new BackupFault(`There is no file ${file}.`, { cause });
    case 'EACCES':
    case 'EISDIR':
      return new BackupFault(`The file ${file} cannot be read. Check its name and who may read it.`, {
        cause,
      });
    default:
      return cause;
  }
}

function cutOff(file: string, cause?: unknown): BackupFault {
  return new BackupFault(`The backup ${file} is cut off: its end is missing. Take another one.`, { cause });
}

function noBackup(file: string, cause?: unknown): BackupFault {
  return new BackupFault(`The file ${file} is no backup of Shingle, or it is damaged. Take another one.`, {
    cause,
  });
}

/**
 * Fills an empty database from a backup, in one transaction: after any error nothing has changed. The rows go into the
 * schema that they were written from; later migrations then bring them up to date. The caller opens the database without
 * preparing it (`leaveAsItIs`).
 * @param afterwards the last part of the transaction, when all rows are stored
 * @throws BackupFault when the database is not empty or the backup is not whole; DatabaseOpenError as `migrate`.
 */
export async function restoreBackup<Result>(
  database: Database,
  { header, lines }: Backup,
  afterwards: (tx: Orm, header: BackupHeader) => Promise<Result>,
): Promise<{ rows: number; afterwards: Result }> {
  return database.transaction(async (tx) => {
    await liftTimeLimits(tx);
    await refuseUnlessEmpty(tx);
    await dropOtherSchema(tx, header.schema.hash);
    await migrate(tx, header.schema.hash);
    const rows = await fill(tx, lines);
    await migrate(tx);
    return { rows, afterwards: await afterwards(tx, header) };
  });
}

/** For `openDatabase`: neither reads the database nor changes it. */
export const leaveAsItIs = (): Promise<void> => Promise.resolve();

/** Tables that a backup leaves out may have rows: a server without users creates some. */
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

/** Recreates the tables of an empty database whose migrations differ from the backup's. */
async function dropOtherSchema(tx: Orm, wanted: string): Promise<void> {
  const present = await schemaHashOf(tx);
  if (present === undefined || present === wanted || !hashesOfMigrations().includes(present)) return;
  for (const { name } of await tablesOf(tx))
    await tx.execute(sql`drop table public.${sql.identifier(name)} cascade`);
  for (const name of ['shingle_now()', 'shingle_search_text(text)'])
    await tx.execute(sql.raw(`drop function if exists ${name}`));
}

async function fill(tx: Orm, lines: AsyncIterable<string>): Promise<number> {
  const tables = await tablesOf(tx);
  let table: Table | undefined;
  let batch: string[] = [];
  let length = 0;
  let rows = 0;
  let end: EndLine | undefined;
  for await (const line of lines) {
    if (end) throw damaged();
    if (line.startsWith('[') && table) {
      batch.push(line);
      length += line.length;
      rows += 1;
      if (batch.length < PAGE_ROWS && length < PAGE_LENGTH) continue;
    }
    if (table && batch.length > 0) await insert(tx, table, batch);
    batch = [];
    length = 0;
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
