// Brings a database up to date as every start of the server does, and kills this process before the statement of the
// given number; the commit is one of them, and so is the end of the upgrade.
import { readEnv } from '../../dist/server/config/env.js';
import { openDatabase } from '../../dist/server/database/database.module.js';
import { migrate } from '../../dist/server/database/migrate.js';
import type { Database, Orm } from '../../dist/server/database/database.js';
import { interruptBefore } from '../support/interrupted-database.ts';

const nth = Number(process.argv[2]);
const die = (): void => void process.kill(process.pid, 'SIGKILL');

const database = await openDatabase(readEnv(process.env), async (orm: Orm) => {
  await migrate(interruptBefore({ orm } as Database, { nth }, die).orm);
  if (process.argv[3] === 'last') die();
});
await database.close();
