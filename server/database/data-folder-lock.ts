import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseOpenError } from './database-open-error.js';

/** A process that was just killed may take a moment to be gone. */
const WAIT_MS = 2000;

/**
 * Locks the data folder for this process. The operating system releases the lock when the process ends, for any reason.
 * PGlite itself has no lock, and a second process on the same files destroys data silently.
 * @returns a function that releases the lock. Keep it: the garbage collector releases a lock without a reference.
 * @throws DatabaseOpenError when the folder cannot be written, its lock is damaged or another process holds it.
 */
export function lockDataFolder(folder: string): () => void {
  const file = join(folder, 'lock.sqlite');
  let lock: DatabaseSync;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    lock = new DatabaseSync(file, { timeout: WAIT_MS });
  } catch (cause) {
    throw unwritable(folder, cause);
  }
  try {
    lock.exec('begin exclusive');
  } catch (cause) {
    lock.close();
    const reason = String(cause);
    if (reason.includes('locked'))
      throw new DatabaseOpenError(
        `Another Shingle process is using the data folder ${folder}. Stop it first, or set DATA_DIR to another folder.`,
        { cause },
      );
    if (reason.includes('not a database'))
      throw new DatabaseOpenError(
        `The lock ${file} is damaged. Delete it while no Shingle process uses the data folder, then start again.`,
        { cause },
      );
    throw unwritable(folder, cause);
  }
  return () => lock.close();
}

function unwritable(folder: string, cause: unknown): DatabaseOpenError {
  return new DatabaseOpenError(
    `The data folder ${folder} cannot be written. Give this user the right to write there, or set DATA_DIR to another folder.`,
    { cause },
  );
}
