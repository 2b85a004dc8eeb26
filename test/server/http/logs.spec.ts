import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '../../support/jest.ts';
import { Logger } from '@nestjs/common';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AccessTokens } from '../../../dist/server/business-profile/connection/access-tokens.js';
import type { GoogleSimulator } from 'gbp-simulator';
import { AppError } from '../../../dist/server/errors/app-error.js';
import { UsersService } from '../../../dist/server/users/users.service.js';
import {
  PASSWORD,
  type SignedInClient,
  startTestApp,
  type TestApp,
  uniqueEmail,
  withoutTasks,
} from '../../support/app.ts';
import { askGoogle, googleEnv, withoutImports } from '../../support/google/google-connection.ts';
import { PEOPLE, startSimulator } from '../../support/google/google-simulator.ts';
import { type LogLine, LogLines } from '../../support/log-lines.ts';
import { untilSeen } from '../../support/until.ts';

let google: GoogleSimulator;
let served: TestApp;
let robin: SignedInClient;
const log = new LogLines();
beforeAll(async () => {
  google = await startSimulator();
  log.listen();
  served = await startTestApp({ ...googleEnv(google), LOG_LEVEL: 'info' }, undefined, {
    // What they log would stand between the lines of a test.
    prepare: withoutTasks,
  });
  withoutImports(served);
  robin = await served.signUp();
  log.stop();
});
beforeEach(() => {
  log.clear();
  log.listen();
});
afterEach(() => log.stop());
afterAll(async () => {
  await served.close();
  await google.close();
});

/** The line of the request that has this answer: it is written when the connection has let go of it. */
const lineOf = (answer: { headers: Record<string, string> }): Promise<LogLine> =>
  untilSeen('the line of a request', () =>
    log
      .lines()
      .find(
        ({ event, requestId }) =>
          event?.startsWith('request') && requestId === answer.headers['x-request-id'],
      ),
  );

describe('a request', () => {
  it('is one line of JSON with its id, route, status, time and who asked, and never its query', async () => {
    const answer = await robin.send('get', '/api/posts?search=canary-search').expect(200);
    const line = await lineOf(answer);
    expect(line).toMatchObject({
      event: 'request',
      level: 'info',
      method: 'GET',
      route: '/api/posts',
      status: 200,
    });
    expect(line).toMatchObject({ uid: robin.uid, from: '127.0.0.1' });
    expect(line.ms).toBeGreaterThan(0);
    expect(Math.abs(Date.parse(line.time) - Date.now())).toBeLessThan(60_000);
    expect(log.all).not.toContain('canary-search');
  });

  it('is named by the pattern of its route, or by its path where there is none', async () => {
    const post = await robin.send('get', '/api/posts/7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f').expect(404);
    expect((await lineOf(post)).route).toBe('/api/posts/:id');
    const nothing = await robin
      .send('get', `/api/nothing/${'long'.repeat(200)}?token=canary-token`)
      .expect(404);
    const { route } = await lineOf(nothing);
    expect(route).toMatch(/^\/api\/nothing\/(long)+/);
    expect(String(route)).toHaveLength(200);
    await lineOf(await robin.send('get', '/api/nothing?token=canary-token').expect(404));
    expect(log.all).not.toContain('canary-token');
  });

  it('gives its id to every line that it causes', async () => {
    const answer = await served
      .visitor()
      .send('post', '/api/auth/login', { email: robin.email, password: PASSWORD });
    await lineOf(answer);
    const ids = log.lines().map(({ event, requestId }) => [event, requestId]);
    const id = answer.headers['x-request-id'];
    expect(ids).toEqual([
      ['auth.signed_in', id],
      ['request', id],
    ]);
  });

  it('for health is no line at all', async () => {
    await served.visitor().send('get', '/api/health/ready').expect(200);
    await served.visitor().send('get', '/api/health/live').expect(200);
    await lineOf(await robin.send('get', '/api/auth/profile').expect(200));
    expect(log.lines().map(({ route }) => route)).toEqual(['/api/auth/profile']);
  });

  it('that fails logs its cause without the values of the failed query', async () => {
    const cause = Object.assign(new Error('index damaged'), { code: 'XX000' });
    const fault = Object.assign(new Error('Failed query: canary-query', { cause }), {
      params: ['canary-param'],
    });
    jest.spyOn(served.app.get(UsersService), 'getProfile').mockRejectedValueOnce(fault);
    const answer = await robin.send('get', '/api/auth/profile').expect(500);
    await lineOf(answer);
    const [failed, request] = log.lines();
    expect(failed).toMatchObject({
      event: 'request.failed',
      level: 'error',
      requestId: answer.body.requestId,
      err: { message: 'index damaged', code: 'XX000', stack: expect.stringContaining('logs.spec') },
    });
    expect(request).toMatchObject({ event: 'request', level: 'warn', status: 500, error: 'internal' });
    expect(log.all).not.toContain('canary');
  });
});

describe('a denial', () => {
  const denials: [what: string, facts: object, ask: () => Promise<{ headers: Record<string, string> }>][] = [
    [
      'without a session',
      { status: 401, error: 'not_signed_in' },
      () => served.visitor().send('get', '/api/posts'),
    ],
    [
      'of another site',
      { status: 403, error: 'foreign_origin', level: 'warn' },
      () => robin.send('post', '/api/auth/logout').set('Origin', 'https://evil.example'),
    ],
    [
      "of what is another's",
      { status: 404, error: 'not_found', uid: expect.any(String) },
      () => robin.send('delete', '/api/posts/7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f'),
    ],
    [
      'under another host name',
      { status: 421, error: 'misdirected_request', level: 'warn' },
      () => served.visitor().send('get', '/api/posts').set('Host', 'evil.example'),
    ],
  ];

  it.each(denials)('%s is told as one', async (_what, facts, ask) => {
    expect(await lineOf(await ask())).toMatchObject({ event: 'request.denied', ...facts });
  });
});

describe('signing in and out', () => {
  it('is logged: signing up, in, and out, here and everywhere', async () => {
    const email = uniqueEmail();
    const sam = await served.signUp({ email });
    await served.visitor().send('post', '/api/auth/login', { email, password: PASSWORD }).expect(200);
    await sam.send('post', '/api/auth/logout').expect(204);
    await robin.send('post', '/api/auth/password-reset', { email }).expect(202);
    const again = await served.visitor().send('post', '/api/auth/login', { email, password: PASSWORD });
    const cookie = again.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    await served.visitor().send('post', '/api/auth/logout-everywhere').set('Cookie', cookie).expect(204);
    const events = log.lines().filter(({ event }) => event?.startsWith('auth.'));
    expect(events.map(({ event, uid }) => [event, uid])).toEqual([
      ['auth.signed_up', sam.uid],
      ['auth.signed_in', sam.uid],
      ['auth.signed_out', sam.uid],
      ['auth.password_reset_asked', undefined],
      ['auth.signed_in', sam.uid],
      ['auth.signed_out_everywhere', sam.uid],
    ]);
    expect(log.all).not.toContain(email);
  });

  it('and is refused: by what, under which code, for the same account each time, without its address', async () => {
    const refused = (email: string, password: string) =>
      served.visitor().send('post', '/api/auth/login', { email, password }).expect(400);
    await refused(robin.email, 'canary-password');
    await refused(robin.email.toUpperCase(), 'canary-password');
    await refused(uniqueEmail(), 'canary-password');
    const [first, second, other] = log.of('auth.refused');
    expect(first).toMatchObject({ level: 'warn', by: 'password', error: expect.stringMatching(/^auth\//) });
    expect(first?.account).toMatch(/^[0-9a-f]{16}$/);
    expect(second?.account).toBe(first?.account);
    expect(other?.account).not.toBe(first?.account);
    expect(log.all).not.toMatch(/canary|@example/i);
  });
});

it('what becomes of an account is told: its data taken out, and it deleted', async () => {
  const email = uniqueEmail();
  const sam = await served.signUp({ email });
  await sam.send('get', '/api/account/export').expect(200);
  await sam.send('delete', '/api/account', { confirmation: email, password: PASSWORD }).expect(200);
  const events = log.lines().filter(({ event }) => event?.startsWith('account.'));
  expect(events.map(({ event, uid }) => [event, uid])).toEqual([
    ['account.exported', sam.uid],
    ['account.deleted', sam.uid],
  ]);
});

it('what becomes of a connection is told: made, its tokens, refused, lost, ended', async () => {
  const sam = await served.signUp();
  const answer = await askGoogle(sam, { email: PEOPLE.tamsin });
  await sam.send('post', '/api/auth/setup', answer).expect(200);
  await sam.send('post', '/api/auth/setup', answer).expect(200);
  const tokens = served.app.get(AccessTokens);
  const { sub: subject } = google.world.people().find(({ email }) => email === PEOPLE.tamsin)!;
  const owner = { workspaceId: sam.uid, subject };
  // The first one came with the grant.
  const first = await tokens.get(owner);
  tokens.reject(owner, first);
  const token = await tokens.get(owner);
  google.faults.next('oauth.refresh', 'revoked-grant');
  tokens.reject(owner, token);
  for (const _twice of [1, 2]) await expect(tokens.get(owner)).rejects.toBeInstanceOf(AppError);
  await sam.send('delete', '/api/auth/gbp-connection').expect(200);
  const events = log.lines().filter(({ event }) => /^(connection|token)\./.test(event ?? ''));
  expect(events.map(({ event, uid, workspace }) => [event, uid, workspace])).toEqual([
    ['connection.made', sam.uid, sam.uid],
    ['connection.refused', sam.uid, sam.uid],
    // Nobody asked for these.
    ...['token.refreshed', 'connection.lost', 'connection.ended'].map((event) => [event, undefined, sam.uid]),
  ]);
  for (const secret of [first, token, answer.code ?? '', answer.state]) expect(log.all).not.toContain(secret);
});

describe('nothing private is logged', () => {
  it('of cookies, passwords, codes, and what people write', async () => {
    const email = uniqueEmail();
    const sam = await served.signUp({ email, fullName: 'Canary Name' });
    const body = {
      locationId: 'sample-101',
      publishAt: new Date(Date.now() + 86_400_000).toISOString(),
      postBody: { languageCode: 'en-US', summary: 'canary-summary', topicType: 'STANDARD' },
    };
    await sam.send('post', '/api/posts', body).expect(201);
    await sam.send('post', '/api/posts', { ...body, publishAt: 'canary-time' }).expect(400);
    await sam.send('patch', '/api/locations/sample-101', { name: 'canary-place' }).expect(200);
    await sam.send('get', '/api/auth/google/callback?code=canary-code&state=canary-state').expect(302);
    await lineOf(await sam.send('post', '/api/auth/session', { idToken: 'canary-token' }).expect(400));
    // The canary sings: these requests are in the log, and the session is one.
    expect(log.of('request').map(({ route }) => route)).toContain('/api/auth/google/callback');
    expect(log.lines().some(({ uid }) => uid === sam.uid)).toBe(true);
    expect(sam.cookie.length).toBeGreaterThan(50);
    for (const secret of ['canary', 'Canary', PASSWORD, email, sam.cookie.split('=')[1] ?? ''])
      expect([secret, log.all.includes(secret)]).toEqual([secret, false]);
  });

  it('even when code passes it to the log', async () => {
    const secrets = { token: 'canary', password: 'canary', authorization: 'canary', summary: 'canary' };
    new Logger('Test').warn({
      event: 'test',
      code: 'canary',
      state: 'canary',
      ...secrets,
      inner: { ...secrets, body: 'canary' },
    });
    new Logger('Test').log({
      event: 'test',
      deep: { request: { headers: 'canary', cookie: 'canary' }, list: [{ token: 'canary' }], kept: 1 },
    });
    // Lines are written at the end of the turn in which they came about.
    await nextTurn();
    expect(log.of('test').map(({ deep }) => deep)).toEqual([
      undefined,
      { request: { headers: '[redacted]', cookie: '[redacted]' }, list: [{ token: '[redacted]' }], kept: 1 },
    ]);
    expect(log.all).not.toContain('canary');
  });
});

it('input cannot forge a log line', async () => {
  const forged = '\n{"level":"info","event":"auth.signed_in","uid":"mallory"}';
  new Logger('Test').warn(`A service says: ${forged}`);
  await lineOf(
    await robin
      .send('get', `/api/${encodeURIComponent(forged)}`)
      .set('User-Agent', 'x')
      .expect(404),
  );
  await lineOf(await robin.send('get', `/api/x?a=${encodeURIComponent(forged)}`).expect(404));
  expect(log.lines()).toHaveLength(3);
  expect(log.of('auth.signed_in')).toEqual([]);
});
