import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import type { GoogleSimulator } from 'gbp-simulator';
import { eq, sql } from 'drizzle-orm';
import {
  AccessTokens,
  ConnectionProbeJob,
} from '../../../dist/server/business-profile/connection/access-tokens.js';
import { MirrorService } from '../../../dist/server/business-profile/mirror/mirror.service.js';
import { googleConnections } from '../../../dist/server/database/connection.schema.js';
import { posts, users } from '../../../dist/server/database/schema.js';
import { workspaces } from '../../../dist/server/database/workspaces.schema.js';
import { isPracticeOffered } from '../../../dist/server/embedded/practice/practice-offer.js';
import { practiceModules } from '../../../dist/server/embedded/practice/practice.module.js';
import { PostPublisher } from '../../../dist/server/publishing/post-publisher.js';
import {
  type Client,
  cookieOf,
  PASSWORD,
  type SignedInClient,
  startTestApp,
  type TestApp,
} from '../../support/app.ts';
import { setDatabaseTime } from '../../support/database/database-time.ts';
import { connectProfile, googleEnv, newKey } from '../../support/google/google-connection.ts';
import { PEOPLE, startSimulator } from '../../support/google/google-simulator.ts';
import { withoutDispatching } from '../../support/features/publishing.ts';
import { untilSeen } from '../../support/until.ts';

let google: GoogleSimulator;
let served: TestApp;
const TOKEN_KEYS = newKey('k1');
const env = () => ({ ...googleEnv(google), TOKEN_KEYS });
const modules = (isOffered = true) => practiceModules(google, { isOffered });
beforeAll(async () => {
  google = await startSimulator();
  google.configure({ requestsPerMinute: 10_000 });
  served = await startTestApp(env(), undefined, { modules: modules(), prepare: withoutDispatching });
});
/** The other servers of a test. */
const others: Pick<TestApp, 'close'>[] = [];
const closeOthers = async () => {
  for (const other of others.splice(0).reverse()) await other.close();
};
afterEach(async () => {
  google.faults.clear();
  await closeOthers();
});
afterAll(async () => {
  await served.close();
  await google.close();
});

interface Place {
  id: string;
  name: string;
  state: string;
}
interface Listed {
  id: string;
  status: string;
  detail: string | null;
  errorDetails?: string | null;
}
/** Another server on the same database, until the test ends. */
async function serveToo(
  settings: Record<string, string>,
  more?: ReturnType<typeof modules>,
): Promise<TestApp> {
  const app = await startTestApp(settings, served, { modules: more, prepare: withoutDispatching });
  others.push(app);
  return app;
}
const get = async <T>(client: Client, path: string) => (await client.send('get', path).expect(200)).body as T;
const statusOf = (client: Client) => get<Record<string, unknown>>(client, '/api/auth/gbp-status');
const practise = (client: Client, body: object = {}) => client.send('post', '/api/practice', body);
const placesOf = (client: Client) =>
  untilSeen('the locations', async () => {
    const { state } = await get<{ state: string }>(client, '/api/mirror');
    return state === 'ready' && (await get<{ items: Place[] }>(client, '/api/locations?limit=100')).items;
  });
const rowOf = async (uid: string) => {
  const rows = await served.database.orm.select().from(googleConnections);
  return rows.find(({ workspaceId }) => workspaceId === uid);
};
/** The location that can be posted to. */
const openPlaceOf = async (client: Client) =>
  (await placesOf(client)).find(({ name }) => name === 'Harbour Chandlers, North Quay')!;
/** A new person with a practice Google, their locations read. */
async function practising(): Promise<SignedInClient> {
  const client = await served.signUp();
  await practise(client).expect(200);
  await placesOf(client);
  return client;
}
async function demo(): Promise<Client & { uid: string }> {
  const client = served.visitor();
  const answer = await client.send('post', '/api/demo');
  expect([answer.status, answer.body.code]).toEqual([200, undefined]);
  client.cookie = cookieOf(answer);
  return Object.assign(client, { uid: (answer.body as { user: { uid: string } }).user.uid });
}
const newPost = (locationId: string, minutes = 60) => ({
  locationId,
  publishAt: new Date(served.clock.now().getTime() + minutes * 60_000).toISOString(),
  postBody: { languageCode: 'en-US', summary: 'Only for me', topicType: 'STANDARD' },
});

describe('practising with one click', () => {
  it('connects a person to the agency with its eight locations, and says that it is practice', async () => {
    const robin = await served.signUp();
    expect(await statusOf(robin)).toMatchObject({ state: 'none', isPractice: false, offersPractice: true });
    const { body } = await practise(robin).expect(200);
    expect(body).toEqual({ success: true, message: 'Google Business Profile connected successfully!' });
    expect(await statusOf(robin)).toMatchObject({
      hasAccess: true,
      source: 'google',
      state: 'connected',
      email: expect.stringContaining('ottoline') as unknown as string,
      isPractice: true,
    });
    const places = await placesOf(robin);
    expect(places).toHaveLength(8);
    expect(places.filter(({ state }) => state === 'SUSPENDED')).toHaveLength(1);
    const file = await get<{ connection: object }>(robin, '/api/account/export');
    expect(file.connection).toMatchObject({ practice: true });
  });

  it('stores what the consent page would give: a real grant, and its token encrypted', async () => {
    const robin = await practising();
    const row = await rowOf(robin.uid);
    expect(row).toMatchObject({ practice: true, keyName: 'k1', state: 'connected' });
    expect(row?.refreshToken).not.toContain('1//');
    expect(google.world.access({ email: row?.email ?? '' })).toMatchObject([{ refreshTokens: 1 }]);
    expect(await served.app.get(AccessTokens).get(row!)).toMatch(/^ya29/);
    expect(google.calls.list({ operation: 'oauth.exchange' }).at(-1)).toMatchObject({ status: 200 });
  });

  it.each([
    ['shops', 8],
    ['large', 3000],
    ['abroad', 500],
  ])('offers the world %s as well', async (world, count) => {
    const robin = await served.signUp();
    await practise(robin, { world }).expect(200);
    const { email } = (await rowOf(robin.uid))!;
    expect(google.world.locations({ email })).toHaveLength(count);
  });

  it('has edits of Google to answer that leave every location open, in each world that is new', async () => {
    const robin = await served.signUp();
    const edited = async (world: string) => {
      await practise(robin, { world }).expect(200);
      const { email } = (await rowOf(robin.uid))!;
      return google.world
        .locations({ email })
        .flatMap(({ fields, differences }) => Object.keys(differences).map((path) => [fields.title, path]));
    };
    const ofAgency = [
      ['Harbour Chandlers, North Quay', 'regularHours'],
      ['Saltmere Sail Loft', 'categories'],
      ['Saltmere Tea Garden', 'phoneNumbers.primaryPhone'],
      ['Lantern & Loom Framing', 'websiteUri'],
    ];
    expect(await edited('agency')).toEqual(ofAgency);
    for (const world of ['shops', 'large', 'abroad'])
      expect((await edited(world)).length).toBeGreaterThanOrEqual(2);
    // The worlds are as they were left.
    expect(await edited('agency')).toEqual(ofAgency);
  });

  it('refuses a world that it does not offer', async () => {
    const robin = await served.signUp();
    for (const world of ['all', 'empty', 7])
      expect((await practise(robin, { world }).expect(400)).body).toMatchObject({
        errors: [{ field: 'world' }],
      });
    expect(await statusOf(robin)).toMatchObject({ state: 'none' });
  });

  it('gives each person a world of their own: another sees nothing of what one does', async () => {
    const [robin, kim] = [await practising(), await practising()];
    const place = await openPlaceOf(robin);
    const { body } = await robin.send('post', '/api/posts', newPost(place.id)).expect(201);
    const { id } = body as { id: string };
    await served.database.orm
      .update(posts)
      .set({ publishAt: sql`shingle_now()`, nextStepAt: sql`shingle_now()` })
      .where(eq(posts.id, id));
    await served.app.get(PostPublisher).step(id);
    // A new name is verified again, and until then nothing can be posted.
    await robin.send('patch', `/api/locations/${place.id}`, { name: 'Renamed by Robin' }).expect(200);
    const [robins, kims] = [await rowOf(robin.uid), await rowOf(kim.uid)];
    expect(google.world.posts({ email: robins!.email })).toHaveLength(1);
    expect(google.world.posts({ email: kims!.email })).toEqual([]);
    expect((await placesOf(kim)).map(({ name }) => name)).not.toContain('Renamed by Robin');
    await kim.send('get', `/api/locations/${place.id}`).expect(404);
    await kim.send('post', '/api/posts', newPost(place.id)).expect(404);
    expect(
      google.world.locations({ email: PEOPLE.ottoline }).map(({ fields }) => fields.title),
    ).not.toContain('Renamed by Robin');
  });

  it('comes back to the world as it was left, also after disconnecting', async () => {
    const robin = await practising();
    const { email } = (await rowOf(robin.uid))!;
    const { body } = await robin.send('delete', '/api/auth/gbp-connection').expect(200);
    expect(body).toMatchObject({ revoked: true });
    await practise(robin).expect(200);
    expect((await rowOf(robin.uid))!.email).toBe(email);
    await practise(robin, { world: 'shops' }).expect(200);
    expect((await rowOf(robin.uid))!.email).not.toBe(email);
  });

  it('ends with the account', async () => {
    const robin = await practising();
    const { email } = (await rowOf(robin.uid))!;
    await robin.send('delete', '/api/account', { confirmation: robin.email, password: PASSWORD }).expect(200);
    expect(google.world.people().map((person) => person.email)).not.toContain(email);
  });

  it('leaves the way through the consent page, which is practice as well', async () => {
    const robin = await served.signUp();
    await connectProfile(robin, PEOPLE.idris);
    expect(await statusOf(robin)).toMatchObject({ email: PEOPLE.idris, isPractice: true });
  });

  it('takes a signed-in person of this site, and so many times', async () => {
    const visitor = served.visitor();
    expect((await practise(visitor).expect(401)).body).toMatchObject({ code: 'not_signed_in' });
    const robin = await served.signUp();
    const foreign = await practise(robin).set('Origin', 'https://elsewhere.example').expect(403);
    expect(foreign.body).toMatchObject({ code: 'foreign_origin' });
    expect(await statusOf(robin)).toMatchObject({ state: 'none' });
    const throttled = await serveToo({ ...env(), THROTTLE: 'on' }, modules());
    const kim = await throttled.signUp();
    for (let times = 0; times < 20; times += 1) await practise(kim).expect(200);
    expect((await practise(kim).expect(429)).headers['retry-after']).toBeDefined();
  });

  it('says so when the practice Google does not answer, and stores nothing', async () => {
    const robin = await served.signUp();
    google.faults.next('oauth.exchange', 'error-before');
    expect((await practise(robin).expect(503)).body).toMatchObject({ code: 'google/unavailable' });
    expect(await rowOf(robin.uid)).toBeUndefined();
  });
});

describe('the demo with one click', () => {
  it('signs in as a new person, connected, with a month of posts in every state and a suspended location', async () => {
    const alex = await demo();
    const { user } = await get<{ user: object }>(alex, '/api/auth/session');
    expect(user).toMatchObject({ uid: alex.uid, displayName: 'Alex Morgan' });
    expect(await statusOf(alex)).toMatchObject({ hasAccess: true, isPractice: true });
    const { items, counts } = await get<{ items: Listed[]; counts: object }>(alex, '/api/posts?limit=100');
    expect(counts).toEqual({ all: 22, scheduled: 10, published: 9, failed: 3 });
    expect(new Set(items.map(({ status }) => status))).toEqual(
      new Set(['SCHEDULED', 'QUEUED', 'PUBLISHED', 'FAILED']),
    );
    expect(items.filter(({ status }) => status === 'QUEUED').map(({ detail }) => detail)).toEqual([
      'in_review',
    ]);
    const reasons = items.flatMap(({ errorDetails }) => errorDetails ?? []);
    expect(reasons).toContainEqual(expect.stringMatching(/^Google rejected this post\. .* reasons?: /));
    const held = await get<{ items: Listed[] }>(alex, '/api/posts?held=true');
    expect(held.items).toHaveLength(1);
    await untilSeen('notices of the three that failed', async () => {
      const notices = await get<{ items: { kind: string; lastAt: string }[] }>(alex, '/api/notices');
      const hourAgo = new Date(served.clock.now().getTime() - 3_600_000).toISOString();
      return (
        notices.items.filter(({ kind, lastAt }) => kind === 'post_failed' && lastAt < hourAgo).length === 3
      );
    });
    expect((await placesOf(alex)).filter(({ state }) => state === 'SUSPENDED')).toHaveLength(1);
  });

  it('has at Google what it says Google has', async () => {
    const alex = await demo();
    const rows = await served.database.orm.select().from(posts).where(eq(posts.workspaceId, alex.uid));
    const { email } = (await rowOf(alex.uid))!;
    const atGoogle = google.world.posts({ email });
    expect(rows.flatMap(({ googleName }) => googleName ?? []).sort()).toEqual(
      atGoogle.map(({ name }) => name).sort(),
    );
    const STATES = { PUBLISHED: 'LIVE', QUEUED: 'PROCESSING', FAILED: 'REJECTED' } as const;
    for (const { name, state, createTime } of atGoogle) {
      const row = rows.find(({ googleName }) => googleName === name)!;
      expect([row.body.summary, STATES[row.status as 'QUEUED']]).toEqual([row.body.summary, state]);
      expect(new Date(createTime)).toEqual(row.publishAt);
    }
    // What follows finds everything in order.
    const past = rows.filter(({ nextStepAt }) => nextStepAt !== null && nextStepAt < served.clock.now());
    expect(past).toEqual([]);
  });

  it('publishes on from there: a post two minutes after', async () => {
    const alex = await demo();
    const rows = await served.database.orm.select().from(posts).where(eq(posts.workspaceId, alex.uid));
    const next = rows
      .filter(({ status, source }) => status === 'SCHEDULED' && source === 'google')
      .sort((a, b) => +a.publishAt - +b.publishAt)[0]!;
    expect(next.publishAt.getTime() - served.clock.now().getTime()).toBeLessThan(2 * 60_000);
    served.clock.advance({ minutes: 2 });
    google.clock.advance(2 * 60_000);
    await setDatabaseTime(served.database, served.clock);
    await served.app.get(PostPublisher).step(next.id);
    expect(google.world.posts({ email: (await rowOf(alex.uid))!.email }).at(-1)!.summary).toBe(
      next.body.summary,
    );
  });

  it('takes the place of who was signed in in this browser', async () => {
    const robin = await served.signUp();
    const answer = await robin.send('post', '/api/demo').expect(200);
    expect(cookieOf(answer)).not.toBe(robin.cookie);
    await robin.send('get', '/api/auth/profile').expect(401);
  });

  it('makes a person for a page of this site alone, and so many times', async () => {
    const foreign = await served
      .visitor()
      .send('post', '/api/demo')
      .set('Origin', 'https://elsewhere.example');
    expect([foreign.status, foreign.body.code]).toEqual([403, 'foreign_origin']);
    const throttled = await serveToo({ ...env(), THROTTLE: 'on' }, modules());
    google.faults.next('oauth.exchange', 'error-before', { times: 30 });
    for (let times = 0; times < 30; times += 1)
      await throttled.visitor().send('post', '/api/demo').expect(503);
    expect((await throttled.visitor().send('post', '/api/demo').expect(429)).body).toMatchObject({
      code: 'auth/too-many-requests',
    });
  });

  it('leaves nobody behind when it cannot be filled', async () => {
    const count = () => served.database.orm.$count(users);
    const before = await count();
    google.faults.next('oauth.exchange', 'error-before');
    const answer = await served.visitor().send('post', '/api/demo').expect(503);
    expect(answer.body).toMatchObject({ code: 'google/unavailable' });
    expect(await count()).toBe(before);
  });

  it('has at most 20 people: the idlest goes with all that they own', async () => {
    const { orm } = served.database;
    await orm.update(workspaces).set({ kind: 'personal' });
    const idlest = await demo();
    const owned = { ...(await rowOf(idlest.uid))! };
    const others = await Promise.all(Array.from({ length: 18 }, () => served.signUp()));
    const uids = [idlest.uid, ...others.map(({ uid }) => uid)];
    for (const uid of uids) await orm.update(workspaces).set({ kind: 'demo' }).where(eq(workspaces.id, uid));
    const demos = () => orm.$count(workspaces, eq(workspaces.kind, 'demo'));
    const twentieth = await demo();
    expect(await demos()).toBe(20);
    await orm.execute(
      sql`update sessions set last_seen_at = now() - interval '1 day' where uid = ${idlest.uid}`,
    );
    const [next, after] = await Promise.all([demo(), demo()]);
    expect(await demos()).toBe(20);
    for (const [table, column] of [
      ['users', 'uid'],
      ['workspaces', 'id'],
      ['posts', 'workspace_id'],
      ['google_connections', 'workspace_id'],
      ['mirror_locations', 'workspace_id'],
      ['sessions', 'uid'],
    ]) {
      const { rows } = await served.database.executeSql(
        `select 1 from ${table} where ${column} = '${idlest.uid}'`,
      );
      expect([table, rows]).toEqual([table, []]);
    }
    await idlest.send('get', '/api/auth/profile').expect(401);
    expect(google.world.people().map(({ email }) => email)).not.toContain(owned.email);
    for (const stays of [twentieth, next, after]) await stays.send('get', '/api/auth/profile').expect(200);
  });
});

describe('the home page', () => {
  const home = async (app: Pick<TestApp, 'visitor'>, path = '/') =>
    (await app.visitor().send('get', path).expect(200)).text;

  it('comes with the way to the demo where there is one, and says so to its code', async () => {
    const page = await home(served);
    expect(page).toContain('href="/login?demo"');
    expect(page).toContain('<meta name="demo" content="offered" />');
    expect(await home(served, '/?from=elsewhere')).toBe(page);
    expect(await home(served, '/blog')).not.toContain('demo');
  });

  it.each([
    ['the operator has set up a Google', () => serveToo(env(), modules(false))],
    ['there is no practice Google', () => serveToo(env())],
  ])('has no word of a demo where %s', async (_name, start) => {
    const page = await home(await start());
    expect(page).toContain('Welcome to Shingle');
    expect(page).not.toContain('demo');
  });
});

describe('where the operator has set up a Firebase or a Google', () => {
  it.each([
    'FIREBASE_PROJECT_ID',
    'FIREBASE_AUTH_EMULATOR_HOST',
    'FIREBASE_WEB_API_KEY_FILE',
    'GOOGLE_CLIENT_ID',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'GOOGLE_CLOUD_PROJECT',
  ])('nothing is offered: %s', (name) => {
    expect(isPracticeOffered({ PATH: '/bin', [name]: 'something' })).toBe(false);
    expect(isPracticeOffered({ PATH: '/bin', [name]: '' })).toBe(true);
  });

  it('practice and demo are refused with a sentence', async () => {
    const app = await serveToo(env(), modules(false));
    const robin = await app.signUp();
    for (const [method, path] of [
      ['post', '/api/practice'],
      ['post', '/api/demo'],
      ['get', '/api/practice'],
    ] as const)
      expect((await robin.send(method, path).expect(403)).body).toMatchObject({
        code: 'practice_refused',
        message: expect.stringContaining('FIREBASE_ or GOOGLE_') as unknown as string,
      });
    expect(await statusOf(robin)).toMatchObject({ state: 'none', offersPractice: false });
  });
});

describe('the public API', () => {
  it('knows neither, and its document does not, not even on this machine', async () => {
    const plain = await serveToo(env());
    const robin = await plain.signUp();
    for (const [method, path] of [
      ['post', '/api/practice'],
      ['post', '/api/demo'],
      ['get', '/api/practice'],
    ] as const)
      expect((await robin.send(method, path).expect(404)).body).toMatchObject({ code: 'not_found' });
    expect(await statusOf(robin)).toMatchObject({ offersPractice: false });
    const { paths } = await get<{ paths: object }>(served.visitor(), '/api/openapi.json');
    expect(Object.keys(paths).filter((path) => /practice|demo/.test(path))).toEqual([]);
    expect((await get<{ worlds: string[] }>(served.visitor(), '/api/practice')).worlds).toEqual([
      'agency',
      'shops',
      'large',
      'abroad',
    ]);
  });
});

describe('a later start with the real Google', () => {
  it('takes a practice connection for lost, reads nothing with it and sends nothing of it', async () => {
    const robin = await practising();
    const place = await openPlaceOf(robin);
    const due = (await robin.send('post', '/api/posts', newPost(place.id, 1)).expect(201)).body as Listed;
    const real = await startSimulator();
    others.push(real);
    const later = await serveToo({ ...env(), ...real.addresses });
    const person = later.visitor();
    person.cookie = robin.cookie;
    expect(await statusOf(person)).toMatchObject({ hasAccess: false, state: 'reconnect', isPractice: true });
    served.clock.advance({ hours: 5 });
    await setDatabaseTime(served.database, served.clock);
    await later.app.get(PostPublisher).step(due.id);
    expect(await get<Listed>(person, `/api/posts/${due.id}`)).toMatchObject({
      status: 'SCHEDULED',
      detail: 'connection_lost',
    });
    // Neither what asks by itself nor what a person asks for reaches it, not even if its row says that it works.
    const row = await rowOf(robin.uid);
    for (const state of ['reconnect', 'connected'] as const) {
      await served.database.orm
        .update(googleConnections)
        .set({ state })
        .where(eq(googleConnections.workspaceId, robin.uid));
      await later.app.get(ConnectionProbeJob).sweep();
      await later.app.get(MirrorService).beginDue();
      await expect(later.app.get(AccessTokens).get(row!)).rejects.toMatchObject({ code: 'google/reconnect' });
      await person.send('patch', `/api/locations/${place.id}`, { name: 'Renamed' }).expect(409);
    }
    expect((await person.send('delete', '/api/auth/gbp-connection').expect(200)).body).toMatchObject({
      revoked: true,
    });
    expect(real.calls.list()).toEqual([]);
  });

  it('keeps the posts of a practice connection, which go out when the practice Google is back', async () => {
    const robin = await practising();
    const place = await openPlaceOf(robin);
    const due = (await robin.send('post', '/api/posts', newPost(place.id, 1)).expect(201)).body as Listed;
    const later = await serveToo(env());
    served.clock.advance({ minutes: 5 });
    await setDatabaseTime(served.database, served.clock);
    await later.app.get(PostPublisher).step(due.id);
    await closeOthers();
    expect(await statusOf(robin)).toMatchObject({ state: 'reconnect' });
    await practise(robin).expect(200);
    expect(await statusOf(robin)).toMatchObject({ state: 'connected' });
    google.clock.advance(24 * 60 * 60_000);
    await untilSeen('the post at Google', async () => {
      await served.app.get(PostPublisher).step(due.id);
      return google.world.posts({ email: (await rowOf(robin.uid))!.email }).length === 1;
    });
  });
});
