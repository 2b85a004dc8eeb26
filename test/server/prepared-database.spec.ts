import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Pglite from '../../dist/server/database/pglite.js';
import { leaveAsItIs } from '../../dist/server/database/backup-restore.js';
import { keepBuild } from '../drill/programs.js';
import { killPrograms, startProgram } from '../support/program.js';
import { untilSeen } from '../support/until.js';

let folder: string;
/** What the build has left, in a build of our own. */
let prepared: string;
let openPglite: typeof Pglite.openPglite;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shingle-prepared-'));
  const server = keepBuild(folder);
  prepared = join(server, '../database');
  execFileSync(process.execPath, [join(server, 'embedded/prepare-database.js')]);
  ({ openPglite } = (await import(join(server, 'database/pglite.js'))) as typeof Pglite);
}, 60_000);
afterAll(() => {
  killPrograms();
  rmSync(folder, { recursive: true, force: true });
});

/** The number that a database is given when it is made, and that its copies have too. */
const numberOf = (dataDir: string) =>
  readFileSync(join(dataDir, 'postgres/global/pg_control')).readBigUInt64LE();

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

/** What an empty database knows of itself. */
const NOTHING = ['pgboss.version', 'public.migrations'];

describe('a new data folder', () => {
  it('begins with a copy of the database that the build has left, whole and for this user alone', async () => {
    const dataDir = join(folder, 'new');
    expect(await filledTablesIn(dataDir)).toEqual(NOTHING);
    expect(numberOf(dataDir)).toBe(numberOf(prepared));
    expect(readdirSync(dataDir).sort()).toEqual(['lock.sqlite', 'postgres']);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(filesIn(join(dataDir, 'postgres'))).toEqual(
      expect.arrayContaining(filesIn(join(prepared, 'postgres'))),
    );
  });

  it('shares no secret with another one: what the build has left is tables without rows, closed to other users', () => {
    expect(readdirSync(prepared).sort()).toEqual(['lock.sqlite', 'made-with', 'postgres']);
    expect(statSync(prepared).mode & 0o777).toBe(0o700);
  });

  it('has its database made where the build has left none, or one that was made with other versions', async () => {
    const [none, other] = [join(folder, 'none'), join(folder, 'other')];
    renameSync(prepared, `${prepared}-away`);
    expect(await filledTablesIn(none)).toEqual(NOTHING);
    renameSync(`${prepared}-away`, prepared);

    const mark = join(prepared, 'made-with');
    const madeWith = readFileSync(mark, 'utf8');
    writeFileSync(
      mark,
      madeWith.replace(/./, (first) => (first === '0' ? '1' : '0')),
    );
    expect(await filledTablesIn(other)).toEqual(NOTHING);
    writeFileSync(mark, madeWith);

    for (const dataDir of [none, other]) expect(numberOf(dataDir)).not.toBe(numberOf(prepared));
  }, 60_000);

  it('takes a copy that was broken off for none', async () => {
    const dataDir = join(folder, 'broken-off');
    const draft = join(dataDir, 'postgres.draft');
    mkdirSync(draft, { recursive: true });
    for (const name of ['PG_VERSION', 'global']) {
      cpSync(join(prepared, 'postgres', name), join(draft, name), { recursive: true });
    }
    expect(await filledTablesIn(dataDir)).toEqual(NOTHING);
    expect(readdirSync(dataDir).sort()).toEqual(['lock.sqlite', 'postgres']);
  });

  it('has its database made again where the making was broken off', async () => {
    const dataDir = join(folder, 'made-in-part');
    renameSync(prepared, `${prepared}-away`);
    const making = startProgram({ DATA_DIR: dataDir }, join(prepared, '../server/main.stuck-posts.js'));
    await untilSeen('the first files of a database', () =>
      filesIn(dataDir).some((name) => name.endsWith('/base')),
    );
    making.process.kill('SIGKILL');
    await making.ended;
    expect(await filledTablesIn(dataDir)).toEqual(NOTHING);
    renameSync(`${prepared}-away`, prepared);
    expect(readdirSync(dataDir).sort()).toEqual(['lock.sqlite', 'postgres']);
  }, 60_000);

  it('keeps the database that it has', async () => {
    const dataDir = join(folder, 'kept');
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
      cpSync(join(prepared, 'postgres'), database, { recursive: true });
      rmSync(join(database, 'PG_VERSION'));
      const files = filesIn(database);
      await expect(openPglite({ dataDir }, prepare)).rejects.toThrow(
        `The folder ${database} is not empty and holds no whole database: PG_VERSION is missing. Nothing was changed. Put a whole copy in its place, or move it away to begin with an empty database.`,
      );
      expect(filesIn(database)).toEqual(files);
    },
  );

  it('is one where the folder of the database is empty', async () => {
    const dataDir = join(folder, 'empty');
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    expect(await filledTablesIn(dataDir)).toEqual(NOTHING);
  });

  it('is not opened while its lock is damaged: a sentence says what to do', async () => {
    const dataDir = mkdtempSync(join(folder, 'lock-'));
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
  }, 60_000);
});
