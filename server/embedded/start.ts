import { join, resolve } from 'node:path';
import { failStart, readConfiguration, serve, StartError } from '../app.start.js';
import { stopOnSignal } from '../app.stop.js';
import { type Env } from '../config/env.js';
import { openDatabase } from '../database/database.module.js';
import { type AuthEmulator, startAuthEmulator } from './auth-emulator.js';

/** `demo-` keeps the emulator from ever asking for a Google account. */
const PROJECT = 'demo-shingle';

/** Starts the product with everything on this machine that is not configured: `npm start`. */
async function start(): Promise<void> {
  const env = readConfiguration();
  if (env.NODE_ENV === 'production' && !env.hasFirebase)
    throw new StartError(
      'NODE_ENV is production, and nothing may be embedded there. Set FIREBASE_PROJECT_ID and FIREBASE_WEB_API_KEY.',
    );
  const starting = env.hasFirebase || env.FIREBASE_AUTH_EMULATOR_HOST ? undefined : embedAuth(env);
  // Both take a second or two, so they start together; a fault of the database is told first.
  starting?.catch(() => undefined);
  const database = await openDatabase(env);
  const emulator = await starting;
  try {
    const app = await serve(env, database);
    stopOnSignal(async () => {
      await app.close();
      await emulator?.stop();
    });
  } catch (error) {
    await emulator?.stop();
    throw error;
  }
  console.log(describe(env, emulator !== undefined));
}

async function embedAuth(env: Env): Promise<AuthEmulator> {
  const emulator = await startAuthEmulator({
    projectId: PROJECT,
    dataDir: join(env.DATA_DIR, 'auth'),
    onResetLink: (email, link) => console.log(`\n  New password for ${email}:\n  ${link}\n`),
    onExit: failStart,
  }).catch((cause: Error) => {
    throw new StartError(cause.message, { cause });
  });
  env.FIREBASE_PROJECT_ID = PROJECT;
  env.FIREBASE_WEB_API_KEY = 'embedded';
  env.FIREBASE_AUTH_EMULATOR_HOST = emulator.host;
  return emulator;
}

function describe(env: Env, authIsEmbedded: boolean): string {
  const embedded = [
    authIsEmbedded && 'sign-in (Firebase Auth emulator; no mail leaves, reset links are printed here)',
    !env.DATABASE_URL && 'database (PostgreSQL in the process; survives a crash, not a power cut)',
    'business data (samples)',
  ].filter(Boolean);
  return [
    '',
    '  Shingle is ready.',
    '',
    `  Open      ${env.publicOrigin}`,
    `  Data      ${env.DATABASE_URL && !authIsEmbedded ? 'in your Postgres' : resolve(env.DATA_DIR)}`,
    `  Embedded  ${embedded.join('\n            ')}`,
    '  Stop      Ctrl-C',
    '',
  ].join('\n');
}

start().catch(failStart);
