import { join } from 'node:path';
import type { Database } from '../../../dist/server/database/database.js';
import { PRODUCTION_FLAGS } from '../../support/processes/production-command.ts';
import {
  addChanges,
  addStatistics,
  addPlaces,
  addPosts,
  addReviews,
  settle,
} from '../../support/features/big-account.ts';
import { startPostgres } from '../../support/runner/postgres.mjs';
import { freePort } from '../../support/processes/program.ts';
import { startIdentity } from '../identity.ts';
import { onFirstCore, type Pinned, startPinned } from '../pinned-process.ts';
import type { Bench } from '../row.ts';

/** The accounts that are measured, by the number of their places; each has ten times as many posts, reviews, and lines of the change log. */
export const SIZES = [10, 1000, 10_000] as const;
export type Size = (typeof SIZES)[number];

/** Six weeks of the largest calendar, which is what a month shows, hold a thousand posts. */
const BETWEEN_POSTS_MS = (42 * 24 * 60 * 60_000) / 1000;

/** A server with an account of each size on one of the two databases. */
export interface BigAccounts {
  store: 'pglite' | 'postgres';
  origin: string;
  /** `name=value` of the session of the owner of so many places. */
  cookies: Record<Size, string>;
  server: Pinned;
}

/**
 * Fills the accounts, then starts the server. It has the first core with its database, the browser the rest.
 * @param watched a file to load into the server before its program, with what it needs
 */
export async function startBigAccounts(
  { folder, server, ends, say }: Bench,
  store: 'pglite' | 'postgres',
  watched?: { hook: string; env: Record<string, string> },
): Promise<BigAccounts> {
  const identity = await startIdentity(folder);
  ends.push(() => identity.close());
  const postgres = store === 'postgres' ? await onFirstCore(() => startPostgres()) : undefined;
  if (postgres) ends.push(() => postgres.stop());
  const place: { DATABASE_URL: string } | { DATA_DIR: string } = postgres
    ? { DATABASE_URL: postgres.url }
    : { DATA_DIR: join(folder, 'data') };
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const start = async (name: string): Promise<Pinned> => {
    const program = await startPinned({
      name: `${name}-${store}`,
      file: join(server, 'main.js'),
      flags: PRODUCTION_FLAGS,
      imports: watched ? [identity.hook, watched.hook] : [identity.hook],
      // What only NODE_ENV=production forbids is needed here: that the limits of requests are off.
      env: {
        ...identity.env,
        ...watched?.env,
        ...place,
        NODE_ENV: 'test',
        THROTTLE: 'off',
        SAMPLE_DELAYS: 'off',
        PORT: String(port),
        PUBLIC_ORIGIN: origin,
      },
      origin: `http://127.0.0.1:${port}`,
      folder,
    });
    ends.push(() => program.stop());
    return program;
  };

  const first = await start('sign-up');
  const people = await Promise.all(SIZES.map((size) => signUp(origin, size)));
  await first.stop();
  const database = await openDatabase(server, place);
  const began = performance.now();
  for (const [index, { uid }] of people.entries()) await fill(database, uid, SIZES[index] ?? 10, store);
  await settle(database);
  await database.close();
  say(`The accounts are filled on ${store} after ${Math.round((performance.now() - began) / 1000)} s.`);
  const cookies = Object.fromEntries(people.map(({ cookie }, index) => [SIZES[index], cookie]));
  return { store, origin, cookies: cookies as Record<Size, string>, server: await start('server') };
}

/** The largest account that has statistics: the embedded database is for few locations. */
export function largestWithStatistics(store: BigAccounts['store']): Size {
  return store === 'pglite' ? 1000 : 10_000;
}

async function fill(
  database: Database,
  uid: string,
  places: number,
  store: BigAccounts['store'],
): Promise<void> {
  const owner = { uid, subject: `10000000000000${places}` };
  const calendar = { count: 10 * places, places, everyMs: BETWEEN_POSTS_MS };
  await addPlaces(database, owner, places, new Date());
  await addPosts(database, owner, calendar, new Date());
  await addChanges(database, owner, calendar, new Date());
  await addReviews(database, owner, calendar, new Date());
  if (places <= largestWithStatistics(store))
    await addStatistics(database, owner, { places, days: 365 }, new Date());
}

/** Opens the database with the code of that build. No server may run on an embedded one. */
export async function openDatabase(
  server: string,
  place: { DATABASE_URL: string } | { DATA_DIR: string },
): Promise<Database> {
  const { openPostgres } = (await import(
    join(server, 'database/postgres.js')
  )) as typeof import('../../../dist/server/database/postgres.js');
  const { openPglite } = (await import(
    join(server, 'database/pglite.js')
  )) as typeof import('../../../dist/server/database/pglite.js');
  return 'DATABASE_URL' in place ? openPostgres(place.DATABASE_URL) : openPglite({ dataDir: place.DATA_DIR });
}

async function signUp(origin: string, size: number): Promise<{ uid: string; cookie: string }> {
  const person = {
    fullName: 'Robin van Berg',
    email: `owner-${size}@example.com`,
    password: 'correct horse',
  };
  const answer = await fetch(`${origin}/api/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(person),
  });
  if (!answer.ok) throw new Error(`Signing up answered ${answer.status}: ${await answer.text()}`);
  const { user } = (await answer.json()) as { user: { uid: string } };
  return { uid: user.uid, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}
