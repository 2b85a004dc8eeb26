import { sql } from 'drizzle-orm';
import { createRequire } from 'node:module';
import { getConstructionPlans, getMigrationPlans } from 'pg-boss';
import { DatabaseOpenError, type Orm } from './database.js';

/** The schema in which the job engine, pg-boss, keeps its tables. */
export const JOB_ENGINE_SCHEMA = 'pgboss';

const { pgboss, version: engine } = createRequire(import.meta.url)('pg-boss/package.json') as {
  pgboss: { schema: number };
  version: string;
};

/** The version of the engine, which decides how its tables are made. */
export const JOB_ENGINE_VERSION = engine;

/**
 * Brings the job engine's own tables up to date inside the given transaction, so that no started program has to.
 * @throws DatabaseOpenError when a newer version of the program has brought them further.
 */
export async function migrateJobEngine(tx: Orm): Promise<void> {
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
 * Several statements at once, inside the transaction that there is: without the engine's own around them, and without
 * what cannot be done in any, which only matters to tables that are in use meanwhile.
 */
async function run(tx: Orm, plans: string): Promise<void> {
  const statements = plans.replace(/^\s*(BEGIN|COMMIT);\s*$/gm, '').replaceAll(' CONCURRENTLY ', ' ');
  await tx.execute(sql.raw(`do $plans$ begin execute $text$${statements}$text$; end $plans$`));
}
