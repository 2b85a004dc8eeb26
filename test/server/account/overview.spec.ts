import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { randomUUID } from 'node:crypto';
import type { OverviewDto } from '../../../dist/server/account/account.dto.js';
import { posts } from '../../../dist/server/database/schema.js';
import type { GoogleSimulator } from 'gbp-simulator';
import { type Client, type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { connectProfile, googleEnv } from '../../support/google/google-connection.ts';
import { PEOPLE, startSimulator } from '../../support/google/google-simulator.ts';
import { untilSeen } from '../../support/until.ts';

let google: GoogleSimulator;
let served: TestApp;
/** 00:00 UTC on the first of the present month; it is 00:30 there. */
let first: number;

beforeAll(async () => {
  google = await startSimulator();
  served = await startTestApp(googleEnv(google));
  const now = served.clock.now();
  first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  served.clock.advance({ minutes: 30, seconds: (first - now.getTime()) / 1000 });
});
afterAll(async () => {
  await served.close();
  await google.close();
});

const { tamsin, idris } = PEOPLE;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const overviewOf = async (client: Client, timeZone?: string): Promise<OverviewDto> => {
  const query = timeZone === undefined ? '' : `?timeZone=${encodeURIComponent(timeZone)}`;
  return (await client.send('get', `/api/overview${query}`).expect(200)).body as OverviewDto;
};

async function connected(email: string): Promise<SignedInClient> {
  const robin = await served.signUp();
  await connect(robin, email);
  return robin;
}

async function connect(client: Client, email: string): Promise<void> {
  await connectProfile(client, email);
  await untilSeen('the places read', async () => {
    const { body } = await client.send('get', '/api/mirror').expect(200);
    return !body.isReading;
  });
}

const subjectOf = (email: string) => google.world.people().find((person) => person.email === email)!.sub;

type Post = Partial<typeof posts.$inferInsert>;

/** Puts posts of that user's Google account into the calendar. */
async function addPosts({ uid }: SignedInClient, subject: string, given: Post[]): Promise<void> {
  const now = served.clock.now();
  await served.database.orm.insert(posts).values(
    given.map((post) => ({
      id: randomUUID(),
      workspaceId: uid,
      source: 'google' as const,
      subject,
      accountId: 'a',
      locationId: 'l',
      locationName: 'A place',
      timeZone: 'UTC',
      postType: 'STANDARD' as const,
      body: { languageCode: 'en-US' as const, summary: 'Fresh', topicType: 'STANDARD' as const },
      publishAt: now,
      status: 'SCHEDULED' as const,
      createdAt: now,
      updatedAt: now,
      ...post,
    })),
  );
}

const published = (msAfterFirst: number): Post => ({
  status: 'PUBLISHED',
  publishedAt: new Date(first + msAfterFirst),
});

describe('the four counters', () => {
  it('are 0 on sample data, whatever the sample has', async () => {
    const robin = await served.signUp();
    const none = { businessAccounts: 0, locations: 0, scheduledPosts: 0, publishedThisMonth: 0 };
    expect(await overviewOf(robin)).toEqual(none);
  });

  it('are the real figures of a connected user, a place of two accounts counted once', async () => {
    const robin = await connected(idris);
    const subject = subjectOf(idris);
    await addPosts(robin, subject, [
      {},
      { status: 'QUEUED' },
      { status: 'FAILED' },
      published(MINUTE_MS),
      published(-MINUTE_MS),
      // Neither a sample post nor one of another Google account is theirs at present.
      { source: 'sample', subject: null },
      { subject: 'somebody-else' },
      { ...published(MINUTE_MS), subject: 'somebody-else' },
    ]);
    const figures = { businessAccounts: 3, locations: 5, scheduledPosts: 2, publishedThisMonth: 1 };
    expect(await overviewOf(robin)).toEqual(figures);
  });

  it('stay while the connection is lost, and follow to another Google account', async () => {
    const robin = await connected(idris);
    await addPosts(robin, subjectOf(idris), [{}, published(0)]);
    google.world.revokeAccess({ email: idris });
    await robin.send('post', '/api/mirror').expect(202);
    await untilSeen('the loss', async () => {
      const { body } = await robin.send('get', '/api/auth/gbp-status').expect(200);
      return body.state === 'reconnect';
    });
    expect(await overviewOf(robin)).toEqual({
      businessAccounts: 3,
      locations: 5,
      scheduledPosts: 1,
      publishedThisMonth: 1,
    });
    await connect(robin, tamsin);
    expect(await overviewOf(robin)).toEqual({
      businessAccounts: 3,
      locations: 8,
      scheduledPosts: 0,
      publishedThisMonth: 0,
    });
  });
});

describe('"this month"', () => {
  let robin: SignedInClient;
  beforeAll(async () => {
    robin = await connected(tamsin);
    await addPosts(robin, subjectOf(tamsin), [
      published(0),
      published(-30 * MINUTE_MS),
      published(-10 * DAY_MS),
      published(-40 * DAY_MS),
    ]);
  });

  it.each([
    // Half an hour into the month.
    ['without a zone', undefined, 1],
    ['in UTC', 'UTC', 1],
    // Where it is still the last day of the month before.
    ['in New York', 'America/New_York', 3],
    // Where it has been the first for hours.
    ['in Tokyo', 'Asia/Tokyo', 2],
    ['in Kathmandu, 5:45 ahead', 'Asia/Kathmandu', 2],
  ])('begins at the first midnight %s', async (_, timeZone, count) => {
    expect((await overviewOf(robin, timeZone)).publishedThisMonth).toBe(count);
  });

  it('refuses a zone that there is not', async () => {
    const { body } = await robin.send('get', '/api/overview?timeZone=Atlantis').expect(400);
    expect(body.errors).toEqual([
      { field: 'timeZone', message: 'Time zone must be an IANA name such as Europe/Dublin' },
    ]);
  });
});
