import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PASSWORD } from '../../support/app.ts';
import { consent } from 'gbp-simulator';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import {
  freePort,
  killPrograms,
  type Program,
  startProgram,
  untilReady,
} from '../../support/processes/program.ts';
import { untilSeen } from '../../support/until.ts';
import { listen } from '../../support/network/listen.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shingle-start-'));
});
afterAll(() => {
  killPrograms();
  return rm(folder, { recursive: true, force: true });
});

const jsonHeaders = { 'Content-Type': 'application/json' };

describe('the product, started by itself', () => {
  it('loses nothing that it acknowledged when it is killed', async () => {
    const port = await freePort();
    const env = { PORT: String(port), DATA_DIR: join(folder, 'killed'), SAMPLE_DELAYS: 'off' };
    const send = (method: string, path: string, cookie: string, body?: object) =>
      fetch(`http://localhost:${port}${path}`, {
        method,
        headers: { ...jsonHeaders, Origin: `http://localhost:${port}`, Cookie: cookie },
        ...(body && { body: JSON.stringify(body) }),
      });
    const cookieFrom = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';

    let program = startProgram(env);
    await untilReady(program);
    expect(program.output()).toContain(`http://localhost:${port}`);
    expect(program.output()).toContain(join(folder, 'killed'));
    expect(program.output()).toContain(`http://localhost:${port}/login?demo`);
    const account = { email: 'robin@example.com', password: PASSWORD };
    const signUp = await send('POST', '/api/auth/signup', '', { fullName: 'Robin', ...account });
    expect(signUp.status).toBe(200);
    const cookie = cookieFrom(signUp);
    await send('PATCH', '/api/locations/sample-101', cookie, { name: 'A corrected name' });
    const body = {
      locationId: 'sample-101',
      publishAt: new Date(Date.now() + 86_400_000).toISOString(),
      postBody: { languageCode: 'en-US', summary: 'Kept through a crash', topicType: 'STANDARD' },
    };
    expect((await send('POST', '/api/posts', cookie, body)).status).toBe(201);
    await untilSeen('the line of the log', () =>
      /Post scheduled .*"locationId":"sample-101"/.test(program.output()),
    );
    expect(program.output()).not.toContain('Kept through a crash');
    const { url } = (await (await send('POST', '/api/auth/gbp-connect', cookie, {})).json()) as {
      url: string;
    };
    const google = new URL(url).origin;
    expect(program.output()).toContain(`Google (a simulator at ${google};`);
    const callback = new URL(await consent(url, { email: PEOPLE.tamsin })).searchParams;
    const answer = { code: callback.get('code'), state: callback.get('state') };
    expect(await (await send('POST', '/api/auth/setup', cookie, answer)).json()).toMatchObject({
      success: true,
    });
    for (const file of ['token-keys', 'google.json'])
      expect([file, (await stat(join(env.DATA_DIR, file))).mode & 0o777]).toEqual([file, 0o600]);
    program.process.kill('SIGKILL');
    await program.ended;

    program = startProgram(env);
    await untilReady(program);
    expect((await send('GET', '/api/auth/profile', cookie)).status).toBe(200);
    expect(program.output()).toContain(google);
    const status = await send('GET', '/api/auth/gbp-status', cookie);
    expect(await status.json()).toMatchObject({ hasAccess: true, email: PEOPLE.tamsin });
    // Google can be told only by a token that was decrypted with the same key.
    const disconnected = await send('DELETE', '/api/auth/gbp-connection', cookie);
    expect(await disconnected.json()).toMatchObject({ revoked: true });
    const logIn = await send('POST', '/api/auth/login', '', account);
    expect(logIn.status).toBe(200);
    const location = await send('GET', '/api/locations/sample-101', cookieFrom(logIn));
    expect(await location.json()).toMatchObject({ name: 'A corrected name' });
    const posts = await send('GET', '/api/posts?search=through+a+crash', cookieFrom(logIn));
    expect(((await posts.json()) as { items: unknown[] }).items).toHaveLength(1);

    await expectSecondToLeave(env);
    expect((await send('GET', '/api/auth/profile', cookie)).status).toBe(200);

    program.process.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  }, 240_000);

  async function expectSecondToLeave(env: Record<string, string>): Promise<void> {
    const second = startProgram({ ...env, PORT: String(await freePort()) });
    expect(await second.ended).toBe(1);
    expect(second.output().trim()).toBe(
      `Another Shingle process is using the data folder ${env.DATA_DIR}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
});

describe('practice and demo', () => {
  const post = (port: number, path: string, cookie = '') =>
    fetch(`http://localhost:${port}${path}`, {
      method: 'POST',
      headers: { ...jsonHeaders, Origin: `http://localhost:${port}`, Cookie: cookie },
      body: '{}',
    });

  it('are there when the operator has set nothing of Firebase or Google, and stay through a restart', async () => {
    const port = await freePort();
    const env = { PORT: String(port), DATA_DIR: join(folder, 'demo') };
    let program = startProgram(env);
    await untilReady(program);
    const demo = await post(port, '/api/demo');
    expect(demo.status).toBe(200);
    const cookie = demo.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    program.process.kill('SIGTERM');
    await program.ended;

    program = startProgram(env);
    await untilReady(program);
    const status = await fetch(`http://localhost:${port}/api/auth/gbp-status`, {
      headers: { Cookie: cookie },
    });
    expect(await status.json()).toMatchObject({ hasAccess: true, isPractice: true, offersPractice: true });
    expect((await post(port, '/api/practice', cookie)).status).toBe(200);
    program.process.kill('SIGTERM');
    await program.ended;
  }, 240_000);

  it.each(['GOOGLE_APPLICATION_CREDENTIALS', 'GOOGLE_CLOUD_PROJECT'])(
    'are refused, and not printed, when the operator has set %s',
    async (name) => {
      const port = await freePort();
      const program = startProgram({ PORT: String(port), DATA_DIR: join(folder, name), [name]: 'mine' });
      await untilReady(program);
      expect(program.output()).not.toContain('/login?demo');
      const refused = await post(port, '/api/demo');
      expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'practice_refused' }]);
      program.process.kill('SIGTERM');
      await program.ended;
    },
  );
});

describe('a start that cannot succeed ends with a sentence that says what to do', () => {
  const expectEnd = async (program: Program, ...sentences: string[]): Promise<void> => {
    expect(await program.ended).toBe(1);
    for (const sentence of sentences) expect(program.output()).toContain(sentence);
    expect(program.output()).not.toMatch(/\n\s+at |ERROR/);
  };

  it('when the port is taken', async () => {
    const { createServer } = await import('node:net');
    const other = createServer();
    await listen(other);
    const { port } = other.address() as { port: number };
    const program = startProgram({ PORT: String(port), DATA_DIR: join(folder, 'port') });
    await expectEnd(program, `Port ${port} is taken by another program.`, 'PORT=');
    other.close();
  });

  it('when the data folder cannot be written', async () => {
    const file = join(folder, 'file');
    await writeFile(file, 'no folder');
    const program = startProgram({ DATA_DIR: join(file, 'data') });
    await expectEnd(program, `The data folder ${join(file, 'data')} cannot be written.`, 'DATA_DIR');
  });

  it('when the configuration has faults: all at once, by name, never by value', async () => {
    const program = startProgram({
      PORT: 'sixty-six',
      PUBLIC_ORIGIN: 'http://shop.example/path',
      DATABASE_URL: 'mysql://root:hunter2@db',
      FIREBASE_PROJECT_ID: 'shop',
      SAMPLE_DELAYS: 'sometimes',
      NODE_ENV: 'production',
      FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
    });
    await expectEnd(
      program,
      'PORT must be a whole number',
      'PUBLIC_ORIGIN must be an address without a path',
      'PUBLIC_ORIGIN must begin with https://',
      'DATABASE_URL must begin with postgres://',
      'FIREBASE_WEB_API_KEY is required',
      'FIREBASE_AUTH_EMULATOR_HOST must not be set in production',
      'SAMPLE_DELAYS must be on or off',
    );
    expect(program.output()).not.toMatch(/hunter2|sixty-six|sometimes|9099|shop\.example/);
  });

  it('when nothing is configured in production', async () => {
    await expectEnd(startProgram({ NODE_ENV: 'production' }), 'PUBLIC_ORIGIN', 'production');
    const program = startProgram({ NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://shop.example' });
    await expectEnd(program, 'FIREBASE_PROJECT_ID', 'production');
  });

  it('when the Postgres server cannot be reached', async () => {
    const port = await freePort();
    const program = startProgram({ DATABASE_URL: `postgres://robin:hunter2@127.0.0.1:${port}/shingle` });
    await expectEnd(program, 'The database at DATABASE_URL cannot be reached');
    expect(program.output()).not.toContain('hunter2');
  });
});
