import { PGlite } from '@electric-sql/pglite';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/pglite';
import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR_MS } from '../config/durations.js';
import { lockDataFolder } from './data-folder-lock.js';
import { Database, type Orm } from './database.js';
import { DatabaseOpenError } from './database-open-error.js';
import { migrate } from './migrate.js';

/** A database in memory needs little cache, and with a small one it opens a third faster. */
const SMALL = [...PGlite.defaultStartParams, '-c', 'shared_buffers=4MB'];

const VACUUM_EVERY_MS = HOUR_MS;

/** Postgres inside this process. It survives `kill -9`, not a power cut: it never calls fsync. */
class PgliteDatabase extends Database {
  readonly orm;
  readonly pooled = undefined;
  /** About 20 ms. */
  readonly rowsAtOnce = 20_000;
  private readonly vacuum: NodeJS.Timeout;

  constructor(
    private readonly pglite: PGlite,
    private readonly unlock: () => void,
  ) {
    super();
    this.orm = drizzle(pglite);
    // PGlite has no autovacuum; after a failure the next run does the same work.
    this.vacuum = setInterval(
      () => void pglite.exec('vacuum analyze').catch(() => undefined),
      VACUUM_EVERY_MS,
    );
    this.vacuum.unref();
  }

  transaction<Result>(work: (tx: Orm) => Promise<Result>, config?: PgTransactionConfig): Promise<Result> {
    return this.orm.transaction(work, config);
  }

  async executeSql(text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
    if (values.length > 0) return this.pglite.query(text, values);
    try {
      const results = await this.pglite.exec(text);
      return { rows: results.flatMap(({ rows }) => rows) };
    } catch (error) {
      // There is only one connection: a transaction that failed half-way through the text must not stay open on it.
      await this.pglite.exec('rollback');
      throw error;
    }
  }

  async notify(channel: string, payload: string): Promise<void> {
    await this.pglite.query('select pg_notify($1, $2)', [channel, payload]);
  }

  async listen(channel: string, onMessage: (payload: string) => void): Promise<void> {
    await this.pglite.listen(channel, onMessage);
  }

  async close(): Promise<void> {
    clearInterval(this.vacuum);
    await this.pglite.close();
    this.unlock();
  }
}

/**
 * Opens the embedded database. With a folder it is stored in `<folder>/postgres` under an exclusive lock;
 * without one it is in memory, optionally starting from a dump made by `dumpDataDir` (tests).
 * @param prepare runs before all other queries
 * @throws DatabaseOpenError with a sentence for the operator.
 */
export async function openPglite(
  from: { dataDir: string } | { memory: Blob | undefined },
  prepare: (orm: Orm) => Promise<void> = migrate,
): Promise<Database> {
  const unlock = 'dataDir' in from ? lockDataFolder(from.dataDir) : () => undefined;
  try {
    if ('dataDir' in from && !hasPglite(from.dataDir)) await makePglite(from.dataDir);
    const pglite =
      'dataDir' in from
        ? await PGlite.create({ dataDir: databaseIn(from.dataDir) })
        : await PGlite.create({ loadDataDir: from.memory, startParams: SMALL });
    const database = new PgliteDatabase(pglite, unlock);
    await prepare(database.orm);
    return database;
  } catch (cause) {
    unlock();
    if (cause instanceof DatabaseOpenError || !('dataDir' in from)) throw cause;
    throw new DatabaseOpenError(
      `The database in ${from.dataDir} cannot be opened. Restore a backup, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}

/**
 * Whether a data folder holds a database.
 * @throws DatabaseOpenError when it holds part of one, which PGlite would replace with an empty one
 */
export function hasPglite(dataDir: string): boolean {
  const folder = databaseIn(dataDir);
  if (!existsSync(folder) || readdirSync(folder).length === 0) return false;
  if (existsSync(join(folder, 'PG_VERSION'))) return true;
  throw new DatabaseOpenError(
    `The folder ${folder} is not empty and holds no whole database: PG_VERSION is missing. Nothing was changed. Put a whole copy in its place, or move it away to begin with an empty database.`,
  );
}

/**
 * Creates the database of a data folder that has none. It has a temporary name until it is complete: after an interruption
 * the next start begins again.
 */
async function makePglite(dataDir: string): Promise<void> {
  const folder = databaseIn(dataDir);
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  await (await PGlite.create({ dataDir: draft })).close();
  if (existsSync(folder)) rmdirSync(folder);
  renameSync(draft, folder);
}

/** The folder in a data folder that holds the database. */
function databaseIn(dataDir: string): string {
  return join(dataDir, 'postgres');
}
