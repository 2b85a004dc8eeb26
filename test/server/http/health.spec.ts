import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '../../support/jest.ts';
import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { LogLines } from '../../support/log-lines.ts';
import { startTcpProxy, type TcpProxy } from '../../support/network/tcp-proxy.ts';
import { untilSeen } from '../../support/until.ts';

let database: TcpProxy;
let served: TestApp;
const log = new LogLines();
beforeAll(async () => {
  const direct = process.env.TEST_POSTGRES_URL ?? '';
  const server = new URL(direct);
  database = await startTcpProxy({ host: server.hostname, port: Number(server.port) });
  server.port = String(database.port);
  process.env.TEST_POSTGRES_URL = server.href;
  log.listen();
  served = await startTestApp({ LOG_LEVEL: 'info' });
  process.env.TEST_POSTGRES_URL = direct;
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

/** As a replica that was not promoted, or a managed server without room: reading works, on new connections. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  await served.database.executeSql(
    `begin; set transaction read write;
     do $$ begin execute format('alter database %I set default_transaction_read_only = ${isReadOnly}', current_database()); end $$;
     commit`,
  );
  database.cut();
  database.resume();
}

describe('a health check without a session', () => {
  it('gets only yes', async () => {
    expect((await check('live').expect(200)).body).toEqual({ status: 'ok' });
    expect((await check('ready').expect(200)).body).toEqual({ status: 'ok' });
  });

  it('gets only no; the log gives the reason, once', async () => {
    database.cut();
    log.clear();
    for (let time = 0; time < 3; time += 1)
      expect((await check('ready').expect(503)).body).toEqual({
        statusCode: 503,
        code: 'unavailable',
        message: 'The service isn’t available right now. Please try again shortly.',
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
  it('is lost within 5 s when the database hangs and recovers on its own, while the process keeps running', async () => {
    database.halt();
    const began = performance.now();
    await check('ready').expect(503);
    expect(performance.now() - began).toBeLessThan(5000);
    await check('live').expect(200);
    database.resume();
    await untilReady();
  });

  it('needs every migration that this program knows, and accepts newer ones', async () => {
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

  it('needs the task that looks for due posts', async () => {
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now');
    clock.mockReturnValue(now + 10_000);
    await check('ready').expect(200);
    clock.mockReturnValue(now + 100_000);
    await check('ready').expect(503);
    await check('live').expect(200);
  });

  it('needs a writable database; requests that write are asked to retry', async () => {
    const robin = await served.signUp();
    const write = async () =>
      (await robin.send('patch', '/api/auth/profile', { preferences: { theme: 'dark' } })).status;
    log.clear();
    try {
      await setReadOnly(true);
      await untilSeen('that nothing can be written', async () => {
        await check('ready');
        return log.of('health.not_ready').at(-1)?.reason === 'nothing can be written to the database';
      });
      expect(await served.database.executeSql('select 1 as one')).toMatchObject({ rows: [{ one: 1 }] });
      await check('ready').expect(503);
      expect(await write()).toBe(503);
      expect(log.of('request.failed').at(-1)).toMatchObject({ err: { code: '25006' } });
    } finally {
      await setReadOnly(false);
    }
    await untilReady();
    expect(await write()).toBe(200);
  });
});

describe('a request that the database cannot serve at present', () => {
  it.each(['53100', '53200', '53300', '57014', '57P01', '57P03', '08006', '58030'])(
    'is told to come again, and the log is told why: SQLSTATE %s',
    async (state) => {
      const robin = await served.signUp();
      await served.database.executeSql(
        `create or replace function fail() returns trigger language plpgsql as
         $$ begin raise exception 'no' using errcode = '${state}'; end $$;
         create or replace trigger fail before update on users execute function fail()`,
      );
      log.clear();
      const answer = await robin.send('patch', '/api/auth/profile', { preferences: { theme: 'dark' } });
      await served.database.executeSql('drop trigger fail on users');
      expect(answer.status).toBe(503);
      expect(answer.body).toMatchObject({
        code: 'unavailable',
        message: 'The service isn’t available right now. Please try again shortly.',
      });
      expect(log.of('request.failed')).toMatchObject([{ err: { code: state } }]);
    },
  );

  it('gets the same answer when the database cannot be reached', async () => {
    const robin = await served.signUp();
    database.cut();
    expect((await robin.send('get', '/api/posts').expect(503)).body.code).toBe('unavailable');
    expect((await robin.send('delete', `/api/posts/${randomUUID()}`).expect(503)).body.code).toBe(
      'unavailable',
    );
  });
});
