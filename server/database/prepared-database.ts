import { createHash } from 'node:crypto';
import { constants, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { JOB_ENGINE_VERSION } from './job-engine-schema.js';
import { hashesOfMigrations } from './migrate.js';

/** In the build's output, beside the server. Like every data folder it is open to nobody but the user who made it. */
export const PREPARED_FOLDER = fileURLToPath(new URL('../../database', import.meta.url));

/** Written last: without it the database there is not whole. It says what the database was made with. */
const MARK = join(PREPARED_FOLDER, 'made-with');

/** The folder in a data folder that holds the database. */
export function databaseIn(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/**
 * Copies the database that the build has left, empty and migrated, into a new folder: making one takes PGlite three
 * seconds. @returns false and does nothing when the build has left none, or one that was made with other versions
 */
export function copyPreparedDatabase(to: string): boolean {
  if (!existsSync(MARK) || readFileSync(MARK, 'utf8') !== madeWith()) return false;
  cpSync(databaseIn(PREPARED_FOLDER), to, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return true;
}

/** Says that the database in `PREPARED_FOLDER` is whole. */
export function markPreparedDatabase(): void {
  writeFileSync(MARK, madeWith());
}

/** Everything that decides what an empty database looks like: PGlite, and the statements that make its tables. */
function madeWith(): string {
  const pglite = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
  const { version } = JSON.parse(readFileSync(pglite, 'utf8')) as { version: string };
  const all = [version, JOB_ENGINE_VERSION, ...hashesOfMigrations()];
  return createHash('sha256').update(all.join('\n')).digest('hex');
}
