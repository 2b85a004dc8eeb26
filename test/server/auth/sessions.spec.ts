import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { getAuth } from 'firebase-admin/auth';
import { initializeApp } from 'firebase-admin/app';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SessionDto } from '../../../dist/server/auth/auth.dto.js';
import { cookieOf, PASSWORD, startTestApp, type TestApp } from '../../support/app.ts';
import { untilSeen } from '../../support/until.ts';

let served: TestApp;
beforeAll(async () => {
  served = await startTestApp();
});
afterAll(() => served.close());

const profile = (cookie: string, app = served) =>
  app.visitor().send('get', '/api/auth/profile').set('Cookie', cookie);

/** The emulator's side of an operator: what the Firebase console does. */
function console_() {
  process.env.FIREBASE_AUTH_EMULATOR_HOST = process.env.TEST_AUTH_EMULATOR_HOST;
  return getAuth(initializeApp({ projectId: 'demo-shingle' }, `console-${Math.random()}`));
}

describe('the limits of a session', () => {
  const signIn = async (rememberMe: boolean): Promise<string> => {
    const { email } = await served.signUp();
    const body = { email, password: PASSWORD, rememberMe };
    return cookieOf(await served.visitor().send('post', '/api/auth/login', body).expect(200)) ?? '';
  };

  it('is 24 hours without "remember me"', async () => {
    const cookie = await signIn(false);
    served.clock.advance({ hours: 23, minutes: 59 });
    await profile(cookie).expect(200);
    served.clock.advance({ minutes: 2 });
    await profile(cookie).expect(401);
  });

  it('is 7 days without a visit and 14 days in all with "remember me"', async () => {
    const unused = await signIn(true);
    const used = await signIn(true);
    served.clock.advance({ days: 6 });
    await profile(used).expect(200);
    served.clock.advance({ days: 1, minutes: 1 });
    await profile(unused).expect(401);
    await profile(used).expect(200);
    served.clock.advance({ days: 6, hours: 23 });
    await profile(used).expect(200);
    served.clock.advance({ hours: 2 });
    await profile(used).expect(401);
  });
});

describe('a cookie', () => {
  it('of any other spelling is a 401, which leaves alone what the browser holds by now', async () => {
    const { cookie } = await served.signUp();
    await profile(cookie).expect(200);
    const [head, payload] = cookie.replace('shingle=', '').split('.') as [string, string];
    const forged = Buffer.from(payload, 'base64url')
      .toString()
      .replace(/"sub":"[^"]+"/, '"sub":"somebody-else"');
    for (const value of [
      '',
      'x',
      'a.b.c',
      `${head}.${payload}`,
      `${head}.${payload.slice(0, -4)}.`,
      `${head}.${Buffer.from(forged).toString('base64url')}.`,
      `${payload}.${head}.`,
      'null',
      '%00',
      'a'.repeat(5000),
    ]) {
      const answer = await profile(`shingle=${value}`).expect(401);
      expect(answer.body.code).toBe('not_signed_in');
      // While it was on its way, the person may have signed in again.
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  it('that Firebase vouches for and this server never gave out is a 401', async () => {
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
    const cookie = await console_().createSessionCookie(idToken, { expiresIn: 3_600_000 });
    await profile(`shingle=${cookie}`).expect(401);
  });

  it('is new for each of several sign-ins in one second, and each ends alone', async () => {
    const { email } = await served.signUp();
    const logIn = () => served.visitor().send('post', '/api/auth/login', { email, password: PASSWORD });
    const answers = await Promise.all([logIn(), logIn(), logIn()]);
    const cookies = answers.map((answer) => cookieOf(answer) ?? '');
    expect(new Set(cookies).size).toBe(3);
    await served
      .visitor()
      .send('post', '/api/auth/logout')
      .set('Cookie', cookies[0] ?? '')
      .expect(204);
    await profile(cookies[0] ?? '').expect(401);
    await profile(cookies[1] ?? '').expect(200);
    await profile(cookies[2] ?? '').expect(200);
  });
});

describe('what Firebase decides', () => {
  it.each([
    ['a disabled account', (uid: string) => console_().updateUser(uid, { disabled: true })],
    ['a changed password', (uid: string) => console_().updateUser(uid, { password: 'another one' })],
    ['a deleted account', (uid: string) => console_().deleteUser(uid)],
  ])('bites within 60 seconds: %s', async (_, decide) => {
    const robin = await served.signUp();
    await profile(robin.cookie).expect(200);
    // Firebase compares whole seconds: what happens in the second of the sign-in comes too early to count.
    await untilNextSecond();
    await decide(robin.uid);
    served.clock.advance({ seconds: 60 });
    await profile(robin.cookie).expect(401);
  });
});

describe('with several replicas', () => {
  it('a log-out at one takes effect at the other at once', async () => {
    const other = await startTestApp({}, served);
    const robin = await served.signUp();
    await profile(robin.cookie, other).expect(200);
    await robin.send('post', '/api/auth/logout').expect(204);
    await untilRefused(robin.cookie, other);
    const kim = await served.signUp();
    await profile(kim.cookie, other).expect(200);
    await kim.send('post', '/api/auth/logout-everywhere').expect(204);
    await untilRefused(kim.cookie, other);
    await other.close();
  });

  it('a profile that is changed at one is changed at the other, which had it in memory', async () => {
    const other = await startTestApp({}, served);
    const robin = await served.signUp();
    const themeAtOther = async () => {
      const { body } = await other.visitor().send('get', '/api/auth/session').set('Cookie', robin.cookie);
      return (body as SessionDto).user?.preferences.theme;
    };
    for (let time = 0; time < 2; time += 1) expect(await themeAtOther()).toBe('light');
    await robin.send('patch', '/api/auth/profile', { preferences: { theme: 'dark' } }).expect(200);
    await untilSeen('the change', async () => (await themeAtOther()) === 'dark');
    await other.close();
  });
});

describe('behind a gateway to Firebase', () => {
  let gateway: Server;
  let port = 0;
  let behind: TestApp;
  /** What an answer of Firebase waits for on its way here. */
  let onItsWay: () => Promise<void> = () => Promise.resolve();
  const open = () => new Promise<void>((resolve) => gateway.listen(port, '127.0.0.1', resolve));
  // Refused at once: what breaks off instead is asked for again for 7 seconds.
  const shut = () => {
    gateway.close();
    gateway.closeAllConnections();
  };
  beforeAll(async () => {
    gateway = createServer((request, response) => {
      const [host, port] = (process.env.TEST_AUTH_EMULATOR_HOST ?? '').split(':');
      const headers = { ...request.headers, host: `${host}:${port}` };
      request.pipe(
        httpRequest({ host, port, path: request.url, method: request.method, headers }, (answer) => {
          void onItsWay().then(() => {
            response.writeHead(answer.statusCode ?? 500, answer.headers);
            answer.pipe(response);
          });
        }),
      );
    });
    await open();
    ({ port } = gateway.address() as AddressInfo);
    behind = await startTestApp({ FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${port}` });
  });
  afterAll(async () => {
    await behind.close();
    shut();
  });

  it('a session ends within 60 seconds of a change at Firebase, however slow the check before it was', async () => {
    const robin = await behind.signUp();
    await untilNextSecond();
    onItsWay = async () => {
      onItsWay = () => Promise.resolve();
      await console_().updateUser(robin.uid, { password: 'another one' });
      behind.clock.advance({ seconds: 8 });
    };
    await profile(robin.cookie, behind).expect(200);
    for (const path of ['/api/auth/profile', '/api/auth/session']) await robin.send('get', path).expect(200);
    behind.clock.advance({ seconds: 51 });
    await robin.send('get', '/api/auth/session').expect(200, { user: null });
    await profile(robin.cookie, behind).expect(401);
  });

  it('a cookie is served for 10 minutes after its last check while it cannot be asked, then refused with a 503', async () => {
    const robin = await behind.signUp();
    const stranger = await behind.signUp();
    await profile(robin.cookie, behind).expect(200);
    shut();
    behind.clock.advance({ minutes: 9 });
    await profile(robin.cookie, behind).expect(200);
    expect((await profile(stranger.cookie, behind).expect(503)).body.code).toBe('unavailable');
    behind.clock.advance({ minutes: 2 });
    await profile(robin.cookie, behind).expect(503);
    await open();
    await profile(robin.cookie, behind).expect(200);
  });
});

const untilNextSecond = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, 1001 - (Date.now() % 1000)));

/** A notification takes a moment. */
const untilRefused = (cookie: string, at: TestApp) =>
  untilSeen('the end of the session', async () => (await profile(cookie, at)).status === 401);
