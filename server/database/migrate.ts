import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { fileURLToPath } from 'node:url';
import { DatabaseOpenError, type Orm } from './database.js';
import { migrateJobEngine } from './job-engine-schema.js';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number that nobody else locks; the lock keeps two starting processes from migrating at once. */
const LOCK = 7_446_453;

/**
 * Brings the schema up to date in one transaction, forward only.
 * @throws DatabaseOpenError when the database was migrated by a newer version of the program.
 */
export async function migrate(orm: Orm): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS });
  const newest = Math.max(...migrations.map((migration) => migration.folderMillis));
  await orm.transaction(async (tx) => {
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
