import { failStart, readConfiguration, StartError } from './app.operator.js';
import { BackupFault } from './database/backup-format.js';
import { refuseOtherSchema, writeBackup } from './database/backup-write.js';
import { openDatabase } from './database/database.module.js';
import { hasPglite } from './database/pglite.js';

/**
 * `npm run backup -- [file]`: writes the whole database into a new file. A Postgres server goes on serving meanwhile;
 * the embedded database must not be in use.
 */
try {
  const env = readConfiguration();
  const now = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const file = process.argv[2] ?? `shingle-${now}Z.jsonl.gz`;
  if (env.DATABASE_URL === undefined && !hasPglite(env.DATA_DIR))
    throw new StartError(
      `There is no database in ${env.DATA_DIR}. Name the folder that has one in DATA_DIR, or a server in DATABASE_URL.`,
    );
  const database = await openDatabase(env, refuseOtherSchema);
  const { rows, tables, madeAt } = await writeBackup(database, file);
  await database.close();
  console.log(`Backed up into ${file}: ${rows} rows of ${tables} tables, as of ${madeAt.toISOString()}.`);
  console.log(
    'It holds what people wrote, and the connections to Google encrypted. The keys are not in it: keep TOKEN_KEYS apart from it.',
  );
} catch (error) {
  failStart(error instanceof BackupFault ? new StartError(error.message, { cause: error }) : error);
}
