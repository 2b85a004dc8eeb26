import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { type AuthEmulator, startAuthEmulator } from '../../../dist/server/embedded/auth-emulator.js';
import { cookieOf, PASSWORD, startTestApp, type TestApp, uniqueEmail } from '../../support/app.ts';
import { operationsOf } from '../../support/api/operations.ts';

let served: TestApp;
beforeAll(async () => {
  served = await startTestApp();
});
afterAll(() => served.close());

const logIn = (body: object) => served.visitor().send('post', '/api/auth/login', body);

const UNSEEN_IN_EMAIL = {
  field: 'email',
  message: 'Email has a character that can’t be seen. Type it instead of pasting it',
};

describe('signing up', () => {
  it('creates the profile of the specification and signs in for a browser session', async () => {
    const email = uniqueEmail();
    const answer = await served
      .visitor()
      .send('post', '/api/auth/signup', { fullName: '  Robin  van Berg ', email, password: PASSWORD })
      .expect(200);
    expect(answer.body.user).toEqual({
      uid: expect.any(String),
      workspaceId: answer.body.user.uid,
      displayName: 'Robin  van Berg',
      email,
      photoURL: null,
      firstName: 'Robin',
      lastName: 'van Berg',
      phone: '',
      company: '',
      role: 'user',
      isActive: true,
      preferences: { theme: 'light', notifications: true, emailUpdates: true },
      timeZone: null,
      language: null,
      signInMethod: 'email',
      lastSignIn: expect.any(String),
      accountCreated: expect.any(String),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^shingle=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^shingle-known=/),
    ]);
  });

  it('refuses an address that has an account', async () => {
    const { email } = await served.signUp();
    const body = { fullName: 'Somebody Else', email, password: PASSWORD };
    const answer = await served.visitor().send('post', '/api/auth/signup', body).expect(400);
    expect(answer.body).toMatchObject({
      code: 'auth/email-already-in-use',
      message: 'An account with this email already exists.',
    });
    expect(cookieOf(answer)).toBeUndefined();
  });

  it('names every invalid field and its rule', async () => {
    const answer = await served
      .visitor()
      .send('post', '/api/auth/signup', { fullName: '   ', email: 'robin', password: '12345' })
      .expect(400);
    expect(answer.body.code).toBe('validation_failed');
    expect(answer.body.errors).toEqual(
      expect.arrayContaining([
        { field: 'fullName', message: 'Name is required' },
        { field: 'email', message: 'Email is invalid' },
        { field: 'password', message: 'Password must be at least 6 characters' },
      ]),
    );
  });

  it.each(['"robin"@example.com', '"a\r\nb"@example.com', '"a\u0001b"@example.com'])(
    'takes no address in quotes, which may be another spelling or hold several lines: %j',
    async (email) => {
      const body = { fullName: 'Robin van Berg', email, password: PASSWORD };
      const answer = await served.visitor().send('post', '/api/auth/signup', body).expect(400);
      expect(answer.body.errors).toEqual([{ field: 'email', message: 'Email is invalid' }]);
    },
  );

  it.each(['\u200b', '\u00ad', '\u3164', '\u2060', '\u2800', '\u3000'])(
    'takes no address that looks like another one, by a character that can’t be seen: %j',
    async (unseen) => {
      const email = uniqueEmail().replace('@', `${unseen}@`);
      const body = { fullName: 'Robin van Berg', email, password: PASSWORD };
      const answer = await served.visitor().send('post', '/api/auth/signup', body).expect(400);
      expect(answer.body.errors).toEqual([UNSEEN_IN_EMAIL]);
      const reset = await served.visitor().send('post', '/api/auth/password-reset', { email }).expect(400);
      expect(reset.body.errors).toEqual([UNSEEN_IN_EMAIL]);
    },
  );

  it('takes an accented letter and its two parts for the same address', async () => {
    const email = `é${uniqueEmail()}`;
    const body = { fullName: 'Robin van Berg', email, password: PASSWORD };
    await served.visitor().send('post', '/api/auth/signup', body).expect(200);
    const apart = { ...body, email: email.normalize('NFD') };
    const answer = await served.visitor().send('post', '/api/auth/signup', apart).expect(400);
    expect(answer.body.code).toBe('auth/email-already-in-use');
    await logIn({ email: apart.email, password: PASSWORD }).expect(200);
  });
});

describe('signing in', () => {
  it('keeps a remembered session for 14 days, another one until the browser closes', async () => {
    const { email } = await served.signUp();
    const remembered = await logIn({ email, password: PASSWORD, rememberMe: true }).expect(200);
    expect(remembered.headers['set-cookie']?.[0]).toContain('Max-Age=1209600;');
    const browserSession = await logIn({ email, password: PASSWORD }).expect(200);
    expect(browserSession.headers['set-cookie']?.[0]).not.toMatch(/Max-Age|Expires/);
  });

  it('updates the profile on later sign-ins and leaves the rest of it alone', async () => {
    const { email } = await served.signUp({ fullName: 'Kim Baker' });
    const first = await logIn({ email, password: PASSWORD }).expect(200);
    served.clock.advance({ seconds: 5 });
    const second = await logIn({ email, password: PASSWORD }).expect(200);
    expect(second.body.user).toEqual({
      ...first.body.user,
      lastSignIn: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(Date.parse(second.body.user.lastSignIn)).toBeGreaterThan(Date.parse(first.body.user.lastSignIn));
  });

  it('ends the session that the browser held before', async () => {
    const earlier = await served.signUp();
    const body = { email: earlier.email, password: PASSWORD };
    await earlier.send('post', '/api/auth/login', body).expect(200);
    await earlier.send('get', '/api/auth/profile').expect(401);
  });

  it('ends no session by a cookie with its name and another signature', async () => {
    const owner = await served.signUp();
    const stranger = await served.signUp();
    const [head, payload] = owner.cookie.split('.');
    await served
      .visitor()
      .send('post', '/api/auth/login', { email: stranger.email, password: PASSWORD })
      .set('Cookie', `${head}.${payload}.c2lnbmF0dXJl`)
      .expect(200);
    await owner.send('get', '/api/auth/profile').expect(200);
  });

  it('never uses a cookie that was planted beside the real one', async () => {
    const robin = await served.signUp();
    const planted = `shingle=planted.by.others`;
    await served
      .visitor()
      .send('get', '/api/auth/profile')
      .set('Cookie', `${planted}; ${robin.cookie}`)
      .expect(401);
  });

  it('puts no token into any body', async () => {
    const { email } = await served.signUp();
    const answer = await logIn({ email, password: PASSWORD }).expect(200);
    expect(answer.text).not.toMatch(/eyJ|token/i);
    const robin = await served.signUp();
    const reads = (await operationsOf(served)).filter(({ method }) => method === 'get');
    for (const { path } of reads)
      expect((await robin.send('get', path)).text).not.toContain(robin.cookie.split('=')[1]);
  });
});

describe.each([
  { protection: false, unknown: 'auth/user-not-found', wrong: 'auth/wrong-password' },
  { protection: true, unknown: 'auth/invalid-credential', wrong: 'auth/invalid-credential' },
])('with e-mail enumeration protection $protection', ({ protection, unknown, wrong }) => {
  const words: Record<string, string> = {
    'auth/user-not-found': 'No user found with this email address.',
    'auth/wrong-password': 'Incorrect password.',
    'auth/invalid-credential': 'Incorrect email or password.',
  };
  let emulator: AuthEmulator;
  let own: TestApp;
  beforeAll(async () => {
    emulator = await startAuthEmulator({ projectId: 'demo-shingle', onExit: () => undefined });
    await fetch(`http://${emulator.host}/emulator/v1/projects/demo-shingle/config`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer owner' },
      body: JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy: protection } }),
    });
    own = await startTestApp({ FIREBASE_AUTH_EMULATOR_HOST: emulator.host });
  });
  afterAll(async () => {
    await own.close();
    await emulator.stop();
  });

  it("passes on Firebase's answer about an unknown address", async () => {
    const body = { email: uniqueEmail(), password: PASSWORD };
    const answer = await own.visitor().send('post', '/api/auth/login', body).expect(400);
    expect(answer.body).toMatchObject({ code: unknown, message: words[unknown] });
  });

  it("passes on Firebase's answer about a wrong password", async () => {
    const { email } = await own.signUp();
    const answer = await own
      .visitor()
      .send('post', '/api/auth/login', { email, password: 'not the one' })
      .expect(400);
    expect(answer.body).toMatchObject({ code: wrong, message: words[wrong] });
  });

  it('names a character in the address that can’t be seen, since that may be all that is wrong', async () => {
    const { email } = await own.signUp();
    const body = { email: email.replace('@', '\u200b@'), password: PASSWORD };
    const answer = await own.visitor().send('post', '/api/auth/login', body).expect(400);
    expect(answer.body.errors).toEqual([UNSEEN_IN_EMAIL]);
  });

  it('gives the same answer to a password reset for known and unknown addresses', async () => {
    const { email } = await own.signUp();
    const known = await own.visitor().send('post', '/api/auth/password-reset', { email }).expect(202);
    const stranger = { email: uniqueEmail() };
    const answer = await own.visitor().send('post', '/api/auth/password-reset', stranger).expect(202);
    expect(answer.body).toEqual(known.body);
  });
});

describe('exchanging an ID token', () => {
  const idTokenOf = async (email: string): Promise<string> => {
    const answer = await fetch(
      `http://${process.env.TEST_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k`,
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password: PASSWORD, returnSecureToken: true }),
      },
    );
    return ((await answer.json()) as { idToken: string }).idToken;
  };
  const exchange = (idToken: string) => served.visitor().send('post', '/api/auth/session', { idToken });

  it('signs in a user who has just signed in with Firebase', async () => {
    const { email, uid } = await served.signUp();
    const answer = await exchange(await idTokenOf(email)).expect(200);
    expect(answer.body.user).toMatchObject({ uid, email });
    await served
      .visitor()
      .send('get', '/api/auth/profile')
      .set('Cookie', cookieOf(answer) ?? '')
      .expect(200);
  });

  it('refuses a sign-in older than 5 minutes, and anything that is no ID token', async () => {
    const other = await startTestApp();
    const { email } = await other.signUp();
    const idToken = await idTokenOf(email);
    other.clock.advance({ minutes: 6 });
    const late = await other.visitor().send('post', '/api/auth/session', { idToken }).expect(400);
    expect(late.body.code).toBe('auth/invalid-id-token');
    await other.close();
    for (const fake of ['x', 'a.b.c', idToken.slice(0, -20), `${idToken.split('.')[0]}.e30.`])
      expect((await exchange(fake).expect(400)).body.code).toBe('auth/invalid-id-token');
  });

  it('refuses a session cookie in place of an ID token', async () => {
    const { cookie } = await served.signUp();
    await exchange(cookie.replace('shingle=', '')).expect(400);
  });
});

describe('the session', () => {
  it('reports who is signed in, and null without a session', async () => {
    const robin = await served.signUp();
    const answer = await robin.send('get', '/api/auth/session').expect(200);
    expect(answer.body.user).toMatchObject({ uid: robin.uid, email: robin.email });
    await served.visitor().send('get', '/api/auth/session').expect(200, { user: null });
  });

  it('ends on the server at log-out: the old cookie no longer works', async () => {
    const robin = await served.signUp();
    const answer = await robin.send('post', '/api/auth/logout').expect(204);
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^shingle=; Path=\/; Expires=Thu, 01 Jan 1970/);
    expect(answer.headers['clear-site-data']).toBe('"storage"');
    await robin.send('get', '/api/auth/profile').expect(401);
    await robin.send('get', '/api/auth/session').expect(200, { user: null });
  });

  it('ends only by POST: no link or image can log a user out', async () => {
    const robin = await served.signUp();
    for (const path of ['/api/auth/logout', '/api/auth/logout-everywhere'])
      await robin.send('get', path).expect(404);
    await robin.send('get', '/api/auth/profile').expect(200);
  });

  it('ends on every device at log-out everywhere', async () => {
    const robin = await served.signUp();
    const second = cookieOf(await logIn({ email: robin.email, password: PASSWORD }).expect(200));
    await robin.send('post', '/api/auth/logout-everywhere').expect(204);
    for (const cookie of [robin.cookie, second ?? ''])
      await served.visitor().send('get', '/api/auth/profile').set('Cookie', cookie).expect(401);
  });
});

describe('preferences', () => {
  it('keep their value where a change leaves them out', async () => {
    const robin = await served.signUp();
    await robin.send('patch', '/api/auth/profile', { preferences: { theme: 'dark' } }).expect(200);
    await robin.send('patch', '/api/auth/profile', { preferences: { emailUpdates: false } }).expect(200);
    const leftOut = { preferences: { theme: null, notifications: null, emailUpdates: null } };
    await robin.send('patch', '/api/auth/profile', leftOut).expect(200);
    const answer = await robin.send('get', '/api/auth/profile').expect(200);
    expect(answer.body.preferences).toEqual({ theme: 'dark', notifications: true, emailUpdates: false });
  });

  it('refuse unknown themes, unknown names and a change of anything else', async () => {
    const robin = await served.signUp();
    for (const body of [
      { preferences: { theme: 'pink' } },
      { preferences: { role: 'admin' } },
      { role: 'admin' },
      { preferences: { theme: 'dark' }, isActive: false },
      { preferences: null },
    ])
      await robin.send('patch', '/api/auth/profile', body).expect(400);
    expect((await robin.send('get', '/api/auth/profile')).body).toMatchObject({
      role: 'user',
      isActive: true,
    });
  });
});
