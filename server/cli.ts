import type { Env } from './config/env.js';
import { failStart, OperatorError } from './config/operator-error.js';
import type { Database, Orm } from './database/database.js';

/** How long the health check waits for an answer. */
const HEALTH_WITHIN_MS = 4000;

/**
 * The operator's commands: `node dist/server/cli.js COMMAND [FILE]`, most of them scripts of package.json. Each loads only
 * what it needs: the health check runs every few seconds. The embedded database must not be in use by a server.
 */
const COMMANDS: Record<string, (file?: string) => Promise<void>> = {
  backup,
  restore,
  'reencrypt-tokens': reencrypt,
  'stuck-posts': listStuckPosts,
  'statistics-sums': addUpStatistics,
  healthcheck: checkHealth,
  openapi: writeDocument,
};

/** Writes the whole database into a new file. A Postgres server can keep serving during this. */
async function backup(file?: string): Promise<void> {
  const { hasPglite } = await import('./database/pglite.js');
  const { refuseOtherSchema, writeBackup } = await import('./database/backup-write.js');
  const env = await readConfiguration();
  if (env.DATABASE_URL === undefined && !hasPglite(env.DATA_DIR))
    throw new OperatorError(
      `There is no database in ${env.DATA_DIR}. Name the folder that has one in DATA_DIR, or a server in DATABASE_URL.`,
    );
  const now = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const target = file ?? `shingle-${now}Z.jsonl.gz`;
  const { rows, tables, madeAt } = await withDatabase(
    env,
    (database) => writeBackup(database, target),
    refuseOtherSchema,
  );
  console.log(`Backed up into ${target}: ${rows} rows of ${tables} tables, as of ${madeAt.toISOString()}.`);
  console.log(
    'It contains what people wrote, and the connections to Google in encrypted form. It does not contain the keys: keep TOKEN_KEYS apart from it.',
  );
}

/** Fills an empty database from a backup, or changes nothing. The server of that backup must have stopped for good. */
async function restore(file?: string): Promise<void> {
  if (file === undefined) throw new OperatorError('Name the backup: npm run restore -- <file>');
  const { leaveAsItIs, openBackup, restoreBackup } = await import('./database/backup-restore.js');
  const { holdRestoredDeliveries } = await import('./notices/events/restored-notices.js');
  const { holdRestoredCampaigns } = await import('./campaigns/restored-campaigns.js');
  const { endRestoredChanges } = await import('./changes/restored-changes.js');
  const { restRestoredLocks } = await import('./locks/restored-locks.js');
  const { doubtRestoredPosts } = await import('./publishing/restored-posts.js');
  const { holdRestoredReplies } = await import('./reviews/replies/restored-replies.js');
  const { forgetSums } = await import('./statistics/reading/statistics-sums.js');
  const env = await readConfiguration();
  const content = await openBackup(file);
  const { rows, afterwards: posts } = await withDatabase(
    env,
    (database) =>
      restoreBackup(database, content, async (tx, { madeAt }) => {
        await forgetSums(tx);
        return {
          ...(await doubtRestoredPosts(tx, new Date(madeAt))),
          campaignPosts: await holdRestoredCampaigns(tx),
          changes: await endRestoredChanges(tx),
          lockedFields: await restRestoredLocks(tx),
          replies: await holdRestoredReplies(tx),
          deliveries: await holdRestoredDeliveries(tx),
        };
      }),
    leaveAsItIs,
  );
  console.log(`Restored: ${rows} rows, as of ${content.header.madeAt}.`);
  console.log(
    'Everybody has to sign in again. TOKEN_KEYS must contain the keys that were in use at that time.',
  );
  if (posts.overdue > 0)
    console.log(
      `Posts whose time has passed since: ${posts.overdue}. Each is looked for at Google first; one that is not there is ${
        env.PUBLISH_UNCONFIRMED === 'resend' ? 'sent then' : 'held for its owner'
      } (PUBLISH_UNCONFIRMED=${env.PUBLISH_UNCONFIRMED}).`,
    );
  if (posts.later > 0)
    console.log(`Posts that will be looked for at Google before they are sent: ${posts.later}.`);
  if (posts.campaignPosts > 0)
    console.log(
      `Posts that campaigns were about to make, and do not make any more: ${posts.campaignPosts}. These campaigns are paused.`,
    );
  if (posts.changes > 0)
    console.log(`Changes of locations that were not over, and are not sent any more: ${posts.changes}.`);
  if (posts.lockedFields > 0)
    console.log(`Locked fields that Google changed, and that are left to a person: ${posts.lockedFields}.`);
  if (posts.replies > 0)
    console.log(`Replies to reviews that were on their way, and are sent only by hand: ${posts.replies}.`);
  if (posts.deliveries > 0)
    console.log(
      `E-mails and webhook messages that are held, and are sent only by hand: ${posts.deliveries}.`,
    );
}

/** Encrypts all stored tokens, and the secrets of channels, with the first key of TOKEN_KEYS. After that only this key is needed. */
async function reencrypt(): Promise<void> {
  const { reencryptTokens } = await import('./business-profile/connection/connections.repository.js');
  const { reencryptChannels } = await import('./notices/channels/channel-secrets.js');
  const { TokenCipher } = await import('./security/token-cipher.js');
  const env = await readConfiguration();
  const cipher = new TokenCipher(env);
  if (cipher.writingKey === undefined)
    throw new OperatorError(
      'TOKEN_KEYS is not set. Set it to the new key, a comma, and the keys used so far.',
    );
  const { tokens, channels } = await withDatabase(env, async (database) => ({
    tokens: await reencryptTokens(database, cipher, (progress) =>
      console.log(`Re-encrypted so far: ${progress.done}`),
    ),
    channels: await reencryptChannels(database, cipher),
  }));
  const { unreadable } = tokens;
  console.log(
    `Done. Re-encrypted: ${tokens.done + channels.done}. All others were already encrypted with the key ${cipher.writingKey}.`,
  );
  if (unreadable > 0)
    console.log(
      `Readable with none of the keys: ${unreadable}. These users have to reconnect. If you still have their key, add it and run this again.`,
    );
  if (channels.unreadable > 0)
    console.log(
      `Webhooks and e-mail channels that none of the keys reads: ${channels.unreadable}. They have to be deleted and added again.`,
    );
  console.log(`The keys after ${cipher.writingKey} can now be taken out of TOKEN_KEYS.`);
}

/** Lists the posts that make no progress; exit code 2 when there are any. */
async function listStuckPosts(): Promise<void> {
  const { findStuckPosts } = await import('./posts/post-counts.js');
  const stuck = await withDatabase(await readConfiguration(), findStuckPosts);
  for (const post of stuck)
    console.log(
      `${post.id}  ${post.status}${post.detail === null ? '' : ` ${post.detail}`}  due ${post.publishAt.toISOString()}` +
        `  claims ${post.attempt}  next ${post.nextStepAt?.toISOString() ?? 'never'}  location ${post.locationId}`,
    );
  console.log(stuck.length === 0 ? 'No post is stuck.' : `${stuck.length} stuck.`);
  if (stuck.length > 0) process.exitCode = 2;
}

/** Adds up all sums of statistics again, from what was read. A Postgres server can keep serving during this. */
async function addUpStatistics(): Promise<void> {
  const { rebuildSums } = await import('./statistics/reading/rebuilt-sums.js');
  const owners = await withDatabase(await readConfiguration(), rebuildSums);
  console.log(`Added up again: the statistics of ${owners} Google accounts.`);
}

/** Asks the server of this container whether it is ready. Exit code 1 when it is not. Reads only HOST and PORT. */
async function checkHealth(): Promise<void> {
  const { HOST = '127.0.0.1', PORT = '3000' } = process.env;
  // A server that listens on all addresses is asked on the loopback address.
  const address = { '0.0.0.0': '127.0.0.1', '::': '::1' }[HOST] ?? HOST;
  const host = address.includes(':') ? `[${address}]` : address;
  try {
    const { status } = await fetch(`http://${host}:${PORT}/api/health/ready`, {
      signal: AbortSignal.timeout(HEALTH_WITHIN_MS),
    });
    if (status !== 200) throw new Error(`status ${status}`);
    console.log('ready');
  } catch (error) {
    throw new OperatorError(`not ready: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Writes the OpenAPI document, for the build, without starting the server. */
async function writeDocument(file = 'client/api/openapi.json'): Promise<void> {
  const { NestFactory } = await import('@nestjs/core');
  const { writeFileSync } = await import('node:fs');
  const { AppModule } = await import('./app.module.js');
  const { Env } = await import('./config/env.js');
  const { buildDocument } = await import('./openapi.js');
  // Preview mode builds no provider, so the database is never used.
  const app = await NestFactory.create(AppModule.forRoot(new Env(), {} as Database), {
    preview: true,
    logger: ['error'],
    abortOnError: false,
  });
  app.setGlobalPrefix('api');
  // Prettier lays it out.
  writeFileSync(file, `${JSON.stringify(buildDocument(app))}\n`);
}

/** The checked configuration. The health check does not need it. Errors: EnvError. */
async function readConfiguration(): Promise<Env> {
  return (await import('./config/env.js')).readConfiguration();
}

/** Opens the configured database, brought up to date unless `prepare` says otherwise, and closes it after the work. */
async function withDatabase<Result>(
  env: Env,
  work: (database: Database) => Promise<Result>,
  prepare?: (orm: Orm) => Promise<void>,
): Promise<Result> {
  const { openDatabase } = await import('./database/database.module.js');
  const database = await openDatabase(env, prepare);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const [name = '', file] = process.argv.slice(2);
try {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new OperatorError(`Name a command: ${Object.keys(COMMANDS).join(', ')}.`);
  await command(file);
} catch (error) {
  failStart(error);
}
