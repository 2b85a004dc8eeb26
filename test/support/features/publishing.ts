import { sql } from 'drizzle-orm';
import { GoogleTimeouts } from '../../../dist/server/business-profile/calls/google-clock.js';
import type { Database } from '../../../dist/server/database/database.js';
import { posts } from '../../../dist/server/database/schema.js';
import type { GoogleSimulator } from 'gbp-simulator';
import type { PostDetailsDto, PostDto } from '../../../dist/server/posts/post.dto.js';
import { LedgerRepository } from '../../../dist/server/publishing/ledger.repository.js';
import { PostPublisher } from '../../../dist/server/publishing/post-publisher.js';
import { StatisticsDispatcher } from '../../../dist/server/statistics/reading/statistics-dispatcher.js';
import { ReviewReadingService } from '../../../dist/server/reviews/reading/review-reading.service.js';
import { PublishDispatcher } from '../../../dist/server/publishing/publish-dispatcher.js';
import { type Client, type SignedInClient, startTestApp, type TestApp } from '../app.ts';
import type { TestClock } from '../clock.ts';
import { setDatabaseTime } from '../database/database-time.ts';
import { holdBack } from '../due-work.ts';
import { googleEnv } from '../google/google-connection.ts';
import { startSimulator } from '../google/google-simulator.ts';
import { connectWithPlaces } from '../google/places-read.ts';

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
/** How long a claim holds. */
export const LEASE_MS = 24 * SECOND_MS;
/** What a step makes due may be due so much later: its clock counts from before its claim, which a busy machine makes wait. */
export const CLAIM_WAIT_MS = 5 * SECOND_MS;

/** Prepares an app that does not publish due posts on its own. */
export function withoutDispatching(app: BuiltApp): void {
  holdBack(app.get(PublishDispatcher));
  // On a busy machine a spec may take a minute, and then reviews and figures would be read beside it.
  Object.assign(app.get(ReviewReadingService), { begin: () => Promise.resolve() });
  holdBack(app.get(StatisticsDispatcher));
  Object.assign(app.get(StatisticsDispatcher), { takeUp: () => Promise.resolve() });
}

type BuiltApp = TestApp['app'];

/**
 * The served app with a Google of its own, in a time that passes only when a test says so, and in which steps with posts
 * are taken only when a test says so.
 */
export interface Publishing {
  google: GoogleSimulator;
  served: TestApp;
  /** A new user who has connected that person's Google account, their places read. */
  connected(email: string): Promise<SignedInClient>;
  /**
   * A further process on the same database, or on another, and with the same clock, or one of its own; to be closed before this
   * and before that one.
   */
  replica(env?: Record<string, string>, on?: Database, by?: TestClock): Promise<TestApp>;
  /** Lets time pass for all: the servers, their databases, Google. */
  pass(ms: number): Promise<void>;
  /** Takes all steps that are due now. */
  workOff(by?: TestApp): Promise<void>;
  /** Lets time pass, then takes the steps that are due. */
  passAndWork(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** `keepBack` prepares each of its apps further: for work that is left to the test, too. */
export async function startPublishing(
  env: Record<string, string> = {},
  keepBack: (app: BuiltApp) => void = () => undefined,
): Promise<Publishing> {
  const prepare = (app: BuiltApp): void => {
    withoutDispatching(app);
    keepBack(app);
  };
  const { PUBLIC_ORIGIN: origin } = env;
  const google = await startSimulator(origin ? { redirectUris: [`${origin}/gbp-callback`] } : {});
  google.configure({ editsPerMinute: 10_000, requestsPerMinute: 10_000 });
  // Hours pass here, in which no reading of the locations is to begin and find out how the connection is.
  const fullEnv = { ...googleEnv(google), READ_EVERY_MINUTES: '1440', ...env };
  const served = await startTestApp(fullEnv, undefined, { prepare });
  hurry(served);
  const { clock, database } = served;
  const databases = new Set([database]);
  const pass = async (ms: number): Promise<void> => {
    clock.advance({ seconds: ms / SECOND_MS });
    google.clock.advance(ms);
    for (const each of databases) await setDatabaseTime(each, clock);
  };
  const workOff = async (by = served): Promise<void> => {
    for (let round = 0; round < 50; round += 1) {
      const due = await by.database.orm
        .select({ id: posts.id })
        .from(posts)
        .where(sql`${posts.nextStepAt} <= shingle_now()`);
      if (due.length === 0) return;
      await Promise.all(due.map(({ id }) => by.app.get(PostPublisher).step(id)));
    }
    throw new Error('There is always something due.');
  };
  await pass(HOUR_MS);
  // Google tells its time cut to the second: a second ahead, that is never behind ours, and no post has to wait for it.
  google.clock.advance(SECOND_MS);
  return {
    google,
    served,
    pass,
    workOff,
    async replica(changes = {}, on = database, by = clock) {
      databases.add(on);
      await setDatabaseTime(on, clock);
      const replica = await startTestApp(
        { ...fullEnv, ...changes },
        { database: on, clock: by },
        { prepare },
      );
      hurry(replica);
      return replica;
    },
    async connected(email) {
      const client = await served.signUp();
      await connectWithPlaces(client, email);
      // Days pass in these tests, and people stay signed in.
      await database.executeSql(
        "update sessions set remembered = true, ends_at = ends_at + interval '1 year'",
      );
      return client;
    },
    async passAndWork(ms) {
      await pass(ms);
      await workOff();
    },
    async close() {
      await served.close();
      await google.close();
    },
  };
}

/** Makes pauses short. A request keeps the time that it has in earnest, which a busy machine needs. */
function hurry({ app }: TestApp): void {
  Object.assign(app.get(GoogleTimeouts), { pauseMs: 1, turnMs: 10 });
}

/**
 * Something happens before this process next writes down its intent to send, or what its step has come to. What it throws
 * is a fault of that step, and nothing more: expect afterwards.
 */
export function before({ app }: TestApp, act: 'intend' | 'finish', happens: () => Promise<void>): void {
  const ledger = app.get(LedgerRepository);
  const { [act]: original } = LedgerRepository.prototype;
  const later = async (...given: unknown[]): Promise<unknown> => {
    Object.assign(ledger, { [act]: original });
    await happens();
    return Reflect.apply(original, ledger, given) as unknown;
  };
  Object.assign(ledger, { [act]: later });
}

let written = 0;

/** A text like no other. */
export const newText = (): string => `Fresh from the oven, batch ${(written += 1)} of many`;

/** Schedules a post, by default for a minute from now. */
export async function schedule(
  { served }: Pick<Publishing, 'served'>,
  client: Client,
  {
    locationId,
    inMs = MINUTE_MS,
    ...postBody
  }: { locationId: string; inMs?: number; [field: string]: unknown },
): Promise<PostDto> {
  const { body } = await client
    .send('post', '/api/posts', {
      locationId,
      publishAt: new Date(served.clock.now().getTime() + inMs).toISOString(),
      postBody: { languageCode: 'en-US', topicType: 'STANDARD', summary: newText(), ...postBody },
    })
    .expect(201);
  return body as PostDto;
}

/** A post whole, as its owner sees it. */
export async function look(client: Client, { id }: { id: string }): Promise<PostDetailsDto> {
  const { body } = await client.send('get', `/api/posts/${id}`).expect(200);
  return body as PostDetailsDto;
}
