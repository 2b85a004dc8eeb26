import { isDeepStrictEqual } from 'node:util';
import { fileURLToPath } from 'node:url';
import { readEnv } from '../../dist/server/config/env.js';
import type { Database, Orm } from '../../dist/server/database/database.js';
import { openDatabase } from '../../dist/server/database/database.module.js';
import { leaveAsItIs } from '../../dist/server/database/backup-restore.js';
import { freePort } from '../support/program.ts';
import {
  type Contents,
  countStatements,
  makeOlder,
  MIGRATION_COUNT,
  readAgain,
  readContents,
} from '../support/older-database.ts';
import type { Drill } from './drill.ts';
import { run, serve } from './programs.ts';
import { type Kind, type Store, Stores } from './store.ts';

const STEP = fileURLToPath(new URL('upgrade-step.ts', import.meta.url));

/**
 * Upgrades the database of each older version: a process is killed before each statement in turn, the next one starts on
 * what it has left, and in the end a server comes up and every row is still there.
 */
export async function upgradeDrill(drill: Drill): Promise<string[]> {
  const stores = new Stores(drill);
  const kinds: Kind[] = ['pglite', 'postgres'];
  const faults = await Promise.all(
    kinds.map(async (kind) => {
      const found: string[] = [];
      for (let migrations = 1; migrations < MIGRATION_COUNT; migrations += 1)
        found.push(...(await upgrade(drill, await stores.open(kind), migrations)));
      return found;
    }),
  );
  return faults.flat();
}

async function upgrade(drill: Drill, store: Store, migrations: number): Promise<string[]> {
  const name = `upgrade of ${store.kind} from migration ${migrations}`;
  const before = await look(store, (orm) => makeOlder(orm, migrations), readContents);
  const faults: string[] = [];
  const kills = countStatements(migrations) + 1;
  for (let nth = 1; nth <= kills; nth += 1) {
    const { signal, output } = await step(drill, store, nth);
    if (signal !== 'SIGKILL') faults.push(`${name}: not killed before statement ${nth}: ${output}`);
  }
  const after = await look(store, leaveAsItIs, (database) => readAgain(database, before));
  if (!isDeepStrictEqual(after, before)) faults.push(`${name}: the kills have left something behind`);
  const { signal } = await step(drill, store, 0, 'last');
  if (signal !== 'SIGKILL') faults.push(`${name}: not killed at the end`);

  const port = String(await freePort());
  const server = await serve({ ...store.env, PORT: port }, drill);
  await server.stop();
  const upgraded = await look(store, leaveAsItIs, (database) => readAgain(database, before));
  for (const [table, { rows }] of Object.entries(before))
    if (!isDeepStrictEqual(upgraded[table]?.rows, rows) && !TRANSIENT.includes(table))
      faults.push(`${name}: ${table} is not as it was`);
  const rows = Object.values(before).reduce((sum, table) => sum + table.rows.length, 0);
  drill.say(`${name}: ${kills + 1} kills, ${rows} rows, ${faults.length} wrong`);
  await store.wipe();
  return faults;
}

/** What a server clears away by itself. */
const TRANSIENT = ['oauth_transactions', 'rate_buckets'];

const step = (drill: Drill, { env }: Store, nth: number, last = '') =>
  run(STEP, [drill.server, String(nth), last], env, drill);

async function look(
  { env }: Store,
  prepare: (orm: Orm) => Promise<void>,
  read: (database: Database) => Promise<Contents>,
): Promise<Contents> {
  const database = await openDatabase(readEnv(env), prepare);
  return read(database).finally(() => database.close());
}
