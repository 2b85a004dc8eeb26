import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { posts } from '../../../dist/server/database/schema.js';
import type { GoogleSimulator } from 'gbp-simulator';
import type { PostDto } from '../../../dist/server/posts/post.dto.js';
import { PublishingMetrics } from '../../../dist/server/publishing/publishing.metrics.js';
import { type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { googleEnv } from '../../support/google/google-connection.ts';
import { PEOPLE, startSimulator } from '../../support/google/google-simulator.ts';
import { connectWithPlaces } from '../../support/google/places-read.ts';
import { look, schedule } from '../../support/features/publishing.ts';
import { untilSeen } from '../../support/until.ts';

const HOUR_MS = 60 * 60_000;

let google: GoogleSimulator;
let served: TestApp;
let env: Record<string, string>;
let tamsin: SignedInClient;
/** Verified places of Tamsin's. */
let places: string[];
beforeAll(async () => {
  google = await startSimulator();
  google.configure({ processingMs: 0 });
  // A little behind ours, and told cut to the second.
  google.clock.advance(-700);
  env = googleEnv(google);
  served = await startTestApp(env);
  tamsin = await served.signUp();
  await connectWithPlaces(tamsin, PEOPLE.tamsin);
  places = google.world
    .locations({ email: PEOPLE.tamsin })
    .filter(({ verification }) => verification === 'VERIFIED')
    .map(({ id }) => id);
});
afterEach(() => {
  google.faults.clear();
  google.calls.clear();
});
afterAll(async () => {
  await served.close();
  await google.close();
});

const soon = (inMs: number, locationId = places[0]!) => schedule({ served }, tamsin, { locationId, inMs });
/** Makes a post due in so long that was scheduled for later, so that a busy machine has time for the request. */
async function dueIn(ms: number, post: PostDto): Promise<PostDto> {
  const publishAt = new Date(Date.now() + ms);
  await served.database.orm
    .update(posts)
    .set({ publishAt, nextStepAt: publishAt })
    .where(eq(posts.id, post.id));
  return { ...post, publishAt: publishAt.toISOString() };
}
const dueNow = async (locationId = places[0]!) => dueIn(0, await soon(HOUR_MS / 2, locationId));
const creates = () => google.calls.count({ operation: 'localPosts.create' });
const untilPublished = (client: SignedInClient, post: PostDto) =>
  untilSeen('the published post', async () => {
    const seen = await look(client, post);
    return seen.status === 'PUBLISHED' && seen;
  });

describe('a post that is due', () => {
  it('goes out automatically at its time', async () => {
    const post = await dueIn(1000, await soon(HOUR_MS / 2));
    const { publishedAt } = await untilPublished(tamsin, post);
    const [remote] = google.world.posts().filter(({ summary }) => summary === post.summary);
    const lag = Date.parse(remote!.createTime) - Date.parse(post.publishAt);
    expect(lag).toBeGreaterThanOrEqual(0);
    expect(publishedAt).not.toBeNull();
    const metrics = served.app.get(PublishingMetrics).read();
    expect(metrics.steps).toMatchObject({ published: expect.any(Number) });
    expect(metrics.lag.count).toBeGreaterThan(0);
  });

  it('goes out no earlier by Google’s clock than by ours', async () => {
    const planned = await Promise.all(places.slice(0, 3).map((place) => soon(HOUR_MS / 2, place)));
    const due = await Promise.all(planned.map((post, index) => dueIn(1000 + 300 * index, post)));
    for (const post of due) {
      await untilPublished(tamsin, post);
      const [remote] = google.world.posts().filter(({ summary }) => summary === post.summary);
      expect(Date.parse(remote!.createTime)).toBeGreaterThanOrEqual(Date.parse(post.publishAt));
    }
  });

  it('is only logged when it is sample data', async () => {
    const client = await served.signUp();
    const post = await schedule({ served }, client, { locationId: 'sample-101', inMs: HOUR_MS / 2 });
    await dueIn(0, post);
    expect(await untilPublished(client, post)).toMatchObject({ googleUrl: null, errorDetails: null });
    const { body } = await client.send('get', '/api/posts').expect(200);
    const others = (body as { items: PostDto[] }).items.filter(({ id }) => id !== post.id);
    // What came with the sample data never does.
    expect(others.some(({ status }) => status === 'QUEUED')).toBe(true);
  });

  it('is found, however many others at another place are due before it', async () => {
    const template = await soon(HOUR_MS / 2);
    const { orm } = served.database;
    const [row] = await orm.select().from(posts).where(eq(posts.id, template.id));
    const nextStepAt = new Date(Date.now() - HOUR_MS);
    // Google knows no such place, and refuses each of them.
    const others = Array.from({ length: 1100 }, () => ({
      ...row!,
      id: randomUUID(),
      locationId: 'elsewhere',
      nextStepAt,
    }));
    await orm.insert(posts).values(others.slice(0, 550));
    await orm.insert(posts).values(others.slice(550));
    const post = await dueNow(places[1]);
    await untilPublished(tamsin, post);
    const left = await orm.$count(posts, eq(posts.nextStepAt, nextStepAt));
    expect(left).toBeGreaterThan(0);
    await orm.delete(posts).where(eq(posts.locationId, 'elsewhere'));
    await tamsin.send('delete', `/api/posts/${template.id}`).expect(204);
  });

  it('goes out at its new time when it was moved', async () => {
    const post = await soon(HOUR_MS / 2);
    const publishAt = new Date(served.clock.now().getTime() + 3000).toISOString();
    await tamsin.send('patch', `/api/posts/${post.id}`, { publishAt }).expect(200);
    await untilPublished(tamsin, post);
  });
});

describe('several processes', () => {
  it('publish each post once, and one that stops loses none', async () => {
    const replica = await startTestApp(env, served);
    google.faults.next('localPosts.create', 'slow', { ms: 600, times: 4 });
    const due: PostDto[] = [];
    for (let count = 0; count < 8; count += 1) due.push(await dueNow(places[count % places.length]));
    await untilSeen('the first creates', () => creates() >= 2);
    await replica.close();
    for (const post of due) await untilPublished(tamsin, post);
    expect(creates()).toBe(due.length);
    const texts = google.world.posts().map(({ summary }) => summary);
    for (const { summary } of due) expect(texts.filter((text) => text === summary)).toHaveLength(1);
  });
});
