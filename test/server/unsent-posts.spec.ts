import { afterAll, beforeAll, describe, expect, it } from '../support/jest.ts';
import { createServer, request, type Server } from 'node:http';
import { GoogleTimeouts } from '../../dist/server/business-profile/google/google-clock.js';
import { PostPublisher } from '../../dist/server/publishing/post-publisher.js';
import type { SignedInClient, TestApp } from '../support/app.ts';
import { type Ends, endAll } from '../support/ends.ts';
import { PEOPLE } from '../support/google-simulator.ts';
import { holdThreads } from '../support/held-threads.ts';
import { listen } from '../support/listen.ts';
import {
  before,
  CLAIM_WAIT_MS,
  look,
  MINUTE_MS,
  type Publishing,
  schedule,
  SECOND_MS,
  startPublishing,
} from '../support/publishing.ts';

/** How long a request may take here. */
const REQUEST_MS = 500;

const ends: Ends = [];
let setting: Publishing;
let tamsin: SignedInClient;
let locationId: string;
/** Stands before Google, so that its connections can be closed. */
let front: Server;
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
  const address = `http://localhost:${await listen(front)}${pathname}`;
  ends.push(() => {
    front.closeAllConnections();
    front.close();
  });
  named = await setting.replica({ GBP_V4_URL: address });
  ends.push(() => named.close());
});
afterAll(() => endAll(ends));

const creates = () => setting.google.calls.count({ operation: 'localPosts.create' });

describe('a post whose connection to Google needs a name', () => {
  it('that could not be looked up in time surely wasn’t sent, and is sent later, also after a connection that was kept', async () => {
    const first = await schedule(setting, tamsin, { locationId });
    const second = await schedule(setting, tamsin, { locationId, inMs: 2 * MINUTE_MS });
    await setting.pass(MINUTE_MS);
    await setting.workOff(named);
    expect(await look(tamsin, first)).toMatchObject({ detail: 'in_review', attempts: [{ error: null }] });
    expect(creates()).toBe(1);
    // No connection that was kept is there any more when the next post goes out.
    front.closeAllConnections();

    const timeouts = named.app.get(GoogleTimeouts);
    const { requestMs } = timeouts;
    let letGo: (() => Promise<void>) | undefined;
    before(named, 'intend', () => {
      letGo = holdThreads();
      Object.assign(timeouts, { requestMs: REQUEST_MS });
      return Promise.resolve();
    });
    before(named, 'finish', async () => {
      await letGo?.();
      Object.assign(timeouts, { requestMs });
    });
    await setting.pass(MINUTE_MS);
    await named.app.get(PostPublisher).step(second.id);
    expect(await look(tamsin, second)).toMatchObject({
      status: 'QUEUED',
      attempts: [{ outcome: 'not_sent', error: 'Google couldn’t be reached.' }],
    });
    expect(creates()).toBe(1);

    await setting.pass(MINUTE_MS + CLAIM_WAIT_MS);
    await setting.workOff(named);
    await setting.pass(10 * SECOND_MS);
    await setting.workOff(named);
    expect([creates(), (await look(tamsin, second)).status]).toEqual([2, 'PUBLISHED']);
  });
});
