import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../test/support/jest.ts';
import { readFileSync } from 'node:fs';
import { controlOf, type GoogleSimulator } from 'gbp-simulator';
import {
  askForToken,
  BAKERY,
  callerOf,
  CERAMICS,
  connect,
  startOver,
  GOOGLE_CLIENT,
  PEOPLE,
  startSimulator,
  type TokenAnswer,
} from './support.ts';

let google: GoogleSimulator;
let tokens: TokenAnswer;
let v4: ReturnType<typeof callerOf>;
let accounts: ReturnType<typeof callerOf>;

beforeAll(async () => {
  google = await startSimulator();
});
afterAll(() => google.close());
beforeEach(async () => {
  ({ tokens, v4, accounts } = await startOver(google));
});

const create = (location = CERAMICS) =>
  v4('POST', `/${location}/localPosts`, { topicType: 'STANDARD', summary: 'The kiln is open.' });
const refresh = () =>
  askForToken(google, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token });

describe('a call to an API', () => {
  it.each([
    ['accounts', '/accounts?pageSise=5', 'pageSise'],
    ['accounts', '/accounts?readMask=name', 'readMask'],
    ['v4', `/${CERAMICS}/localPosts?orderBy=createTime`, 'orderBy'],
  ] as const)('of %s with a parameter that there is not is refused: %s', async (api, path, name) => {
    const { status, body } = await { accounts, v4 }[api]('GET', path);
    expect([status, body.error.status]).toEqual([400, 'INVALID_ARGUMENT']);
    expect(body.error.message).toContain(`Unknown name "${name}": Cannot bind query parameter.`);
  });

  it('may have what every API of Google takes', async () => {
    expect((await accounts('GET', '/accounts?alt=json&prettyPrint=false&fields=accounts')).status).toBe(200);
  });

  it.each([
    'mybusinessplaceactions.googleapis.com/v1/placeActionTypeMetadata',
    'mybusiness.googleapis.com/v4/nothing',
    'places.googleapis.com',
  ])('to a host or a path that is not simulated is answered with JSON: %s', async (path) => {
    const { status, body } = await callerOf(`${google.origin}/`, tokens.access_token)('GET', path);
    expect([status, body.error.status]).toEqual([404, 'NOT_FOUND']);
  });

  it.each([
    [undefined, 'CREDENTIALS_MISSING', 'Request is missing required authentication credential. Expected'],
    ['made-up', 'ACCESS_TOKEN_EXPIRED', 'Request had invalid authentication credentials. Expected'],
  ])('with the token %s is unauthenticated', async (token, reason, message) => {
    const { status, body, headers } = await callerOf(google.addresses.GBP_V4_URL, token)(
      'GET',
      `/${CERAMICS}/localPosts`,
    );
    expect(status).toBe(401);
    expect(body.error).toMatchObject({
      status: 'UNAUTHENTICATED',
      message: expect.stringContaining(message),
      details: [{ reason }],
    });
    expect(headers.get('www-authenticate')).toContain('Bearer');
  });

  it('needs a token of the last hour, by Google’s own clock, which its answers show', async () => {
    expect((await accounts('GET', '/accounts')).headers.get('date')).toBe('Mon, 04 May 2026 10:00:00 GMT');
    google.clock.advance(3600_000);
    expect((await accounts('GET', '/accounts')).status).toBe(401);
    const { access_token } = await refresh();
    expect((await callerOf(google.addresses.GBP_ACCOUNTS_URL, access_token)('GET', '/accounts')).status).toBe(
      200,
    );
  });

  it('needs the business scope', async () => {
    const { access_token } = await connect(google, PEOPLE.idris, { scope: 'openid email' });
    const { status, body } = await callerOf(google.addresses.GBP_ACCOUNTS_URL, access_token)(
      'GET',
      '/accounts',
    );
    expect(status).toBe(403);
    expect(body.error).toMatchObject({
      status: 'PERMISSION_DENIED',
      details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }],
    });
  });

  it('of another API, or of none, is not found', async () => {
    expect((await v4('GET', '/accounts')).status).toBe(404);
    expect((await accounts('GET', '/nonsense')).body.error.status).toBe('NOT_FOUND');
    expect((await fetch(`${google.origin}/%E0%A4%A`)).status).toBe(404);
  });

  it('is not understood when it is longer than any real one', async () => {
    expect(
      (await fetch(google.addresses.GOOGLE_TOKEN_URL, { method: 'POST', body: 'x'.repeat(2 ** 20 + 1) }))
        .status,
    ).toBe(400);
  });
});

describe('quotas', () => {
  it('end an API’s minute after 300 requests, and say when to come again', async () => {
    google.configure({ requestsPerMinute: 3 });
    for (let count = 0; count < 3; count++) {
      expect((await accounts('GET', '/accounts')).status).toBe(200);
      google.clock.advance(1000);
    }
    const { status, body, headers } = await accounts('GET', '/accounts');
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toBe('57');
    expect(body.error).toMatchObject({
      status: 'RESOURCE_EXHAUSTED',
      details: [{ reason: 'RATE_LIMIT_EXCEEDED', metadata: { quota_limit_value: '3' } }],
    });
    google.configure({ retryAfter: false });
    expect((await accounts('GET', '/accounts')).headers.get('retry-after')).toBeNull();
    expect((await v4('GET', `/${CERAMICS}/localPosts`)).status).toBe(200);
    google.clock.advance(57_000);
    expect((await accounts('GET', '/accounts')).status).toBe(200);
  });

  it('let a profile be edited 10 times a minute', async () => {
    for (let count = 0; count < 10; count++) expect((await create()).status).toBe(200);
    expect((await create()).status).toBe(429);
    expect((await create(BAKERY)).status).toBe(200);
    const validate = callerOf(google.addresses.GBP_INFORMATION_URL, tokens.access_token);
    const path = '/locations/4200000000000000101?updateMask=websiteUri';
    expect((await validate('PATCH', path, {})).status).toBe(429);
    expect((await validate('PATCH', `${path}&validateOnly=true`, {})).status).toBe(429);
    google.configure({ validateOnlyCounts: false });
    expect((await validate('PATCH', `${path}&validateOnly=true`, {})).status).toBe(200);
    google.clock.advance(60_000);
    expect((await create()).status).toBe(200);
  });

  it('of a project that Google has not approved are 0, and waiting never helps', async () => {
    google.configure({ requestsPerMinute: 0 });
    const { status, body, headers } = await accounts('GET', '/accounts');
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toBeNull();
    expect(body.error.details[0].metadata.quota_limit_value).toBe('0');
  });

  it('take no other settings', () => {
    expect(() => google.configure({ editsPerMinute: -1 })).toThrow('editsPerMinute');
    expect(() => google.configure({ speed: 1 } as object)).toThrow('speed');
  });
});

describe('the record of calls', () => {
  it('can be filtered, and holds no token, code, state or secret', async () => {
    await accounts('GET', '/accounts?pageSize=2&access_token=abc');
    const { refresh_token } = await connect(google, PEOPLE.idris, { state: 'very-secret-state' });
    await fetch(`${google.addresses.GOOGLE_REVOKE_URL}?token=${refresh_token}`, { method: 'POST' });
    expect(google.calls.list({ operation: 'accounts.list' })).toEqual([
      {
        number: expect.any(Number),
        at: '2026-05-04T10:00:00.000Z',
        operation: 'accounts.list',
        method: 'GET',
        path: '/mybusinessaccountmanagement.googleapis.com/v1/accounts',
        query: { pageSize: '2' },
        status: 200,
        person: PEOPLE.tamsin,
      },
    ]);
    expect(google.calls.count({ person: PEOPLE.idris })).toBeGreaterThanOrEqual(3);
    const record = JSON.stringify(google.calls.list());
    for (const secret of ['very-secret-state', refresh_token, 'abc', GOOGLE_CLIENT.secret, 'code_challenge"'])
      expect(record).not.toContain(secret);
  });
});

describe('the steering from outside', () => {
  it('does by HTTP what is done in the process', async () => {
    const control = controlOf(google.origin);
    expect(await control.about()).toEqual({ origin: google.origin, addresses: google.addresses });
    await control.clock.set(new Date('2026-07-01T00:00:00Z'), { stopped: true });
    await control.clock.advance(500);
    expect(await control.clock.now()).toEqual(new Date('2026-07-01T00:00:00.500Z'));
    await control.faults.next('oauth.refresh', 'error-before', { times: 1 });
    expect((await refresh()).status).toBe(503);
    await control.faults.rate('oauth.refresh', 'error-before', 1, 1);
    expect((await refresh()).status).toBe(503);
    await control.faults.clear();
    expect((await refresh()).status).toBe(200);
    expect(await control.calls.list({ operation: 'oauth.refresh', status: 503 })).toHaveLength(2);
    await control.calls.clear();
    expect(google.calls.count()).toBe(0);
    await control.configure({ requestsPerMinute: 0 });
    expect((await accounts('GET', '/accounts')).status).toBe(401);
    await control.reset();
    expect((await refresh()).error).toBe('invalid_grant');
  });

  it('looks into the world and changes it', async () => {
    const { world } = controlOf(google.origin);
    expect(await world.access({ email: PEOPLE.tamsin })).toMatchObject([{ refreshTokens: 1 }]);
    await world.expireAccessTokens({ email: PEOPLE.tamsin });
    expect((await accounts('GET', '/accounts')).status).toBe(401);
    await world.editByOwner({ location: 'Okonjo Ceramics', fields: { websiteUri: null } });
    expect(await world.location({ location: 'Okonjo Ceramics' })).not.toHaveProperty('fields.websiteUri');
    expect(await world.accounts({ email: PEOPLE.tamsin })).toHaveLength(3);
    expect(await world.posts({})).toHaveLength(3);
    await expect(world.location({ location: 'Nowhere' })).rejects.toThrow('There is no place Nowhere.');
    await expect(world.access({ email: 'nobody@example.com' })).rejects.toThrow('There is no person');
    await expect(world.setMetrics({ location: 'Okonjo Ceramics', metric: 'X', values: {} })).rejects.toThrow(
      'metric X',
    );
  });

  it('makes Google’s clock run faster, and stand still', async () => {
    const { clock } = controlOf(google.origin);
    google.clock.set(new Date('2026-05-04T10:00:00Z'));
    await clock.setSpeed(3600);
    const started = Date.now();
    while (Date.now() - started < 50);
    expect((await clock.now()).getTime()).toBeGreaterThan(Date.parse('2026-05-04T10:02:00Z'));
    await clock.setSpeed(0);
    const stopped = await clock.now();
    expect(await clock.now()).toEqual(stopped);
    await expect(clock.setSpeed(-1)).rejects.toThrow('speed is a number from 0 to 3600.');
  });

  it('gives tokens without the consent page, with all scopes or with those that are asked for', async () => {
    const { world } = controlOf(google.origin);
    const email = PEOPLE.idris;
    const { access_token, refresh_token } = await world.issueTokens({ email });
    const call = callerOf(google.addresses.GBP_ACCOUNTS_URL, access_token);
    expect((await call('GET', '/accounts')).body.accounts).toHaveLength(3);
    const refreshed = await askForToken(google, { grant_type: 'refresh_token', refresh_token });
    expect(refreshed.scope).toContain('business.manage');
    expect(await world.access({ email })).toMatchObject([{ clientId: GOOGLE_CLIENT.id, refreshTokens: 1 }]);
    const signIn = await world.issueTokens({ email, scopes: ['openid', 'email'] });
    const refused = await callerOf(google.addresses.GBP_ACCOUNTS_URL, signIn.access_token)(
      'GET',
      '/accounts',
    );
    expect(refused.status).toBe(403);
    await expect(world.issueTokens({ email, clientId: 'other' })).rejects.toThrow(
      'There is no client other.',
    );
  });

  it('takes every example of the README', async () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const examples = [...readme.matchAll(/^\| `(\w+)` .*\| `(\{.*\})` +\|$/gm)];
    expect(examples).toHaveLength(44);
    for (const [, name, body] of examples) {
      const answer = await fetch(`${google.origin}/__simulator/world/${name}`, { method: 'POST', body });
      expect([name, answer.status, await answer.text()]).toEqual([name, 200, expect.any(String)]);
    }
  });

  it('answers nonsense with a sentence', async () => {
    const send = async (path: string, body: string) => {
      const answer = await fetch(`${google.origin}/__simulator${path}`, { method: 'POST', body });
      return [answer.status, await answer.json()];
    };
    expect(await send('/clock', '{"set":"soon"}')).toEqual([
      400,
      { error: 'The clock needs a real instant.' },
    ]);
    expect(await send('/world/constructor', '{}')).toEqual([
      400,
      { error: 'There is no command POST /world/constructor.' },
    ]);
    expect(await send('/faults', '[')).toEqual([400, { error: 'The body has to be a JSON object.' }]);
  });
});
