// Brings a database up to date as every start of the server does, and kills this process before the statement of the
// given number; the commit is one of them, and so is the end of the upgrade. Arguments: the build, the number, `last` for
// the end.
import { join } from 'node:path';
import type { Orm } from '../../dist/server/database/database.js';
import { interruptBefore } from '../support/database/interrupted-database.ts';

type Configuration = typeof import('../../dist/server/config/env.js');
type Opening = typeof import('../../dist/server/database/database.module.js');
type Migration = typeof import('../../dist/server/database/migrate.js');

const [server = '', nth, last] = process.argv.slice(2);
const { readEnv } = (await import(join(server, 'config/env.js'))) as Configuration;
const { openDatabase } = (await import(join(server, 'database/database.module.js'))) as Opening;
const { migrate } = (await import(join(server, 'database/migrate.js'))) as Migration;
const die = (): void => void process.kill(process.pid, 'SIGKILL');

const database = await openDatabase(readEnv(process.env), async (orm: Orm) => {
  const opened = { orm, transaction: orm.transaction.bind(orm) };
  await migrate(interruptBefore(opened, { nth: Number(nth) }, die).orm);
  if (last === 'last') die();
});
await database.close();
