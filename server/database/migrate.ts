import { sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseOpenError, type Orm } from './database.js';
import { migrateJobEngine } from './job-engine-schema.js';
import { takeAnyTime } from './time-limits.js';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number that nobody else locks; the lock keeps two starting processes from migrating at once. */
const LOCK = 7_446_453;

/**
 * Brings the schema up to date in one transaction, forward only.
 * @throws DatabaseOpenError when the database was migrated by a newer version of the program.
 */
export async function migrate(orm: Orm): Promise<void> {
  const migrations = readMigrations();
  const newest = newestMigration();
  await orm.transaction(async (tx) => {
    await takeAnyTime(tx);
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
  return Math.max(...readMigrations().map((migration) => migration.folderMillis));
}

/** The newest migration that a database has seen. */
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
  if (name === undefined || hash === undefined) throw new Error('The migrations are not there.');
  return { name, hash };
}

/** The hash of the last migration that a database has seen; undefined when there was none. */
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

/** What identifies the statements that make the schema. */
export function hashesOfMigrations(): string[] {
  return readMigrations().map(({ hash }) => hash);
}

/** Oldest first. */
function readMigrations(): MigrationMeta[] {
  return readMigrationFiles({ migrationsFolder: MIGRATIONS });
}
