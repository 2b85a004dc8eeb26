import type { Database } from '../../../dist/server/database/database.js';
import type { TestClock } from '../clock.ts';

/** Moves the database's clock, `shingle_now()`, to where the test's clock is now; from there it runs on. */
export function setDatabaseTime(database: Database, clock: TestClock): Promise<void> {
  return replaceClock(database, `now() + interval '${Math.round(clock.aheadMs())} milliseconds'`);
}

/** Halts the database's clock where the test's clock is now. */
export function haltDatabaseTime(database: Database, clock: TestClock): Promise<void> {
  return replaceClock(database, `timestamptz '${clock.now().toISOString()}'`);
}

async function replaceClock(database: Database, now: string): Promise<void> {
  await database.executeSql(
    `create or replace function shingle_now() returns timestamp with time zone
     as $$ select ${now} $$ language sql stable`,
  );
}
