import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { getTableColumns, isNull } from 'drizzle-orm';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { AccountRemoval } from '../../../dist/server/account/account-removal.js';
import { posts } from '../../../dist/server/database/schema.js';
import type { GoogleSimulator } from 'gbp-simulator';
import { Jobs } from '../../../dist/server/jobs/job-engine.js';
import { noticeEvents, noticeSettings } from '../../../dist/server/database/notices.schema.js';
import { NoticeGatherer } from '../../../dist/server/notices/events/notice-gatherer.js';
import { noteEvents } from '../../../dist/server/notices/events/outbox.js';
import {
  type Client,
  cookieOf,
  PASSWORD,
  type SignedInClient,
  startTestApp,
  type TestApp,
} from '../../support/app.ts';
import { googleEnv } from '../../support/google/google-connection.ts';
import { comeBack, decide, openPopup } from '../../support/google/google-popup.ts';
import { PEOPLE, startSimulator } from '../../support/google/google-simulator.ts';
import { setJobTime } from '../../support/job-clock.ts';
import { connectWithPlaces } from '../../support/google/places-read.ts';
import { untilSeen } from '../../support/until.ts';
import { listen } from '../../support/network/listen.ts';

const { tamsin, idris, ottoline } = PEOPLE;

let google: GoogleSimulator;
let served: TestApp;
/** The way to the Auth emulator; while this is set it answers so to `accounts:delete`. */
let failure: { status: number } | undefined;
let gateway: Server;
beforeAll(async () => {
  google = await startSimulator();
  gateway = createServer((request, response) => {
    if (failure && request.url?.includes('accounts:delete'))
      return void response.writeHead(failure.status).end('{"error":{"message":"INTERNAL"}}');
    const [host, port] = (process.env.TEST_AUTH_EMULATOR_HOST ?? '').split(':');
    const headers = { ...request.headers, host: `${host}:${port}` };
    request.pipe(
      httpRequest({ host, port, path: request.url, method: request.method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  const port = await listen(gateway);
  served = await startTestApp({
    ...googleEnv(google),
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${port}`,
  });
});
afterEach(() => {
  google.reset();
  failure = undefined;
});
afterAll(async () => {
  await served.close();
  await google.close();
  gateway.close();
  gateway.closeAllConnections();
});

const aYearAhead = () => new Date(served.clock.now().getTime() + 365 * 24 * 60 * 60_000).toISOString();
const newPost = (summary = 'Rye, from six in the morning') => ({
  locationId: 'sample-101',
  publishAt: aYearAhead(),
  postBody: { languageCode: 'en-US', topicType: 'STANDARD', summary },
});
const logIn = async ({ email }: SignedInClient): Promise<Client> => {
  const client = served.visitor();
  client.cookie = cookieOf(await client.send('post', '/api/auth/login', { email, password: PASSWORD }));
  return client;
};
/** Somebody who signs in with a Google account, in a browser of their own. */
const signInWithGoogle = async (email: string): Promise<Client> => {
  const client = served.visitor();
  const popup = await openPopup(client);
  const answer = await comeBack(served, await decide(popup, { email }), popup.binding).expect(302);
  const cookies = answer.headers['set-cookie'] as unknown as string[];
  client.cookie = cookies.find((cookie) => cookie.startsWith('shingle='))?.split(';')[0];
  return client;
};
const remove = (client: Client, confirmation: string, password?: string) =>
  client.send('delete', '/api/account', { confirmation, ...(password && { password }) });
const profile = (client: Client, app = served) =>
  app
    .visitor()
    .send('get', '/api/auth/profile')
    .set('Cookie', client.cookie ?? '');

/** The tables whose rows refer to a user or to their workspace, and by which column, by the database's own account. */
async function ownedTables(): Promise<{ name: string; column: string }[]> {
  const { rows } = await served.database.executeSql(
    `select conrelid::regclass::text as name, attname as column from pg_constraint
     join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and confrelid in ('users'::regclass, 'workspaces'::regclass) order by 1`,
  );
  return rows as { name: string; column: string }[];
}

/** How many rows of a user there are, by table; tables without any are left out. */
async function rowsOf(uid: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const owners = [
    { name: 'users', column: 'uid' },
    { name: 'workspaces', column: 'id' },
  ];
  for (const { name: table, column } of [...owners, ...(await ownedTables())]) {
    const { rows } = await served.database.executeSql(
      `select count(*)::int as count from ${table} where ${column} = $1`,
      [uid],
    );
    const [{ count } = { count: 0 }] = rows as { count: number }[];
    if (count > 0) counts[table] = count;
  }
  return counts;
}

describe('the content of an account', () => {
  it('is shown as counts: posts that would go out, browsers that are signed in', async () => {
    const robin = await served.signUp();
    const figures = async () => (await robin.send('get', '/api/account').expect(200)).body;
    // The example posts are nobody's.
    expect(await figures()).toEqual({ scheduledPosts: 0, sessions: 1 });
    await robin.send('post', '/api/posts', newPost()).expect(201);
    const second = await logIn(robin);
    expect(await figures()).toEqual({ scheduledPosts: 1, sessions: 2 });
    await second.send('post', '/api/auth/logout').expect(204);
    expect(await figures()).toEqual({ scheduledPosts: 1, sessions: 1 });
  });
});

/** A notice of one event, and quiet hours. */
async function addNotice({ uid }: SignedInClient): Promise<void> {
  const { app, database } = served;
  const event = { workspaceId: uid, kind: 'post_failed' as const, key: 'export', cause: 'A long text' };
  const subject = { locationName: 'Old Wharf' };
  await database.transaction((tx) => noteEvents(tx, [{ ...event, subject, at: served.clock.now() }]));
  // Another one may be gathering it at this moment.
  await untilSeen('the notice', async () => {
    await app.get(NoticeGatherer).gather();
    return (await database.orm.$count(noticeEvents, isNull(noticeEvents.noticeId))) === 0;
  });
  await database.orm.insert(noticeSettings).values({ uid, quietFrom: '22:00', quietUntil: '07:00' });
}

describe('the export', () => {
  const exportOf = (client: Client) => client.send('get', '/api/account/export').expect(200);

  it('is a file with everything that is stored about its owner, and nothing that is secret', async () => {
    const robin = await served.signUp();
    await robin.send('post', '/api/posts', newPost()).expect(201);
    await robin.send('patch', '/api/locations/sample-101', { name: 'Hearth & Rye' }).expect(200);
    await connectWithPlaces(robin, tamsin);
    const edited = google.world.locations({ email: tamsin })[0]?.id ?? '';
    const site = { websiteUri: 'https://export.example.com' };
    await robin.send('patch', `/api/locations/${edited}`, site).expect(200);
    google.world.editByGoogle({ location: edited, fields: { labels: ['Shut'] } });
    await robin.send('get', `/api/locations/${edited}`).expect(200);
    await addNotice(robin);
    const secrets = [];
    for (const channel of [
      { kind: 'webhook', url: 'https://hooks.example.com/token-of-hers?key=2' },
      { kind: 'email' },
    ])
      secrets.push((await robin.send('post', '/api/channels', channel).expect(201)).body.secret);
    const answer = await exportOf(robin);
    for (const secret of [secrets[0], 'token-of-hers']) expect(answer.text).not.toContain(secret);
    const date = served.clock.now().toISOString().slice(0, 10);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="shingle-${date}.json"`,
      'cache-control': 'no-store',
    });
    const { profile, connection, sessions, sampleEdits, posts, businessAccounts, locations, ...rest } =
      answer.body;
    expect(rest).toMatchObject({
      exportedAt: expect.any(String),
      changes: [
        { locationId: edited, field: 'websiteUri', origin: 'here', actor: robin.uid, timesSent: 1 },
        { locationId: edited, field: 'labels', origin: 'google', actor: null, timesSent: 0 },
      ],
      notices: expect.arrayContaining([
        expect.objectContaining({
          kind: 'post_failed',
          cause: 'A long text',
          count: 1,
          firstAt: expect.any(String),
          readAt: null,
        }),
      ]),
      noticeEvents: expect.arrayContaining([
        expect.objectContaining({
          cause: 'A long text',
          noticeId: expect.any(String),
          subject: { locationName: 'Old Wharf' },
        }),
      ]),
      noticeChannels: [
        { kind: 'webhook', target: 'https://hooks.example.com', isOn: true },
        { kind: 'email', target: robin.email },
      ],
      noticeDeliveries: [],
      quietHours: { from: '22:00', until: '07:00' },
      googleEdits: expect.arrayContaining([
        expect.objectContaining({
          locationId: edited,
          field: 'labels',
          publicValue: ['Shut'],
          state: 'OPEN',
        }),
      ]),
    });
    expect(profile).toEqual((await robin.send('get', '/api/auth/profile')).body);
    expect(connection).toMatchObject({ email: tamsin, state: 'connected' });
    expect(sessions).toMatchObject([{ remembered: false, endedAt: null }]);
    expect(sampleEdits).toMatchObject([{ locationId: 'sample-101', changes: { name: 'Hearth & Rye' } }]);
    const own = posts.filter(({ isExample }: { isExample: boolean }) => !isExample);
    expect(own).toMatchObject([
      { source: 'sample', summary: 'Rye, from six in the morning', status: 'SCHEDULED', attempts: [] },
    ]);
    expect(posts.flatMap(({ attempts }: { attempts: object[] }) => attempts).length).toBeGreaterThan(0);
    const accountIds = google.world.accounts({ email: tamsin }).map(({ id }) => id);
    expect(businessAccounts.map(({ id }: { id: string }) => id).sort()).toEqual(accountIds.sort());
    const placeIds = google.world.locations({ email: tamsin }).map(({ id }) => id);
    expect(locations.map(({ id }: { id: string }) => id).sort()).toEqual(placeIds.sort());

    const { rows } = await served.database.executeSql(
      'select refresh_token, id::text, key_name from google_connections where workspace_id = $1',
      [robin.uid],
    );
    for (const secret of [
      ...Object.values(rows[0] as Record<string, string>),
      robin.cookie.split('=')[1] ?? '',
    ])
      expect(answer.text).not.toContain(`"${secret}"`);
  });

  it('covers every table except those with short-lived data', async () => {
    const names = (await ownedTables()).map(({ name }) => name);
    expect([...new Set(names)]).toEqual([
      'advice_checks', // when locations are checked
      'advice_locations', // when each was, and how many rules it met
      'advice_tasks', // the sums of findings
      'bulk_edits', // what each location would get of it is in bulk_targets, and there for 24 hours
      'campaigns', // with campaign_targets
      'change_sets',
      'findings',
      'google_connections',
      'google_edits',
      'idempotency_keys', // the same posts once more, for 24 hours
      'keyword_totals', // the sums of keyword_months
      'location_settings',
      'lock_events',
      'memberships',
      'metric_readings', // with metric_days, metric_weeks, keyword_readings and keyword_months
      'metric_totals', // the sums of metric_days
      'metric_watermarks', // the last day of them
      'mirror_accounts',
      'mirror_imports', // when the places are read
      'mirror_locations',
      'notice_channels',
      'notice_deliveries',
      'notice_events',
      'notice_settings',
      'notices',
      'oauth_transactions', // secrets of 10 minutes
      'photos',
      'posts',
      'profile_changes',
      'profile_lock_locations',
      'profile_locks',
      'profile_saves',
      'publishing_pauses', // when posts are tried again
      'review_readings', // when reviews are read
      'review_replies', // with review_reply_attempts
      'reviews',
      'sample_edits',
      'saved_replies',
      'selections',
      'sessions',
    ]);
  });

  it('contains each post once, however many there are, and none of other users', async () => {
    const [robin, eve] = [await served.signUp(), await served.signUp()];
    await eve.send('post', '/api/posts', newPost('of Eve')).expect(201);
    const columns = Object.values(getTableColumns(posts)).map(({ name }) => name);
    await served.database.executeSql(
      `insert into posts (${columns.join()}) select ${columns.join()} from
         (select (json_populate_record(p, json_build_object(
            'id', gen_random_uuid(), 'created_at', p.created_at + n / 3 * interval '1 millisecond'))).*
          from posts p, generate_series(1, 450) n where p.id = (select id from posts where workspace_id = $1 limit 1)) copy`,
      [robin.uid],
    );
    const { rows } = await served.database.executeSql('select id from posts where workspace_id = $1', [
      robin.uid,
    ]);
    const ids = (await exportOf(robin)).body.posts.map(({ id }: { id: string }) => id);
    expect(ids.length).toBeGreaterThan(450);
    expect([...ids].sort()).toEqual((rows as { id: string }[]).map(({ id }) => id).sort());
    expect((await exportOf(robin)).text).not.toContain('of Eve');
  });
});

describe('an account is not deleted', () => {
  let robin: SignedInClient;
  beforeAll(async () => {
    robin = await served.signUp();
  });
  afterEach(() => profile(robin).expect(200));

  it.each([
    ['nothing', {}, { field: 'confirmation', message: 'Please type your email address' }],
    [
      'another address',
      { confirmation: 'somebody@example.com', password: PASSWORD },
      { field: 'confirmation', message: 'This isn’t your account’s email address' },
    ],
  ])('on %s', async (_, body, error) => {
    const answer = await robin.send('delete', '/api/account', body).expect(400);
    expect(answer.body).toMatchObject({ code: 'validation_failed', errors: [error] });
  });

  it('without the password', async () => {
    const { body } = await remove(robin, robin.email).expect(400);
    expect(body.errors).toEqual([{ field: 'password', message: 'Password is required' }]);
  });

  it('with a wrong password, which never looks like a lost session', async () => {
    const { body } = await remove(robin, robin.email, 'not the one').expect(400);
    expect(body).toMatchObject({ code: 'auth/wrong-password', message: 'Incorrect password.' });
  });

  it('without a session', () => remove(served.visitor(), robin.email, PASSWORD).expect(401));
});

describe('deleting an account', () => {
  it('removes everything of the user, on every replica at once, and nothing of other users', async () => {
    const other = await startTestApp(googleEnv(google), served);
    const [robin, eve] = [await served.signUp(), await served.signUp()];
    await eve.send('post', '/api/posts', newPost()).expect(201);
    const ofEve = await rowsOf(eve.uid);
    await robin.send('post', '/api/posts', newPost()).set('Idempotency-Key', 'once').expect(201);
    await robin.send('patch', '/api/locations/sample-101', { name: 'Hearth & Rye' }).expect(200);
    await connectWithPlaces(robin, tamsin);
    await robin.send('post', '/api/auth/gbp-connect').expect(200);
    const second = await logIn(robin);
    for (const client of [robin, second]) await profile(client, other).expect(200);
    expect(Object.keys(await rowsOf(robin.uid)).length).toBeGreaterThan(8);

    const answer = await remove(second, ` \u200b${robin.email.toUpperCase()} `, PASSWORD).expect(200);
    expect(answer.body).toEqual({
      revoked: true,
      signInDeleted: true,
      message:
        'Your account and everything in it has been deleted. Google has revoked Shingle’s access to your Business Profile.',
    });
    expect(cookieOf(answer)).toBeUndefined();
    expect(answer.headers['clear-site-data']).toBe('"cookies", "storage"');
    expect(await rowsOf(robin.uid)).toEqual({});
    expect(google.world.access({ email: tamsin })).toEqual([]);
    for (const client of [robin, second]) {
      await profile(client).expect(401);
      await untilSeen(
        'the end at the other replica',
        async () => (await profile(client, other)).status === 401,
      );
    }
    const again = { email: robin.email, password: PASSWORD };
    const refusal = await served.visitor().send('post', '/api/auth/login', again).expect(400);
    expect(refusal.body.code).toMatch(/^auth\/(user-not-found|invalid-credential)$/);
    expect(await rowsOf(eve.uid)).toEqual(ofEve);
    await profile(eve).expect(200);
    await other.close();
  });

  it('frees the address for a new account, which has no data of the old one', async () => {
    const robin = await served.signUp();
    await robin.send('post', '/api/posts', newPost('of the old one')).expect(201);
    await remove(robin, robin.email, PASSWORD).expect(200);
    const anew = await served.signUp({ email: robin.email });
    expect(anew.uid).not.toBe(robin.uid);
    expect((await anew.send('get', '/api/posts?search=of the old one').expect(200)).body.items).toEqual([]);
  });

  it('succeeds even when Google cannot be reached, and says so', async () => {
    const robin = await served.signUp();
    await connectWithPlaces(robin, idris);
    google.faults.next('oauth.revoke', 'error-before');
    const { body } = await remove(robin, robin.email, PASSWORD).expect(200);
    expect(body.revoked).toBe(false);
    expect(body.message).toContain('https://myaccount.google.com/permissions');
    expect(await rowsOf(robin.uid)).toEqual({});
  });

  it('succeeds even when Firebase fails, says so, and deletes the sign-in as soon as it can', async () => {
    const robin = await served.signUp();
    failure = { status: 500 };
    const { body } = await remove(robin, robin.email, PASSWORD).expect(200);
    expect(body).toMatchObject({ revoked: null, signInDeleted: false });
    expect(body.message).toContain('Your login itself couldn’t be deleted yet');
    failure = undefined;
    // A sign-in before the job runs finds an empty account, and that goes as well.
    const crossing = await logIn(robin);
    await profile(crossing).expect(200);
    served.clock.advance({ seconds: 61 });
    await setJobTime(served.database, served.clock);
    served.app.get(Jobs).wake('account-removal');
    await untilSeen('the end of what was left', async () => !(await rowsOf(robin.uid)).users);
    await profile(crossing).expect(401);
    await served
      .visitor()
      .send('post', '/api/auth/login', { email: robin.email, password: PASSWORD })
      .expect(400);
  });

  it('happens once, however often it is requested and whatever happens in between', async () => {
    const robin = await served.signUp();
    const client = await logIn(robin);
    const answers = await Promise.all(
      [1, 2, 3].flatMap(() => [
        remove(client, robin.email, PASSWORD),
        robin.send('post', '/api/posts', newPost()),
        robin.send('patch', '/api/locations/sample-101', { name: 'Rye' }),
        robin.send('patch', '/api/auth/profile', { preferences: { theme: 'dark' } }),
        robin.send('post', '/api/auth/gbp-connect'),
        served.visitor().send('post', '/api/auth/login', { email: robin.email, password: PASSWORD }),
      ]),
    );
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    expect(answers[0]?.status).toBe(200);
    // A sign-in that crossed the deletion is the job's business.
    await served.app.get(AccountRemoval).removeLeftovers(robin.uid);
    expect(await rowsOf(robin.uid)).toEqual({});
    await remove(client, robin.email, PASSWORD).expect(401);
  });

  it('refuses requests that would still store something for the user', async () => {
    const robin = await served.signUp();
    await profile(robin).expect(200);
    for (const row of ['users where uid', 'workspaces where id'])
      await served.database.executeSql(`delete from ${row} = $1`, [robin.uid]);
    for (const request of [
      robin.send('post', '/api/posts', newPost()),
      robin.send('patch', '/api/locations/sample-101', { name: 'Rye' }),
      robin.send('post', '/api/auth/gbp-connect'),
    ])
      expect((await request.expect(401)).body.code).toBe('not_signed_in');
  });
});

describe('a user who signed in with Google', () => {
  it('needs no password within 5 minutes of that', async () => {
    const client = await signInWithGoogle(ottoline);
    await remove(client, ottoline).expect(200);
    await profile(client).expect(401);
  });

  it('has to sign in again after 5 minutes', async () => {
    const client = await signInWithGoogle(ottoline);
    served.clock.advance({ minutes: 5 });
    const { body } = await remove(client, ottoline).expect(403);
    expect(body.code).toBe('auth/requires-recent-login');
    await profile(client).expect(200);
  });
});
