import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { leaveAsItIs } from '../../../dist/server/database/backup-restore.js';
import { openPglite } from '../../../dist/server/database/pglite.js';
import { killPrograms, startProgram } from '../../support/processes/program.ts';
import { untilSeen } from '../../support/until.ts';

/** A program that opens the database and ends. */
const OPENING = fileURLToPath(new URL('../../../dist/server/cli.js', import.meta.url));

let folder: string;
/** A data folder with a whole database, made by opening it. */
let whole: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shingle-data-'));
  whole = join(folder, 'whole');
  await (await openPglite({ dataDir: whole })).close();
});
afterAll(() => {
  killPrograms();
  rmSync(folder, { recursive: true, force: true });
});

/** All files and folders in a folder, by their paths; none where there is no folder. */
const filesIn = (place: string) =>
  existsSync(place) ? readdirSync(place, { recursive: true, encoding: 'utf8' }).sort() : [];

/** The names of the tables that have rows, after opening the data folder as a start does. */
async function filledTablesIn(dataDir: string, ...prepare: [] | [typeof leaveAsItIs]): Promise<string[]> {
  const database = await openPglite({ dataDir }, ...prepare);
  const { rows } = await database.executeSql(
    "select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'pgboss')",
  );
  const filled: string[] = [];
  for (const { name } of rows as { name: string }[])
    if ((await database.executeSql(`select 1 from ${name} limit 1`)).rows.length > 0) filled.push(name);
  await database.close();
  return filled.sort();
}

/** The tables that have rows in an empty database. */
const NOTHING = ['pgboss.version', 'public.migrations'];

describe('a new data folder', () => {
  it('gets an empty, migrated database that only this user can read', async () => {
    expect(await filledTablesIn(whole)).toEqual(NOTHING);
    expect(readdirSync(whole).sort()).toEqual(['lock.sqlite', 'postgres']);
    expect(statSync(whole).mode & 0o777).toBe(0o700);
  });

  it('gets a new database when an attempt left part of one', async () => {
    const dataDir = join(folder, 'broken-off');
    const draft = join(dataDir, 'postgres.draft');
    mkdirSync(draft, { recursive: true });
    for (const name of ['PG_VERSION', 'global'])
      cpSync(join(whole, 'postgres', name), join(draft, name), { recursive: true });
    expect(await filledTablesIn(dataDir)).toEqual(NOTHING);
    expect(readdirSync(dataDir).sort()).toEqual(['lock.sqlite', 'postgres']);
  });

  it('gets a new database when creating it was interrupted', async () => {
    const dataDir = join(folder, 'made-in-part');
    const making = startProgram({ DATA_DIR: dataDir }, OPENING, ['stuck-posts']);
    // A busy machine takes its time to load the program, and leaves signs of it.
    await untilSeen(
      'the first files of a database',
      () => filesIn(dataDir).some((name) => name.endsWith('/base')),
      () => filesIn(dataDir).length,
    );
    making.process.kill('SIGKILL');
    await making.ended;
    expect(await filledTablesIn(dataDir)).toEqual(NOTHING);
    expect(readdirSync(dataDir).sort()).toEqual(['lock.sqlite', 'postgres']);
  });

  it('keeps the database that it has', async () => {
    const dataDir = join(folder, 'kept');
    cpSync(whole, dataDir, { recursive: true });
    const database = await openPglite({ dataDir });
    await database.executeSql('create table mine (name text); insert into mine values (1)');
    await database.close();
    expect(await filledTablesIn(dataDir)).toEqual([...NOTHING, 'public.mine'].sort());
  });

  it.each([undefined, leaveAsItIs])(
    'is not one in which parts of a database lie: they stay as they are',
    async (prepare) => {
      const dataDir = mkdtempSync(join(folder, 'parts-'));
      const database = join(dataDir, 'postgres');
      cpSync(join(whole, 'postgres'), database, { recursive: true });
      rmSync(join(database, 'PG_VERSION'));
      const files = filesIn(database);
      await expect(openPglite({ dataDir }, prepare)).rejects.toThrow(
        `The folder ${database} is not empty and holds no whole database: PG_VERSION is missing. Nothing was changed. Put a whole copy in its place, or move it away to begin with an empty database.`,
      );
      expect(filesIn(database)).toEqual(files);
    },
  );

  it('may contain an empty folder for the database', async () => {
    const dataDir = join(folder, 'empty');
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    expect(await filledTablesIn(dataDir)).toEqual(NOTHING);
  });

  it('is not opened while its lock is damaged: a sentence says what to do', async () => {
    const dataDir = join(folder, 'lock');
    cpSync(whole, dataDir, { recursive: true });
    const lock = join(dataDir, 'lock.sqlite');
    writeFileSync(lock, 'not a lock');
    await expect(openPglite({ dataDir })).rejects.toThrow(
      `The lock ${lock} is damaged. Delete it while no Shingle process uses the data folder, then start again.`,
    );
    writeFileSync(lock, '');
    expect(await filledTablesIn(dataDir)).toEqual(NOTHING);
  });

  it('begins with no tables for a program that brings them itself, as restoring does', async () => {
    expect(await filledTablesIn(join(folder, 'restored'), leaveAsItIs)).toEqual([]);
  });
});
