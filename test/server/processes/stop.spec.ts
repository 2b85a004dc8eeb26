import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openTestDatabase } from '../../support/database/database.ts';
import { linesOf } from '../../support/log-lines.ts';
import {
  freePort,
  killPrograms,
  type Program,
  startProgram,
  untilReady,
} from '../../support/processes/program.ts';
import { ask } from '../../support/network/raw-http.ts';
import { startTraceReceiver, type TraceReceiver } from '../../support/network/trace-receiver.ts';
import { untilSeen } from '../../support/until.ts';

const SERVER = fileURLToPath(new URL('../../../dist/server/', import.meta.url));
const MAIN = join(SERVER, 'main.js');
const HOST = { Host: 'shop.example' };
/** Enough for two requests, however slow the machine is. */
const GRACE_MS = 2000;

let folder: string;
let traces: TraceReceiver;
let env: Record<string, string>;
let closeDatabase: () => Promise<void>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shingle-stop-'));
  traces = await startTraceReceiver();
  const { database, drop } = await openTestDatabase();
  const { rows } = await database.executeSql('select current_database() as name');
  const url = new URL(process.env.TEST_POSTGRES_URL ?? '');
  url.pathname = (rows as { name: string }[])[0]?.name ?? '';
  closeDatabase = () => database.close().then(drop);
  env = {
    NODE_ENV: 'production',
    PUBLIC_ORIGIN: 'https://shop.example',
    DATABASE_URL: url.href,
    STOP_GRACE_SECONDS: String(GRACE_MS / 1000),
  };
});
afterAll(async () => {
  killPrograms();
  traces.close();
  await closeDatabase();
  await rm(folder, { recursive: true, force: true });
});

/** The server as it runs in production, ready. */
async function start(more: Record<string, string> = {}): Promise<{ program: Program; address: string }> {
  const port = String(await freePort());
  const program = startProgram({ ...env, PORT: port, ...more }, MAIN);
  await untilReady(program);
  return { program, address: `127.0.0.1:${port}` };
}

const check = (address: string) => ask(address, { path: '/api/health/ready' });

/** Opens a connection, sends the first part of a request, and resolves when the server has begun with it. */
async function beginRequest(address: string): Promise<{ finish: () => void; heard: () => string }> {
  const [host, port] = address.split(':');
  const socket = connect(Number(port), host);
  let heard = '';
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text));
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  const body = JSON.stringify({ email: 'robin@example.com', password: 'correct horse' });
  const head = `Expect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  socket.write(`POST /api/auth/login HTTP/1.1\r\nHost: shop.example\r\n${head}\r\n\r\n${body.slice(0, 20)}`);
  await untilSeen('the server at it', () => heard.includes('100 Continue'));
  return { finish: () => void socket.write(body.slice(20)), heard: () => heard };
}

describe('the server in production', () => {
  it('stops on SIGTERM: not ready at once, every request finished, posts and jobs given back, exit code 0', async () => {
    const { program, address } = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: traces.endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    });
    expect((await check(address)).status).toBe(200);
    const path = '/api/auth/google/callback?code=canary-code&state=canary-state';
    expect((await ask(address, { path, headers: HOST })).status).toBe(302);
    const begun = await beginRequest(address);

    program.process.kill('SIGTERM');
    const signalled = performance.now();
    await untilSeen('the stop', () => program.output().includes('process.stopping'));
    expect((await check(address)).status).toBe(503);
    const late = await ask(address, { path: '/api/auth/session', headers: HOST });
    expect([late.status, late.headers.connection]).toEqual([200, 'close']);
    await untilSeen('nobody let in any more', () =>
      check(address).then(
        () => false,
        () => true,
      ),
    );
    begun.finish();
    await untilSeen('the answer to what was begun', () => begun.heard().includes('auth/not-configured'));

    expect(await program.ended).toBe(0);
    expect(performance.now() - signalled).toBeGreaterThanOrEqual(GRACE_MS);
    // Nothing has waited for connections that are kept alive, or until they are cut.
    expect(performance.now() - signalled).toBeLessThan(10_000);

    const lines = linesOf(program.output());
    expect(lines.map(({ event }) => event).filter((event) => event?.startsWith('process.'))).toEqual([
      'process.ready',
      'process.stopping',
      'process.stopped',
    ]);
    expect(lines.filter(({ level }) => ['error', 'fatal'].includes(level))).toEqual([]);

    // Spans of the request and of its statement have come, before the end, without its query.
    const request = traces.spans.find(({ name }) => name === 'GET /api/auth/google/callback');
    expect(request).toMatchObject({
      by: expect.stringContaining('instrumentation-http'),
      attributes: { 'http.route': '/api/auth/google/callback', 'url.path': '/api/auth/google/callback' },
    });
    expect(traces.spans.some(({ by }) => by.endsWith('instrumentation-pg'))).toBe(true);
    expect(traces.spans.some(({ name }) => name.includes('/api/health'))).toBe(false);
    expect(traces.received()).not.toContain('canary');
  });

  it('logs an uncaught error, and exits with code 1', async () => {
    const fail = "process.on('SIGUSR2',()=>{Promise.reject(new Error('lost'))})";
    const { program } = await start({
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fail)}`,
    });
    program.process.kill('SIGUSR2');
    expect(await program.ended).toBe(1);
    expect(linesOf(program.output()).at(-1)).toMatchObject({
      level: 'fatal',
      event: 'process.unhandled_rejection',
      err: { message: 'lost' },
    });
  });

  it('does not start with what would make it unsafe: it says what, by name and never by value', async () => {
    const program = startProgram(
      {
        ...env,
        PUBLIC_ORIGIN: 'http://canary.example',
        FIREBASE_PROJECT_ID: 'canary-project',
        FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
        GOOGLE_CLIENT_ID: 'canary-client',
        GOOGLE_CLIENT_SECRET: 'canary-secret',
        TOKEN_KEYS: `k1:${Buffer.alloc(32, 'canary').toString('base64')}`,
        GBP_V4_URL: 'http://127.0.0.1:4001/v4',
      },
      MAIN,
    );
    expect(await program.ended).toBe(1);
    const names = /^ {2}(\w+)/gm;
    expect([...program.output().matchAll(names)].map(([, name]) => name).sort()).toEqual([
      'FIREBASE_AUTH_EMULATOR_HOST',
      'FIREBASE_WEB_API_KEY',
      'GBP_V4_URL',
      'PUBLIC_ORIGIN',
      'TOKEN_KEYS',
    ]);
    expect(program.output()).not.toMatch(/canary|9099|4001|Y2FuYXJ5/);
    expect(program.output()).not.toMatch(/\n\s+at /);
  });
});

it('a second signal does not wait for the first', async () => {
  const file = join(folder, 'hanging.mjs');
  await writeFile(
    file,
    `import { stopOnSignal } from ${JSON.stringify(join(SERVER, 'app.process.js'))};
     const server = { listening: true, closeAllConnections() {} };
     stopOnSignal(Promise.resolve({ get: () => ({ beginStop() {} }), getHttpServer: () => server, close: () => new Promise(() => {}) }));
     setInterval(() => {}, 1000);
     console.log('it is ready');`,
  );
  const program = startProgram({}, file);
  await untilReady(program);
  program.process.kill('SIGTERM');
  await untilSeen('the stop', () => program.output().includes('Stopping'));
  program.process.kill('SIGTERM');
  const signalled = performance.now();
  expect(await program.ended).toBe(1);
  expect(performance.now() - signalled).toBeLessThan(5000);
});

it('a signal while it begins is followed once it has begun, since work may be under way by then', async () => {
  const file = join(folder, 'beginning.mjs');
  await writeFile(
    file,
    `import { stopOnSignal } from ${JSON.stringify(join(SERVER, 'app.process.js'))};
     const server = { listening: false, closeIdleConnections() {}, closeAllConnections() {} };
     const app = { get: () => ({ beginStop() {} }), getHttpServer: () => server, close: async () => console.log('closed') };
     stopOnSignal(new Promise((begin) => process.on('SIGUSR2', () => begin(app))));
     setInterval(() => {}, 1000);
     console.log('it is ready');`,
  );
  const program = startProgram({}, file);
  await untilReady(program);
  program.process.kill('SIGTERM');
  await untilSeen('the stop', () => program.output().includes('Stopping'));
  expect(program.output()).not.toContain('closed');
  program.process.kill('SIGUSR2');
  expect(await program.ended).toBe(0);
  expect(program.output()).toContain('closed');
});
