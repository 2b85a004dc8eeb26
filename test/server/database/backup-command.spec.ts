import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contentsOf, tablesIn } from '../../support/database/backup.ts';
import { openTestDatabase } from '../../support/database/database.ts';
import { emptyDatabase } from '../../support/database/older-database.ts';
import { killPrograms, startProgram } from '../../support/processes/program.ts';
import { addUsers } from '../../support/users.ts';

const programOf = (name: string) => fileURLToPath(new URL(`../../../dist/server/${name}`, import.meta.url));

let folder: string;
let file: string;
let full: Awaited<ReturnType<typeof openTestDatabase>>;
let bare: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shingle-command-'));
  file = join(folder, 'today.gz');
  [full, bare] = [await openTestDatabase(), await openTestDatabase()];
  await addUsers(full.database, 'robin', 'kim');
  await full.database.executeSql(
    `insert into metric_readings (id, workspace_id, subject, location_id, next_at, words_next_at)
     values (gen_random_uuid(), 'robin', '103', 'place', now(), now())`,
  );
  await emptyDatabase(bare.database);
});
afterAll(async () => {
  killPrograms();
  for (const { database, drop } of [full, bare]) {
    await database.close();
    await drop();
  }
  await rm(folder, { recursive: true, force: true });
});

/** Where a database is, as the commands are told. */
async function storeOf({ database }: typeof full): Promise<Record<string, string>> {
  const { rows } = await database.executeSql('select current_database() as name');
  const url = new URL(process.env.TEST_POSTGRES_URL ?? '');
  url.pathname = `/${(rows as { name: string }[])[0]?.name}`;
  return { DATABASE_URL: url.href };
}

async function run(command: 'backup' | 'restore', env: Record<string, string>, args: string[]) {
  const program = startProgram(env, programOf('cli.js'), [command, ...args]);
  return { code: await program.ended, output: program.output() };
}

describe('npm run backup and npm run restore', () => {
  it('write everything to a file, and from there to an empty database, once', async () => {
    const saved = await run('backup', await storeOf(full), [file]);
    expect(saved.output).toMatch(/^Backed up into .*today\.gz: 7 rows of \d+ tables, as of 20/);
    expect(saved.output).toContain('keep TOKEN_KEYS apart');
    const restored = await run('restore', await storeOf(bare), [file]);
    expect(restored.output).toMatch(/^Restored: 7 rows, as of 20/);
    expect([saved.code, restored.code]).toEqual([0, 0]);
    const [before, after] = [await contentsOf(full.database), await contentsOf(bare.database)];
    for (const table of tablesIn(file).filter((name) => name !== 'metric_readings'))
      expect([table, after[table]]).toEqual([table, before[table]]);
    // The sums that a backup leaves out are added up again.
    const { rows } = await bare.database.executeSql('select location_id, has_sums from metric_readings');
    expect(rows).toEqual([{ location_id: 'place', has_sums: false }]);

    const again = await run('restore', await storeOf(bare), [file]);
    expect(again.code).toBe(1);
    expect(again.output).toMatch(
      /^The database is not empty, and nothing was restored\. [^\n]* users \(2\), workspaces \(2\), memberships \(2\), metric_readings \(1\)\. [^\n]*\n$/,
    );
  });
});
