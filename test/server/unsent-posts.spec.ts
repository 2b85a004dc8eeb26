import { afterAll, beforeAll, describe, expect, it } from '../support/jest.ts';
import { GoogleTimeouts } from '../../dist/server/business-profile/google/google-clock.js';
import type { SignedInClient, TestApp } from '../support/app.ts';
import { type Ends, endAll } from '../support/ends.ts';
import { PEOPLE } from '../support/google-simulator.ts';
import { holdThreads } from '../support/held-threads.ts';
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
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

/** How long a request may take here. */
const REQUEST_MS = 500;

const ends: Ends = [];
let setting: Publishing;
let tamsin: SignedInClient;
let locationId: string;
let proxy: TcpProxy;
/** Knows Google by a name, which is looked up for each connection. */
let named: TestApp;
beforeAll(async () => {
  setting = await startPublishing();
  ends.push(() => setting.close());
  tamsin = await setting.connected(PEOPLE.tamsin);
  locationId = setting.google.world.location({ location: 'Okonjo Ceramics' }).id;
  const { GBP_V4_URL: address } = setting.google.addresses;
  const { hostname: host, port, pathname } = new URL(address);
  proxy = await startTcpProxy({ host, port: Number(port) });
  ends.push(() => proxy.close());
  named = await setting.replica({ GBP_V4_URL: `http://localhost:${proxy.port}${pathname}` });
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
    expect([creates(), (await look(tamsin, first)).detail]).toEqual([1, 'in_review']);
    // The connection that was kept has ended by the time of the next post.
    proxy.cut();
    proxy.resume();

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
    await setting.workOff(named);
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
