import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { startTestApp, type TestApp } from '../support/app.js';
import { LogLines } from '../support/log-lines.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { untilSeen } from '../support/until.js';

let database: TcpProxy;
let served: TestApp;
const log = new LogLines();
beforeAll(async () => {
  const server = new URL(process.env.TEST_POSTGRES_URL ?? '');
  database = await startTcpProxy({ host: server.hostname, port: Number(server.port) });
  server.port = String(database.port);
  process.env.TEST_POSTGRES_URL = server.href;
  served = await startTestApp({ LOG_LEVEL: 'info' });
  log.listen();
});
afterEach(() => {
  database.resume();
  jest.restoreAllMocks();
  log.listen();
});
afterAll(async () => {
  await served.close();
  log.stop();
  database.close();
});

const check = (what: 'live' | 'ready') => served.visitor().send('get', `/api/health/${what}`);
const untilReady = () => untilSeen('readiness', async () => (await check('ready')).status === 200);

describe('who asks without a session', () => {
  it('is told yes, and no more', async () => {
    expect((await check('live').expect(200)).body).toEqual({ status: 'ok' });
    expect((await check('ready').expect(200)).body).toEqual({ status: 'ok' });
  });

  it('is told no, and not why; the log is told why, once', async () => {
    database.cut();
    log.clear();
    for (let time = 0; time < 3; time += 1)
      expect((await check('ready').expect(503)).body).toEqual({
        statusCode: 503,
        code: 'unavailable',
        message: 'The service is not available right now. Please try again shortly.',
        requestId: expect.any(String),
      });
    database.resume();
    await untilReady();
    expect([...log.of('health.not_ready'), ...log.of('health.ready')]).toMatchObject([
      { level: 'warn', reason: 'the database does not answer' },
      { level: 'info' },
    ]);
  });
});

describe('readiness', () => {
  it('is gone within 5 s when the database hangs, comes back by itself, and the process lives all the while', async () => {
    database.halt();
    const began = performance.now();
    await check('ready').expect(503);
    expect(performance.now() - began).toBeLessThan(5000);
    await check('live').expect(200);
    database.resume();
    await untilReady();
  });

  it('needs every migration that this program knows, and minds no newer one', async () => {
    const { orm } = served.database;
    const shift = (days: number) =>
      orm.execute(
        sql`update migrations set id = id + ${days * 86_400_000} where id = (select max(id) from migrations)`,
      );
    await shift(1);
    await check('ready').expect(200);
    await shift(-2);
    await check('ready').expect(503);
    await shift(1);
    await check('ready').expect(200);
  });

  it('needs the rounds that look for due posts', async () => {
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now');
    clock.mockReturnValue(now + 70_000);
    await check('ready').expect(200);
    clock.mockReturnValue(now + 100_000);
    await check('ready').expect(503);
    await check('live').expect(200);
  });
});
