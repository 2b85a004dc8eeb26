import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { makeCertificate } from '../support/network/certificate.ts';

const PROJECT = 'shingle-bench';
const KEY_ID = 'bench';

/** What Google's sign-in services are to a server that is measured. */
export interface Identity {
  /** What the server's configuration needs. */
  env: Record<string, string>;
  /** What to load into the server's process before its program. */
  hook: string;
  close(): Promise<void>;
}

/**
 * A stand-in for Google's sign-in services, so that session cookies carry real signatures (RS256, 2048 bits) and the admin
 * SDK has the work with each that it has in production: the emulator's are unsigned. Everybody may sign up, and log in with
 * any password.
 */
export async function startIdentity(folder: string): Promise<Identity> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = (key: typeof publicKey) => key.export({ type: 'spki', format: 'pem' }).toString();
  const sessionCookie = (idToken: string, seconds: number) => {
    const [, payload = ''] = idToken.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const now = Math.floor(Date.now() / 1000);
    const session = {
      ...claims,
      iss: `https://session.firebase.google.com/${PROJECT}`,
      iat: now,
      exp: now + seconds,
    };
    const signed = `${encode({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })}.${encode(session)}`;
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
  };

  const answer = async (request: IncomingMessage): Promise<object | undefined> => {
    const path = new URL(request.url ?? '/', 'https://googleapis.com').pathname;
    if (path.endsWith('/relyingparty/publicKeys')) return { [KEY_ID]: pem(publicKey) };
    if (path === '/token') return { access_token: 'bench', expires_in: 3600, token_type: 'Bearer' };
    const body = (await json(request)) as Record<string, string>;
    if (/accounts:(signUp|signInWithPassword)$/.test(path)) return signIn(body);
    if (path.endsWith(':createSessionCookie'))
      return { sessionCookie: sessionCookie(body.idToken ?? '', Number(body.validDuration)) };
    if (path.endsWith('accounts:lookup')) return { users: [body.localId].flat().map(toAccount) };
    return undefined;
  };

  const { key, cert } = makeCertificate();
  const server = createServer({ key, cert }, (request, response) => {
    answer(request).then(
      (content) =>
        response
          .writeHead(content ? 200 : 404, {
            'Content-Type': 'application/json',
            'Cache-Control': 'max-age=3600',
          })
          .end(JSON.stringify(content ?? {})),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const credentials = join(folder, 'service-account.json');
  const account = {
    type: 'service_account',
    project_id: PROJECT,
    client_email: `bench@${PROJECT}.iam.gserviceaccount.com`,
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  writeFileSync(credentials, JSON.stringify(account), { mode: 0o600 });
  return {
    env: {
      FIREBASE_PROJECT_ID: PROJECT,
      FIREBASE_WEB_API_KEY: 'bench',
      GOOGLE_APPLICATION_CREDENTIALS: credentials,
      BENCH_IDENTITY_PORT: String((server.address() as AddressInfo).port),
      BENCH_IDENTITY_CERTIFICATE: cert,
    },
    hook: fileURLToPath(new URL('hooks/identity.mjs', import.meta.url)),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The claims of a real session cookie of somebody who signed in by password. An address is always the same person. */
function signIn({ email = '', displayName = '' }: Record<string, string>): object {
  const uid = createHash('sha256').update(email).digest('hex').slice(0, 28);
  const now = Math.floor(Date.now() / 1000);
  const idToken = {
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    name: displayName,
    auth_time: now,
    user_id: uid,
    sub: uid,
    iat: now,
    exp: now + 3600,
    email,
    email_verified: false,
    firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
  };
  return { localId: uid, email, idToken: `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(idToken)}.bench` };
}

function toAccount(localId: string | undefined): object {
  return { localId, email: 'someone@example.com', validSince: '0', disabled: false, providerUserInfo: [] };
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
