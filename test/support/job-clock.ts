import type { Database } from '../../dist/server/database/database.js';
import { JOB_ENGINE_SCHEMA } from '../../dist/server/database/migrate.js';
import type { TestClock } from './clock.ts';

/**
 * Moves the time by which jobs are due, on this test's own database, to where the clock is now; from there it runs on.
 * All SQL of the engine asks one function for the time. Workers notice at their next look: `Jobs.wake`.
 */
export async function setJobTime(database: Database, clock: TestClock): Promise<void> {
  await database.executeSql(
    `create or replace function ${JOB_ENGINE_SCHEMA}.job_now() returns timestamp with time zone
     as $$ select pg_catalog.now() + interval '${Math.round(clock.aheadMs())} milliseconds' $$ language sql stable`,
  );
}
