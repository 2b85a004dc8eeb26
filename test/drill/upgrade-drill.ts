import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { fileURLToPath } from 'node:url';
import { readEnv } from '../../dist/server/config/env.js';
import type { Database, Orm } from '../../dist/server/database/database.js';
import { openDatabase } from '../../dist/server/database/database.module.js';
import { LEFT_OUT } from '../../dist/server/database/backup-format.js';
import { leaveAsItIs } from '../../dist/server/database/backup-restore.js';
import { backUpOlder } from '../support/database/backup.ts';
import { freePort } from '../support/processes/program.ts';
import {
  type Contents,
  countStatements,
  makeOlder,
  MIGRATION_COUNT,
  readAgain,
  readContents,
} from '../support/database/older-database.ts';
import type { Drill } from './drill.ts';
import { run, serve } from './programs.ts';
import { type Kind, type Store, Stores } from './store.ts';

/** Older versions, which knew fewer migrations, made no backups. */
const FIRST_WITH_BACKUPS = 3;
/** Of these a restore changes rows: what was about to leave is held, and messages are told from then on. */
const HELD_BY_RESTORE = [
  'posts',
  'notices',
  'notice_channels',
  'notice_deliveries',
  'review_replies',
  'review_reply_attempts',
  'campaigns',
  'campaign_targets',
  'metric_readings',
];
const STEP = fileURLToPath(new URL('upgrade-step.ts', import.meta.url));

/**
 * Upgrades the database of each older version: a process is killed before one statement after the other, the next one
 * starts on what it has left, and in the end every row is still there and a server comes up. A backup that the older version
 * has made is restored into the other kind of store as well.
 */
export async function upgradeDrill(drill: Drill): Promise<string[]> {
  const stores = new Stores(drill);
  const kinds: Kind[] = ['pglite', 'postgres'];
  const faults = await Promise.all(
    kinds.map(async (kind) => {
      const found: string[] = [];
      for (let migrations = 1; migrations < MIGRATION_COUNT; migrations += 1)
        found.push(...(await upgrade(drill, stores, kind, migrations)));
      return found;
    }),
  );
  return faults.flat();
}

async function upgrade(drill: Drill, stores: Stores, kind: Kind, migrations: number): Promise<string[]> {
  const name = `upgrade of ${kind} from migration ${migrations}`;
  const store = await stores.open(kind);
  const backup = join(drill.folder, `${kind}-${migrations}.gz`);
  const before = await look(
    store,
    (orm) => makeOlder(orm, migrations),
    async (database) => {
      if (migrations >= FIRST_WITH_BACKUPS) await backUpOlder(database, migrations, backup);
      return readContents(database);
    },
  );
  const faults: string[] = [];
  const kills = countKills(migrations);
  for (let nth = 1; nth <= kills; nth += 1) {
    const { signal, output } = await step(drill, store, nth);
    if (signal !== 'SIGKILL') faults.push(`${name}: not killed before statement ${nth}: ${output}`);
  }
  const after = await look(store, leaveAsItIs, readContents);
  if (!isDeepStrictEqual(after, before)) faults.push(`${name}: the kills have left something behind`);
  const { signal } = await step(drill, store, 0, 'last');
  if (signal !== 'SIGKILL') faults.push(`${name}: not killed at the end`);

  const upgraded = await lookAndServe(drill, store, before);
  for (const [table, { rows }] of Object.entries(before))
    if (!isDeepStrictEqual(upgraded[table]?.rows, rows)) faults.push(`${name}: ${table} is not as it was`);
  if (migrations >= FIRST_WITH_BACKUPS) {
    const other = await stores.open(kind === 'pglite' ? 'postgres' : 'pglite');
    for (const fault of await restoreOlder(drill, other, backup, before)) faults.push(`${name}: ${fault}`);
    await other.wipe();
  }
  const rows = Object.values(before).reduce((sum, table) => sum + table.rows.length, 0);
  drill.say(`${name}: ${kills + 1} kills, ${rows} rows, ${faults.length} wrong`);
  await store.wipe();
  return faults;
}

/**
 * Before how many statements a process is killed: those of the migration that comes next, so that each statement has its
 * turn in one of the upgrades, and in the last one the commit as well.
 */
function countKills(migrations: number): number {
  const isLast = migrations === MIGRATION_COUNT - 1;
  return isLast
    ? countStatements(migrations) + 1
    : countStatements(migrations) - countStatements(migrations + 1) + 2;
}

/** Restores a backup that an older version has made. Each post that may have gone out since gets an attempt more. */
async function restoreOlder(drill: Drill, store: Store, backup: string, before: Contents): Promise<string[]> {
  const { code, output } = await run(join(drill.server, 'cli.js'), ['restore', backup], store.env, drill);
  if (code !== 0) return [`its backup was not restored (${code}): ${output}`];
  const restored = await lookAndServe(drill, store, before);
  return Object.entries(before).flatMap(([table, { rows }]) => {
    if (table in LEFT_OUT) return [];
    const found = restored[table]?.rows ?? [];
    const isThere = HELD_BY_RESTORE.includes(table)
      ? found.length === rows.length
      : rows.every((row) => found.includes(row));
    return isThere ? [] : [`${table} of its backup is not as it was`];
  });
}

/**
 * Reads the tables that were there before, then starts a server and stops it. It comes after, since a server goes on at once
 * with what is due.
 */
async function lookAndServe(drill: Drill, store: Store, before: Contents): Promise<Contents> {
  const contents = await look(store, leaveAsItIs, (database) => readAgain(database, before));
  const server = await serve({ ...store.env, PORT: String(await freePort()) }, drill);
  await server.stop();
  return contents;
}

const step = (drill: Drill, { env }: Store, nth: number, last = '') =>
  run(STEP, [drill.server, String(nth), last], env, drill);

async function look(
  { env }: Store,
  prepare: (orm: Orm) => Promise<void>,
  read: (database: Database) => Promise<Contents>,
): Promise<Contents> {
  const database = await openDatabase(readEnv(env), prepare);
  try {
    return await read(database);
  } finally {
    await database.close();
  }
}
