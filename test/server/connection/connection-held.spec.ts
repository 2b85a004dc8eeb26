import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { sql } from 'drizzle-orm';
import { Firebase } from '../../../dist/server/auth/firebase.js';
import { SessionsService } from '../../../dist/server/auth/sessions.service.js';
import { ConnectionsService } from '../../../dist/server/business-profile/connection/connections.service.js';
import { SelectionsService } from '../../../dist/server/campaigns/selections/selections.service.js';
import { type AuthEmulator, startAuthEmulator } from '../../../dist/server/embedded/auth-emulator.js';
import { ChannelsService } from '../../../dist/server/notices/channels/channels.service.js';
import { NoticeSettingsService } from '../../../dist/server/notices/notice-settings.service.js';
import { SavedRepliesService } from '../../../dist/server/reviews/saved-replies/saved-replies.service.js';
import { UsersService } from '../../../dist/server/users/users.service.js';
import {
  type Client,
  cookieOf,
  PASSWORD,
  type SignedInClient,
  startTestApp,
  type TestApp,
} from '../../support/app.ts';
import { clientOf } from '../../support/google/identity-toolkit.ts';
import { askGoogle, connectProfile, googleEnv } from '../../support/google/google-connection.ts';
import { comeBack, decide, openPopup, resultOf } from '../../support/google/google-popup.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { connectWithPlaces } from '../../support/google/places-read.ts';
import { untilSeen } from '../../support/until.ts';
import {
  HOUR_MS,
  look,
  type Publishing,
  schedule,
  startPublishing,
} from '../../support/features/publishing.ts';

const { tamsin, idris, wilhelmina } = PEOPLE;
const SAVED_REPLY = { title: 'Thanks', text: 'Call the squatter.' };
const SELECTION = { name: 'Squatted', isLive: true, choice: {} };
const WEBHOOK = { kind: 'webhook', url: 'https://hooks.example.com/squatter' };

let emulator: AuthEmulator;
let setting: Publishing;
let ceramics: string;
beforeAll(async () => {
  emulator = await startAuthEmulator({
    projectId: 'demo-shingle',
    onExit(error) {
      throw error;
    },
  });
  setting = await startPublishing({ FIREBASE_AUTH_EMULATOR_HOST: emulator.host });
  ceramics = setting.google.world.location({ location: 'Okonjo Ceramics' }).id;
});
afterAll(async () => {
  await setting.close();
  await emulator.stop();
});

let uids: string[] = [];
afterEach(async () => {
  for (const uid of uids) await setting.served.app.get(Firebase).deleteUser(uid);
  uids = [];
  setting.google.calls.clear();
});

/** Somebody signs up with this address and a password; that proves nothing. */
async function signUp(email: string): Promise<SignedInClient> {
  const client = await setting.served.signUp({ email });
  uids.push(client.uid);
  return client;
}

/** The owner of the address signs in with Google. */
async function signInWithGoogle(email: string): Promise<Client> {
  const { served } = setting;
  const popup = await openPopup(served.visitor());
  const answer = await comeBack(served, await decide(popup, { email }), popup.binding).expect(302);
  expect(resultOf(answer).result).toBe('signed-in');
  const cookies = answer.headers['set-cookie'] as unknown as string[];
  const client = served.visitor();
  client.cookie = cookies.find((cookie) => cookie.startsWith('shingle='))?.split(';')[0];
  return client;
}

const statusOf = async (client: Client) =>
  (await client.send('get', '/api/auth/gbp-status').expect(200)).body;
const profileOf = async (client: Client) =>
  (await client.send('get', '/api/auth/profile').expect(200)).body as object;
const listOf = async (client: Client, path: string) =>
  ((await client.send('get', path).expect(200)).body as { items: object[] }).items;
const channelsOf = async (client: Client) =>
  ((await client.send('get', '/api/notice-settings').expect(200)).body as { channels: object[] }).channels;
const keep = (client: Client) => client.send('post', '/api/auth/gbp-connection/keep');
const creates = () => setting.google.calls.count({ operation: 'localPosts.create' });

/** A squatter with Tamsin's profile, and a post that is due in a minute; then the owner of the address comes. */
async function takenOver() {
  const squatter = await signUp(wilhelmina);
  await connectWithPlaces(squatter, tamsin);
  const post = await schedule(setting, squatter, { locationId: ceramics });
  return { squatter, post, owner: await signInWithGoogle(wilhelmina) };
}

describe('a connection that was made before the address was proven', () => {
  it('is held when its owner signs in with another Google account: nothing is sent, read or deleted', async () => {
    const { squatter, post, owner } = await takenOver();
    await squatter.send('get', '/api/auth/profile').expect(401);
    expect(await statusOf(owner)).toMatchObject({
      hasAccess: false,
      source: 'google',
      state: 'held',
      email: tamsin,
    });
    setting.google.calls.clear();
    await setting.passAndWork(2 * HOUR_MS);
    expect(await look(owner, post)).toMatchObject({
      status: 'SCHEDULED',
      detail: 'connection_held',
      attempts: [],
    });
    const { body } = await owner.send('get', '/api/posts?held=true').expect(200);
    expect(body.items).toMatchObject([{ id: post.id, detail: 'connection_held' }]);
    for (const refused of [
      owner.send('post', '/api/mirror'),
      owner.send('patch', `/api/locations/${ceramics}`, { websiteUri: 'https://owner.example.com/' }),
    ])
      expect((await refused.expect(409)).body.code).toBe('connect/held');
    expect(setting.google.calls.count({ person: tamsin })).toBe(0);
    expect(setting.google.world.access({ email: tamsin })).toHaveLength(1);
  });

  it('leaves no channel behind: neither a webhook nor email, whatever the owner decides', async () => {
    const squatter = await signUp(wilhelmina);
    for (const channel of [WEBHOOK, { kind: 'email' }])
      await squatter.send('post', '/api/channels', channel).expect(201);
    expect(await channelsOf(squatter)).toHaveLength(2);
    const owner = await signInWithGoogle(wilhelmina);
    expect(await channelsOf(owner)).toEqual([]);
    // What the owner adds stays through further sign-ins.
    await owner.send('post', '/api/channels', { kind: 'email' }).expect(201);
    expect(await channelsOf(await signInWithGoogle(wilhelmina))).toHaveLength(1);
  });

  it('leaves nothing that the squatter has said of themselves, no saved reply and no selection', async () => {
    const squatter = await setting.served.signUp({ email: wilhelmina, fullName: 'Some Squatter' });
    uids.push(squatter.uid);
    await connectWithPlaces(squatter, tamsin);
    const said = { phone: '+44 1632 960101', company: 'Squat Ltd', timeZone: 'Asia/Tokyo' };
    await squatter.send('patch', '/api/auth/profile', said).expect(200);
    const quietHours = { from: '00:00', until: '23:30' };
    await squatter.send('patch', '/api/notice-settings', { quietHours }).expect(200);
    await squatter.send('post', '/api/saved-replies', SAVED_REPLY).expect(201);
    await squatter.send('post', '/api/selections', SELECTION).expect(201);
    const owner = await signInWithGoogle(wilhelmina);
    const { body: settings } = await owner.send('get', '/api/notice-settings').expect(200);
    expect(settings).toMatchObject({ quietHours: null, timeZone: null });
    const own = { displayName: 'Wilhelmina Draycott', firstName: 'Wilhelmina', lastName: 'Draycott' };
    const empty = { phone: '', company: '', timeZone: null, preferences: { theme: 'light' } };
    expect(await profileOf(owner)).toMatchObject({ ...own, ...empty, signInMethod: 'google' });
    expect(await profileOf(await signInWithGoogle(wilhelmina))).toMatchObject(own);
    await keep(owner).expect(200);
    expect(await listOf(owner, '/api/saved-replies')).toEqual([]);
    expect(await listOf(owner, '/api/selections')).toEqual([]);
    // What the owner adds stays through further sign-ins.
    await owner.send('post', '/api/saved-replies', SAVED_REPLY).expect(201);
    await owner.send('post', '/api/selections', SELECTION).expect(201);
    const again = await signInWithGoogle(wilhelmina);
    expect(await listOf(again, '/api/saved-replies')).toHaveLength(1);
    expect(await listOf(again, '/api/selections')).toHaveLength(1);
  });

  it('works again once the owner keeps it, and what waited goes out', async () => {
    const { post, owner } = await takenOver();
    await setting.passAndWork(HOUR_MS);
    expect(creates()).toBe(0);
    expect((await keep(owner).expect(200)).body).toMatchObject({ hasAccess: true, state: 'connected' });
    await setting.workOff();
    expect(await look(owner, post)).toMatchObject({ detail: 'in_review' });
    expect(creates()).toBe(1);
    // It has been answered: no sign-in asks again.
    expect(await statusOf(await signInWithGoogle(wilhelmina))).toMatchObject({ state: 'connected' });
  });

  it('is gone once the owner removes it, and its waiting posts can still be seen', async () => {
    const { post, owner } = await takenOver();
    const { body } = await owner.send('delete', '/api/auth/gbp-connection').expect(200);
    expect(body).toMatchObject({ revoked: true });
    expect(setting.google.world.access({ email: tamsin })).toEqual([]);
    expect(await statusOf(owner)).toMatchObject({ source: 'sample', state: 'none' });
    await setting.passAndWork(HOUR_MS);
    expect(await look(owner, post)).toMatchObject({ status: 'SCHEDULED', isOfOtherAccount: true });
    expect(creates()).toBe(0);
    expect((await keep(owner).expect(409)).body.code).toBe('connect/not-connected');
  });

  it('stays held through further sign-ins until the owner decides', async () => {
    await takenOver();
    expect(await statusOf(await signInWithGoogle(wilhelmina))).toMatchObject({ state: 'held' });
  });

  it('is replaced by one that the owner makes', async () => {
    const { owner } = await takenOver();
    await connectProfile(owner, idris);
    expect(await statusOf(owner)).toMatchObject({ hasAccess: true, state: 'connected', email: idris });
  });

  it('is also held when the owner signs in with a Firebase ID token', async () => {
    // Firebase's tokens go by real time.
    const served = await startTestApp({
      ...googleEnv(setting.google),
      FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
    });
    const email = 'owner@example.com';
    await connectWithPlaces(await served.signUp({ email }), tamsin);
    const claims = { sub: 'google-of-the-owner', email, email_verified: true };
    const { idToken } = await clientOf(emulator).signInWithGoogle(claims);
    const owner = served.visitor();
    owner.cookie = cookieOf(await owner.send('post', '/api/auth/session', { idToken }).expect(200));
    expect(await statusOf(owner)).toMatchObject({ state: 'held', email: tamsin });
    await served.close();
  });
});

describe('an ID token of the squatter from the second in which the owner comes', () => {
  let served: TestApp;
  beforeAll(async () => {
    // Firebase's tokens go by real time.
    served = await startTestApp({ FIREBASE_AUTH_EMULATOR_HOST: emulator.host });
  });
  afterAll(() => served.close());

  const exchange = (idToken: string | undefined) =>
    served.visitor().send('post', '/api/auth/session', { idToken });
  const secondOf = (idToken = '') =>
    (JSON.parse(Buffer.from(idToken.split('.')[1]!, 'base64url').toString()) as { auth_time: number })
      .auth_time;

  /** A token of a squatter, and then one of the owner of the address from the same second. */
  const tokensOfOneSecond = () =>
    untilSeen('both sign in in one second', async () => {
      const { email } = await served.signUp({ fullName: 'Some Squatter' });
      const { signIn, signInWithGoogle: byGoogle } = clientOf(emulator);
      await untilSeen('the beginning of a second', () => Date.now() % 1000 < 200);
      const { idToken: squatters } = await signIn(email, PASSWORD);
      const claims = { sub: `google-of-${email}`, email, email_verified: true, name: 'The Owner' };
      const { idToken: owners } = await byGoogle(claims);
      return secondOf(squatters) === secondOf(owners) && { squatters, owners };
    });
  const clientWith = (answer: Parameters<typeof cookieOf>[0]): Client =>
    Object.assign(served.visitor(), { cookie: cookieOf(answer) });

  it('opens nothing, and changes nothing', async () => {
    const { squatters, owners } = await tokensOfOneSecond();
    const owner = clientWith(await exchange(owners).expect(200));
    await exchange(squatters).expect(400);
    expect(await profileOf(owner)).toMatchObject({ displayName: 'The Owner' });
  });

  it('opens nothing where its exchange began just before', async () => {
    const { squatters, owners } = await tokensOfOneSecond();
    const { isHeld, letGo } = holdNext(served.app.get(SessionsService), 'begin');
    const late = exchange(squatters).then(clientWith);
    await isHeld;
    await exchange(owners).expect(200);
    letGo();
    await (await late).send('get', '/api/auth/profile').expect(401);
  });
});

/** The next call of a method waits until it is let go, after the session of its request was checked. */
function holdNext(service: object, method: string): { isHeld: Promise<void>; letGo: () => void } {
  const original = Reflect.get(service, method) as () => unknown;
  const [held, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const later = async (...given: unknown[]) => {
    Reflect.deleteProperty(service, method);
    held.resolve();
    await gone.promise;
    return Reflect.apply(original, service, given) as unknown;
  };
  Object.assign(service, { [method]: later });
  return { isHeld: held.promise, letGo: () => gone.resolve() };
}

describe('a request of the squatter that was let in just before the owner came', () => {
  const service = () => setting.served.app.get(ConnectionsService);
  const addWebhook = (client: Client) => client.send('post', '/api/channels', WEBHOOK);
  const setUp = async (client: Client) =>
    client.send('post', '/api/auth/setup', await askGoogle(client, { email: tamsin }));

  it('adds no channel', async () => {
    const squatter = await signUp(wilhelmina);
    const { isHeld, letGo } = holdNext(setting.served.app.get(ChannelsService), 'create');
    const adding = addWebhook(squatter).then(({ status }) => status);
    await isHeld;
    const owner = await signInWithGoogle(wilhelmina);
    letGo();
    expect(await adding).toBe(401);
    expect(await channelsOf(owner)).toEqual([]);
  });

  it('keeps no saved reply, no selection, no profile and no quiet hours', async () => {
    const { app } = setting.served;
    const squatter = await signUp(wilhelmina);
    await connectWithPlaces(squatter, tamsin);
    const held = [
      holdNext(app.get(SavedRepliesService), 'add'),
      holdNext(app.get(SelectionsService), 'add'),
      holdNext(app.get(UsersService), 'updateProfile'),
      holdNext(app.get(NoticeSettingsService), 'update'),
    ];
    const requests = [
      squatter.send('post', '/api/saved-replies', SAVED_REPLY),
      squatter.send('post', '/api/selections', SELECTION),
      squatter.send('patch', '/api/auth/profile', { company: 'Squat Ltd' }),
      squatter.send('patch', '/api/notice-settings', { quietHours: { from: '00:00', until: '23:30' } }),
    ].map((request) => request.then(({ status }) => status));
    await Promise.all(held.map(({ isHeld }) => isHeld));
    const owner = await signInWithGoogle(wilhelmina);
    for (const { letGo } of held) letGo();
    expect(await Promise.all(requests)).toEqual([401, 401, 401, 401]);
    await keep(owner).expect(200);
    expect(await listOf(owner, '/api/saved-replies')).toEqual([]);
    expect(await listOf(owner, '/api/selections')).toEqual([]);
    expect(await profileOf(owner)).toMatchObject({ company: '' });
  });

  it('does not keep the connection that is held', async () => {
    const squatter = await signUp(wilhelmina);
    await connectWithPlaces(squatter, tamsin);
    const { isHeld, letGo } = holdNext(service(), 'keep');
    const keeping = keep(squatter).then(({ status }) => status);
    await isHeld;
    const owner = await signInWithGoogle(wilhelmina);
    letGo();
    expect(await keeping).toBe(401);
    expect(await statusOf(owner)).toMatchObject({ state: 'held' });
  });

  it('connects no profile', async () => {
    const squatter = await signUp(wilhelmina);
    const { isHeld, letGo } = holdNext(service(), 'connect');
    const connecting = setUp(squatter).then(({ status }) => status);
    await isHeld;
    const owner = await signInWithGoogle(wilhelmina);
    letGo();
    expect(await connecting).toBe(401);
    expect(await statusOf(owner)).toMatchObject({ state: 'none' });
  });

  it('has connected a profile before the owner comes, where it is connecting it: then that one is held', async () => {
    const squatter = await signUp(wilhelmina);
    const { database } = setting.served;
    const waiting = (statement: string) =>
      untilSeen(`${statement} waiting`, async () => {
        const { rows } = await database.executeSql(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1",
          [`${statement}%`],
        );
        return rows.length > 0;
      });
    const { connecting, owner } = await database.transaction(async (tx) => {
      await tx.execute(sql`lock table google_connections in share mode`);
      const request = setUp(squatter).then(({ body }) => body as object);
      await waiting('insert into "google_connections"');
      const coming = signInWithGoogle(wilhelmina);
      await waiting('update "sessions" set "ended_at"');
      return { connecting: request, owner: coming };
    });
    expect(await connecting).toMatchObject({ success: true });
    expect(await statusOf(await owner)).toMatchObject({ state: 'held', email: tamsin });
  });
});

describe('nothing changes', () => {
  /** The newest link of that kind that was sent to the address. */
  async function codeSentTo(email: string, requestType: string): Promise<string | undefined> {
    const answer = await clientOf(emulator).send('GET', 'emulator/v1/projects/demo-shingle/oobCodes');
    const { oobCodes } = answer as { oobCodes: { email: string; requestType: string; oobCode: string }[] };
    return oobCodes.findLast((code) => code.email === email && code.requestType === requestType)?.oobCode;
  }

  it('when the address was verified', async () => {
    const client = await signUp(wilhelmina);
    await connectWithPlaces(client, tamsin);
    await client.send('post', '/api/saved-replies', SAVED_REPLY).expect(201);
    await client.send('post', '/api/selections', SELECTION).expect(201);
    await client.send('patch', '/api/auth/profile', { company: 'Draycott Ltd' }).expect(200);
    const { call, signIn } = clientOf(emulator);
    const { idToken } = await signIn(wilhelmina, PASSWORD);
    await call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
    await call('update', { oobCode: await codeSentTo(wilhelmina, 'VERIFY_EMAIL') });
    const owner = await signInWithGoogle(wilhelmina);
    expect(await statusOf(owner)).toMatchObject({ state: 'connected' });
    expect(await listOf(owner, '/api/saved-replies')).toHaveLength(1);
    expect(await listOf(owner, '/api/selections')).toHaveLength(1);
    expect(await profileOf(owner)).toMatchObject({ company: 'Draycott Ltd' });
  });

  it('when a reset of the password was completed', async () => {
    const client = await signUp(wilhelmina);
    await connectWithPlaces(client, tamsin);
    await client.send('post', '/api/auth/password-reset', { email: wilhelmina }).expect(202);
    const oobCode = await codeSentTo(wilhelmina, 'PASSWORD_RESET');
    await clientOf(emulator).call('resetPassword', { oobCode, newPassword: 'the owner’s own' });
    expect(await statusOf(await signInWithGoogle(wilhelmina))).toMatchObject({ state: 'connected' });
  });

  it('when the connected account is the one that signs in', async () => {
    const client = await signUp(tamsin);
    await connectWithPlaces(client, tamsin);
    await client.send('post', '/api/saved-replies', SAVED_REPLY).expect(201);
    await client.send('post', '/api/selections', SELECTION).expect(201);
    const owner = await signInWithGoogle(tamsin);
    expect(await statusOf(owner)).toMatchObject({ state: 'connected' });
    expect(await listOf(owner, '/api/saved-replies')).toHaveLength(1);
    expect(await listOf(owner, '/api/selections')).toHaveLength(1);
  });

  it('when the account was Google’s from the beginning', async () => {
    const owner = await signInWithGoogle(wilhelmina);
    uids.push((await owner.send('get', '/api/auth/profile').expect(200)).body.uid);
    await connectWithPlaces(owner, tamsin);
    expect(await statusOf(await signInWithGoogle(wilhelmina))).toMatchObject({ state: 'connected' });
    expect((await keep(owner).expect(200)).body).toMatchObject({ state: 'connected' });
  });
});
