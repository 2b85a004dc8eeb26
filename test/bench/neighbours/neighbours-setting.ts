import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Google } from '../../chaos/google.ts';
import { Person } from '../../chaos/person.ts';
import {
  addChanges,
  addStatistics,
  addPlaces,
  addPosts,
  addReviews,
  settle,
} from '../../support/features/big-account.ts';
import type { Ends } from '../../support/processes/ends.ts';
import { GOOGLE_CLIENT, PEOPLE } from '../../support/google/google-simulator.ts';
import { startNameServer } from '../../support/network/name-server.ts';
import { startPostgres } from '../../support/runner/postgres.mjs';
import { PRODUCTION_FLAGS, PRODUCTION_MEMORY } from '../../support/processes/production-command.ts';
import { freePort } from '../../support/processes/program.ts';
import { openDatabase } from '../big-accounts/big-accounts-setting.ts';
import { startIdentity } from '../identity.ts';
import type { Attacked, Attacker } from './neighbours-target.ts';
import type { StoreName } from '../options.ts';
import { startPinned } from '../pinned-process.ts';
import { ask } from '../request-path/request-path-people.ts';
import type { Bench } from '../row.ts';

/** How many locations the attacker has: the embedded database is for few. */
const PLACES: Record<StoreName, number> = { postgres: 3_000, pglite: 1_000 };
/** Of posts, reviews and lines of the change log. */
const EACH = 10;
const BETWEEN_POSTS_MS = 60 * 60_000;
/** Google has statistics of 18 months. */
const STATISTICS_DAYS = 538;
const CROWD = 10;
/** Besides the five that the other person has from the start. */
const MORE_PLACES = 15;
/** In ms, until the other person's locations have been read. */
const CONNECTED_WITHIN = 2 * 60_000;
const PATIENCE = 60 * 60_000;
const PASSWORD = 'correct horse';

/** A server with limits, one person who attacks it, and another who does not. */
export interface Neighbours {
  store: StoreName;
  attacked: Attacked;
  google: Google;
  /** The other person, and the ids of those of their 20 locations that posts are for. */
  neighbour: Person;
  places: string[];
  /** The addresses of those who log in. */
  visitors: string[];
  /** Who says how long the thread did nothing else, and of the embedded database how long it did. */
  eventLoop: string;
  statements: string | undefined;
}

/** The body of a log-in. */
export function credentials(email: string): { email: string; password: string } {
  return { email, password: PASSWORD };
}

/** Starts everything and fills the attacker's account. The server has the first core, with an embedded database. */
export async function startNeighbours(
  { folder, server, say }: Bench,
  store: StoreName,
  visitorCount: number,
  ends: Ends,
): Promise<Neighbours> {
  const identity = await startIdentity(folder);
  ends.push(() => identity.close());
  const names = await startNameServer(() => undefined);
  ends.push(() => names.close());
  const postgres = store === 'postgres' ? await startPostgres() : undefined;
  if (postgres) ends.push(() => postgres.stop());
  const data: { DATABASE_URL: string } | { DATA_DIR: string } = postgres
    ? { DATABASE_URL: postgres.url }
    : { DATA_DIR: join(folder, `neighbours-${store}`) };
  const [port, eventLoopPort, statementsPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const origin = `http://localhost:${port}`;
  const google = await Google.start([`${origin}/gbp-callback`]);
  ends.push(() => google.stop());
  const env = {
    ...identity.env,
    ...addressesByName(google),
    ...data,
    ...PRODUCTION_MEMORY,
    // Only plain http to Google is what production forbids.
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    TRUST_PROXY: '1',
    GOOGLE_CLIENT_ID: GOOGLE_CLIENT.id,
    GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.secret,
    TOKEN_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    BENCH_NAME_SERVER: names.address,
    BENCH_EVENT_LOOP_PORT: String(eventLoopPort),
    BENCH_STATEMENTS_PORT: String(statementsPort),
  };
  const hooks = ['name-server', 'event-loop', ...(postgres ? [] : ['pglite'])];
  const start = async (name: string) => {
    const program = await startPinned({
      name: `neighbours-${name}-${store}`,
      file: join(server, 'main.js'),
      flags: PRODUCTION_FLAGS,
      imports: [identity.hook, ...hooks.map(hookFile)],
      env,
      origin: `http://127.0.0.1:${port}`,
      folder,
    });
    ends.push(() => program.stop());
    return program;
  };

  const first = await start('sign-up');
  const { uid, ...owner } = await signUp(origin, 'owner@example.com', addressAt(0));
  const crowd: Attacker[] = [];
  while (crowd.length < CROWD)
    crowd.push(await signUp(origin, `crowd-${crowd.length}@example.com`, addressAt(1 + crowd.length)));
  const visitors = Array.from({ length: visitorCount }, (_, number) => `visitor-${number}@example.com`);
  for (const [number, email] of visitors.entries()) await signUp(origin, email, addressAt(100 + number));
  await first.stop();
  const began = performance.now();
  await fill(server, data, uid, PLACES[store]);
  say(`The account is filled on ${store} after ${Math.round((performance.now() - began) / 1000)} s.`);

  await start('server');
  const email = PEOPLE.idris;
  const [account] = await google.control.world.accounts({ email });
  const places = await google.control.world.addLocations({ account: account!.id, count: MORE_PLACES });
  const neighbour = new Person(email, () => [origin], AbortSignal.timeout(CONNECTED_WITHIN + PATIENCE));
  await neighbour.signUp();
  await neighbour.connect();
  return {
    store,
    attacked: { origin, owner, crowd },
    google,
    neighbour,
    places,
    visitors,
    eventLoop: `http://127.0.0.1:${eventLoopPort}`,
    statements: postgres ? undefined : `http://127.0.0.1:${statementsPort}`,
  };
}

/** An address of the network for measurements (RFC 2544). */
export function addressAt(number: number): string {
  return `198.18.${Math.floor(number / 250)}.${1 + (number % 250)}`;
}

/** Google's addresses with a name in place of the IP address, so that it is looked up as Google's own is. */
function addressesByName(google: Google): Record<string, string> {
  return Object.fromEntries(
    Object.entries(google.addresses).map(([name, url]) => [name, url.replace('127.0.0.1', 'localhost')]),
  );
}

function hookFile(name: string): string {
  return fileURLToPath(new URL(`../hooks/${name}.mjs`, import.meta.url));
}

async function fill(
  server: string,
  data: Parameters<typeof openDatabase>[1],
  uid: string,
  places: number,
): Promise<void> {
  const database = await openDatabase(server, data);
  const owner = { uid, subject: '100000000000000003000' };
  const calendar = { count: EACH * places, places, everyMs: BETWEEN_POSTS_MS };
  await addPlaces(database, owner, places, new Date());
  await addPosts(database, owner, calendar, new Date());
  await addChanges(database, owner, calendar, new Date());
  await addReviews(database, owner, calendar, new Date());
  await addStatistics(database, owner, { places, days: STATISTICS_DAYS }, new Date());
  await settle(database);
  await database.close();
}

async function signUp(origin: string, email: string, address: string): Promise<Attacker & { uid: string }> {
  const { status, headers, body } = await ask(origin, {
    method: 'POST',
    path: '/api/auth/signup',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify({ fullName: 'Robin van Berg', ...credentials(email) }),
  });
  if (status !== 200) throw new Error(`Signing up answered ${status}: ${body}`);
  const { user } = JSON.parse(body) as { user: { uid: string } };
  return { uid: user.uid, cookie: (headers['set-cookie'] ?? '').split(';')[0] ?? '', address };
}
