import { sql } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
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
import { databaseNow } from './database-clock.js';
import { type Database, liftTimeLimits, type Orm } from './database.js';
import { DatabaseOpenError } from './database-open-error.js';
import { schemaHashOf, schemaOfProgram } from './migrate.js';

/** The rows of the first page of a table, when it is not known yet how long they are. */
const FIRST_ROWS = 4;

/** The text of a value must not depend on the settings of the server. */
const PLAIN = { datestyle: 'ISO, MDY', timezone: 'UTC', extra_float_digits: '1', bytea_output: 'hex' };

/** Errors of the disk or the file system, not of the program. */
const DISK_FAULTS = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EFBIG', 'EIO'];

/** The size of a backup that was written. */
interface BackupSummary {
  madeAt: Date;
  tables: number;
  rows: number;
}

/**
 * Refuses a database whose schema this version of the program does not have: it could not restore such a backup.
 * It changes nothing. For `openDatabase`.
 * @throws DatabaseOpenError with a sentence for the operator.
 */
export async function refuseOtherSchema(orm: Orm): Promise<void> {
  const hash = await schemaHashOf(orm);
  if (hash === undefined)
    throw new DatabaseOpenError('This database holds nothing of Shingle. Check DATABASE_URL and DATA_DIR.');
  if (hash !== schemaOfProgram().hash)
    throw new DatabaseOpenError(
      'The database belongs to another version of Shingle. Back it up with the version that runs on it.',
    );
}

/**
 * Writes the state of the database at one moment into a new file that only this user may read. The file gets its name
 * when it is whole and on disk, never before. Refresh tokens stay as they are stored: encrypted.
 * @throws BackupFault when the file exists or cannot be written.
 */
export async function writeBackup(database: Database, file: string): Promise<BackupSummary> {
  if (existsSync(file)) throw new BackupFault(`The file ${file} exists already. Name another one.`);
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`;
  try {
    // All pages show the state of the first one, even while other transactions write.
    const summary = await database.transaction((tx) => writeSnapshot(tx, partial), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
    await rename(partial, file);
    await keepName(dirname(file));
    return summary;
  } catch (cause) {
    await rm(partial, { force: true });
    if (!DISK_FAULTS.includes(codeOf(cause))) throw cause;
    throw new BackupFault(
      `The file ${file} cannot be written (${codeOf(cause)}). Name a file in a folder that exists, has room and lets this user write.`,
      { cause },
    );
  }
}

async function writeSnapshot(tx: Orm, file: string): Promise<BackupSummary> {
  await liftTimeLimits(tx);
  for (const [name, value] of Object.entries(PLAIN))
    await tx.execute(sql`select set_config(${name}, ${value}, true)`);
  const madeAt = await databaseNow(tx);
  const tables = (await tablesOf(tx)).filter(({ name }) => !(name in LEFT_OUT));
  const written = { rows: 0 };
  await pipeline(
    Readable.from(linesOf(tx, tables, madeAt, written)),
    createGzip(),
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return { madeAt, tables: tables.length, rows: written.rows };
}

async function* linesOf(tx: Orm, tables: Table[], madeAt: Date, written: EndLine): AsyncGenerator<string> {
  const header: BackupHeader = {
    product: 'Shingle',
    format: 1,
    schema: schemaOfProgram(),
    madeAt: madeAt.toISOString(),
  };
  yield toLine(header);
  for (const { name, columns } of tables) {
    yield toLine({ table: name, columns: columns.map((column) => column.name) } satisfies TableLine);
    for await (const rows of pagesOf(tx, name, columns)) {
      written.rows += rows.length;
      yield rows.map(({ line }) => `${line}\n`).join('');
    }
  }
  yield toLine(written);
}

async function* pagesOf(
  tx: Orm,
  table: string,
  columns: Table['columns'],
): AsyncGenerator<{ line: string }[]> {
  const values = columns.map(({ name }) => sql`${sql.identifier(name)}::text`);
  await tx.execute(
    sql`declare page no scroll cursor for select json_build_array(${sql.join(values, sql`, `)})::text as line
        from public.${sql.identifier(table)}`,
  );
  for (let most = FIRST_ROWS; ;) {
    const { rows } = (await tx.execute(sql.raw(`fetch ${most} from page`))) as { rows: { line: string }[] };
    if (rows.length === 0) break;
    yield rows;
    const longest = Math.max(...rows.map(({ line }) => line.length));
    // Rows may be longer than those before: it grows in steps.
    most = Math.min(PAGE_ROWS, 4 * most, Math.ceil(PAGE_LENGTH / longest));
  }
  await tx.execute(sql`close page`);
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** A new file name is on disk only after its folder was synced. */
async function keepName(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
