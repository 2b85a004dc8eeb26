import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { createServer, type Server } from 'node:http';
import { GoogleOAuth } from '../../../dist/server/auth/google-oauth.js';
import type { GoogleSimulator } from 'gbp-simulator';
import { type Client, cookieOf, ORIGIN, PASSWORD, startTestApp, type TestApp } from '../../support/app.ts';
import { googleEnv } from '../../support/google/google-connection.ts';
import { comeBack, decide, openPopup, resultOf } from '../../support/google/google-popup.ts';
import { GOOGLE_CLIENT, PEOPLE, startSimulator } from '../../support/google/google-simulator.ts';
import { listen } from '../../support/network/listen.ts';

let google: GoogleSimulator;
let served: TestApp;
beforeAll(async () => {
  google = await startSimulator();
  served = await startTestApp(googleEnv(google));
});
afterEach(() => google.reset());
afterAll(async () => {
  await served.close();
  await google.close();
});

const { tamsin, idris, wilhelmina, casimir } = PEOPLE;

const cookiesOf = ({ headers }: { headers: unknown }): string[] =>
  (headers as { 'set-cookie'?: string[] })['set-cookie'] ?? [];
const sessionOf = (answer: { headers: unknown }): string =>
  cookiesOf(answer)
    .find((cookie) => cookie.startsWith('shingle='))
    ?.split(';')[0] ?? '';
const profile = (cookie: string) => served.visitor().send('get', '/api/auth/profile').set('Cookie', cookie);

/** Signs in with that Google account, the whole way. @returns the callback's answer */
async function signIn(email: string, client: Client = served.visitor()) {
  const popup = await openPopup(client);
  return comeBack(served, await decide(popup, { email }), popup.binding).expect(302);
}

describe('the popup', () => {
  it('goes to the account chooser, and asks for who it is alone', async () => {
    const { url } = await openPopup(served.visitor());
    const { origin, pathname, searchParams } = new URL(url);
    expect(origin + pathname).toBe(google.addresses.GOOGLE_AUTH_URL);
    const { state, code_challenge, ...rest } = Object.fromEntries(searchParams);
    expect(rest).toEqual({
      client_id: GOOGLE_CLIENT.id,
      redirect_uri: `${ORIGIN}/api/auth/google/callback`,
      response_type: 'code',
      scope: 'openid email profile',
      prompt: 'select_account',
      code_challenge_method: 'S256',
    });
    for (const value of [state, code_challenge]) expect(value).toMatch(/^[\w-]{43}$/);
  });

  it('is bound to its browser by a cookie that scripts cannot read, for 10 minutes, for this path', async () => {
    const answer = await served.visitor().send('get', `/api/auth/google?attempt=${crypto.randomUUID()}`);
    expect(cookiesOf(answer)).toEqual([
      expect.stringMatching(
        /^shingle-google=[\w-]{43}; Max-Age=600; Path=\/api\/auth\/google; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
      ),
    ]);
  });

  it('is bound by a __Host- cookie wherever there is https', async () => {
    const secure = await startTestApp(
      { ...googleEnv(google), PUBLIC_ORIGIN: 'https://shop.example' },
      served,
    );
    const answer = await secure
      .visitor()
      .send('get', `/api/auth/google?attempt=${crypto.randomUUID()}`)
      .set('Host', 'shop.example')
      .expect(302);
    expect(cookiesOf(answer)[0]).toMatch(
      /^__Host-shingle-google=[^;]+; .*Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(new URL(answer.headers.location ?? '').searchParams.get('redirect_uri')).toBe(
      'https://shop.example/api/auth/google/callback',
    );
    await secure.close();
  });
});

describe('signing in with Google', () => {
  it('creates the user, opens a session, and tells the opener nothing but that', async () => {
    const popup = await openPopup(served.visitor());
    const callback = await decide(popup, { email: tamsin });
    const answer = await comeBack(served, callback, popup.binding).expect(302);
    expect(resultOf(answer)).toEqual({ attempt: popup.attempt, result: 'signed-in' });
    expect(answer.headers.location).toBe(`/google-sign-in?attempt=${popup.attempt}&result=signed-in`);
    expect([answer.headers['cache-control'], answer.headers['referrer-policy']]).toEqual([
      'no-store',
      'no-referrer',
    ]);

    const [first, second] = cookiesOf(answer);
    expect(first).toMatch(/^shingle-google=; Path=\/api\/auth\/google; Expires=Thu, 01 Jan 1970/);
    expect(second).toMatch(/^shingle=[^;]{100,}; Path=\/; HttpOnly; SameSite=Strict$/);
    const { body } = await served
      .visitor()
      .send('get', '/api/auth/session')
      .set('Cookie', sessionOf(answer))
      .expect(200);
    expect(body.user).toMatchObject({
      displayName: 'Tamsin Okonjo',
      firstName: 'Tamsin',
      lastName: 'Okonjo',
      email: tamsin,
      signInMethod: 'google',
      accountCreated: null,
      photoURL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/photos\/\d+\.svg$/),
    });
    const { headers } = await served.visitor().send('get', '/api/auth/session');
    expect(headers['content-security-policy']).toContain(
      `img-src 'self' https://*.googleusercontent.com ${google.origin};`,
    );
  });

  it('knows the person again, and ends the session that the browser held before', async () => {
    const first = sessionOf(await signIn(idris));
    const client = served.visitor();
    client.cookie = first;
    const second = sessionOf(await signIn(idris, client));
    const { body } = await profile(second).expect(200);
    expect(body.email).toBe(idris);
    await profile(first).expect(401);
  });

  it('keeps the name that the person chose here, and has no password to change', async () => {
    const first = sessionOf(await signIn(tamsin));
    const send = (method: 'patch' | 'post', path: string, body: object) =>
      served.visitor().send(method, path, body).set('Cookie', first);
    await send('patch', '/api/auth/profile', { fullName: 'Tam Okonjo' }).expect(200);
    const again = await profile(sessionOf(await signIn(tamsin))).expect(200);
    expect(again.body).toMatchObject({ displayName: 'Tam Okonjo', firstName: 'Tam', lastName: 'Okonjo' });
    const passwords = { currentPassword: 'correct horse', newPassword: 'battery staple' };
    const refused = await send('post', '/api/auth/password', passwords).expect(400);
    expect(refused.body.errors[0]).toMatchObject({
      field: 'currentPassword',
      message: expect.stringMatching(/^You log in with Google/),
    });
  });

  it('ends no session by a cookie with its name and another signature', async () => {
    const owner = sessionOf(await signIn(idris));
    const [head, payload] = owner.split('.');
    const stranger = served.visitor();
    stranger.cookie = `${head}.${payload}.c2lnbmF0dXJl`;
    await signIn(tamsin, stranger);
    await profile(owner).expect(200);
  });

  it('leaves the sessions of other browsers alone', async () => {
    const first = sessionOf(await signIn(idris));
    const second = sessionOf(await signIn(idris));
    const { body } = await profile(first).expect(200);
    expect((await profile(second).expect(200)).body.uid).toBe(body.uid);
  });

  it('takes over an account by password with the same address, and whoever was in is out', async () => {
    const client = await served.signUp({ email: wilhelmina, fullName: 'An impostor' });
    await profile(client.cookie).expect(200);
    const cookie = sessionOf(await signIn(wilhelmina));
    const { body } = await profile(cookie).expect(200);
    expect(body).toMatchObject({ uid: client.uid, email: wilhelmina, signInMethod: 'google' });
    await profile(client.cookie).expect(401);
    await client.send('post', '/api/auth/login', { email: wilhelmina, password: PASSWORD }).expect(400);
    // That was once: from now on it is an account of Google's, and no sign-in ends another.
    await signIn(wilhelmina);
    await profile(cookie).expect(200);
  });

  it('works for two browsers at once', async () => {
    const popups = [await openPopup(served.visitor()), await openPopup(served.visitor())] as const;
    const callbacks = [
      await decide(popups[0], { email: tamsin }),
      await decide(popups[1], { email: casimir }),
    ] as const;
    const answers = await Promise.all([
      comeBack(served, callbacks[1], popups[1].binding),
      comeBack(served, callbacks[0], popups[0].binding),
    ]);
    const emails = await Promise.all(
      answers.map(async (answer) => (await profile(sessionOf(answer)).expect(200)).body.email),
    );
    expect(emails).toEqual([casimir, tamsin]);
  });
});

describe('a popup that does not end in a sign-in reports why, and sets no session', () => {
  const expectResult = async (callback: string, binding: string | undefined, result: string) => {
    const answer = await comeBack(served, callback, binding).expect(302);
    expect(resultOf(answer).result).toBe(result);
    expect(sessionOf(answer)).toBe('');
    return answer;
  };

  it('popup-closed-by-user: the person chose Cancel at Google', async () => {
    const popup = await openPopup(served.visitor());
    const callback = await decide(popup, { email: tamsin, refuse: true });
    const answer = await expectResult(callback, popup.binding, 'auth/popup-closed-by-user');
    expect(resultOf(answer).attempt).toBe(popup.attempt);
  });

  it('cancelled-popup-request: a newer popup has taken its place in this browser', async () => {
    const client = served.visitor();
    const older = await openPopup(client);
    const newer = await openPopup(client);
    const late = await decide(older, { email: tamsin });
    const answer = await expectResult(late, newer.binding, 'auth/cancelled-popup-request');
    expect(resultOf(answer).attempt).toBe(older.attempt);
    const callback = await decide(newer, { email: casimir });
    expect(resultOf(await comeBack(served, callback, newer.binding)).result).toBe('signed-in');
  });

  it('cancelled-popup-request: the answer comes twice', async () => {
    const popup = await openPopup(served.visitor());
    const callback = await decide(popup, { email: casimir });
    const answers = await Promise.all([
      comeBack(served, callback, popup.binding),
      comeBack(served, callback, popup.binding),
    ]);
    expect(answers.map((answer) => resultOf(answer).result).sort()).toEqual([
      'auth/cancelled-popup-request',
      'signed-in',
    ]);
    await expectResult(callback, popup.binding, 'auth/cancelled-popup-request');
  });

  it('cancelled-popup-request: another browser comes back with the answer', async () => {
    const [theirs, ours] = [await openPopup(served.visitor()), await openPopup(served.visitor())];
    const planted = await decide(theirs, { email: tamsin });
    await expectResult(planted, ours.binding, 'auth/cancelled-popup-request');
    const without = await decide(await openPopup(served.visitor()), { email: tamsin });
    await expectResult(without, undefined, 'auth/cancelled-popup-request');
    const [name] = ours.binding.split('=');
    for (const value of ['', 'x', `${'a'.repeat(43)}`, `${'a'.repeat(43)}.${'0'.repeat(64)}`]) {
      const callback = await decide(await openPopup(served.visitor()), { email: tamsin });
      await expectResult(callback, `${name}=${value}`, 'auth/cancelled-popup-request');
    }
  });

  it('cancelled-popup-request: it took longer than 10 minutes', async () => {
    const popup = await openPopup(served.visitor());
    const callback = await decide(popup, { email: tamsin });
    served.clock.advance({ minutes: 10 });
    const answer = await expectResult(callback, popup.binding, 'auth/cancelled-popup-request');
    expect(resultOf(answer).attempt).toBe(popup.attempt);
  });

  it.each([
    ['nothing', ''],
    ['an invented state', '?code=4/0Aabc&state=invented'],
    ['an empty state', '?code=4/0Aabc&state='],
    ['two states', '?code=4/0Aabc&state=a&state=b'],
    ['a state in parts', '?code=4/0Aabc&state[a]=b'],
    ['a very long state', `?code=4/0Aabc&state=${'a'.repeat(6000)}`],
    ['an error without a state', '?error=access_denied'],
  ])('cancelled-popup-request: %s comes back', async (_, query) => {
    const { binding } = await openPopup(served.visitor());
    await expectResult(`/api/auth/google/callback${query}`, binding, 'auth/cancelled-popup-request');
  });

  it.each([
    ['no code', 'code', null],
    ['two codes', 'code', ['4/0Aabc', '4/0Adef']],
    ['an error of Google', 'error', ['server_error']],
    ['another issuer', 'iss', ['https://evil.example']],
    ['a code that is none', 'code', ['made-up']],
  ] as const)('internal-error: %s comes back', async (_, name, values) => {
    const popup = await openPopup(served.visitor());
    const [path, query] = (await decide(popup, { email: tamsin })).split('?') as [string, string];
    const parameters = new URLSearchParams(query);
    parameters.delete(name);
    for (const value of values ?? []) parameters.append(name, value);
    const answer = await expectResult(`${path}?${String(parameters)}`, popup.binding, 'auth/internal-error');
    expect(resultOf(answer).attempt).toBe(popup.attempt);
  });

  it.each([
    ['error-before', 'auth/network-request-failed'],
    ['reset-after', 'auth/network-request-failed'],
    ['silent', 'auth/network-request-failed'],
    ['rate-limited', 'auth/network-request-failed'],
    ['unauthenticated', 'auth/internal-error'],
    ['revoked-grant', 'auth/internal-error'],
  ] as const)('Google fails with %s: %s', async (fault, result) => {
    google.faults.next('oauth.exchange', fault);
    const oauth = served.app.get(GoogleOAuth);
    if (fault === 'silent') Object.assign(oauth, { deadlineMs: 300 });
    const popup = await openPopup(served.visitor());
    await expectResult(await decide(popup, { email: tamsin }), popup.binding, result);
    Object.assign(oauth, { deadlineMs: 8_000 });
  });
});

describe('what Firebase says of a Google account', () => {
  /** What Identity Toolkit answers next. */
  let next: { status: number; body: object };
  let asked: { postBody: string; requestUri: string };
  let firebase: Server;
  let app: TestApp;
  beforeAll(async () => {
    firebase = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        asked = JSON.parse(Buffer.concat(chunks).toString());
        response.writeHead(next.status, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify(next.body));
      });
    });
    const port = await listen(firebase);
    const env = { ...googleEnv(google), FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${port}` };
    app = await startTestApp(env, served);
  });
  afterAll(async () => {
    await app.close();
    firebase.close();
  });

  const refused = (message: string, status = 400) => ({ status, body: { error: { code: status, message } } });

  it.each([
    [{ status: 200, body: { needConfirmation: true } }, 'auth/account-exists-with-different-credential'],
    [refused('EMAIL_EXISTS'), 'auth/account-exists-with-different-credential'],
    [
      refused('OPERATION_NOT_ALLOWED : The identity provider configuration is not found.'),
      'auth/operation-not-allowed',
    ],
    [
      refused(
        'INVALID_IDP_RESPONSE : Invalid Idp Response: the Google id_token is not allowed to be used with this application. Its audience (OAuth 2.0 client ID) is X, which is not authorized to be used in the project with project_number: 1.',
      ),
      'auth/app-not-authorized',
    ],
    [refused('USER_DISABLED'), 'auth/user-disabled'],
    [refused('TOO_MANY_ATTEMPTS_TRY_LATER'), 'auth/too-many-requests'],
    [refused('INTERNAL', 500), 'auth/internal-error'],
    [{ status: 200, body: {} }, 'auth/internal-error'],
  ])('%j reaches the opener as %s', async (answer, result) => {
    next = answer;
    const popup = await openPopup(app.visitor());
    const callback = await decide(popup, { email: tamsin });
    const response = await comeBack(app, callback, popup.binding).expect(302);
    expect(resultOf(response)).toEqual({ attempt: popup.attempt, result });
    expect(sessionOf(response)).toBe('');
    expect(asked).toMatchObject({ requestUri: ORIGIN, returnSecureToken: true });
    expect(new URLSearchParams(asked.postBody).get('providerId')).toBe('google.com');
    expect(cookieOf(response)).toBeUndefined();
  });
});
