import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '../../support/jest.ts';
import dns from 'node:dns';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { GoogleTimeouts } from '../../../dist/server/business-profile/calls/google-clock.js';
import { PostPublisher } from '../../../dist/server/publishing/post-publisher.js';
import type { SignedInClient, TestApp } from '../../support/app.ts';
import { type Ends, endAll } from '../../support/processes/ends.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { holdThreads } from '../../support/network/held-threads.ts';
import { listen } from '../../support/network/listen.ts';
import {
  before,
  look,
  MINUTE_MS,
  type Publishing,
  schedule,
  SECOND_MS,
  startPublishing,
} from '../../support/features/publishing.ts';

/** How long a request may take whose name is not looked up. */
const LATE_MS = 500;

const ends: Ends = [];
let setting: Publishing;
let tamsin: SignedInClient;
let locationId: string;
/** Stands before Google. */
let front: Server;
let port: number;
const sockets = new Set<Socket>();
/** Knows Google by a name, which is looked up for each connection. */
let named: TestApp;
beforeAll(async () => {
  setting = await startPublishing();
  ends.push(() => setting.close());
  tamsin = await setting.connected(PEOPLE.tamsin);
  locationId = setting.google.world.location({ location: 'Okonjo Ceramics' }).id;
  const { host, pathname } = new URL(setting.google.addresses.GBP_V4_URL);
  front = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    const passed = request(`http://${host}${url}`, { method, headers: { ...headers, host } });
    passed.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  front.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  port = await listen(front);
  ends.push(() => {
    front.closeAllConnections();
    front.close();
  });
  named = await setting.replica({ GBP_V4_URL: `http://localhost:${port}${pathname}` });
  ends.push(() => named.close());
});
afterAll(() => endAll(ends));
afterEach(() => jest.restoreAllMocks());

/** Ends the connections that were kept. @returns how many there were, once the other side has ended them as well */
async function endConnections(): Promise<number> {
  const ended = await Promise.all(Array.from(sockets, (socket) => once(socket.end(), 'close')));
  return ended.length;
}

function loseName(): () => void {
  const { lookup } = dns;
  const lost = (name: string, ...given: unknown[]) => {
    if (name !== 'localhost') return Reflect.apply(lookup, dns, [name, ...given]) as unknown;
    const fault = { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: name };
    const done = given.at(-1) as (error: Error) => void;
    process.nextTick(() => done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), fault)));
  };
  const mock = jest.spyOn(dns, 'lookup').mockImplementation(lost);
  return () => mock.mockRestore();
}

function holdNames(): () => Promise<void> {
  const timeouts = named.app.get(GoogleTimeouts);
  const { requestMs } = timeouts;
  Object.assign(timeouts, { requestMs: LATE_MS });
  const letGo = holdThreads();
  return async () => {
    await letGo();
    Object.assign(timeouts, { requestMs });
  };
}

async function stopListening(): Promise<() => Promise<void>> {
  front.close();
  await once(front, 'close');
  return async () => {
    front.listen(port, '127.0.0.1');
    await once(front, 'listening');
  };
}

const creates = () => setting.google.calls.count({ operation: 'localPosts.create' });

describe('a post for which no connection to Google could be made, after one that was kept', () => {
  it.each<[name: string, breaks: () => (() => unknown) | Promise<() => unknown>]>([
    ['since Google’s name was not looked up in time', holdNames],
    ['since Google’s name was not found', loseName],
    ['since no server listens', stopListening],
  ])('surely wasn’t sent, and is sent later, %s', async (_name, breaks) => {
    setting.google.calls.clear();
    const first = await schedule(setting, tamsin, { locationId });
    const second = await schedule(setting, tamsin, { locationId, inMs: 2 * MINUTE_MS });
    await setting.pass(MINUTE_MS);
    await setting.workOff(named);
    expect(await look(tamsin, first)).toMatchObject({ attempts: [{ error: null }] });
    expect(creates()).toBe(1);

    let kept = 0;
    let mend: () => unknown = () => undefined;
    before(named, 'intend', async () => {
      kept = await endConnections();
      mend = await breaks();
    });
    before(named, 'finish', async () => {
      await mend();
    });
    await setting.pass(MINUTE_MS);
    await named.app.get(PostPublisher).step(second.id);
    expect(kept).toBeGreaterThan(0);
    expect(await look(tamsin, second)).toMatchObject({
      status: 'QUEUED',
      attempts: [{ outcome: 'not_sent', error: 'Google couldn’t be reached.' }],
    });
    expect(creates()).toBe(1);

    await setting.pass(30 * SECOND_MS);
    await setting.workOff(named);
    expect(creates()).toBe(2);
    expect((await look(tamsin, second)).attempts).toMatchObject([{ outcome: 'not_sent' }, { error: null }]);
  });
});
