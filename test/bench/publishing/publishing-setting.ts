import { gte, lte, sql } from 'drizzle-orm';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from '../../../dist/server/database/database.js';
import { openPostgres } from '../../../dist/server/database/postgres.js';
import { posts } from '../../../dist/server/database/schema.js';
import { statisticsReadings } from '../../../dist/server/database/statistics.schema.js';
import { PRODUCTION_FLAGS } from '../../support/processes/production-command.ts';
import { freePort } from '../../support/processes/program.ts';
import type { LoopOrder } from '.././peers/publishing-loop.ts';
import type { GoogleReady } from './publishing-google.ts';
import { beside, startTold, type Told } from './publishing-programs.ts';
import { makePeople, type Place, schedule, TOKEN_KEYS } from './publishing-world.ts';
import type { Bench } from '../row.ts';
import type { Ends } from '../../support/processes/ends.ts';

/** Between the scheduling and the moment at which posts are due. */
const AHEAD_MS = 3000;
const LOOK_EVERY_MS = 500;
const DAY_MS = 24 * 60 * 60_000;
const PATIENCE_MS = 2 * 60_000;

/** For whom posts are published. */
export interface Size {
  people: number;
  placesEach: number;
}

/** A Google, and a server on a database of its own, with the peers beside it. */
export interface PublishingSetting {
  database: Database;
  places: Place[];
  google: Told;
  product: Told;
  loop: Told;
}

/** Starts everything and makes the users, connected and with their places. */
export async function startSetting(
  { folder, server }: Bench,
  postgresUrl: string,
  { people, placesEach }: Size,
  ends: Ends,
): Promise<PublishingSetting> {
  const url = await newDatabase(postgresUrl, `publishing_${people}_${placesEach}`);
  const database = await openPostgres(url);
  ends.push(() => database.close());
  const places = await makePeople(database, people, placesEach);
  const others = { core: 'any', cwd: folder, ends } as const;
  const own = { ...others, core: 'own' } as const;
  const google = await startTold<GoogleReady>([beside('publishing-google.ts')], {}, others);
  const { origin } = google.first;
  const env = { DATABASE_URL: url, GBP_V4_URL: `${origin}/v4`, GBP_PERFORMANCE_URL: `${origin}/performance` };
  const main = [...PRODUCTION_FLAGS, '--import', beside('publishing-hook.ts'), join(server, 'main.js')];
  const loop = await startTold([beside('../peers/publishing-loop.ts')], env, own);
  const product = await startTold(
    main,
    {
      ...env,
      NODE_ENV: 'test',
      BENCH_SERVER: server,
      PORT: String(await freePort()),
      FIREBASE_PROJECT_ID: 'demo-shingle',
      FIREBASE_WEB_API_KEY: 'none',
      GOOGLE_TOKEN_URL: `${origin}/token`,
      GOOGLE_CLIENT_ID: 'a-client',
      GOOGLE_CLIENT_SECRET: 'a-secret',
      TOKEN_KEYS,
    },
    own,
  );
  return { database, places, google, product, loop };
}

/**
 * Lets the server publish so many posts that fall due at the same instant.
 * @returns how many a second, until the last one was recorded; and how late each was when Google had it (ms)
 * @throws Error when they are not all published
 */
export async function publishAll(
  { database, places, google }: PublishingSetting,
  count: number,
): Promise<{ perSecond: number; late: number[] }> {
  await google.ask<number[]>('taken');
  const dueAt = new Date(Date.now() + AHEAD_MS);
  await schedule(database, places, { count, dueAt });
  if (Date.now() >= dueAt.getTime())
    throw new Error('It took longer to schedule the posts than they are ahead.');
  const patience = Date.now() + AHEAD_MS + PATIENCE_MS;
  const { orm } = database;
  const isBatch = sql`${posts.publishAt} = ${dueAt}`;
  while ((await orm.$count(posts, sql`${isBatch} and ${posts.status} = 'PUBLISHED'`)) < count) {
    if (Date.now() > patience) throw new Error('The posts are not published.');
    await delay(LOOK_EVERY_MS);
  }
  const [last] = await orm
    .select({ ms: sql<number>`extract(epoch from max(${posts.updatedAt})) * 1000`.mapWith(Number) })
    .from(posts)
    .where(isBatch);
  const taken = await google.ask<number[]>('taken');
  return {
    perSecond: (count * 1000) / ((last?.ms ?? NaN) - dueAt.getTime()),
    late: taken.map((at) => at - dueAt.getTime()),
  };
}

/** Lets the statistics of all locations be read as fast as Google's quota allows. @returns what ends that and says how many were */
export async function readStatistics({ database }: PublishingSetting): Promise<() => Promise<number>> {
  const { orm } = database;
  const { nextAt, readAt } = statisticsReadings;
  const began = new Date();
  await orm.update(statisticsReadings).set({ nextAt: began });
  return async () => {
    await orm
      .update(statisticsReadings)
      .set({ nextAt: new Date(began.getTime() + DAY_MS) })
      .where(lte(nextAt, began));
    return orm.$count(statisticsReadings, gte(readAt, began));
  };
}

/** Lets the bare loop publish as many. @returns how many a second */
export async function loopOver(
  { database, places, loop }: PublishingSetting,
  count: number,
  concurrency: number,
): Promise<number> {
  // None of the server's business: nothing is to be done for them.
  const all = await schedule(database, places, { count, dueAt: null });
  const order: LoopOrder = {
    posts: all.map(({ id, accountId, locationId, body }) => ({
      id,
      path: `accounts/${accountId}/locations/${locationId}/localPosts`,
      body,
    })),
    concurrency,
  };
  return (count * 1000) / (await loop.ask<number>(order));
}

async function newDatabase(postgresUrl: string, name: string): Promise<string> {
  const client = new pg.Client(postgresUrl);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
}
