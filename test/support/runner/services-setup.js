import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../../dist/server/database/migrate.js';
import { openOnServer } from '../database/database.ts';
import { startAuthEmulator } from '../../../dist/server/embedded/auth-emulator.js';

/** @type {() => Promise<void>} */
let stop;

/** Starts what the HTTP tests of one run share: the Auth emulator, and a migrated database to copy. */
export default async function startServices() {
  const folder = await mkdtemp(join(tmpdir(), 'shingle-test-'));
  const emulator = await startAuthEmulator({
    projectId: 'demo-shingle',
    onExit: (error) => {
      throw error;
    },
  });
  process.env.TEST_AUTH_EMULATOR_HOST = emulator.host;
  const cleanUp = [() => emulator.stop(), () => rm(folder, { recursive: true, force: true })];
  if (process.env.TEST_DATABASE === 'postgres') {
    const { name, database, drop } = await openOnServer(process.env.TEST_POSTGRES_URL ?? '');
    await database.close();
    cleanUp.push(drop);
    process.env.TEST_POSTGRES_TEMPLATE = name;
  } else {
    const pglite = await PGlite.create();
    await migrate(drizzle(pglite));
    const dump = await pglite.dumpDataDir('none');
    await pglite.close();
    process.env.TEST_PGLITE_TEMPLATE = join(folder, 'template.tar');
    await writeFile(process.env.TEST_PGLITE_TEMPLATE, Buffer.from(await dump.arrayBuffer()));
  }
  stop = async () => {
    for (const step of cleanUp) await step();
  };
}

/** Ends what this run has started. */
export const stopServices = () => stop();
