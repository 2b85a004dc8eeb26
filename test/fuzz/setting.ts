import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../dist/server/app.setup.js';
import { readEnv } from '../../dist/server/config/env.js';
import type { Database } from '../../dist/server/database/database.js';
import { openPglite } from '../../dist/server/database/pglite.js';
import { openPostgres } from '../../dist/server/database/postgres.js';
import { startAuthEmulator } from '../../dist/server/embedded/auth-emulator.js';
import { withoutGoogleLimits } from '../support/google-limits.ts';
import { GOOGLE_CLIENT, startSimulator } from '../support/google-simulator.ts';
import { startPostgres } from '../support/postgres.mjs';
import type { Target } from './fuzzer.ts';
import { Troubles } from './troubles.ts';

const ORIGIN = 'http://localhost:3000';
const PROJECT = 'demo-shingle';

/** A server in this process, with everything that it needs on this machine. */
export interface Setting {
  target: Target;
  /** What it has logged as an error, and what nobody has caught. */
  troubles: string[];
  close(): Promise<void>;
}

export async function startSetting(store: 'pglite' | 'postgres'): Promise<Setting> {
  const ends: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const troubles = new Troubles();
    const emulator = await startAuthEmulator({
      projectId: PROJECT,
      onExit: ({ message }) => troubles.add(message),
    });
    ends.push(() => emulator.stop());
    const google = await startSimulator();
    ends.push(() => google.close());
    const { database, addresses } = await openStore(store, ends);
    const env = readEnv({
      ...google.addresses,
      NODE_ENV: 'test',
      PUBLIC_ORIGIN: ORIGIN,
      FIREBASE_PROJECT_ID: PROJECT,
      FIREBASE_WEB_API_KEY: 'test',
      FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
      GOOGLE_CLIENT_ID: GOOGLE_CLIENT.id,
      GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.secret,
      TOKEN_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      SAMPLE_DELAYS: 'off',
      THROTTLE: 'off',
      LOG_LEVEL: 'silent',
    });
    const app = await createApp(env, database);
    app.useLogger(troubles);
    withoutGoogleLimits(google, app);
    await app.listen(0, '127.0.0.1');
    ends.push(() => app.close());
    const { port } = app.getHttpServer().address() as AddressInfo;
    const hidden = [emulator.host, ...addresses];
    const target = { address: `127.0.0.1:${port}`, origin: ORIGIN, database, google, hidden };
    return { target, troubles: troubles.list, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The app closes the database. */
async function openStore(
  store: 'pglite' | 'postgres',
  ends: (() => Promise<unknown>)[],
): Promise<{ database: Database; addresses: string[] }> {
  if (store === 'pglite') return { database: await openPglite({ memory: undefined }), addresses: [] };
  const server = await startPostgres();
  ends.push(() => server.stop());
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: server.url });
  const name = `shingle_fuzz_${randomBytes(6).toString('hex')}`;
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return { database: await openPostgres(url.href), addresses: [url.host] };
}
