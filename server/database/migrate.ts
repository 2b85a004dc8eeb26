import { sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getConstructionPlans, getMigrationPlans } from 'pg-boss';
import { liftTimeLimits, type Orm } from './database.js';
import { DatabaseOpenError } from './database-open-error.js';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

/** The number of the lock that keeps two starting processes from migrating at the same time. No other program uses it. */
const LOCK = 7_446_453;

/** The schema in which the job engine, pg-boss, keeps its tables. */
export const JOB_ENGINE_SCHEMA = 'pgboss';

const { pgboss } = createRequire(import.meta.url)('pg-boss/package.json') as { pgboss: { schema: number } };

/**
 * Brings the schema up to date in one transaction, forward only.
 * @param upTo the hash of the last migration to apply, for rows of an older version; else all are applied
 * @throws DatabaseOpenError when the database was migrated by a newer version of the program.
 */
export async function migrate(orm: Orm, upTo?: string): Promise<void> {
  const all = readMigrations();
  const last = all.findIndex(({ hash }) => hash === upTo);
  const migrations = last < 0 ? all : all.slice(0, last + 1);
  const newest = newestOf(all);
  await orm.transaction(async (tx) => {
    await liftTimeLimits(tx);
    await tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(LOCK))})`);
    await tx.execute(
      sql`create table if not exists migrations (id bigint primary key, hash text not null, applied_at timestamptz not null default now())`,
    );
    const applied = await tx
      .select({ id: sql<string>`id::text` })
      .from(sql`migrations`)
      .then((rows) => new Set(rows.map((row) => Number(row.id))));
    if ([...applied].some((id) => id > newest))
      throw new DatabaseOpenError(
        'The database belongs to a newer version of Shingle. Start that version, or restore a backup made by this one.',
      );
    for (const migration of migrations.filter(({ folderMillis }) => !applied.has(folderMillis))) {
      for (const statement of migration.sql) await tx.execute(sql.raw(statement));
      await tx.execute(
        sql`insert into migrations (id, hash) values (${migration.folderMillis}, ${migration.hash})`,
      );
    }
    await migrateJobEngine(tx);
  });
}

/** The newest migration that this version of the program knows; newer ones have higher numbers. */
export function newestMigration(): number {
  return newestOf(readMigrations());
}

function newestOf(migrations: readonly MigrationMeta[]): number {
  return Math.max(...migrations.map(({ folderMillis }) => folderMillis));
}

/** The newest migration that was applied to a database. */
export async function migrationOf(orm: Orm): Promise<number> {
  const [row] = await orm.select({ newest: sql<string | null>`max(id)::text` }).from(sql`migrations`);
  return Number(row?.newest ?? 0);
}

/** A state of the schema: the one after the migration of this name, whose statements have this hash. */
export interface SchemaVersion {
  name: string;
  hash: string;
}

/** The state that this version of the program works with. */
export function schemaOfProgram(): SchemaVersion {
  const { entries } = JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  const [name, hash] = [entries.at(-1)?.tag, readMigrations().at(-1)?.hash];
  if (name === undefined || hash === undefined) throw new Error('The migrations are missing.');
  return { name, hash };
}

/** The hash of the last migration that was applied to a database; undefined when there was none. */
export async function schemaHashOf(orm: Orm): Promise<string | undefined> {
  const [table] = await orm
    .select({ isThere: sql<boolean>`to_regclass('public.migrations') is not null` })
    .from(sql`(select 1) one`);
  if (!table?.isThere) return undefined;
  const [last] = await orm
    .select({ hash: sql<string>`hash` })
    .from(sql`migrations`)
    .orderBy(sql`id desc`)
    .limit(1);
  return last?.hash;
}

/** The hashes of all schemas that this version of the program knows, oldest first. */
export function hashesOfMigrations(): string[] {
  return readMigrations().map(({ hash }) => hash);
}

/** Oldest first. */
function readMigrations(): MigrationMeta[] {
  return readMigrationFiles({ migrationsFolder: MIGRATIONS });
}

/**
 * Brings the job engine's tables up to date inside the given transaction, so that no started program has to.
 * @throws DatabaseOpenError when they belong to a newer version of the program.
 */
async function migrateJobEngine(tx: Orm): Promise<void> {
  const version = await installedVersion(tx);
  if (version === undefined) await run(tx, getConstructionPlans(JOB_ENGINE_SCHEMA));
  else if (version < pgboss.schema) await run(tx, getMigrationPlans(JOB_ENGINE_SCHEMA, version));
  else if (version > pgboss.schema)
    throw new DatabaseOpenError(
      'The jobs in the database belong to a newer version of Shingle. Start that version, or restore a backup made by this one.',
    );
}

async function installedVersion(tx: Orm): Promise<number | undefined> {
  const [table] = await tx
    .select({ isThere: sql<boolean>`to_regclass(${`${JOB_ENGINE_SCHEMA}.version`}) is not null` })
    .from(sql`(select 1) one`);
  if (!table?.isThere) return undefined;
  const [row] = await tx
    .select({ version: sql<number>`version` })
    .from(sql.raw(`${JOB_ENGINE_SCHEMA}.version`));
  return row?.version;
}

/**
 * Runs several statements inside the current transaction: without the engine's own transaction, and without CONCURRENTLY,
 * which no transaction allows and which only matters for tables in use.
 */
async function run(tx: Orm, plans: string): Promise<void> {
  const statements = plans.replace(/^\s*(BEGIN|COMMIT);\s*$/gm, '').replaceAll(' CONCURRENTLY ', ' ');
  await tx.execute(sql.raw(`do $plans$ begin execute $text$${statements}$text$; end $plans$`));
}
