import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { sql } from 'drizzle-orm';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Firebase } from '../../../dist/server/auth/firebase.js';
import { openPostgres } from '../../../dist/server/database/postgres.js';
import { type Database, liftTimeLimits } from '../../../dist/server/database/database.js';
import { PASSWORD, type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { startTcpProxy, type TcpProxy } from '../../support/network/tcp-proxy.ts';
import { startTransactionPooler } from '../../support/database/transaction-pooler.ts';
import { untilSeen } from '../../support/until.ts';
import { listen } from '../../support/network/listen.ts';

/** What Google has for an answer in these tests; in earnest it is 10 s. */
const DEADLINE_MS = 300;
const DEADLINE_IN_EARNEST_MS = 10_000;

let firebase: Server;
/** Whether it takes requests and never answers. */
let isHung = false;
let served: TestApp;
let robin: SignedInClient;
beforeAll(async () => {
  const [host = '', port] = process.env.TEST_AUTH_EMULATOR_HOST?.split(':') ?? [];
  firebase = createServer(({ method, url: path, headers }, answer) => {
    if (isHung) return;
    const onward = request(
      { host, port, method, path, headers: { ...headers, host: `${host}:${port}` } },
      (given) => given.pipe(answer.writeHead(given.statusCode ?? 0, given.headers)),
    );
    answer.req.pipe(onward);
  });
  await listen(firebase);
  served = await startTestApp({ FIREBASE_AUTH_EMULATOR_HOST: firebaseHost() });
  robin = await served.signUp();
});
afterAll(async () => {
  firebase.close();
  // First, so that nothing waits for it any more.
  firebase.closeAllConnections();
  await served.close();
});

const firebaseHost = () => `127.0.0.1:${(firebase.address() as AddressInfo).port}`;

/** How long a request takes (ms) while Firebase takes connections and never answers. */
async function whileHung(ask: () => Promise<unknown>): Promise<number> {
  isHung = true;
  const client = served.app.get(Firebase);
  const { deadlineMs } = client;
  Object.assign(client, { deadlineMs: DEADLINE_MS });
  const began = performance.now();
  await ask().finally(() => {
    isHung = false;
    // An answer may take longer than that on a busy machine.
    Object.assign(client, { deadlineMs });
  });
  return performance.now() - began;
}

const logIn = () =>
  served.visitor().send('post', '/api/auth/login', { email: robin.email, password: PASSWORD });

describe('while Firebase hangs', () => {
  it('a sign-in is given up, and works again afterwards', async () => {
    const took = await whileHung(async () => {
      expect((await logIn().expect(503)).body.code).toBe('auth/network-request-failed');
    });
    expect(took).toBeLessThan(DEADLINE_IN_EARNEST_MS);
    await logIn().expect(200);
  });

  it('a session that was verified lately is believed, and another one is not found to be bad', async () => {
    await robin.send('get', '/api/auth/profile').expect(200);
    served.clock.advance({ minutes: 2 });
    const took = await whileHung(async () => {
      await robin.send('get', '/api/auth/profile').expect(200);
      served.clock.advance({ minutes: 15 });
      const answer = await robin.send('get', '/api/auth/profile').expect(503);
      expect(answer.body.code).toBe('unavailable');
      expect(answer.headers['set-cookie']).toBeUndefined();
    });
    expect(took).toBeLessThan(DEADLINE_IN_EARNEST_MS);
    await robin.send('get', '/api/auth/profile').expect(200);
  });
});

/** A further connection of ours to the same database, through a proxy. */
async function openReplica(): Promise<{ proxy: TcpProxy; replica: Database; close: () => Promise<void> }> {
  const { rows } = await served.database.executeSql('select current_database() as name');
  const server = new URL(process.env.TEST_POSTGRES_URL ?? '');
  const proxy = await startTcpProxy({ host: server.hostname, port: Number(server.port) });
  Object.assign(server, { port: String(proxy.port), pathname: `/${(rows as { name: string }[])[0]?.name}` });
  const replica = await openPostgres(server.href);
  return {
    proxy,
    replica,
    close: async () => {
      proxy.resume();
      await replica.close();
      proxy.close();
    },
  };
}

describe('a replica that loses its connection', () => {
  let proxy: TcpProxy;
  let replica: Database;
  let closeReplica: () => Promise<void>;
  let beside: TestApp;
  beforeAll(async () => {
    ({ proxy, replica, close: closeReplica } = await openReplica());
    beside = await startTestApp(
      { FIREBASE_AUTH_EMULATOR_HOST: firebaseHost() },
      { database: replica, clock: served.clock },
    );
  });
  afterAll(async () => {
    await beside.close();
    await closeReplica();
  });

  const at = (app: TestApp, client: SignedInClient, method: 'get' | 'post', path: string) =>
    app.visitor().send(method, path).set('Cookie', client.cookie);
  const listeners = async () => {
    const { rows } = await served.database.executeSql(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and query ilike '%listen%' and pid <> pg_backend_pid()`,
    );
    return (rows as { count: number }[])[0]?.count;
  };

  it('drops its cache once it listens again, and listens on one connection however often that failed', async () => {
    const tess = await served.signUp();
    const uma = await served.signUp();
    const vera = await served.signUp();
    for (const client of [tess, uma, vera]) await at(beside, client, 'get', '/api/auth/profile').expect(200);
    const before = await listeners();
    proxy.cut();
    await at(served, tess, 'post', '/api/auth/logout').expect(204);
    await at(served, uma, 'post', '/api/auth/logout-everywhere').expect(204);
    await vera.send('patch', '/api/auth/profile', { preferences: { theme: 'dark' } }).expect(200);
    proxy.resume();
    proxy.cutAt('listen "');
    await untilSeen('tries to listen again', () => proxy.cutsAtText >= 3);
    proxy.resume();
    for (const client of [tess, uma])
      await untilSeen(
        'the end of the session',
        async () => (await at(beside, client, 'get', '/api/auth/profile')).status === 401,
      );
    const { body } = await at(beside, vera, 'get', '/api/auth/profile').expect(200);
    expect(body).toMatchObject({ preferences: { theme: 'dark' } });
    expect(await listeners()).toBe(before);
  });
});

describe('a replica that vanishes', () => {
  let proxy: TcpProxy;
  let replica: Database;
  let closeReplica: () => Promise<void>;
  beforeAll(async () => {
    ({ proxy, replica, close: closeReplica } = await openReplica());
  });
  afterAll(() => closeReplica());

  it('inside a transaction blocks the post for its owner only for seconds', async () => {
    const { body: post } = await robin
      .send('post', '/api/posts', {
        locationId: 'sample-101',
        publishAt: new Date(Date.now() + 86_400_000).toISOString(),
        postBody: { languageCode: 'en-US', summary: 'Fresh at 8', topicType: 'STANDARD' },
      })
      .expect(201);
    let hasVanished = (): void => undefined;
    const vanishing = new Promise<void>((resolve) => (hasVanished = resolve));
    const transaction = replica
      .transaction(async (tx) => {
        await tx.execute(sql`select id from posts where id = ${post.id} for update`);
        proxy.halt();
        hasVanished();
        await tx.execute(sql`select 1`);
      })
      .catch((error: unknown) => error);
    await vanishing;
    await robin.send('delete', `/api/posts/${post.id}`).expect(204);
    proxy.cut();
    expect(await transaction).toBeInstanceOf(Error);
  });

  it('or hangs holds nothing for long: each session has limits, and an operator’s work has none', async () => {
    const limits = sql`select current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`;
    expect(await served.database.orm.execute(limits)).toMatchObject({
      rows: [{ idle: '10s', lock: '15s', statement: '20s' }],
    });
    await served.database.transaction(async (tx) => {
      await liftTimeLimits(tx);
      expect(await tx.execute(limits)).toMatchObject({ rows: [{ idle: '0', lock: '0', statement: '0' }] });
    });
  });
});

describe('a database that hangs', () => {
  let proxy: TcpProxy;
  let database: Database & { limitSilence(ms: number): void };
  beforeAll(async () => {
    const server = new URL(process.env.TEST_POSTGRES_URL ?? '');
    proxy = await startTcpProxy({ host: server.hostname, port: Number(server.port) });
    server.port = String(proxy.port);
    database = (await openPostgres(server.href, () => Promise.resolve())) as typeof database;
  });
  afterAll(async () => {
    proxy.resume();
    await database.close();
    proxy.close();
  });

  it('is given up, by a statement and by a transaction, and works again afterwards', async () => {
    await database.executeSql('select 1');
    database.limitSilence(200);
    proxy.halt();
    const began = performance.now();
    await expect(database.executeSql('select 1')).rejects.toThrow('The database does not answer.');
    const transaction = database.transaction(async (tx) => void (await tx.execute('select 1')));
    await expect(transaction).rejects.toThrow();
    // Less than the connections' own silence, which would end it after half a minute.
    expect(performance.now() - began).toBeLessThan(10_000);
    proxy.resume();
    // A new connection takes several answers, each of which may be slow on a busy machine.
    database.limitSilence(5000);
    expect((await database.executeSql('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('a pooler that gives each transaction another connection', () => {
  it.each(['last', 'in turn'] as const)(
    'is refused at the start with a sentence, whichever connection it takes next: %s',
    async (next) => {
      const server = new URL(process.env.TEST_POSTGRES_URL ?? '');
      const pooler = await startTransactionPooler({ host: server.hostname, port: Number(server.port) }, next);
      server.port = String(pooler.port);
      const opening = openPostgres(server.href, () => Promise.resolve());
      const closing = opening.then(
        (opened) => opened.close(),
        () => undefined,
      );
      await expect(opening).rejects.toThrow(
        'DATABASE_URL leads to a pooler that gives each transaction another connection, such as PgBouncer with pool_mode=transaction. Name the server itself, or a pooler with pool_mode=session.',
      );
      pooler.close();
      await closing;
    },
  );
});
