import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import { createServer as createTcpServer } from 'node:net';
import { createServer } from 'node:https';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { noticeDeliveries } from '../../../dist/server/database/notices.schema.js';
import { RETRY_AFTER_S } from '../../../dist/server/notices/delivery/delivery-dispatcher.js';
import { WebhookNetwork } from '../../../dist/server/notices/sending/webhook-network.js';
import { isPublicAddress } from '../../../dist/server/notices/channels/public-address.js';
import { type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { makeCertificate } from '../../support/network/certificate.ts';
import { TestClock } from '../../support/clock.ts';
import { setDatabaseTime } from '../../support/database/database-time.ts';
import { newKey } from '../../support/google/google-connection.ts';
import { holdThreads } from '../../support/network/held-threads.ts';
import { type NameServer, startNameServer } from '../../support/network/name-server.ts';
import { untilSeen } from '../../support/until.ts';

const HOST = 'hooks.example.com';
/** Stands for a public address: the rule of the test allows this one of all private ones. */
const SINK = '127.0.0.2';
/** How long a look-up may take here. */
const LOOK_UP_MS = 600;

/** The one sentence for every reason why a name leads nowhere. */
const NOT_PUBLIC = `Nothing was sent: ${HOST} couldn’t be found, or leads to an address that isn’t public.`;

interface Message {
  headers: IncomingHttpHeaders;
  body: string;
}

interface Delivery {
  id: string;
  state: string;
  tries: number;
  answerCode: number | null;
  answer: string | null;
}

const { key, cert } = makeCertificate(HOST);
let served: TestApp;
let robin: SignedInClient;
let arrived: Message[];
let trapped: number;
/** How many characters of an endless answer were written. */
let flooded: number;
/** What the sink does with the next message. */
let answer: (response: ServerResponse) => void;
/** Where a name leads, at each look-up; undefined: its server does not answer. */
let addresses: (name: string) => string[] | undefined;
let names: NameServer;

const sink = createServer({ key, cert }, (request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (part: string) => (body += part));
  request.on('end', () => {
    arrived.push({ headers: request.headers, body });
    answer(response);
  });
});
/** On the loopback address itself, at the same port: nothing may ever knock here. */
const trap = createTcpServer((socket) => {
  trapped += 1;
  socket.destroy();
});

beforeAll(async () => {
  served = await startTestApp({ TOKEN_KEYS: newKey('k1') });
  const port = await new Promise<number>((resolve) => {
    sink.listen(0, SINK, () => resolve((sink.address() as { port: number }).port));
  });
  await new Promise<void>((resolve) => trap.listen(port, '127.0.0.1', resolve));
  names = await startNameServer((name) => addresses(name));
  Object.assign(served.app.get(WebhookNetwork), {
    port,
    ca: cert,
    withinMs: 2000,
    nameServers: [names.address],
    lookUpTimes: { withinMs: LOOK_UP_MS, turnWithinMs: 20_000 },
    isAllowed: (address: string) => address === SINK || isPublicAddress(address),
  });
});
afterAll(async () => {
  await served.close();
  await names.close();
  sink.closeAllConnections();
  sink.close();
  trap.close();
});
beforeEach(async () => {
  robin = await served.signUp();
  arrived = [];
  names.asked.length = 0;
  trapped = 0;
  addresses = () => [SINK];
  answer = (response) => response.end('thank you');
});

/** Writes as fast as it is read. */
function flood(response: ServerResponse): void {
  const chunk = 'x'.repeat(64_000);
  const more = () => {
    do flooded += chunk.length;
    while (response.write(chunk));
  };
  response.on('drain', more);
  more();
}

async function addWebhook(): Promise<{ id: string; secret: string }> {
  const body = { kind: 'webhook', url: `https://${HOST}/shingle` };
  return (await robin.send('post', '/api/channels', body).expect(201)).body;
}

/** A message that failed posts are due to make. */
async function addDelivery(
  channelId: string,
  given: Partial<typeof noticeDeliveries.$inferInsert> = {},
): Promise<string> {
  const id = randomUUID();
  const at = served.clock.now();
  const event = { eventId: randomUUID(), at: at.toISOString(), locationName: 'Old Wharf “é”' };
  const [firstAt, lastAt] = [at.toISOString(), at.toISOString()];
  const notice = {
    id: randomUUID(),
    kind: 'post_failed',
    cause: 'Google refused it',
    firstAt,
    lastAt,
  } as const;
  await served.database.orm.insert(noticeDeliveries).values({
    id,
    workspaceId: robin.uid,
    channelId,
    kind: 'notice',
    content: { notices: [{ ...notice, count: 1, subjects: [event] }] },
    state: 'waiting',
    dueAt: at,
    createdAt: at,
    ...given,
  });
  return id;
}

async function deliveryOf(id: string): Promise<Delivery> {
  const { body } = await robin.send('get', '/api/deliveries').expect(200);
  return (body as { items: Delivery[] }).items.find((delivery) => delivery.id === id)!;
}

const after = (id: string, tries: number): Promise<Delivery> =>
  untilSeen(`try ${tries}`, async () => {
    const delivery = await deliveryOf(id);
    return delivery.tries === tries && delivery.state !== 'sending' && delivery;
  });

async function test(channelId: string): Promise<Delivery> {
  const { body } = await robin.send('post', `/api/channels/${channelId}/test`).expect(202);
  return after((body as { id: string }).id, 1);
}

const channelNow = async (id: string): Promise<{ pausedReason: string | null }> => {
  const { body } = await robin.send('get', '/api/notice-settings').expect(200);
  return body.channels.find((channel: { id: string }) => channel.id === id);
};

/** HMAC-SHA256 as RFC 2104 has it, written apart from the server's own, in another language; for keys up to 64 bytes. */
const HMAC = `
  create or replace function pg_temp.hmac(key text, message text) returns text language plpgsql as $$
  declare
    padded bytea := convert_to(key, 'UTF8') || decode(repeat('00', 64 - octet_length(key)), 'hex');
    inside bytea := padded;
    outside bytea := padded;
  begin
    for place in 0..63 loop
      inside := set_byte(inside, place, get_byte(padded, place) # 54);
      outside := set_byte(outside, place, get_byte(padded, place) # 92);
    end loop;
    return encode(sha256(outside || sha256(inside || convert_to(message, 'UTF8'))), 'hex');
  end $$`;

async function isSigned({ headers, body }: Message, secret: string): Promise<boolean> {
  const signed = `${String(headers['shingle-timestamp'])}.${body}`;
  // The function is of one connection.
  const { rows } = (await served.database.transaction(async (tx) => {
    await tx.execute(HMAC);
    return tx.execute(sql`select pg_temp.hmac(${secret}, ${signed}) as hex`);
  })) as { rows: { hex: string }[] };
  return headers['shingle-signature'] === `v1=${rows[0]!.hex}`;
}

describe('a message to a webhook', () => {
  it('arrives signed, under its delivery id', async () => {
    const { id, secret } = await addWebhook();
    const delivery = await addDelivery(id);
    expect(await after(delivery, 1)).toMatchObject({
      state: 'delivered',
      answerCode: 200,
      answer: 'thank you',
    });
    const [message] = arrived;
    expect(message?.headers).toMatchObject({
      host: expect.stringContaining(HOST),
      'shingle-delivery': delivery,
    });
    expect(JSON.parse(message!.body)).toMatchObject({
      id: delivery,
      type: 'notices',
      notices: [{ kind: 'post_failed', title: 'Post at Old Wharf “é” failed', count: 1 }],
    });
    expect(await isSigned(message!, secret)).toBe(true);
    const changed = { ...message!, body: message!.body.replace('failed', 'passed') };
    expect(await isSigned(changed, secret)).toBe(false);
    expect(await isSigned(message!, `${secret}x`)).toBe(false);
  });

  it.each<[name: string, misbehave: (response: ServerResponse) => void, code: number | null, words: RegExp]>([
    ['answers 500', (response) => response.writeHead(500).end('out of order'), 500, /out of order/],
    ['never answers', () => undefined, null, /within 2 seconds/],
    ['hangs up', (response) => response.destroy(), null, /connection failed/],
    [
      'redirects to a private address',
      (response) => response.writeHead(302, { Location: 'http://169.254.169.254/' }).end('\0gone\nthere'),
      302,
      /^gone there$/,
    ],
    ['speaks no HTTP', (response) => response.socket?.end('hello\r\n\r\n'), null, /connection failed/],
  ])('is sent again, the same, where the other side %s', async (_name, misbehave, code, words) => {
    const { id, secret } = await addWebhook();
    answer = misbehave;
    const delivery = await addDelivery(id);
    const first = await after(delivery, 1);
    expect(first).toMatchObject({ state: 'waiting', answerCode: code });
    expect(first.answer).toMatch(words);
    answer = (response) => response.end();
    await robin.send('post', `/api/deliveries/${delivery}/retry`).expect(202);
    expect(await after(delivery, 2)).toMatchObject({ state: 'delivered' });
    expect(arrived.map(({ headers }) => headers['shingle-delivery'])).toEqual([delivery, delivery]);
    expect(arrived[1]?.body).toBe(arrived[0]?.body);
    for (const message of arrived) expect(await isSigned(message, secret)).toBe(true);
    expect([trapped, names.asked]).toEqual([0, [HOST, HOST]]);
  });

  it.each<[name: string, misbehave: (response: ServerResponse) => void]>([
    ['slow', (response) => response.writeHead(202).write('x'.repeat(70_000))],
    ['endless', (response) => flood(response.writeHead(202))],
  ])('takes what is at the head of an answer that is %s, and hangs up', async (_name, misbehave) => {
    const { id } = await addWebhook();
    flooded = 0;
    answer = misbehave;
    expect(await test(id)).toMatchObject({ state: 'delivered', answerCode: 202 });
    expect(flooded).toBeLessThan(20_000_000);
  });

  it.each([
    ['a private address', [['127.0.0.1']]],
    ['a public and a private address', [[SINK, '127.0.0.1']]],
    ['a private address of IPv6', [['::1']]],
    ['a mapped address', [['::ffff:127.0.0.1']]],
    ['another address at the second look-up', [[SINK], ['127.0.0.1']]],
  ])('is not sent to a name with %s', async (_name, answers) => {
    const { id } = await addWebhook();
    const given = [...answers];
    addresses = () => given.shift() ?? ['127.0.0.1'];
    for (const [index] of answers.entries()) {
      const { state, answer: words } = await test(id);
      if (index < answers.length - 1) expect(state).toBe('delivered');
      else expect([state, words]).toEqual(['failed', NOT_PUBLIC]);
    }
    expect([trapped, arrived.length]).toEqual([0, answers.length - 1]);
    // One look-up for each message: what was checked is what was connected to.
    expect(names.asked).toHaveLength(answers.length);
  });

  it.each<[name: string, found: string[] | undefined]>([
    ['that is not there', []],
    ['whose server does not answer', undefined],
  ])('is not sent to a name %s, and says no more than for a private address', async (_name, found) => {
    const { id } = await addWebhook();
    addresses = () => found;
    expect(await test(id)).toMatchObject({ state: 'failed', answerCode: null, answer: NOT_PUBLIC });
  });

  it('is sent to an IP address without a look-up', async () => {
    const body = { kind: 'webhook', url: 'https://8.8.8.8/' };
    const { id } = (await robin.send('post', '/api/channels', body).expect(201)).body as { id: string };
    const network = served.app.get(WebhookNetwork);
    const { isAllowed } = network;
    Object.assign(network, { isAllowed: () => false });
    expect(await test(id)).toMatchObject({ answer: NOT_PUBLIC.replace(HOST, '8.8.8.8') });
    Object.assign(network, { isAllowed });
    expect(names.asked).toEqual([]);
  });

  it('fails alone where there is no route to its address', async () => {
    const { id } = await addWebhook();
    const network = served.app.get(WebhookNetwork);
    const { isAllowed } = network;
    Object.assign(network, { isAllowed: () => true });
    // No connection leads to a group of machines: the system refuses it at once.
    addresses = () => ['224.0.0.1'];
    expect(await test(id)).toMatchObject({
      state: 'failed',
      answer: 'There was no answer: the connection failed (ENETUNREACH).',
    });
    Object.assign(network, { isAllowed });
  });

  it('needs no thread, so that slow names stop nothing else and are stopped by nothing else', async () => {
    const { id } = await addWebhook();
    const letGo = holdThreads();
    try {
      expect(await test(id)).toMatchObject({ state: 'delivered' });
    } finally {
      await letGo();
    }
  });

  it('does not wait for the names of another, which are looked up one after another', async () => {
    const kim = await served.signUp();
    const { id } = await addWebhook();
    addresses = (name) => (name === HOST ? [SINK] : undefined);
    const slow = ['one', 'two', 'three', 'four'].map((name) => `${name}.example.com`);
    for (const name of slow) {
      const body = { kind: 'webhook', url: `https://${name}/` };
      const { body: added } = await kim.send('post', '/api/channels', body).expect(201);
      await kim.send('post', `/api/channels/${(added as { id: string }).id}/test`).expect(202);
    }
    await untilSeen('a look-up of hers', () => names.asked.length > 0);
    expect(await test(id)).toMatchObject({ state: 'delivered' });
    await untilSeen('the end of hers', async () => {
      const { body } = await kim.send('get', '/api/deliveries').expect(200);
      return (body as { items: Delivery[] }).items.every(({ state }) => state === 'failed');
    });
    // A name server that does not answer is asked twice.
    const ofHers = names.asked.filter((name) => name !== HOST);
    expect(ofHers.filter((name, index) => name !== ofHers[index - 1]).sort()).toEqual(slow.sort());
  });

  it('is refused by a certificate for another name', async () => {
    const body = { kind: 'webhook', url: 'https://other.example.com/' };
    const { id } = (await robin.send('post', '/api/channels', body).expect(201)).body as { id: string };
    expect(await test(id)).toMatchObject({ state: 'failed', answer: expect.stringContaining('CERT') });
    expect(arrived).toEqual([]);
  });
});

describe('a webhook that does not work', () => {
  it('is paused after the last try, and goes on when it is switched on', async () => {
    const { id } = await addWebhook();
    answer = (response) => response.writeHead(503).end();
    const delivery = await addDelivery(id);
    // The session would be over by the end of a week: only the clock of what is due is moved.
    const dueClock = new TestClock();
    for (const [index, seconds] of RETRY_AFTER_S.entries()) {
      expect(await after(delivery, index + 1)).toMatchObject({ state: 'waiting' });
      dueClock.advance({ seconds });
      await setDatabaseTime(served.database, dueClock);
    }
    expect(await after(delivery, 9)).toMatchObject({ state: 'failed', answerCode: 503 });
    expect(await channelNow(id)).toMatchObject({
      pausedReason: 'The last 9 tries failed, the last one with the answer 503.',
    });

    answer = (response) => response.end();
    const { body } = await robin.send('patch', `/api/channels/${id}`, { isOn: true }).expect(200);
    expect(body).toMatchObject({ pausedReason: null });
    await robin.send('post', `/api/deliveries/${delivery}/retry`).expect(202);
    expect(await after(delivery, 10)).toMatchObject({ state: 'delivered' });
    const { body: refusal } = await robin.send('post', `/api/deliveries/${delivery}/retry`).expect(409);
    expect(refusal.code).toBe('not_failed');
  });

  it('that is off sends nothing again, and says so', async () => {
    const { id } = await addWebhook();
    answer = (response) => response.writeHead(500).end();
    const delivery = await addDelivery(id);
    await after(delivery, 1);
    await robin.send('patch', `/api/channels/${id}`, { isOn: false }).expect(200);
    const { body } = await robin.send('post', `/api/deliveries/${delivery}/retry`).expect(409);
    expect(body).toMatchObject({ message: expect.stringContaining('Switch it on') });
    expect(await deliveryOf(delivery)).toMatchObject({ state: 'failed' });
  });

  it('that is off ends a message whose process died while it was sent', async () => {
    const { id } = await addWebhook();
    await robin.send('patch', `/api/channels/${id}`, { isOn: false }).expect(200);
    const leaseUntil = served.clock.now();
    const delivery = await addDelivery(id, { state: 'sending', attempt: 1, leaseUntil });
    expect(await after(delivery, 2)).toMatchObject({
      state: 'failed',
      answer: 'The channel was switched off before this was sent.',
    });
    expect(arrived).toEqual([]);
  });

  it('is paused at once by 410, and keeps what waits until it is switched on', async () => {
    const { id } = await addWebhook();
    answer = (response) => response.writeHead(500).end();
    const waiting = await addDelivery(id);
    await after(waiting, 1);
    answer = (response) => response.writeHead(410).end();
    expect(await after(await addDelivery(id), 1)).toMatchObject({ state: 'failed', answerCode: 410 });
    expect((await channelNow(id)).pausedReason).toContain('410');
    expect(await deliveryOf(waiting)).toMatchObject({ state: 'waiting', nextTryAt: null });

    answer = (response) => response.end();
    await robin.send('patch', `/api/channels/${id}`, { isOn: true }).expect(200);
    expect(await after(waiting, 2)).toMatchObject({ state: 'delivered' });
  });

  it('is not sent what waits once its person has switched notifications off', async () => {
    const { id } = await addWebhook();
    await robin.send('patch', '/api/auth/profile', { preferences: { notifications: false } }).expect(200);
    expect(await after(await addDelivery(id), 1)).toMatchObject({
      state: 'failed',
      answer: 'Nothing was sent: notifications were switched off.',
    });
    expect(arrived).toEqual([]);
  });
});
