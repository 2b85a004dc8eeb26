import { failStart, readConfiguration, StartError } from './app.operator.js';
import { BackupFault } from './database/backup-format.js';
import { openBackup } from './database/backup-read.js';
import { leaveAsItIs, restoreBackup } from './database/backup-restore.js';
import { openDatabase } from './database/database.module.js';
import { doubtRestoredPosts } from './publishing/restored-posts.js';

/**
 * `npm run restore -- <file>`: fills an empty database with a backup, or changes nothing. The server that has worked on
 * what was backed up must have been stopped for good.
 */
try {
  const file = process.argv[2];
  if (file === undefined) throw new StartError('Name the backup: npm run restore -- <file>');
  const env = readConfiguration();
  const backup = await openBackup(file);
  const database = await openDatabase(env, leaveAsItIs);
  const { rows, afterwards: posts } = await restoreBackup(database, backup, (tx, { madeAt }) =>
    doubtRestoredPosts(tx, new Date(madeAt)),
  );
  await database.close();
  console.log(`Restored: ${rows} rows, as of ${backup.header.madeAt}.`);
  console.log('Everybody signs in again. TOKEN_KEYS must hold the keys that were in use then.');
  if (posts.overdue > 0)
    console.log(
      `Posts whose time has passed since: ${posts.overdue}. Each is looked for at Google first; one that is not there is ${
        env.PUBLISH_UNCONFIRMED === 'resend' ? 'sent then' : 'held for its owner'
      } (PUBLISH_UNCONFIRMED=${env.PUBLISH_UNCONFIRMED}).`,
    );
  if (posts.later > 0)
    console.log(`Posts that are looked for at Google before they are sent: ${posts.later}.`);
} catch (error) {
  failStart(error instanceof BackupFault ? new StartError(error.message, { cause: error }) : error);
}
