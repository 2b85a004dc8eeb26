import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { GoogleOAuth } from '../../../dist/server/auth/google-oauth.js';
import { oauthTransactions } from '../../../dist/server/database/connection.schema.js';
import {
  type Client,
  cookieOf,
  ORIGIN,
  PASSWORD,
  type SignedInClient,
  startTestApp,
  type TestApp,
} from '../../support/app.ts';
import {
  askGoogle,
  connectProfile,
  googleEnv,
  withoutImports,
} from '../../support/google/google-connection.ts';
import { consent, type GoogleSimulator } from 'gbp-simulator';
import {
  BUSINESS_SCOPE,
  GOOGLE_CLIENT,
  PEOPLE,
  startSimulator,
} from '../../support/google/google-simulator.ts';
import { addWorkspace } from '../../support/workspaces.ts';

let google: GoogleSimulator;
let served: TestApp;
beforeAll(async () => {
  google = await startSimulator();
  served = await startTestApp(googleEnv(google));
  withoutImports(served);
});
afterEach(() => google.reset());
afterAll(async () => {
  await served.close();
  await google.close();
});

const { tamsin, idris } = PEOPLE;
const NOT_CONNECTED = {
  hasAccess: false,
  source: 'sample',
  state: 'none',
  email: null,
  isPractice: false,
  offersPractice: false,
  connectedAt: null,
  closedApis: [],
};

const begin = async (client: Client): Promise<URL> => {
  const { body } = await client.send('post', '/api/auth/gbp-connect').expect(200);
  return new URL(body.url);
};
const setup = async (client: Client, body: { code?: string; state?: string | null }) =>
  (await client.send('post', '/api/auth/setup', body).expect(200)).body;
const statusOf = async (client: Client) =>
  (await client.send('get', '/api/auth/gbp-status').expect(200)).body;
const disconnect = (client: Client) => client.send('delete', '/api/auth/gbp-connection');

/** The same person in another browser. */
async function elsewhere({ email }: SignedInClient): Promise<Client> {
  const client = served.visitor();
  const answer = await client.send('post', '/api/auth/login', {
    email,
    password: PASSWORD,
    rememberMe: true,
  });
  client.cookie = cookieOf(answer);
  return client;
}

describe('the consent page', () => {
  it('gets exactly the specified parameters, with nonce and PKCE', async () => {
    const robin = await served.signUp();
    const url = await begin(robin);
    expect(url.origin + url.pathname).toBe(google.addresses.GOOGLE_AUTH_URL);
    const { state, nonce, code_challenge, scope, ...rest } = Object.fromEntries(url.searchParams);
    expect(rest).toEqual({
      client_id: GOOGLE_CLIENT.id,
      redirect_uri: `${ORIGIN}/gbp-callback`,
      response_type: 'code',
      access_type: 'offline',
      prompt: 'consent',
      code_challenge_method: 'S256',
    });
    expect(scope?.split(' ')).toEqual([BUSINESS_SCOPE, 'openid', 'email']);
    expect(state).toMatch(new RegExp(`^${robin.uid}\\.[\\w-]{43}$`));
    expect(nonce).toMatch(/^[0-9a-f]{64}$/);
    expect(code_challenge).toMatch(/^[\w-]{43}$/);
  });

  it('never gets the same state, nonce or challenge twice', async () => {
    const robin = await served.signUp();
    const [first, second] = [(await begin(robin)).searchParams, (await begin(robin)).searchParams];
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(first.get(name)).not.toBe(second.get(name));
  });
});

describe('a consent that is never finished', () => {
  it('is forgotten after a while', async () => {
    await begin(await served.signUp());
    served.clock.advance({ hours: 2 });
    await begin(await served.signUp());
    expect(await served.database.orm.$count(oauthTransactions)).toBe(1);
  });
});

describe('connecting', () => {
  it('gives access to the Business Profile of the Google account', async () => {
    const robin = await served.signUp();
    expect(await statusOf(robin)).toEqual(NOT_CONNECTED);
    const answer = await setup(robin, await askGoogle(robin, { email: tamsin }));
    expect(answer).toEqual({ success: true, message: 'Google Business Profile connected successfully!' });
    const { connectedAt, ...status } = await statusOf(robin);
    expect(status).toEqual({
      hasAccess: true,
      source: 'google',
      state: 'connected',
      email: tamsin,
      isPractice: false,
      offersPractice: false,
      closedApis: [],
    });
    expect(Math.abs(Date.parse(connectedAt) - served.clock.now().getTime())).toBeLessThan(10_000);
  });

  it('accepts the specified request, which has only a code, for what this browser began last', async () => {
    const robin = await served.signUp();
    await begin(robin);
    const { code } = await askGoogle(robin, { email: tamsin });
    expect(await setup(robin, { code })).toMatchObject({ success: true });
  });

  it("is nobody else's business", async () => {
    const [robin, eve] = [await served.signUp(), await served.signUp()];
    await connectProfile(robin, tamsin);
    expect(await statusOf(eve)).toEqual(NOT_CONNECTED);
    await disconnect(eve).expect(409);
    expect(await statusOf(robin)).toMatchObject({ hasAccess: true });
  });

  it('is visible in every browser of the user', async () => {
    const robin = await served.signUp();
    await connectProfile(await elsewhere(robin), idris);
    expect(await statusOf(robin)).toMatchObject({ hasAccess: true, email: idris });
  });

  it('works with another Google by its addresses alone', async () => {
    const other = await startSimulator();
    const far = await startTestApp(googleEnv(other));
    const robin = await far.signUp();
    await connectProfile(robin, tamsin);
    expect(await statusOf(robin)).toMatchObject({ hasAccess: true, email: tamsin });
    expect(other.world.access({ email: tamsin })).toHaveLength(1);
    expect(google.calls.count({ operation: 'oauth.exchange' })).toBe(0);
    await far.close();
    await other.close();
  });
});

describe('a setup that fails says why, and stores nothing', () => {
  let robin: SignedInClient;
  beforeAll(async () => {
    robin = await served.signUp();
  });
  afterEach(async () => expect(await statusOf(robin)).toEqual(NOT_CONNECTED));

  const expectRefusal = async (
    client: Client,
    body: { code?: string; state?: string | null },
    reason: string,
  ) =>
    expect(await setup(client, body)).toEqual({
      success: false,
      message: 'Setup failed',
      error: { message: expect.stringContaining(reason) },
    });

  it('when connecting was never begun', async () => {
    await expectRefusal(await served.signUp(), { code: 'any' }, 'has expired or was already used');
    await expectRefusal(robin, { code: 'any', state: `${robin.uid}.invented` }, 'was already used');
    await expectRefusal(robin, { code: 'any', state: null }, 'has expired or was already used');
  });

  it('when the answer comes twice', async () => {
    const sam = await served.signUp();
    const answer = await askGoogle(sam, { email: tamsin });
    expect(await setup(sam, answer)).toMatchObject({ success: true });
    await disconnect(sam).expect(200);
    await expectRefusal(sam, answer, 'This link has expired or was already used');
    expect(await statusOf(sam)).toEqual(NOT_CONNECTED);
  });

  it('when both come at once: one of them counts', async () => {
    const sam = await served.signUp();
    const answer = await askGoogle(sam, { email: tamsin });
    const answers = await Promise.all([setup(sam, answer), setup(sam, answer)]);
    expect(answers.map(({ success }) => success).sort()).toEqual([false, true]);
  });

  it('when a code was used already, or is of another transaction', async () => {
    const { code } = await askGoogle(robin, { email: tamsin });
    // The verifier of a later transaction does not fit to it.
    const later = await begin(robin);
    const state = later.searchParams.get('state') ?? '';
    await expectRefusal(robin, { code, state }, 'Google no longer accepts this link');
    await begin(robin);
    await expectRefusal(robin, { code: 'made-up' }, 'Google no longer accepts this link');
  });

  it('when another user began it', async () => {
    const eve = await served.signUp();
    const answer = await askGoogle(eve, { email: idris });
    await expectRefusal(robin, answer, 'Another Shingle user started this connection');
    const random = answer.state.slice(eve.uid.length);
    await expectRefusal(
      robin,
      { ...answer, state: robin.uid + random },
      'Another Shingle user started this connection',
    );
  });

  it('when it was begun for another workspace of the same person', async () => {
    const sam = await served.signUp();
    const shop = await addWorkspace(served, sam);
    const forShop = await askGoogle(shop, { email: tamsin });
    await expectRefusal(sam, { code: forShop.code ?? '' }, 'has expired or was already used');
    await expectRefusal(sam, forShop, 'belongs to a different request to Google');
    await expectRefusal(shop, forShop, 'has expired or was already used');
    expect([await statusOf(sam), await statusOf(shop)]).toEqual([NOT_CONNECTED, NOT_CONNECTED]);
    // Each has a Google account of its own.
    expect(await setup(shop, { code: (await askGoogle(shop, { email: tamsin })).code ?? '' })).toMatchObject({
      success: true,
    });
    expect(await setup(sam, await askGoogle(sam, { email: idris }))).toMatchObject({ success: true });
    expect([await statusOf(sam), await statusOf(shop)]).toMatchObject([{ email: idris }, { email: tamsin }]);
  });

  it('unless a server of an older version has begun it, for the person’s own', async () => {
    const sam = await served.signUp();
    const shop = await addWorkspace(served, sam);
    const begun = async () => {
      const answer = await askGoogle(sam, { email: tamsin });
      await served.database.orm.update(oauthTransactions).set({ workspaceId: null });
      return answer;
    };
    await expectRefusal(shop, await begun(), 'belongs to a different request to Google');
    expect(await setup(sam, await begun())).toMatchObject({ success: true });
  });

  it('when another browser of the same person began it', async () => {
    const sam = await served.signUp();
    const there = await elsewhere(sam);
    await expectRefusal(sam, await askGoogle(there, { email: tamsin }), 'in another browser');
    const { code } = await askGoogle(there, { email: tamsin });
    await expectRefusal(sam, { code }, 'has expired or was already used');
    expect(await statusOf(sam)).toEqual(NOT_CONNECTED);
  });

  it.each([
    ['without state, nonce and challenge', ['state', 'nonce', 'code_challenge', 'code_challenge_method']],
    ['with a challenge that fits, but without the nonce', ['state', 'nonce']],
    ['with a challenge that fits, and the nonce of somebody else', ['state']],
  ])('when the code was got from a consent page that was asked for %s', async (_, removed) => {
    const eve = await served.signUp();
    const [theirs, ours] = [await begin(eve), await begin(robin)];
    // What Eve hands to Google is her own request, as far as possible with Robin's challenge.
    theirs.searchParams.set('code_challenge', ours.searchParams.get('code_challenge') ?? '');
    for (const name of removed) theirs.searchParams.delete(name);
    const back = new URL(await consent(theirs.href, { email: idris }));
    expect(back.searchParams.get('code')).toBeTruthy();
    // She sends Robin to /gbp-callback?code=…, whose page then asks for this.
    const answer = await setup(robin, { code: back.searchParams.get('code') ?? '' });
    expect(answer).toMatchObject({ success: false, message: 'Setup failed' });
    expect(await disconnect(robin).expect(409)).toBeTruthy();
  });

  it('when it took longer than 10 minutes', async () => {
    const [late, inTime] = [await served.signUp(), await served.signUp()];
    const answers = [await askGoogle(late, { email: tamsin }), await askGoogle(inTime, { email: idris })];
    served.clock.advance({ minutes: 9, seconds: 30 });
    expect(await setup(inTime, answers[1] ?? {})).toMatchObject({ success: true });
    served.clock.advance({ minutes: 1 });
    await expectRefusal(late, answers[0] ?? {}, 'took longer than 10 minutes');
  });

  it('when the box of the Business Profile was not ticked', async () => {
    const answer = await askGoogle(robin, { email: tamsin, scopes: [] });
    await expectRefusal(robin, answer, 'Access to your Business Profile wasn’t granted');
  });

  it('when Google grants no lasting access', async () => {
    google.faults.next('oauth.exchange', 'no-refresh-token');
    const answer = await askGoogle(robin, { email: tamsin });
    await expectRefusal(robin, answer, 'Google didn’t grant lasting access');
  });

  it('when Google refuses this server itself', async () => {
    google.faults.next('oauth.exchange', 'unauthenticated');
    const answer = await askGoogle(robin, { email: tamsin });
    await expectRefusal(robin, answer, 'Google doesn’t accept this server');
  });

  it.each([
    ['oauth.exchange', 'error-before'],
    ['oauth.exchange', 'reset-after'],
    ['oauth.exchange', 'rate-limited'],
    ['oauth.exchange', 'silent'],
    ['oauth.userinfo', 'error-after'],
    ['oauth.userinfo', 'reset-before'],
  ] as const)('when Google fails: %s, %s', async (operation, fault) => {
    google.faults.next(operation, fault);
    const answer = await askGoogle(robin, { email: tamsin });
    const oauth = served.app.get(GoogleOAuth);
    if (fault === 'silent') Object.assign(oauth, { deadlineMs: 300 });
    await expectRefusal(robin, answer, 'Google isn’t responding right now');
    Object.assign(oauth, { deadlineMs: 8_000 });
  });
});

describe('connecting again', () => {
  it('with the same account replaces the grant', async () => {
    const robin = await served.signUp();
    await connectProfile(robin, tamsin);
    const { message } = await setup(robin, await askGoogle(robin, { email: tamsin }));
    expect(message).toBe('Google Business Profile connected successfully!');
    expect(google.world.access({ email: tamsin })).toMatchObject([{ clientId: GOOGLE_CLIENT.id }]);
    expect((await disconnect(robin).expect(200)).body).toMatchObject({ revoked: true });
  });

  it('with another account says so, and ends the former grant', async () => {
    const robin = await served.signUp();
    await connectProfile(robin, tamsin);
    const { message } = await setup(robin, await askGoogle(robin, { email: idris }));
    expect(message).toContain(`You’re now seeing the locations of ${idris} instead of those of ${tamsin}.`);
    expect(await statusOf(robin)).toMatchObject({ hasAccess: true, email: idris });
    expect(google.world.access({ email: tamsin })).toEqual([]);
    expect(google.world.access({ email: idris })).toHaveLength(1);
  });

  it('keeps the working token when Google gives no new one', async () => {
    const robin = await served.signUp();
    await connectProfile(robin, tamsin);
    google.faults.next('oauth.exchange', 'no-refresh-token');
    expect(await setup(robin, await askGoogle(robin, { email: tamsin }))).toMatchObject({ success: true });
    expect((await disconnect(robin).expect(200)).body).toMatchObject({ revoked: true });
  });

  it('never keeps the token of another account', async () => {
    const robin = await served.signUp();
    await connectProfile(robin, tamsin);
    google.faults.next('oauth.exchange', 'no-refresh-token');
    const answer = await setup(robin, await askGoogle(robin, { email: idris }));
    expect(answer).toMatchObject({ success: false });
    expect(await statusOf(robin)).toMatchObject({ hasAccess: true, email: tamsin });
  });

  it.each(['fewer-scopes', 'error-before', 'revoked-grant'] as const)(
    'leaves the connection as it was when that fails (%s)',
    async (fault) => {
      const robin = await served.signUp();
      await connectProfile(robin, idris);
      const before = await statusOf(robin);
      google.faults.next('oauth.exchange', fault);
      const answer = await setup(robin, await askGoogle(robin, { email: tamsin }));
      expect(answer).toMatchObject({ success: false });
      expect(await statusOf(robin)).toEqual(before);
    },
  );
});

describe('disconnecting', () => {
  it('revokes the grant at Google and forgets it here', async () => {
    const robin = await served.signUp();
    await connectProfile(robin, tamsin);
    const { body } = await disconnect(robin).expect(200);
    expect(body).toEqual({
      revoked: true,
      message: 'Your Google Business Profile is disconnected, and Google has revoked Shingle’s access.',
    });
    expect(google.world.access({ email: tamsin })).toEqual([]);
    expect(await statusOf(robin)).toEqual(NOT_CONNECTED);
    expect((await disconnect(robin).expect(409)).body.code).toBe('connect/not-connected');
  });

  it('forgets it even when Google cannot be reached, and says so', async () => {
    const robin = await served.signUp();
    await connectProfile(robin, tamsin);
    google.faults.next('oauth.revoke', 'error-before');
    const { body } = await disconnect(robin).expect(200);
    expect(body.revoked).toBe(false);
    expect(body.message).toContain('https://myaccount.google.com/permissions');
    expect(await statusOf(robin)).toEqual(NOT_CONNECTED);
  });

  it('accepts that the user has already revoked the grant at Google', async () => {
    const robin = await served.signUp();
    await connectProfile(robin, tamsin);
    google.world.revokeAccess({ email: tamsin });
    expect((await disconnect(robin).expect(200)).body).toMatchObject({ revoked: true });
  });

  it('can be followed by connecting again', async () => {
    const robin = await served.signUp();
    await connectProfile(robin, tamsin);
    await disconnect(robin).expect(200);
    await connectProfile(robin, idris);
    expect(await statusOf(robin)).toMatchObject({ hasAccess: true, email: idris });
  });
});

describe('Google itself', () => {
  it('redirects only to our own addresses', async () => {
    const robin = await served.signUp();
    const url = await begin(robin);
    url.searchParams.set('redirect_uri', 'https://evil.example/gbp-callback');
    await expect(consent(url.href, { email: tamsin })).rejects.toThrow('redirect_uri_mismatch');
  });

  it('tells of a refusal by the person, and nothing is stored', async () => {
    const robin = await served.signUp();
    const { code } = await askGoogle(robin, { email: tamsin, refuse: true });
    expect(code).toBeUndefined();
    expect(await statusOf(robin)).toEqual(NOT_CONNECTED);
  });
});
