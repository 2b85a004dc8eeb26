import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PASSWORD, startTestApp, type TestApp } from '../../support/app.ts';
import { listen } from '../../support/network/listen.ts';

/** What Identity Toolkit answers next; undefined cuts the connection. */
let next: { status: number; body: unknown; headers?: Record<string, string> } | undefined;
let asked: IncomingMessage[] = [];
let google: Server;
let served: TestApp;

beforeAll(async () => {
  google = createServer((request, response) => {
    asked.push(request);
    if (!next) return request.socket.destroy();
    response.writeHead(next.status, { 'Content-Type': 'application/json', ...next.headers });
    response.end(typeof next.body === 'string' ? next.body : JSON.stringify(next.body));
  });
  const port = await listen(google);
  served = await startTestApp({ FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${port}` });
});
afterAll(async () => {
  await served.close();
  google.close();
});

const refusal = (message: string, details?: { reason: string }[]) => ({
  error: { code: 400, message, details },
});
const logIn = () =>
  served.visitor().send('post', '/api/auth/login', { email: 'robin@example.com', password: PASSWORD });

/** Bodies as Google's servers were seen to send them, and the words that a person then reads. */
describe.each([
  ['EMAIL_NOT_FOUND', 400, 'auth/user-not-found', 'No user found with this email address.'],
  ['INVALID_PASSWORD', 400, 'auth/wrong-password', 'Incorrect password.'],
  ['INVALID_LOGIN_CREDENTIALS', 400, 'auth/invalid-credential', 'Incorrect email or password.'],
  ['EMAIL_EXISTS', 400, 'auth/email-already-in-use', 'An account with this email already exists.'],
  [
    'WEAK_PASSWORD : Password should be at least 6 characters',
    400,
    'auth/weak-password',
    'Password should be at least 6 characters.',
  ],
  [
    'PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [Password must contain an upper case character]',
    400,
    'auth/weak-password',
    'Password should be at least 6 characters.',
  ],
  ['INVALID_EMAIL', 400, 'auth/invalid-email', 'Invalid email address.'],
  ['MISSING_EMAIL', 400, 'auth/invalid-email', 'Invalid email address.'],
  [
    'TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled due to many failed login attempts.',
    429,
    'auth/too-many-requests',
    'Too many failed attempts. Please try again later.',
  ],
  [
    'RESET_PASSWORD_EXCEED_LIMIT',
    429,
    'auth/too-many-requests',
    'Too many failed attempts. Please try again later.',
  ],
  [
    'QUOTA_EXCEEDED : Exceeded quota',
    429,
    'auth/too-many-requests',
    'Too many failed attempts. Please try again later.',
  ],
  [
    'BLOCKING_FUNCTION_ERROR_RESPONSE',
    502,
    'auth/internal-error',
    'Internal error occurred. Please try again.',
  ],
  [
    'OPERATION_NOT_ALLOWED : The identity provider configuration is not found.',
    400,
    'auth/operation-not-allowed',
    'This sign-in method isn’t enabled. Please enable it in your Firebase setup.',
  ],
  [
    'PASSWORD_LOGIN_DISABLED',
    400,
    'auth/operation-not-allowed',
    'This sign-in method isn’t enabled. Please enable it in your Firebase setup.',
  ],
  [
    'CONFIGURATION_NOT_FOUND',
    503,
    'auth/not-configured',
    'Firebase is not properly configured. Please check your setup.',
  ],
  [
    'USER_DISABLED',
    400,
    'auth/user-disabled',
    'Authentication error: auth/user-disabled. Please check your Firebase setup.',
  ],
  [
    'MISSING_RECAPTCHA_TOKEN',
    400,
    'auth/missing-recaptcha-token',
    'Authentication error: auth/missing-recaptcha-token. Please check your Firebase setup.',
  ],
])('when Firebase says %s', (message, status, code, words) => {
  it(`answers ${status} with the words of the specification`, async () => {
    next = { status: 400, body: refusal(message) };
    const answer = await logIn().expect(status);
    expect(answer.body).toMatchObject({ statusCode: status, code, message: words });
    expect(answer.headers['retry-after']).toBe(status === 429 ? '60' : undefined);
  });
});

describe('when the Firebase project is not set up', () => {
  it.each([
    ['API_KEY_INVALID', 400, 'auth/invalid-api-key'],
    ['API_KEY_HTTP_REFERRER_BLOCKED', 403, 'auth/app-not-authorized'],
    ['API_KEY_SERVICE_BLOCKED', 403, 'auth/app-not-authorized'],
    ['SERVICE_DISABLED', 403, 'auth/not-configured'],
  ])('reads the reason %s', async (reason, status, code) => {
    next = { status, body: refusal('Prose for developers.', [{ reason }]) };
    expect((await logIn()).body).toMatchObject({ code });
  });

  it('knows a missing API key', async () => {
    next = { status: 403, body: refusal('The request is missing a valid API key.') };
    expect((await logIn().expect(400)).body.code).toBe('auth/invalid-api-key');
  });
});

describe('when Firebase answers nothing useful', () => {
  it('says "network" when the connection breaks', async () => {
    next = undefined;
    expect((await logIn().expect(503)).body).toMatchObject({
      code: 'auth/network-request-failed',
      message: 'Network error. Please check your internet connection.',
    });
  });

  it.each([
    ['a server error', { status: 500, body: refusal('INTERNAL') }],
    ['a page that is no JSON', { status: 502, body: '<html>Bad gateway</html>' }],
    ['success without a token', { status: 200, body: { localId: 'x', email: 'robin@example.com' } }],
    ['an empty refusal', { status: 400, body: {} }],
    ['null', { status: 400, body: null }],
  ])('says "internal error" for %s', async (_, answer) => {
    next = answer;
    expect((await logIn().expect(502)).body.code).toBe('auth/internal-error');
  });

  it('refuses an account that needs a second factor, which this product does not offer', async () => {
    next = { status: 200, body: { localId: 'x', mfaPendingCredential: 'pending', mfaInfo: [] } };
    expect((await logIn().expect(400)).body.code).toBe('auth/multi-factor-auth-required');
  });
});

describe('what Firebase is asked', () => {
  it("contains nothing of the user's own request", async () => {
    asked = [];
    next = { status: 400, body: refusal('INVALID_LOGIN_CREDENTIALS') };
    await logIn()
      .set({
        Cookie: 'shingle=a.b.c; other=1',
        Authorization: 'Bearer secret',
        'X-Forwarded-For': '198.51.100.7',
        'User-Agent': 'a browser',
        'Accept-Language': 'cy',
        Referer: 'http://localhost:3000/login',
      })
      .expect(400);
    expect(asked.map(({ url }) => url)).toEqual([
      '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword',
    ]);
    const { headers } = asked[0] as IncomingMessage;
    expect(Object.keys(headers)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/cookie|authorization|forwarded|referer|origin/)]),
    );
    expect(JSON.stringify(headers)).not.toMatch(/secret|a browser|cy|198\.51/);
  });

  it('goes nowhere else, even if an answer redirects', async () => {
    asked = [];
    const { port } = google.address() as AddressInfo;
    for (const status of [301, 302, 303, 307, 308]) {
      next = { status, body: {}, headers: { Location: `http://127.0.0.1:${port}/elsewhere` } };
      expect((await logIn().expect(503)).body.code).toBe('auth/network-request-failed');
    }
    expect(asked.map(({ url }) => url)).not.toContain('/elsewhere');
    expect(asked).toHaveLength(5);
  });
});

describe('without Firebase configuration', () => {
  it('starts, and the sign-in routes say what is missing', async () => {
    const bare = await startTestApp({
      FIREBASE_PROJECT_ID: '',
      FIREBASE_WEB_API_KEY: '',
      FIREBASE_AUTH_EMULATOR_HOST: '',
    });
    const email = 'robin@example.com';
    for (const [path, body] of [
      ['/api/auth/signup', { fullName: 'Robin', email, password: PASSWORD }],
      ['/api/auth/login', { email, password: PASSWORD }],
      ['/api/auth/password-reset', { email }],
      ['/api/auth/session', { idToken: 'a.b.c' }],
    ] as const) {
      const answer = await bare.visitor().send('post', path, body).expect(503);
      expect(answer.body).toMatchObject({
        code: 'auth/not-configured',
        message: 'Firebase is not properly configured. Please check your setup.',
      });
    }
    await bare.visitor().send('get', '/api/auth/session').expect(200, { user: null });
    await bare.close();
  });
});
