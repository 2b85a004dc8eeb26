import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { Firebase } from '../../../../dist/server/auth/firebase.js';
import { readEnv } from '../../../../dist/server/config/env.js';

// The Auth emulator believes every token and cookie, signed or not: what is checked of real ones is seen here, with the
// admin SDK as it is in production and a Google of our own behind it.

const SERVER = new URL('../../../../dist/server/', import.meta.url);
const PROJECT = 'shingle-production';
const UID = 'robin';
const KEY_ID = 'key-1';
const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
const now = () => Math.floor(Date.now() / 1000);

/** What Firebase has on the user. */
let user: { disabled?: boolean; validSince?: string };
let asked: string[];
let google: http.Server;
let firebase: Firebase;
const realRequest = https.request;

beforeAll(async () => {
  const keys = { [KEY_ID]: own.publicKey.export({ type: 'spki', format: 'pem' }) };
  google = http.createServer(({ url = '' }, response) => {
    asked.push(url);
    const answer = url.includes('accounts:lookup')
      ? { users: [{ localId: UID, email: 'robin@example.com', ...user }] }
      : url.startsWith('/computeMetadata/')
        ? { access_token: 'of-the-server', expires_in: 3600, token_type: 'Bearer' }
        : keys;
    response.writeHead(200, { 'Content-Type': 'application/json', 'Metadata-Flavor': 'Google' });
    response.end(JSON.stringify(answer));
  });
  google.listen(0, '127.0.0.1');
  await once(google, 'listening');
  const { port } = google.address() as AddressInfo;
  // Every host that the SDK knows by heart is this one.
  const toGoogle = (options: http.RequestOptions, onAnswer?: (answer: http.IncomingMessage) => void) =>
    http.request({ ...options, agent: undefined, protocol: 'http:', hostname: '127.0.0.1', port }, onAnswer);
  https.request = toGoogle as typeof https.request;
  Object.assign(process.env, {
    GCE_METADATA_HOST: `127.0.0.1:${port}`,
    METADATA_SERVER_DETECTION: 'assume-present',
    // Without it the SDK asks the `gcloud` of a machine that has one, which takes seconds to start.
    GOOGLE_CLOUD_PROJECT: PROJECT,
  });
  firebase = new Firebase(readEnv({ FIREBASE_PROJECT_ID: PROJECT, FIREBASE_WEB_API_KEY: 'key' }));
});
beforeEach(() => {
  user = {};
  asked = [];
});
afterAll(() => {
  https.request = realRequest;
  delete process.env.GCE_METADATA_HOST;
  delete process.env.METADATA_SERVER_DETECTION;
  delete process.env.GOOGLE_CLOUD_PROJECT;
  google.close();
  google.closeAllConnections();
});

interface Token {
  header?: object;
  claims?: object;
  key?: KeyObject;
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function tokenOf(issuer: string, { header, claims, key = own.privateKey }: Token): string {
  const head = part({ alg: 'RS256', typ: 'JWT', kid: KEY_ID, ...header });
  const body = part({
    iss: `${issuer}/${PROJECT}`,
    aud: PROJECT,
    sub: UID,
    auth_time: now() - 60,
    iat: now() - 60,
    exp: now() + 3600,
    ...claims,
  });
  return `${head}.${body}.${sign('RSA-SHA256', Buffer.from(`${head}.${body}`), key).toString('base64url')}`;
}

describe.each([
  ['an ID token', 'https://securetoken.google.com', (token: string) => firebase.verifyIdToken(token)],
  [
    'a session cookie',
    'https://session.firebase.google.com',
    (token: string) => firebase.verifySessionCookie(token),
  ],
])('%s', (_, issuer, verify) => {
  it('is believed when Google has signed it, for this project and now', async () => {
    expect(await verify(tokenOf(issuer, {}))).toMatchObject({ uid: UID });
    expect(asked.join()).toContain('accounts:lookup');
  });

  it.each<[string, Token]>([
    ['is signed by somebody else', { key: foreign.privateKey }],
    ['names a key that Google does not have', { header: { kid: 'key-2' } }],
    ['is not signed', { header: { alg: 'none' } }],
    ['is for another project', { claims: { aud: 'another', iss: `${issuer}/another` } }],
    ['is for another audience', { claims: { aud: 'another' } }],
    ['comes from another issuer', { claims: { iss: `https://evil.example/${PROJECT}` } }],
    ['has expired', { claims: { iat: now() - 7200, auth_time: now() - 7200, exp: now() - 3600 } }],
    ['is nobody’s', { claims: { sub: '' } }],
  ])('is refused when it %s', async (_reason, token) => {
    await expect(verify(tokenOf(issuer, token))).rejects.toThrow(/./);
  });

  it('is refused when Firebase has disabled the user, or ended all sign-ins since', async () => {
    user = { disabled: true };
    await expect(verify(tokenOf(issuer, {}))).rejects.toMatchObject({ code: 'auth/user-disabled' });
    user = { validSince: String(now()) };
    await expect(verify(tokenOf(issuer, {}))).rejects.toThrow(/revoked/);
  });
});

describe('one in place of the other', () => {
  it('is refused', async () => {
    await expect(firebase.verifyIdToken(tokenOf('https://session.firebase.google.com', {}))).rejects.toThrow(
      /./,
    );
    await expect(firebase.verifySessionCookie(tokenOf('https://securetoken.google.com', {}))).rejects.toThrow(
      /./,
    );
  });
});

describe('the admin SDK', () => {
  it('that could not be loaded is loaded with the next question; nothing was found to be bad by then', () => {
    // In a process of its own, in which the first look at the SDK's files finds too many files open.
    const program = `
      import { registerHooks } from 'node:module';
      let isShort = true;
      registerHooks({
        load(url, context, next) {
          if (isShort && url.includes('/firebase-admin/')) throw Object.assign(new Error('too many'), { code: 'EMFILE' });
          return next(url, context);
        },
      });
      const { Firebase } = await import(${JSON.stringify(new URL('auth/firebase.js', SERVER).href)});
      const { readEnv } = await import(${JSON.stringify(new URL('config/env.js', SERVER).href)});
      const firebase = new Firebase(readEnv({ FIREBASE_PROJECT_ID: 'shop', FIREBASE_WEB_API_KEY: 'key' }));
      const ask = () => firebase.verifySessionCookie('no cookie').catch((error) => error.code ?? error.constructor.name);
      const first = await ask();
      isShort = false;
      console.log(JSON.stringify([first, await ask()]));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
    });
    expect(JSON.parse(output)).toEqual(['FirebaseUnreachable', 'auth/argument-error']);
  });
});
