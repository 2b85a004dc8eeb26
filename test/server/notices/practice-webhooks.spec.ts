import { afterAll, beforeAll, describe, expect, it, jest } from '../../support/jest.ts';
import { NameLookUps } from '../../../dist/server/notices/sending/name-look-ups.js';
import { WebhookNetwork } from '../../../dist/server/notices/sending/webhook-network.js';
import { Mailbox } from '../../../dist/server/embedded/mailbox/mailbox.js';
import { mailboxModule } from '../../../dist/server/embedded/mailbox/mailbox.module.js';
import { PracticeWebhooks } from '../../../dist/server/embedded/webhooks/practice-webhooks.js';
import { practiceWebhooksModule } from '../../../dist/server/embedded/webhooks/practice-webhooks.module.js';
import { type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { newKey } from '../../support/google/google-connection.ts';
import { untilSeen } from '../../support/until.ts';

const SINK = 'https://webhooks.practice.invalid/';
const PAGE = '/mailbox/webhooks';

const webhooks = new PracticeWebhooks();
let served: TestApp;
beforeAll(async () => {
  const modules = [practiceWebhooksModule(webhooks), mailboxModule(new Mailbox())];
  served = await startTestApp({ TOKEN_KEYS: newKey('k1') }, undefined, { modules });
});
afterAll(() => served.close());

const add = (client: SignedInClient, url: string) =>
  client.send('post', '/api/channels', { kind: 'webhook', url });

/** Sends a test message, and waits for its end. */
async function test(client: SignedInClient, id: string) {
  await client.send('post', `/api/channels/${id}/test`).expect(202);
  return untilSeen('the end of the message', async () => {
    const { body } = await client.send('get', `/api/deliveries?channelId=${id}`).expect(200);
    const { items } = body as { items: { state: string; answerCode: number; answer: string }[] };
    return items.find(({ state }) => state === 'delivered' || state === 'failed');
  });
}

describe('the practice address of webhooks', () => {
  it('takes a signed message in the process, and shows it with its signature checked', async () => {
    const robin = await served.signUp();
    const settings = (await robin.send('get', '/api/notice-settings').expect(200)).body as object;
    expect(settings).toMatchObject({ webhookSink: { address: SINK, page: PAGE } });
    expect((await served.visitor().send('get', PAGE).expect(200)).text).toContain('No message yet.');

    const lookUps = jest.spyOn(served.app.get(NameLookUps), 'addressesOf');
    const network = jest.spyOn(served.app.get(WebhookNetwork), 'isAllowed');
    const { body } = await add(robin, `${SINK}robin?<b>`).expect(201);
    const delivery = await test(robin, (body as { id: string }).id);
    expect(delivery).toMatchObject({ state: 'delivered', answerCode: 200 });
    // Nothing goes out without both of them.
    expect([lookUps.mock.calls, network.mock.calls]).toEqual([[], []]);

    const list = await served.visitor().send('get', PAGE).expect(200);
    expect(list.text).toContain('The signature is right. To https://webhooks.practice.invalid/robin?%3Cb%3E');
    const [, path] = /href="(\/mailbox\/webhooks\/[\w-]+)"/.exec(list.text)!;
    const page = await served.visitor().send('get', path!).expect(200);
    for (const shown of [
      'The signature is right.',
      'Shingle-Signature: v1=',
      '&#34;type&#34;: &#34;test&#34;',
    ])
      expect(page.text).toContain(shown);
    expect(page.text).not.toContain('whsec_');
    await served.visitor().send('get', `${PAGE}/5b1f0a34-6c2e-4d7b-8f11-000000000001`).expect(404);
    expect((await served.visitor().send('get', '/mailbox').expect(200)).text).toContain(`href="${PAGE}"`);
  });

  it('says when a signature is wrong', () => {
    const headers = { 'Shingle-Timestamp': '1', 'Shingle-Signature': 'v1=00' };
    const message = { address: SINK, headers, body: '{"notices":[]}', secret: 'whsec_1' };
    expect(webhooks.take(message)).toMatchObject({ code: 401 });
    expect(webhooks.list()[0]).toMatchObject({ isGenuine: false });
  });

  it.each([
    'http://webhooks.practice.invalid/',
    'https://webhooks.practice.invalid:8443/',
    'https://robin@webhooks.practice.invalid/',
    'https://webhooks.practice.invalid./',
    'https://hooks.webhooks.practice.invalid/',
    'https://practice.invalid/',
    'https://10.0.0.1/',
    'https://localhost/',
  ])('opens the way to no other address: %s', async (url) => {
    const robin = await served.signUp();
    const { body } = await add(robin, url).expect(400);
    expect(body).toMatchObject({ code: 'validation_failed', errors: [{ field: 'url' }] });
  });

  it('is nowhere else: a server without what the embedded start adds has neither the address nor the page', async () => {
    const production = await startTestApp({}, served);
    const robin = await production.signUp();
    const settings = (await robin.send('get', '/api/notice-settings').expect(200)).body as object;
    expect(settings).toMatchObject({ webhookSink: null });
    const { body } = await add(robin, SINK).expect(400);
    expect(body).toMatchObject({
      errors: [{ field: 'url', message: 'Address must be public: nothing is sent to a private network' }],
    });
    await production.visitor().send('get', PAGE).expect(404);
    await production.close();
  });
});
