import type { DynamicModule } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import supertest from 'supertest';
import { AdviceChecker } from '../../dist/server/advice/advice-checker.js';
import { createApp } from '../../dist/server/app.setup.js';
import { readEnv } from '../../dist/server/config/env.js';
import type { Database } from '../../dist/server/database/database.js';
import { IntervalTasks } from '../../dist/server/jobs/interval-tasks.js';
import { TestClock } from './clock.ts';
import { openTestDatabase } from './database/database.ts';
import { expectDocumented } from './api/documented-answers.ts';
import { holdBack } from './due-work.ts';

export const ORIGIN = 'http://localhost:3000';
export const PASSWORD = 'correct horse';

/** The served app on a real database and the Auth emulator of this run, over real HTTP. */
export interface TestApp {
  app: NestExpressApplication;
  database: Database;
  clock: TestClock;
  /** host:port that it listens on. */
  address: string;
  /** A client without a session; `Host` is the public one. */
  visitor(): Client;
  /** Signs a new person up and answers a client with their cookie. */
  signUp(person?: { email?: string; fullName?: string }): Promise<SignedInClient>;
  close(): Promise<void>;
}

type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';

/** Sends requests as one browser would: same origin, with its cookie. Each answer must be as the API document says. */
export interface Client {
  cookie: string | undefined;
  send(method: Method, path: string, body?: string | object): supertest.Test;
}

export interface SignedInClient extends Client {
  cookie: string;
  email: string;
  uid: string;
  /** Where they act: their own workspace, or that of `inWorkspace`. */
  workspaceId: string;
}

/** What a test's app is started with. */
interface TestAppOptions {
  /** Added as the embedded start adds them. */
  modules?: DynamicModule[];
  /** Is given the app before it begins any work of its own, to keep some of that back for instance. */
  prepare?: (app: NestExpressApplication) => void;
}

/**
 * Starts the app with sample delays and throttles off; `env` changes the configuration. With `beside`, it is a further
 * replica on that app's database and clock, and must be closed before it.
 */
export async function startTestApp(
  env: Record<string, string> = {},
  beside?: Pick<TestApp, 'database' | 'clock'>,
  { modules = [], prepare }: TestAppOptions = {},
): Promise<TestApp> {
  const { database, drop } = beside ? shareDatabase(beside.database) : await openTestDatabase();
  const clock = beside?.clock ?? new TestClock();
  const app = await createApp(readEnv({ ...baseEnv(), ...env }), database, clock, modules);
  // Locations are checked where a test says so: else that would go on beside all of them.
  holdBack(app.get(AdviceChecker));
  prepare?.(app);
  await app.listen(Number(env.PORT ?? 0), '127.0.0.1');
  const address = `127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  const origin = env.PUBLIC_ORIGIN ?? ORIGIN;
  const visitor = (): Client => newClient(address, origin, undefined);
  return {
    app,
    database,
    clock,
    address,
    visitor,
    async signUp({ email = uniqueEmail(), fullName = 'Robin van Berg' } = {}) {
      const answer = await visitor()
        .send('post', '/api/auth/signup', { fullName, email, password: PASSWORD })
        .expect(200);
      const { uid } = (answer.body as { user: { uid: string } }).user;
      const cookie = cookieOf(answer);
      if (!cookie) throw new Error('the sign-up set no cookie');
      return { ...newClient(address, origin, cookie), cookie, email, uid, workspaceId: uid };
    },
    async close() {
      await app.close();
      await drop();
    },
  };
}

/** The same person, each request of whom names that workspace. */
export function inWorkspace(client: SignedInClient, workspaceId: string): SignedInClient {
  const send: Client['send'] = (...request) => client.send(...request).set('Shingle-Workspace', workspaceId);
  return { ...client, workspaceId, send };
}

/** The same store for another app, which does not close it. */
function shareDatabase(database: Database): { database: Database; drop: () => Promise<void> } {
  const shared = Object.create(database, {
    close: { value: () => Promise.resolve() },
    // Else the connection that listens would be this object's own, and nobody would close it.
    listen: { value: database.listen.bind(database) },
  }) as Database;
  return { database: shared, drop: () => Promise.resolve() };
}

export const uniqueEmail = (): string => `robin-${randomBytes(6).toString('hex')}@example.com`;

/** Prepares an app whose repeated tasks never begin. */
export function withoutTasks(app: TestApp['app']): void {
  Object.assign(app.get(IntervalTasks), { start: () => undefined });
}

/** The ids of what a list answers. */
export async function idsAt(client: Client, path: string): Promise<string[]> {
  const { body } = await client.send('get', path).expect(200);
  return (body as { items: { id: string }[] }).items.map(({ id }) => id);
}

/** `name=value` of the cookie that an answer sets, if it sets one to a value. */
export function cookieOf(answer: supertest.Response): string | undefined {
  const pair = answer.headers['set-cookie']?.[0]?.split(';')[0];
  return pair?.endsWith('=') ? undefined : pair;
}

function baseEnv(): Record<string, string> {
  const emulator = process.env.TEST_AUTH_EMULATOR_HOST;
  if (!emulator) throw new Error('TEST_AUTH_EMULATOR_HOST is not set: run `npm test`');
  return {
    NODE_ENV: 'test',
    PUBLIC_ORIGIN: ORIGIN,
    FIREBASE_PROJECT_ID: 'demo-shingle',
    FIREBASE_WEB_API_KEY: 'test',
    FIREBASE_AUTH_EMULATOR_HOST: emulator,
    SAMPLE_DELAYS: 'off',
    THROTTLE: 'off',
    LOG_LEVEL: 'error',
  };
}

function newClient(address: string, origin: string, cookie: string | undefined): Client {
  return {
    cookie,
    send(method, path, body) {
      const request = supertest(`http://${address}`)
        [method](path)
        .set({
          Host: new URL(origin).host,
          ...(method !== 'get' && { Origin: origin }),
          ...(this.cookie && { Cookie: this.cookie }),
        })
        .expect(({ status, headers, text }) =>
          expectDocumented({ method: method.toUpperCase(), target: path, status, headers, text }),
        );
      return body === undefined ? request : request.set('Content-Type', 'application/json').send(body);
    },
  };
}
