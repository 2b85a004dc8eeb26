import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { Database } from '../../../dist/server/database/database.js';
import { openPglite } from '../../../dist/server/database/pglite.js';
import { openPostgres } from '../../../dist/server/database/postgres.js';

/**
 * An empty, migrated database of its own, copied from this run's template: PGlite in memory, or a new database on the
 * Postgres server of this run (TEST_DATABASE=postgres). The app closes it; `drop` then leaves nothing behind.
 */
export async function openTestDatabase(): Promise<{ database: Database; drop: () => Promise<void> }> {
  const server = process.env.TEST_POSTGRES_URL;
  if (process.env.TEST_DATABASE !== 'postgres') {
    const template = process.env.TEST_PGLITE_TEMPLATE;
    const database = await openPglite({
      memory: template === undefined ? undefined : new Blob([await readFile(template)]),
    });
    return { database, drop: () => Promise.resolve() };
  }
  if (!server) throw new Error('TEST_DATABASE is postgres and TEST_POSTGRES_URL is not set: run `npm test`');
  return openOnServer(server, process.env.TEST_POSTGRES_TEMPLATE);
}

/**
 * A new, migrated database on that server, made as a copy of the one that is named, if one is. `drop` fails while anybody is
 * connected: one that was not closed would try to connect again for ever.
 */
export async function openOnServer(
  server: string,
  template = 'template1',
): Promise<{ name: string; database: Database; drop: () => Promise<void> }> {
  const name = `shingle_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await openPostgres(url.href);
  return {
    name,
    database,
    drop: () => onServer(server, `drop database ${name}`),
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
