import { afterAll, beforeAll, describe, expect, it, jest } from '../../support/jest.ts';
import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { Response, Test } from 'supertest';
import { MAX_EMAIL } from '../../../dist/server/auth/email-address.js';
import { rateBuckets } from '../../../dist/server/database/connection.schema.js';
import {
  COSTLY,
  type Limit,
  LONGEST_TTL_MS,
  REQUESTS,
  type ThrottleRule,
  THROTTLES,
} from '../../../dist/server/security/throttle-limits.js';
import { ThrottleStorage } from '../../../dist/server/security/throttle-storage.js';
import {
  type Client,
  ORIGIN,
  PASSWORD,
  type SignedInClient,
  startTestApp,
  type TestApp,
  uniqueEmail,
} from '../../support/app.ts';
import { haltDatabaseTime, setDatabaseTime } from '../../support/database/database-time.ts';

const LOCAL = '127.0.0.1';
const WRONG = 'wrong horse';

/** Behind one proxy that is trusted: each request can come from an address of its own. */
let served: TestApp;
/** A further server on the same database that nobody stands in front of. */
let direct: TestApp;
beforeAll(async () => {
  served = await startTestApp({ THROTTLE: 'on', TRUST_PROXY: '1' });
  direct = await startTestApp({ THROTTLE: 'on' }, served);
});
afterAll(async () => {
  await direct.close();
  await served.close();
});

let addresses = 0;
/** An address that nobody has asked from yet. */
function newAddress(): string {
  addresses += 1;
  return `10.0.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
}

const post = (path: string, body: object, address = newAddress(), client: Client = served.visitor()): Test =>
  client.send('post', path, body).set('X-Forwarded-For', address);
const logIn = (email: string, password: string, address?: string, client?: Client): Test =>
  post('/api/auth/login', { email, password }, address, client);
const askForReset = (email: string, address?: string, client?: Client): Test =>
  post('/api/auth/password-reset', { email }, address, client);
const signUp = (email: string, address?: string): Test =>
  post('/api/auth/signup', { fullName: 'Robin van Berg', email, password: PASSWORD }, address);

/** All cookies that an answer sets, as a browser sends them back. */
const cookiesIn = ({ headers }: Response): string =>
  ((headers['set-cookie'] ?? []) as unknown as string[]).map((cookie) => cookie.split(';')[0]).join('; ');

/** A browser in which somebody has signed in, and out again. */
async function knownBrowser(email: string): Promise<Client> {
  const browser = served.visitor();
  const cookies = cookiesIn(await logIn(email, PASSWORD).expect(200));
  browser.cookie = cookies
    .split('; ')
    .filter((cookie) => !cookie.startsWith('shingle='))
    .join('; ');
  return browser;
}

/** Strangers, each with an address of their own, until nobody else gets a try at that account. */
async function useUp(email: string): Promise<void> {
  expect(await statuses(41, () => logIn(email, WRONG))).toContain(429);
  await logIn(email, PASSWORD).expect(429);
}

/** The statuses of so many requests at once. */
async function statuses(count: number, send: (index: number) => Test): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => send(index)));
  return answers.map(({ status }) => status);
}
/** So many GETs, all but a few at a time on connections that are kept. @returns how often each status came */
async function getMany(count: number, path: string, headers: Record<string, string>): Promise<object> {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const [host, port] = served.address.split(':');
  const counts: Record<number, number> = {};
  const get = () =>
    new Promise<void>((resolve, reject) => {
      const options = { host, port, path, agent, headers: { Host: new URL(ORIGIN).host, ...headers } };
      request(options, (answer) => {
        const status = answer.statusCode ?? 0;
        counts[status] = (counts[status] ?? 0) + 1;
        answer.resume().once('end', resolve);
      })
        .once('error', reject)
        .end();
    });
  await Promise.all(Array.from({ length: count }, get));
  agent.destroy();
  return counts;
}
const times = (count: number, status: number): number[] => Array.from({ length: count }, () => status);

async function pass(seconds: number): Promise<void> {
  served.clock.advance({ seconds });
  await setDatabaseTime(served.database, served.clock);
}

/** Lets no time pass while the work is done. */
async function atOnce(work: () => Promise<void>): Promise<void> {
  const halted = jest.spyOn(served.clock, 'now').mockReturnValue(served.clock.now());
  await haltDatabaseTime(served.database, served.clock);
  await work().finally(() => halted.mockRestore());
  await setDatabaseTime(served.database, served.clock);
}

/** What a person, or a program, can tell of an answer. */
function visible({ status, body, headers }: Response) {
  const { 'x-request-id': _id, date: _date, ...others } = headers;
  return { status, headers: others, body: { ...body, requestId: '' } };
}

describe('signing in', () => {
  it('is refused after eight tries at one account from one address, and Retry-After says until when', async () => {
    const { email } = await served.signUp();
    const address = newAddress();
    await atOnce(async () => {
      expect(await statuses(8, () => logIn(email, WRONG, address))).toEqual(times(8, 400));
      const refused = await logIn(email, PASSWORD, address).expect(429);
      expect(refused.body).toEqual({
        statusCode: 429,
        code: 'auth/too-many-requests',
        message: 'Too many failed attempts. Please try again later.',
        requestId: refused.headers['x-request-id'],
      });
      expect(refused.headers['retry-after']).toBe('300');
      expect(refused.headers['set-cookie']).toBeUndefined();
      await logIn(` ${email.toUpperCase()}`, PASSWORD, address).expect(429);
    });
  });

  it('answers the same for a known and an unknown account, whether the password is right or wrong', async () => {
    const { email } = await served.signUp();
    const unknown = uniqueEmail();
    const address = newAddress();
    await atOnce(async () => {
      for (const account of [email, unknown]) await statuses(8, () => logIn(account, WRONG, address));
      const right = await logIn(email, PASSWORD, address).expect(429);
      expect(visible(await logIn(email, WRONG, address))).toEqual(visible(right));
      expect(visible(await logIn(unknown, PASSWORD, address))).toEqual(visible(right));
    });
  });

  it('works again after the time that was named, however much was tried meanwhile', async () => {
    const { email } = await served.signUp();
    const address = newAddress();
    await statuses(8, () => logIn(email, WRONG, address));
    const { headers } = await logIn(email, WRONG, address).expect(429);
    expect(await statuses(20, () => logIn(email, PASSWORD, address))).toEqual(times(20, 429));
    await pass(Number(headers['retry-after']));
    await logIn(email, PASSWORD, address).expect(200);
  });

  it('works for the owner elsewhere while an attacker is stopped', async () => {
    const { email } = await served.signUp();
    const address = newAddress();
    await statuses(30, () => logIn(email, WRONG, address));
    await logIn(email, PASSWORD).expect(200);
  });

  it('is refused after 40 tries at one account from anywhere, which takes nothing from who is refused', async () => {
    const { email } = await served.signUp();
    expect(await statuses(40, () => logIn(email, WRONG))).toEqual(times(40, 400));
    const address = newAddress();
    expect(await statuses(10, () => logIn(email, PASSWORD, address))).toEqual(times(10, 429));
    await pass(60);
    await logIn(email, PASSWORD, address).expect(200);
  });

  it('works for the owner in a new browser while four addresses try all they can', async () => {
    const { email } = await served.signUp();
    const strangers = Array.from({ length: 4 }, () => newAddress());
    const tryAll = (tries: number) =>
      Promise.all(strangers.map((address) => statuses(tries, () => logIn(email, WRONG, address))));
    await tryAll(12);
    for (let minute = 0; minute < 30; minute += 1) {
      await pass(60);
      await tryAll(2);
    }
    await logIn(email, PASSWORD).expect(200);
  });

  it('counts for all servers together', async () => {
    const email = uniqueEmail();
    const tryHere = () => logIn(email, WRONG, LOCAL);
    const tryThere = () => direct.visitor().send('post', '/api/auth/login', { email, password: WRONG });
    expect(await statuses(4, tryHere)).toEqual(times(4, 400));
    expect(await statuses(4, tryThere)).toEqual(times(4, 400));
    await tryHere().expect(429);
    await tryThere().expect(429);
  });
});

describe('from one address', () => {
  it.each([
    ['/api/auth/login', 60, 'auth/too-many-requests'],
    ['/api/auth/signup', 30, 'auth/too-many-requests'],
    ['/api/auth/session', 60, 'auth/too-many-requests'],
    ['/api/auth/password-reset', 20, 'auth/too-many-requests'],
  ])('%s is open %i times, whoever it is about', async (path, limit, code) => {
    const address = newAddress();
    expect(await statuses(limit, () => post(path, {}, address))).toEqual(times(limit, 400));
    const refused = await post(path, {}, address).expect(429);
    expect(refused.body.code).toBe(code);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await post(path, {}).expect(400);
  });

  it('60 sign-ins with Google are begun', async () => {
    const begin = (address: string) =>
      served.visitor().send('get', '/api/auth/google').set('X-Forwarded-For', address);
    const address = newAddress();
    expect(await statuses(60, () => begin(address))).toEqual(times(60, 400));
    expect((await begin(address).expect(429)).headers['retry-after']).toBeDefined();
    await begin(newAddress()).expect(400);

    const attempt = crypto.randomUUID();
    const popup = await begin(address).query({ attempt }).expect(302);
    expect(popup.headers['location']).toBe(
      `/google-sign-in?attempt=${attempt}&result=auth%2Ftoo-many-requests`,
    );
  });

  it('ten ID tokens of one person are exchanged; one that nobody has signed counts for nobody', async () => {
    const { email } = await served.signUp();
    const signIn = await fetch(
      `http://${process.env.TEST_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k`,
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password: PASSWORD, returnSecureToken: true }),
      },
    );
    const { idToken } = (await signIn.json()) as { idToken: string };
    const [head, payload] = idToken.split('.');
    const address = newAddress();
    const exchange = (token: string, from = address) => post('/api/auth/session', { idToken: token }, from);
    expect(await statuses(11, () => exchange(`${head}.${payload}.c2lnbmF0dXJl`))).toEqual(times(11, 400));
    // Too old to open a session by now, and still Firebase's word for who it is.
    await pass(6 * 60);
    expect(await statuses(10, () => exchange(idToken))).toEqual(times(10, 400));
    await exchange(idToken).expect(429);
    await exchange(idToken, newAddress()).expect(400);
  });
});

describe('about one account', () => {
  it.each([
    ['signing up', 5, 25, signUp],
    ['a password reset', 3, 15, askForReset],
  ])('%s is tried %i times from one address, and %i times from anywhere', async (_, here, all, tryIt) => {
    const email = uniqueEmail();
    const address = newAddress();
    expect(await statuses(here, () => tryIt(email, address))).not.toContain(429);
    expect((await tryIt(email, address).expect(429)).headers['retry-after']).toBeDefined();
    expect(await statuses(all - here, () => tryIt(email))).not.toContain(429);
    const refused = await tryIt(email).expect(429);
    expect(refused.body.message).toBe('Too many failed attempts. Please try again later.');
    expect(refused.headers['retry-after']).toBeDefined();
    expect((await tryIt(uniqueEmail())).status).not.toBe(429);
  });

  it('four addresses block neither password resets nor signing up', async () => {
    const { email } = await served.signUp();
    const strangers = Array.from({ length: 4 }, () => newAddress());
    for (let turn = 0; turn < 6; turn += 1) {
      await pass(10 * 60);
      for (const address of strangers) {
        await statuses(4, () => askForReset(email, address));
        await statuses(6, () => signUp(email, address));
      }
    }
    await askForReset(email).expect(202);
    expect((await signUp(email).expect(400)).body.code).toBe('auth/email-already-in-use');
  });

  it('nothing counts that was not tried: a body that is refused, an account service that is away', async () => {
    const { email } = await served.signUp();
    const newcomer = uniqueEmail();
    const refused = [
      () => post('/api/auth/login', { email }),
      () => post('/api/auth/login', { email, password: PASSWORD, x: 1 }),
      () => post('/api/auth/password-reset', { email, x: 1 }),
      () => post('/api/auth/signup', { email: newcomer }),
    ];
    for (const tryIt of refused) expect(await statuses(41, tryIt)).toEqual(times(41, 400));
    await logIn(email, PASSWORD).expect(200);
    await askForReset(email).expect(202);
    await signUp(newcomer).expect(200);

    const cutOff = await startTestApp({ THROTTLE: 'on', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1' }, served);
    const codes = new Set<string>();
    try {
      // One after the other: a try counts until it is known that it was none.
      for (let tries = 0; tries < 20; tries += 1) {
        const answer = await cutOff.visitor().send('post', '/api/auth/login', { email, password: PASSWORD });
        codes.add((answer.body as { code: string }).code);
      }
    } finally {
      await cutOff.close();
    }
    expect([...codes]).toEqual(['auth/network-request-failed']);
  });

  it('connecting is begun and finished 20 times', async () => {
    const [robin, kim] = await Promise.all([served.signUp(), served.signUp()]);
    const begin = (client: Client) => post('/api/auth/gbp-connect', {}, newAddress(), client);
    expect(await statuses(20, () => begin(robin))).not.toContain(429);
    const refused = await begin(robin).expect(429);
    expect(refused.body.code).toBe('too_many_requests');
    await post('/api/auth/setup', { code: 'x' }, newAddress(), robin).expect(429);
    expect((await begin(kim)).status).not.toBe(429);
    await statuses(21, () => post('/api/auth/setup', {}, newAddress(), kim));
    expect((await begin(kim)).status).not.toBe(429);
  });
});

describe('a browser that has signed in to an account before', () => {
  it('gets in, and gets its reset, however many strangers try, from whatever address', async () => {
    const { email } = await served.signUp();
    const browser = await knownBrowser(email);
    await useUp(email);
    await statuses(16, () => askForReset(email));
    await askForReset(email).expect(429);
    const crowded = newAddress();
    await statuses(61, () => logIn(uniqueEmail(), WRONG, crowded));
    await logIn(uniqueEmail(), WRONG, crowded).expect(429);
    await logIn(email, PASSWORD, crowded, browser).expect(200);
    await askForReset(email, crowded, browser).expect(202);
  });

  it('has ten tries in twenty minutes of its own', async () => {
    const { email } = await served.signUp();
    const [first, second] = [await knownBrowser(email), await knownBrowser(email)];
    await useUp(email);
    await atOnce(async () => {
      expect(await statuses(10, () => logIn(email, WRONG, undefined, first))).toEqual(times(10, 400));
      const refused = await logIn(email, PASSWORD, undefined, first).expect(429);
      expect(refused.headers['retry-after']).toBe('120');
    });
    await logIn(email, PASSWORD, undefined, second).expect(200);
    await pass(120);
    await logIn(email, PASSWORD, undefined, first).expect(200);
  });

  it('is known by a cookie for that account, which nobody else can write', async () => {
    const { email } = await served.signUp();
    const browser = await knownBrowser(email);
    const stranger = await knownBrowser((await served.signUp()).email);
    await useUp(email);
    const { cookie = '' } = browser;
    const changed = cookie.slice(0, -3) + (cookie.endsWith('AAA') ? 'BBB' : 'AAA');
    const [name, value = ''] = cookie.split('=');
    for (const other of [
      stranger.cookie ?? '',
      changed,
      `${name}=${'A'.repeat(value.length)}`,
      `${name}=x`,
    ]) {
      const visitor = served.visitor();
      visitor.cookie = other;
      await logIn(email, PASSWORD, undefined, visitor).expect(429);
    }
    await logIn(email, PASSWORD, undefined, browser).expect(200);
  });

  it('is looked for by no text that is too long for an address', async () => {
    const visitor = served.visitor();
    visitor.cookie = `shingle-known=${Array<string>(5).fill('A'.repeat(65)).join('.')}`;
    // Marks in the wrong order: the time to sort them grows with the square of their number.
    const email = `${'\u0301\u0316'.repeat(20_000)}@example.com`;
    const normalize = jest.spyOn(String.prototype, 'normalize');
    await logIn(email, PASSWORD, undefined, visitor).expect(400);
    const texts = normalize.mock.contexts.map(String);
    normalize.mockRestore();
    expect(texts.filter(({ length }) => length > MAX_EMAIL)).toEqual([]);
  });

  it('stays known after it has logged out, to every server, and for all who share it', async () => {
    const [robin, kim] = [await served.signUp(), await served.signUp()];
    const browser = served.visitor();
    const first = await logIn(robin.email, PASSWORD, undefined, browser).expect(200);
    expect((first.headers['set-cookie'] as unknown as string[])[1]).toMatch(
      /^shingle-known=[\w-]{65}; Max-Age=34560000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
    browser.cookie = cookiesIn(first);
    const loggedOut = await browser.send('post', '/api/auth/logout').expect(204);
    // "cookies" would take this one as well.
    expect(loggedOut.headers['clear-site-data']).toBe('"storage"');
    expect(cookiesIn(loggedOut)).not.toContain('known');
    browser.cookie = cookiesIn(await logIn(kim.email, PASSWORD, undefined, browser).expect(200));
    for (const { email } of [robin, kim]) {
      await useUp(email);
      const elsewhere = direct.visitor();
      elsewhere.cookie = browser.cookie;
      await elsewhere.send('post', '/api/auth/login', { email, password: PASSWORD }).expect(200);
    }
  });

  it('is no longer known to an account that is deleted in it', async () => {
    const robin = await served.signUp();
    const body = { confirmation: robin.email, password: PASSWORD };
    const answer = await robin.send('delete', '/api/account', body).expect(200);
    expect(answer.headers['clear-site-data']).toBe('"cookies", "storage"');
    expect(cookiesIn(answer)).toContain('shingle-known=');
  });
});

describe('showing again who one is, to delete the account,', () => {
  it('is tried ten times for one user, from wherever', async () => {
    const [robin, kim] = await Promise.all([served.signUp(), served.signUp()]);
    const tryIt = (client: SignedInClient, body = { confirmation: client.email, password: WRONG }) =>
      client.send('delete', '/api/account', body).set('X-Forwarded-For', newAddress());
    const refused = { confirmation: robin.email, password: '' };
    expect(await statuses(11, () => tryIt(robin, refused))).toEqual(times(11, 400));
    expect(await statuses(10, () => tryIt(robin))).toEqual(times(10, 400));
    expect((await tryIt(robin).expect(429)).body.code).toBe('auth/too-many-requests');
    await tryIt(kim).expect(400);
  });
});

describe('any request', () => {
  it('is answered so many times a minute for one user, on whatever way they come', async () => {
    const [robin, kim] = await Promise.all([served.signUp(), served.signUp()]);
    const ask = (client: Client) =>
      client.send('get', '/api/posts?limit=0').set('X-Forwarded-For', newAddress());
    await atOnce(async () => {
      const { limit } = REQUESTS.user;
      const headers = { Cookie: robin.cookie, 'X-Forwarded-For': newAddress() };
      expect(await getMany(limit, '/api/posts?limit=0', headers)).toEqual({ 400: limit });
      const refused = await ask(robin).expect(429);
      expect(refused.body.code).toBe('too_many_requests');
      expect(refused.headers['retry-after']).toBe('1');
      await ask(kim).expect(400);
    });
    await pass(1);
    await ask(robin).expect(400);
  });

  it('is answered so many times a minute for one address, before it is read; health always', async () => {
    const address = newAddress();
    const ask = (path: string, from = address) =>
      served.visitor().send('get', path).set('X-Forwarded-For', from);
    await atOnce(async () => {
      const { limit } = REQUESTS.address;
      expect(await getMany(limit, '/api/nothing', { 'X-Forwarded-For': address })).toEqual({ 404: limit });
      for (const path of ['/api/nothing', '/api/posts', '/api/auth/session', '/api/openapi.json']) {
        const refused = await ask(path).expect(429);
        expect(refused.body).toMatchObject({ statusCode: 429, code: 'too_many_requests' });
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      }
      await served.visitor().send('post', '/api/auth/login', '{').set('X-Forwarded-For', address).expect(429);
      for (const path of ['/api/health/live', '/api/health/ready']) await ask(path).expect(200);
      await ask('/api/auth/session', newAddress()).expect(200);
    });
    await pass(60);
    await ask('/api/auth/session').expect(200);
  });
});

describe('what costs much', () => {
  it.each<[string, keyof typeof COSTLY, (client: SignedInClient) => Test, answered: number]>([
    ['an export of all data', 'export', (client) => client.send('get', '/api/account/export'), 200],
    [
      'a check of a reply',
      'reply-check',
      (client) => client.send('post', '/api/reviews/check', { reviewId: randomUUID(), text: 'Thanks' }),
      409,
    ],
    [
      'the change log as a table',
      'change-export',
      (client) => client.send('get', '/api/changes/export'),
      409,
    ],
  ])('is given so often to one person: %s', async (_what, name, ask, answered) => {
    const [robin, kim] = await Promise.all([served.signUp(), served.signUp()]);
    const { limit, ttl } = COSTLY[name];
    await atOnce(async () => {
      for (let left = limit; left > 0; left -= 1)
        await ask(robin).set('X-Forwarded-For', newAddress()).expect(answered);
      const refused = await ask(robin).set('X-Forwarded-For', newAddress()).expect(429);
      expect(refused.body.code).toBe('too_many_requests');
      expect(refused.headers['retry-after']).toBe(String(ttl / limit / 1000));
      await ask(kim).set('X-Forwarded-For', newAddress()).expect(answered);
    });
    await pass(ttl / limit / 1000);
    await ask(robin).set('X-Forwarded-For', newAddress()).expect(answered);
  });
});

describe('the address', () => {
  it('is that of the socket, whatever a request says, unless a proxy is trusted', async () => {
    const forged = (address: string) => ({
      'X-Forwarded-For': address,
      Forwarded: `for=${address}`,
      'X-Real-IP': address,
      'CF-Connecting-IP': address,
      'True-Client-IP': address,
      'X-Client-IP': address,
    });
    const warnings = jest.spyOn(Logger.prototype, 'warn');
    const tryIt = () =>
      direct.visitor().send('post', '/api/auth/password-reset', {}).set(forged(newAddress()));
    expect(await statuses(20, tryIt)).toEqual(times(20, 400));
    await tryIt().expect(429);
    // The operator is told once that a proxy may be meant.
    expect(warnings.mock.calls.filter(([text]) => /Set TRUST_PROXY/.test(String(text)))).toHaveLength(1);
    warnings.mockRestore();
  });

  it('is the one that the trusted proxy has seen, not what the client wrote before it', async () => {
    const address = newAddress();
    const tryIt = () => post('/api/auth/password-reset', {}, `${newAddress()}, ${address}`);
    expect(await statuses(20, tryIt)).toEqual(times(20, 400));
    await tryIt().expect(429);
  });
});

describe('a network of IPv6', () => {
  it('counts as one address, however its addresses and ports are written', async () => {
    const tryFrom = (address: string) => post('/api/auth/password-reset', {}, address);
    const spellings = [
      '2001:db8:7:9::1',
      '2001:DB8:7:9:0:0:0:2',
      '[2001:db8:7:9::3]:4711',
      '2001:db8:7:9:ffff::4',
    ];
    expect(await statuses(20, (index) => tryFrom(spellings[index % 4] ?? ''))).toEqual(times(20, 400));
    await tryFrom('2001:db8:7:9:1:2:3:4').expect(429);
    await tryFrom('2001:db8:7:a::1').expect(400);
  });

  it('that only wraps an address of IPv4 is that address', async () => {
    const address = newAddress();
    const spellings = [address, `::ffff:${address}`, `${address}:4711`];
    const tryIt = (index = 0) => post('/api/auth/password-reset', {}, spellings[index % 3]);
    expect(await statuses(20, tryIt)).toEqual(times(20, 400));
    for (const index of [0, 1, 2]) await tryIt(index).expect(429);
  });

  it('and anything that is no address at all is the proxy itself', async () => {
    const tryIt = (index = 0) => post('/api/auth/signup', {}, `unknown-${index}`);
    const answers = await statuses(31, tryIt);
    expect(answers).toContain(429);
  });
});

describe('what is stored of it', () => {
  it('says nothing any more after an hour: every bucket is full then', () => {
    const limits = Object.values<ThrottleRule>(THROTTLES)
      .flatMap((rule) => Object.values(rule) as (Limit | string)[])
      .filter((part) => typeof part === 'object');
    expect(Math.max(...limits.map(({ ttl }) => ttl))).toBeLessThanOrEqual(LONGEST_TTL_MS);
  });

  it('names neither addresses nor people, and is deleted when it is no longer needed', async () => {
    const email = uniqueEmail();
    await logIn(email, WRONG, '192.0.2.77').expect(400);
    const ids = () => served.database.orm.select({ id: rateBuckets.id }).from(rateBuckets);
    const stored = JSON.stringify(await ids());
    expect(stored).toContain('sign-in account');
    expect(stored).not.toContain('192.0.2.77');
    expect(stored).not.toContain(email);
    const storage = served.app.get(ThrottleStorage);
    await pass(50 * 60);
    await storage.forgetFull();
    expect(JSON.stringify(await ids())).toContain('sign-in account');
    await pass(11 * 60);
    await storage.forgetFull();
    expect(await ids()).toEqual([]);
  });
});
