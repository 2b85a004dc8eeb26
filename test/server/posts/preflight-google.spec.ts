import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import { ConnectionsService } from '../../../dist/server/business-profile/connection/connections.service.js';
import { toLocalPost } from '../../../dist/server/business-profile/google/google-posts.js';
import type { PostBody } from '../../../dist/server/database/schema.js';
import type { GoogleSimulator } from 'gbp-simulator';
import { type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { googleEnv, loseConnection } from '../../support/google/google-connection.ts';
import { PEOPLE, startSimulator } from '../../support/google/google-simulator.ts';
import { connectWithPlaces, placesRead } from '../../support/google/places-read.ts';
import { withoutDispatching } from '../../support/features/publishing.ts';

interface Finding {
  id: string;
  severity: 'block' | 'warn';
  field: string;
  reason: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const CERAMICS = 'Okonjo Ceramics';
const PIANOS = 'Okonjo Piano Tuning';
const STORAGE = 'Halcyon Self Storage';
const CLOSED_FOR_NOW = 'Marlowe & Finch, Market Hill';
const CLOSED = 'Marlowe & Finch, Old Wharf';

let google: GoogleSimulator;
let served: TestApp;
let tamsin: SignedInClient;
beforeAll(async () => {
  google = await startSimulator();
  google.configure({ editsPerMinute: 1000 });
  const { world } = google;
  world.editByOwner({ location: PIANOS, fields: { phoneNumbers: null } });
  world.editByOwner({
    location: STORAGE,
    fields: { categories: { primaryCategory: { name: 'categories/gcid:hotel' } } },
  });
  world.setVerification({ location: 'The Night Oven', verification: 'WAITING' });
  world.editByOwner({ location: CLOSED_FOR_NOW, fields: { openInfo: { status: 'CLOSED_TEMPORARILY' } } });
  world.editByOwner({ location: CLOSED, fields: { openInfo: { status: 'CLOSED_PERMANENTLY' } } });
  // Reviews and figures that are read beside it would be calls of Google, too.
  served = await startTestApp(googleEnv(google), undefined, { prepare: withoutDispatching });
  tamsin = await connected(PEOPLE.tamsin);
});
afterAll(async () => {
  await served.close();
  await google.close();
});

const connections = () => served.app.get(ConnectionsService);

/** A new user who has connected that person's Google account, their places read. */
async function connected(email: string): Promise<SignedInClient> {
  const client = await served.signUp();
  await connectWithPlaces(client, email);
  return client;
}

const now = () => served.clock.now().getTime();
/** What the clock shows in UTC so many milliseconds from now. */
function wallTime(ms: number) {
  const at = new Date(now() + ms);
  return {
    date: { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() },
    time: { hours: at.getUTCHours(), minutes: at.getUTCMinutes() },
  };
}
function event(startMs: number, endMs: number, title = 'Kiln opening') {
  const [start, end] = [wallTime(startMs), wallTime(endMs)];
  const schedule = { startDate: start.date, startTime: start.time, endDate: end.date, endTime: end.time };
  return { title, schedule };
}
const button = (actionType: string, url?: string) => ({
  topicType: 'CALL_TO_ACTION',
  callToAction: { actionType, ...(url && { url }) },
});
const LINK = 'https://www.example.com/';

let written = 0;
/** A draft that is due in a minute; its text is like no other. */
function draft(title: string, postBody: object) {
  const summary = `Glaze news, part ${'i'.repeat((written += 1))}`;
  return {
    locationId: google.world.location({ location: title }).id,
    publishAt: new Date(now() + MINUTE_MS).toISOString(),
    postBody: { languageCode: 'en-US', summary, topicType: 'STANDARD', ...postBody },
  };
}
type Draft = ReturnType<typeof draft>;

const findingsOf = async (client: SignedInClient, body: object): Promise<Finding[]> =>
  (await client.send('post', '/api/posts/preflight', body).expect(200)).body.findings;

/** What Google makes of the content of a post that we store, at its publish time. */
async function verdictOf({ locationId, postBody }: Draft): Promise<string> {
  google.clock.advance(MINUTE_MS);
  const { accountIds } = google.world.location({ location: locationId });
  const { access_token: token } = google.world.issueTokens({ email: PEOPLE.tamsin });
  const answer = await fetch(
    `${google.addresses.GBP_V4_URL}/accounts/${accountIds[0]}/locations/${locationId}/localPosts`,
    {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify(toLocalPost(postBody as PostBody)),
    },
  );
  if (answer.status !== 200) return `${answer.status}`;
  const { name } = (await answer.json()) as { name: string };
  google.clock.advance(MINUTE_MS);
  return google.world.posts().find((post) => post.name === name)?.state ?? 'lost';
}

describe('what preflight finds, and what Google does at the publish time', () => {
  const HOUR_MS = 60 * MINUTE_MS;
  const ACTIONS = ['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP'];

  const CASES: [name: string, title: string, body: () => object, found: string[], verdict: string][] = [
    ['a standard post', CERAMICS, () => ({}), [], 'LIVE'],
    ['1500 characters', CERAMICS, () => ({ summary: 'é'.repeat(1500) }), [], 'LIVE'],
    ...ACTIONS.map((action): (typeof CASES)[number] => [
      `a ${action} button`,
      CERAMICS,
      () => button(action, LINK),
      [],
      'LIVE',
    ]),
    ['a call button', CERAMICS, () => button('CALL'), [], 'LIVE'],
    [
      'an event with a title of 58 characters',
      CERAMICS,
      () => ({ topicType: 'EVENT', event: event(HOUR_MS, DAY_MS, 'x'.repeat(58)) }),
      [],
      'LIVE',
    ],
    [
      'an offer with everything',
      CERAMICS,
      () => ({
        topicType: 'OFFER',
        event: event(HOUR_MS, DAY_MS),
        offer: { couponCode: 'GLAZE', redeemOnlineUrl: LINK, termsConditions: 'One each.' },
      }),
      [],
      'LIVE',
    ],
    ...ACTIONS.map((action): (typeof CASES)[number] => [
      `a ${action} button without a link`,
      CERAMICS,
      () => button(action),
      ['link-missing'],
      '400',
    ]),
    ['a private link', CERAMICS, () => button('BOOK', 'http://bookings.test/'), ['link-private'], 'LIVE'],
    [
      'a private link of an offer',
      CERAMICS,
      () => ({
        topicType: 'OFFER',
        event: event(HOUR_MS, DAY_MS),
        offer: { redeemOnlineUrl: 'http://offers.test/' },
      }),
      ['offer-link-private'],
      'LIVE',
    ],
    ['a call button without a number', PIANOS, () => button('CALL'), ['call-without-phone'], 'LIVE'],
    [
      'a phone number in the text',
      CERAMICS,
      () => ({ summary: 'Ring 01632 960 201' }),
      ['phone-in-text'],
      'REJECTED',
    ],
    [
      'a phone number in the title',
      CERAMICS,
      () => ({ topicType: 'EVENT', event: event(HOUR_MS, DAY_MS, 'Ring 01632 960 201') }),
      ['phone-in-title'],
      'REJECTED',
    ],
    [
      'an event that has just ended',
      CERAMICS,
      () => ({ topicType: 'EVENT', event: event(-2 * HOUR_MS, -HOUR_MS) }),
      ['event-over'],
      'LIVE',
    ],
    [
      'an event of the past',
      CERAMICS,
      () => ({ topicType: 'EVENT', event: event(-4 * DAY_MS, -3 * DAY_MS) }),
      ['event-over'],
      '400',
    ],
    [
      'an offer of the past',
      CERAMICS,
      () => ({ topicType: 'OFFER', event: event(-4 * DAY_MS, -3 * DAY_MS) }),
      ['offer-over'],
      '400',
    ],
    [
      'the offer of a hotel',
      STORAGE,
      () => ({ topicType: 'OFFER', event: event(HOUR_MS, DAY_MS) }),
      ['hotel-offer'],
      'REJECTED',
    ],
    ['a suspended location', 'Halcyon Guest House', () => ({}), ['location-suspended'], '400'],
    ['an unverified location', 'Marlowe & Finch, Station Arcade', () => ({}), ['location-unverified'], '400'],
    ['a location that waits for its voice', 'The Night Oven', () => ({}), ['location-unverified'], '400'],
    ['a temporarily closed location', CLOSED_FOR_NOW, () => ({}), ['location-closed-for-now'], 'LIVE'],
    ['a location that is closed for good', CLOSED, () => ({}), ['location-closed'], '400'],
  ];

  beforeEach(() => google.clock.set(served.clock.now()));

  it.each(CASES)('%s', async (_name, title, body, found, verdict) => {
    const post = draft(title, body());
    const findings = await findingsOf(tamsin, post);
    expect(findings.map(({ id }) => id)).toEqual(found);
    const blocking = findings.filter(({ severity }) => severity === 'block');
    const answer = await tamsin.send('post', '/api/posts', post);
    if (blocking.length > 0)
      expect([answer.status, answer.body.errors]).toEqual([
        400,
        blocking.map(({ field, reason }) => ({ field, message: reason })),
      ]);
    else expect(answer.status).toBe(201);
    expect(await verdictOf(post)).toBe(verdict);
    // What blocks is refused by Google too, and what passes without a word goes live.
    if (blocking.length > 0) expect(verdict).toBe('400');
    if (findings.length === 0) expect(verdict).toBe('LIVE');
  });

  it.each<[string, () => object]>([
    ['1501 characters', () => ({ summary: 'é'.repeat(1501) })],
    ['a title of 59', () => ({ topicType: 'EVENT', event: event(HOUR_MS, DAY_MS, 'x'.repeat(59)) })],
    ['an event that ends before it starts', () => ({ topicType: 'EVENT', event: event(DAY_MS, HOUR_MS) })],
    ['an event without dates', () => ({ topicType: 'EVENT' })],
    ['a call button with a link', () => button('CALL', LINK)],
    ['a link that is none', () => button('BOOK', 'shop')],
    ['an event on a standard post', () => ({ event: event(HOUR_MS, DAY_MS) })],
    [
      'offer details on an event',
      () => ({ topicType: 'EVENT', event: event(HOUR_MS, DAY_MS), offer: { couponCode: 'A' } }),
    ],
  ])('%s: neither we nor Google take it', async (_name, body) => {
    const post = draft(PIANOS, body());
    await tamsin.send('post', '/api/posts', post).expect(400);
    expect(await verdictOf(post)).toBe('400');
  });

  it('an event and an offer whose dates are left out: what is filled in passes', async () => {
    const { startDate, startTime } = event(HOUR_MS, HOUR_MS).schedule;
    for (const body of [
      { topicType: 'EVENT', event: { title: 'Kiln opening', schedule: { startDate, startTime } } },
      { topicType: 'OFFER', offer: { couponCode: 'GLAZE' } },
    ]) {
      const post = draft(PIANOS, body);
      expect(await findingsOf(tamsin, post)).toEqual([]);
      const { body: stored } = await tamsin.send('post', '/api/posts', post).expect(201);
      expect(await verdictOf({ ...post, postBody: stored.postBody })).toBe('LIVE');
    }
  });
});

describe('on the connected account', () => {
  const find = async (client: SignedInClient, body: object) =>
    (await findingsOf(client, body)).map(({ id, severity }) => [id, severity]);

  it('the same text is noticed', async () => {
    const post = draft(CERAMICS, {});
    await tamsin.send('post', '/api/posts', post).expect(201);
    expect(await find(tamsin, post)).toEqual([['same-text', 'warn']]);
  });

  it('a preflight asks Google nothing', async () => {
    google.calls.clear();
    await findingsOf(tamsin, draft(CERAMICS, {}));
    await findingsOf(tamsin, draft('Halcyon Guest House', {}));
    expect(google.calls.list()).toEqual([]);
  });

  it('a location that was verified since it was read is no reason to refuse', async () => {
    const post = draft('Marlowe & Finch, Station Arcade', {});
    await tamsin.send('post', '/api/posts', post).expect(400);
    google.world.setVerification({ location: post.locationId, verification: 'VERIFIED' });
    await tamsin.send('post', '/api/posts', post).expect(201);
  });

  it('a location that has reopened since it was read is no reason to refuse', async () => {
    const post = draft(CLOSED, {});
    await tamsin.send('post', '/api/posts', post).expect(400);
    google.world.editByOwner({ location: CLOSED, fields: { openInfo: { status: 'OPEN' } } });
    await tamsin.send('post', '/api/posts', post).expect(201);
  });

  it('a location that its owner closes here takes no posts from then on, and takes them again when it reopens', async () => {
    const post = draft(CERAMICS, {});
    const path = `/api/locations/${post.locationId}`;
    const close = (openStatus: string) => tamsin.send('patch', path, { openStatus }).expect(200);
    await close('CLOSED_PERMANENTLY');
    expect(await find(tamsin, post)).toEqual([['location-closed', 'block']]);
    await tamsin.send('post', '/api/posts', post).expect(400);
    await close('CLOSED_TEMPORARILY');
    expect(await find(tamsin, post)).toEqual([['location-closed-for-now', 'warn']]);
    await close('OPEN');
    expect(await find(tamsin, post)).toEqual([]);
    await tamsin.send('post', '/api/posts', post).expect(201);
  });

  it('a location of another Google account is as good as unknown', async () => {
    for (const path of ['/api/posts', '/api/posts/preflight'])
      await tamsin.send('post', path, draft('Riverside Books', {})).expect(404);
  });

  it('a post whose location is gone can only move elsewhere', async () => {
    const idris = await connected(PEOPLE.idris);
    const post = draft('Riverside Books', {});
    const { body: stored } = await idris.send('post', '/api/posts', post).expect(201);
    google.world.removeLocation({ location: post.locationId });
    await idris.send('post', '/api/mirror').expect(202);
    await placesRead(idris);
    const { postBody } = post;
    expect(await find(idris, { postId: stored.id, postBody })).toEqual([['location-gone', 'block']]);
    const path = `/api/posts/${stored.id}`;
    const refused = await idris.send('patch', path, { postBody }).expect(400);
    expect(refused.body.errors).toEqual([
      { field: 'locationId', message: 'You no longer manage this location on Google.' },
    ]);
    const { locationId } = draft('Van Tongeren Cycles', {});
    expect(await find(idris, { postId: stored.id, postBody, locationId })).toEqual([]);
    const moved = await idris.send('patch', path, { locationId }).expect(200);
    expect(moved.body).toMatchObject({ locationId, locationName: 'Van Tongeren Cycles' });
  });

  it('warns when the connection has ended, and when Google has not approved the app', async () => {
    const client = await connected(PEOPLE.tamsin);
    const post = draft(CERAMICS, {});
    await connections().markNoQuota(client.uid);
    expect(await find(client, post)).toEqual([['no-quota', 'warn']]);
    await loseConnection(served, client.uid);
    expect(await find(client, post)).toEqual([['connection-ended', 'warn']]);
    await client.send('post', '/api/posts', post).expect(201);
  });
});
