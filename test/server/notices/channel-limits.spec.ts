import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { noticeDeliveries } from '../../../dist/server/database/notices.schema.js';
import { Mailbox } from '../../../dist/server/embedded/mailbox/mailbox.js';
import { mailboxModule } from '../../../dist/server/embedded/mailbox/mailbox.module.js';
import { DeliveryDispatcher } from '../../../dist/server/notices/delivery/delivery-dispatcher.js';
import { NoticeRetention } from '../../../dist/server/notices/events/notice-retention.js';
import { type Client, type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { setDatabaseTime } from '../../support/database/database-time.ts';
import { holdBack } from '../../support/due-work.ts';
import { newKey } from '../../support/google/google-connection.ts';

/** With the limits on, behind one proxy that is trusted, and sending nothing by itself. */
let served: TestApp;
/** Without the limits, for people to sign up. */
let open: TestApp;
let robin: SignedInClient;
const mailbox = new Mailbox();
beforeAll(async () => {
  const keys = { TOKEN_KEYS: newKey('k1') };
  const prepare: Parameters<typeof startTestApp>[2] = {
    modules: [mailboxModule(mailbox)],
    prepare: (app) => holdBack(app.get(DeliveryDispatcher)),
  };
  served = await startTestApp({ ...keys, THROTTLE: 'on', TRUST_PROXY: '1' }, undefined, prepare);
  open = await startTestApp(keys, served, prepare);
});
afterAll(async () => {
  await open.close();
  await served.close();
});
beforeEach(async () => {
  robin = await newPerson();
});

async function newPerson(email?: string): Promise<SignedInClient> {
  const { cookie, uid, workspaceId, ...person } = await open.signUp(email === undefined ? {} : { email });
  return Object.assign(served.visitor(), { cookie, uid, workspaceId, email: person.email });
}

let addresses = 0;
/** Sends as from an address that is not counted yet. */
function post(client: Client, path: string, address = `10.1.0.${(addresses += 1)}`) {
  return client.send('post', path).set('X-Forwarded-For', address);
}

async function addChannel(client: Client, body: object): Promise<string> {
  const answer = await client.send('post', '/api/channels', body).expect(201);
  return (answer.body as { id: string }).id;
}
const addWebhook = (client: Client) =>
  addChannel(client, { kind: 'webhook', url: 'https://hooks.example.com/shingle' });
const test = (channelId: string) => post(robin, `/api/channels/${channelId}/test`);

/** Whatever a channel was to send has failed by now. */
async function failAll(channelId: string): Promise<void> {
  await served.database.orm
    .update(noticeDeliveries)
    .set({ state: 'failed', dueAt: null, endedAt: served.clock.now() })
    .where(eq(noticeDeliveries.channelId, channelId));
}

async function pass(time: Parameters<TestApp['clock']['advance']>[0]): Promise<void> {
  served.clock.advance(time);
  await setDatabaseTime(served.database, served.clock);
}

describe('a test of a channel', () => {
  it('is one at a time, however many are asked for at once', async () => {
    const id = await addWebhook(robin);
    const answers = await Promise.all(Array.from({ length: 5 }, () => test(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'test_under_way' });
    // Another channel has its own.
    await test(await addWebhook(robin)).expect(202);
    const [first] = await served.database.orm
      .select()
      .from(noticeDeliveries)
      .where(eq(noticeDeliveries.channelId, id));
    await failAll(id);
    await test(id).expect(202);
    const again = await post(robin, `/api/deliveries/${first!.id}/retry`).expect(409);
    expect(again.body).toMatchObject({ code: 'test_under_way' });
  });

  it('is sent at most 10 times an hour', async () => {
    const id = await addWebhook(robin);
    for (let time = 0; time < 10; time += 1) {
      await test(id).expect(202);
      await failAll(id);
    }
    const { body, headers } = await test(id).expect(429);
    expect(body).toMatchObject({
      code: 'too_many_requests',
      message: expect.stringContaining('10 tests an hour'),
    });
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(360);
    await pass({ minutes: 6 });
    await test(id).expect(202);
  });

  it('is forgotten after a week', async () => {
    const id = await addWebhook(robin);
    await test(id).expect(202);
    await failAll(id);
    const left = async () => {
      await served.app.get(NoticeRetention).cleanUp();
      return served.database.orm.$count(noticeDeliveries, eq(noticeDeliveries.channelId, id));
    };
    expect(await left()).toBe(1);
    const endedAt = new Date(served.clock.now().getTime() - 8 * 24 * 60 * 60_000);
    await served.database.orm
      .update(noticeDeliveries)
      .set({ endedAt })
      .where(eq(noticeDeliveries.channelId, id));
    expect(await left()).toBe(0);
  });
});

/** Messages of a channel that have failed. */
async function addFailed(channelId: string, count: number): Promise<string[]> {
  const now = served.clock.now();
  const rows = Array.from({ length: count }, () => ({
    id: randomUUID(),
    workspaceId: robin.uid,
    channelId,
    kind: 'notice' as const,
    content: { notices: [] },
    state: 'failed' as const,
    createdAt: now,
    endedAt: now,
  }));
  await served.database.orm.insert(noticeDeliveries).values(rows);
  return rows.map(({ id }) => id);
}

/** Sends a message again, so often. @returns how often that was taken */
async function retry(id: string | undefined, times: number): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: times }, () => post(robin, `/api/deliveries/${id}/retry`)),
  );
  for (const { status } of answers) expect([202, 429]).toContain(status);
  return answers.filter(({ status }) => status === 202).length;
}

describe('a message that is sent again by hand', () => {
  it('is so at most 10 times an hour, and with all others and all tests of a person 100 times', async () => {
    const channelId = await addWebhook(robin);
    const ids = await addFailed(channelId, 12);
    expect(await retry(ids[0], 12)).toBe(10);
    for (const id of ids.slice(1, 10)) expect(await retry(id, 10)).toBe(10);
    // Some come back while it runs.
    expect((await retry(ids[10], 10)) + (await retry(ids[11], 10))).toBeLessThan(5);
    await robin.send('delete', `/api/channels/${channelId}`).expect(204);
    const { body } = await test(await addWebhook(robin)).expect(429);
    expect(body).toMatchObject({ message: expect.stringContaining('100 an hour in all') });
  });

  it('counts each time among the 50 emails of a day', async () => {
    const ids = await addFailed(await addChannel(robin, { kind: 'email' }), 6);
    // Six were sent without being asked for, so that forty-four are left.
    for (const id of ids.slice(0, 4)) expect(await retry(id, 10)).toBe(10);
    expect(await retry(ids[4], 10)).toBe(4);
    const { body, headers } = await post(robin, `/api/deliveries/${ids[5]}/retry`).expect(429);
    expect(headers['retry-after']).toBe('3600');
    expect(body).toMatchObject({ message: expect.stringContaining('at most 50 emails in 24 hours') });
  });
});

describe('mails that prove an address', () => {
  const mailsTo = (local: string) => mailbox.list().filter(({ to }) => to.startsWith(local)).length;

  it('come at most 3 times in one go to a mailbox, whatever accounts ask, one after another or beside each other', async () => {
    const local = `owner-${randomUUID()}`;
    let refusal: unknown;
    for (const tag of ['', '+one', '+two']) {
      const squatter = await newPerson(`${local}${tag}@example.com`);
      const id = await addChannel(squatter, { kind: 'email' });
      for (let time = 0; time < 3; time += 1)
        refusal = (await post(squatter, `/api/channels/${id}/proof`)).body;
    }
    expect(mailsTo(local)).toBe(3);
    expect(refusal).toMatchObject({ message: expect.stringContaining('At most 5 of these emails') });
  });

  it('count for one mailbox of Gmail, with whatever dots, tag and domain', async () => {
    const name = `o${randomUUID().slice(0, 8)}`;
    const ask = async (email: string) => {
      const squatter = await newPerson(email);
      const id = await addChannel(squatter, { kind: 'email' });
      return (await post(squatter, `/api/channels/${id}/proof`)).status;
    };
    const gmail = [`${name}@gmail.com`, `o.${name.slice(1)}+shop@gmail.com`];
    const further = [`${[...name].join('.')}@googlemail.com`, `${name}+more@googlemail.com`];
    const sent: number[] = [];
    for (const email of [...gmail, ...further]) sent.push(await ask(email));
    expect(sent).toEqual([202, 202, 202, 429]);
    // Elsewhere a dot is a letter of the name.
    for (const email of [`${name}@example.com`, `o.${name.slice(1)}@example.com`])
      for (let time = 0; time < 2; time += 1) expect(await ask(email.replace('@', `+${time}@`))).toBe(202);
  });

  it('are asked for at most 20 times an hour from one address, to whatever mailboxes', async () => {
    const local = `visitor-${randomUUID()}`;
    const answers: { status: number; body: unknown }[] = [];
    for (let person = 0; person < 22; person += 1) {
      const squatter = await newPerson(`${local}-${person}@example.com`);
      const id = await addChannel(squatter, { kind: 'email' });
      const { status, body } = await post(squatter, `/api/channels/${id}/proof`, '192.0.2.7');
      answers.push({ status, body });
    }
    expect(mailsTo(local)).toBe(20);
    const refusal = { status: 429, body: { message: expect.stringContaining('20 an hour') } };
    expect(answers.slice(20)).toMatchObject([refusal, refusal]);
  });
});
