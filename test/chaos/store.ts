import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Database } from '../../dist/server/database/database.js';
import { openPglite } from '../../dist/server/database/pglite.js';
import { openPostgres } from '../../dist/server/database/postgres.js';
import { startPostgres } from '../support/runner/postgres.mjs';

/** Where the servers keep their posts. */
export interface Store {
  about: string;
  /** What the servers' configuration needs. */
  env: Record<string, string>;
  /** Stops the database at once, as a crash would, and starts it again. */
  halt(): Promise<void>;
  resume(): Promise<void>;
  /** The posts that some server has claimed at this moment; none are known of an embedded one. */
  claimed(): Promise<string[]>;
  /** Reads what is in it. No server may run on an embedded one. */
  read<Read>(reading: (database: Database) => Promise<Read>): Promise<Read>;
  close(): Promise<void>;
}

/** A new, empty store of that kind. */
export async function openStore(kind: 'pglite' | 'postgres', folder: string): Promise<Store> {
  const never = () => Promise.reject(new Error('The embedded database lives in the process.'));
  if (kind === 'pglite') {
    const dataDir = join(folder, 'data');
    return {
      about: 'pglite',
      env: { DATA_DIR: dataDir },
      halt: never,
      resume: never,
      claimed: () => Promise.resolve([]),
      read: async (reading) => readFrom(await openPglite({ dataDir }), reading),
      close: () => Promise.resolve(),
    };
  }
  const server = await startPostgres({ survivesCrashes: true });
  const url = new URL(server.url);
  const name = `shingle_chaos_${randomBytes(6).toString('hex')}`;
  await query(server.url, `create database ${name}`);
  url.pathname = `/${name}`;
  return {
    about: `postgres (${server.about})`,
    env: { DATABASE_URL: url.href },
    halt: server.halt,
    resume: server.resume,
    claimed: async () =>
      (await query(url.href, 'select id from posts where lease_until > shingle_now()')).map(({ id }) =>
        String(id),
      ),
    read: async (reading) => readFrom(await openPostgres(url.href), reading),
    close: async () => {
      await query(server.url, `drop database ${name} with (force)`);
      await server.stop();
    },
  };
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: url });
  // It may be stopped at any moment: the query says so.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function readFrom<Read>(
  database: Database,
  reading: (database: Database) => Promise<Read>,
): Promise<Read> {
  try {
    return await reading(database);
  } finally {
    await database.close();
  }
}
