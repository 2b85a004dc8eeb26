import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lookup } from 'node:dns/promises';
import { NameLookUps } from '../../../dist/server/notices/sending/name-look-ups.js';
import { WebhookNetwork } from '../../../dist/server/notices/sending/webhook-network.js';
import { holdThreads } from '../../support/network/held-threads.ts';
import { type NameServer, startNameServer } from '../../support/network/name-server.ts';

const ADDRESS = '127.0.0.2';
/** Stands for a webhook’s name: a look-up in a thread finds it as well, since the C library reads it as an address. */
const NAME = '127.2';

describe('the name of a webhook', () => {
  let names: NameServer;
  let lookUps: NameLookUps;
  beforeAll(async () => {
    names = await startNameServer(() => [ADDRESS]);
    lookUps = new NameLookUps(Object.assign(new WebhookNetwork(), { nameServers: [names.address] }));
  });
  afterAll(() => names.close());

  const found = () => lookUps.addressesOf(NAME, 'robin');

  it('is looked up without a thread, so that its look-up keeps none from sign-in, Google and mail', async () => {
    // Both ways find it while threads are free.
    expect((await lookup(NAME)).address).toBe(ADDRESS);
    expect(await found()).toEqual([ADDRESS]);
    const letGo = holdThreads();
    let isFoundByThread = false;
    const byThread = lookup(NAME).then(() => (isFoundByThread = true));
    try {
      expect([await found(), isFoundByThread]).toEqual([[ADDRESS], false]);
    } finally {
      await letGo();
    }
    expect(await byThread).toBe(true);
  });
});
