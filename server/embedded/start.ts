import '../config/compile-cache.js';
import { join, resolve } from 'node:path';
import type { DynamicModule } from '@nestjs/common';
import type { GoogleSimulator } from 'gbp-simulator';
import { isThisMachine, LOOPBACK } from '../config/env-rules.js';
import { type Env, readConfiguration } from '../config/env.js';
import { failStart, OperatorError } from '../config/operator-error.js';
import { type AuthEmulator, startAuthEmulator } from './auth-emulator.js';
import { embeddedTokenKeys } from '../config/key-ring.js';
import { Mailbox } from './mailbox/mailbox.js';
import { isPracticeOffered } from './practice/practice-offer.js';

/** With the prefix `demo-` the emulator never asks for a Google account. */
const PROJECT = 'demo-shingle';
const GOOGLE_CLIENT = { id: 'shingle-embedded', secret: 'embedded' };

/** Starts the product with everything on this machine that is not configured: `npm start`. */
async function start(): Promise<void> {
  const env = readConfiguration();
  const isOffered = isPracticeOffered(process.env);
  if (env.NODE_ENV === 'production' && !env.hasFirebase)
    throw new OperatorError(
      'NODE_ENV is production, and nothing may be embedded there. Set FIREBASE_PROJECT_ID and FIREBASE_WEB_API_KEY.',
    );
  const isHere = isForThisMachine(env);
  const mailbox = isHere && env.SMTP_URL === undefined ? new Mailbox() : undefined;
  const starting = env.hasFirebase || env.FIREBASE_AUTH_EMULATOR_HOST ? undefined : embedAuth(env, mailbox);
  // All three take a second or two, so they start together; a fault of the database is reported first.
  starting?.catch(() => undefined);
  const opening = import('../database/database.module.js').then(({ openDatabase }) => openDatabase(env));
  opening.catch(() => undefined);
  const { endOnUncaughtError, serve, stopOnSignal } = await import('../app.process.js');
  const database = await opening;
  const emulator = await starting;
  let simulator: GoogleSimulator | undefined;
  const stopEmbedded = () => Promise.all([emulator?.stop(), simulator?.close()]);
  try {
    // Not before the database has locked the data folder, where the simulator keeps its state too.
    if (!env.googleClient && env.NODE_ENV !== 'production') simulator = await embedGoogle(env);
    const practice = simulator ? await practiceOf(simulator, isOffered) : [];
    const webhooks = isHere ? await practiceWebhooks() : [];
    const modules = [...practice, ...webhooks, ...(await mailboxOf(mailbox))];
    endOnUncaughtError();
    const serving = serve(env, database, modules);
    stopOnSignal(serving, stopEmbedded);
    await serving;
  } catch (error) {
    await stopEmbedded();
    throw error;
  }
  console.log(describe(env, { auth: emulator !== undefined, google: simulator, isOffered, mailbox }));
}

/** The pages of mail and webhooks need no session, so they are only where the product is open to this machine alone. */
function isForThisMachine(env: Env): boolean {
  return env.NODE_ENV !== 'production' && isThisMachine(env.publicOrigin) && LOOPBACK.includes(env.HOST);
}

async function embedAuth(env: Env, mailbox: Mailbox | undefined): Promise<AuthEmulator> {
  const emulator = await startAuthEmulator({
    projectId: PROJECT,
    dataDir: join(env.DATA_DIR, 'auth'),
    onResetLink: (email, link) => {
      mailbox?.keepResetLink(email, link);
      console.log(`\n  New password for ${email}:\n  ${link}\n`);
    },
    onExit: failStart,
  }).catch((cause: Error) => {
    throw new OperatorError(cause.message, { cause });
  });
  env.FIREBASE_PROJECT_ID = PROJECT;
  env.FIREBASE_WEB_API_KEY = 'embedded';
  env.FIREBASE_AUTH_EMULATOR_HOST = emulator.host;
  return emulator;
}

async function embedGoogle(env: Env): Promise<GoogleSimulator> {
  const redirectUris = [`${env.publicOrigin}/api/auth/google/callback`, `${env.publicOrigin}/gbp-callback`];
  const clients = [{ ...GOOGLE_CLIENT, redirectUris }];
  try {
    env.TOKEN_KEYS ??= embeddedTokenKeys(env.DATA_DIR);
    const { startGoogleSimulator } = await import('gbp-simulator');
    const simulator = await startGoogleSimulator({ dataFile: join(env.DATA_DIR, 'google.json'), clients });
    env.GOOGLE_CLIENT_ID = GOOGLE_CLIENT.id;
    env.GOOGLE_CLIENT_SECRET = GOOGLE_CLIENT.secret;
    // A review of an edit takes a minute, so that both of its sides can be seen.
    simulator.configure({ editReviewMs: 60_000 });
    Object.assign(env, simulator.addresses);
    return simulator;
  } catch (cause) {
    throw new OperatorError((cause as Error).message, { cause });
  }
}

/** The mailbox in place of a mail server, loaded with the server. */
async function mailboxOf(mailbox: Mailbox | undefined): Promise<DynamicModule[]> {
  if (!mailbox) return [];
  const { mailboxModule } = await import('./mailbox/mailbox.module.js');
  return [mailboxModule(mailbox)];
}

/** The address at which webhooks can be tried. */
async function practiceWebhooks(): Promise<DynamicModule[]> {
  const [{ PracticeWebhooks }, { practiceWebhooksModule }] = await Promise.all([
    import('./webhooks/practice-webhooks.js'),
    import('./webhooks/practice-webhooks.module.js'),
  ]);
  return [practiceWebhooksModule(new PracticeWebhooks())];
}

/** The routes for practice, loaded with the server, not before the database is opened. */
async function practiceOf(simulator: GoogleSimulator, isOffered: boolean): Promise<DynamicModule[]> {
  const { practiceModules } = await import('./practice/practice.module.js');
  return practiceModules(simulator, { isOffered });
}

function describe(
  env: Env,
  own: {
    auth: boolean;
    google: GoogleSimulator | undefined;
    isOffered: boolean;
    mailbox: Mailbox | undefined;
  },
): string {
  const embedded = [
    own.auth &&
      'sign-in (Firebase Auth emulator; no mail leaves; reset links are printed here and in the mailbox)',
    !env.DATABASE_URL && 'database (PostgreSQL in the process; survives a crash, not a power cut)',
    own.google && `Google (a simulator at ${own.google.origin}; nothing leaves this machine)`,
    'business data (samples, until a Business Profile is connected)',
  ].filter(Boolean);
  return [
    '',
    '  Shingle is ready.',
    '',
    `  Open      ${env.publicOrigin}`,
    ...(own.isOffered ? [`  Demo      ${env.publicOrigin}/login?demo`] : []),
    ...(own.mailbox ? [`  Mail      ${env.publicOrigin}/mailbox`] : []),
    `  Data      ${env.DATABASE_URL && !own.auth && !own.google ? 'in your Postgres' : resolve(env.DATA_DIR)}`,
    `  Embedded  ${embedded.join('\n            ')}`,
    '  Stop      Ctrl-C',
    '',
  ].join('\n');
}

start().catch(failStart);
