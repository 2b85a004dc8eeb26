import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { eq, isNull } from 'drizzle-orm';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  noticeChannels,
  noticeDeliveries,
  noticeEvents,
} from '../../../dist/server/database/notices.schema.js';
import { users } from '../../../dist/server/database/schema.js';
import { Mailbox } from '../../../dist/server/embedded/mailbox/mailbox.js';
import { noteEvents } from '../../../dist/server/notices/events/outbox.js';
import { mailboxModule } from '../../../dist/server/embedded/mailbox/mailbox.module.js';
import { type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { setDatabaseTime } from '../../support/database/database-time.ts';
import { newKey } from '../../support/google/google-connection.ts';
import { untilSeen } from '../../support/until.ts';

const HOUR_MS = 60 * 60_000;
const mailbox = new Mailbox();
let served: TestApp;
beforeAll(async () => {
  served = await startTestApp({ TOKEN_KEYS: newKey('k1') }, undefined, {
    modules: [mailboxModule(mailbox)],
  });
});
afterAll(() => served.close());

/** An e-mail channel that is on and not proven, and the token that unsubscribes from it. */
async function channelOf({ uid }: SignedInClient): Promise<{ id: string; token: string }> {
  const [id, token, now] = [randomUUID(), randomBytes(16).toString('base64url'), served.clock.now()];
  await served.database.orm.insert(noticeChannels).values({
    id,
    workspaceId: uid,
    kind: 'email',
    secret: 'sealed',
    keyName: 'k1',
    unsubscribeHash: createHash('sha256').update(token).digest('hex'),
    kinds: ['post_failed'],
    schedule: 'now',
    isOn: true,
    onSince: now,
    createdAt: now,
    updatedAt: now,
  });
  return { id, token };
}

async function rowOf(id: string) {
  const [row] = await served.database.orm.select().from(noticeChannels).where(eq(noticeChannels.id, id));
  return row!;
}

/** The token of the latest mail that proves an address. */
function proofToken(): string {
  return new URL(/http\S+prove=\S+/.exec(mailbox.list()[0]!.text)![0]).searchParams.get('prove')!;
}

describe('what happened', () => {
  it('reaches its person by mail once, at the proven address alone, and the mail ends mail', async () => {
    const robin = await served.signUp();
    const other = await served.signUp();
    await robin.send('patch', '/api/auth/profile', { language: 'de-DE' }).expect(200);
    const { id } = (await robin.send('post', '/api/channels', { kind: 'email' }).expect(201)).body as {
      id: string;
    };
    await other.send('post', '/api/channels', { kind: 'email' }).expect(201);
    await robin.send('post', `/api/channels/${id}/proof`).expect(202);
    await robin.send('post', '/api/channel-proofs', { token: proofToken() }).expect(204);
    const before = mailbox.list().length;
    const happens = async (key: string) => {
      served.clock.advance({ minutes: 15 });
      await served.database.transaction((tx) =>
        noteEvents(
          tx,
          [robin, other].map(({ uid }) => ({
            workspaceId: uid,
            kind: 'post_failed' as const,
            key,
            cause: 'Google rejected this post.',
            subject: { postId: randomUUID(), locationId: 'l1', locationName: 'Old Wharf' },
            at: served.clock.now(),
          })),
        ),
      );
      const noticed = async () =>
        (await served.database.orm.$count(noticeEvents, isNull(noticeEvents.noticeId))) === 0;
      await untilSeen('the notice', noticed);
      served.clock.advance({ seconds: 30 });
      await setDatabaseTime(served.database, served.clock);
    };
    await setDatabaseTime(served.database, served.clock);
    await happens('first');
    await untilSeen('the mail', () => Promise.resolve(mailbox.list().length > before));
    expect(mailbox.list()).toHaveLength(before + 1);
    const [mail] = mailbox.list();
    expect(mail).toMatchObject({ to: robin.email });
    expect(mail!.text).toContain('Old Wharf');
    expect(mail!.text).toMatch(/^\d{1,2}\. \S+ 20\d\d, \d\d:\d\d UTC$/m);
    const deliveries = async () =>
      (await robin.send('get', `/api/deliveries?channelId=${id}`).expect(200)).body.items as {
        kind: string;
        state: string;
      }[];
    await untilSeen('its record', async () =>
      (await deliveries()).every(({ state }) => state === 'delivered'),
    );
    expect(await deliveries()).toMatchObject([{ kind: 'notice' }]);

    const link = new URL(/http\S+\/unsubscribe\/\S+/.exec(mail!.text)![0]);
    await served
      .visitor()
      .send('post', link.pathname)
      .unset('Origin')
      .type('form')
      .send('List-Unsubscribe=One-Click');
    const settings = (await robin.send('get', '/api/notice-settings').expect(200)).body as object;
    expect(settings).toMatchObject({
      canMail: true,
      mailbox: '/mailbox',
      channels: [{ id, isOn: false, isProven: true }],
    });
    await happens('second');
    const list = (await robin.send('get', '/api/notices').expect(200)).body as { unread: number };
    expect(list.unread).toBe(2);
    expect(mailbox.list()).toHaveLength(before + 1);
  });
});

describe('a mail that waits', () => {
  it('does not go to an address that was not proven', async () => {
    const robin = await served.signUp();
    const channel = await channelOf(robin);
    const now = served.clock.now();
    await served.database.orm.insert(noticeDeliveries).values({
      id: randomUUID(),
      workspaceId: robin.uid,
      channelId: channel.id,
      kind: 'notice',
      content: { notices: [] },
      state: 'waiting',
      dueAt: now,
      createdAt: now,
    });
    const ended = await untilSeen('the end of the delivery', async () => {
      const { body } = await robin.send('get', '/api/deliveries').expect(200);
      return (body as { items: { state: string }[] }).items.find(({ state }) => state === 'failed');
    });
    expect(ended).toMatchObject({ answer: 'Nothing was sent: the address wasn’t confirmed.' });
    expect(mailbox.list().filter(({ to }) => to === robin.email)).toEqual([]);
  });
});

describe('the link that ends mail', () => {
  const ONE_CLICK = 'List-Unsubscribe=One-Click';
  const click = (token: string) =>
    served
      .visitor()
      .send('post', `/unsubscribe/${token}`)
      .unset('Origin')
      .set('Content-Type', 'application/x-www-form-urlencoded')
      .send(ONE_CLICK);

  it('shows a button and changes nothing until it is clicked', async () => {
    const { id, token } = await channelOf(await served.signUp());
    const page = await served.visitor().send('get', `/unsubscribe/${token}`).expect(200);
    expect(page.headers['content-type']).toMatch(/^text\/html; charset=utf-8/);
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    });
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none';.*style-src 'self';/);
    expect(page.text).toContain('<form method="post"><button>Unsubscribe</button></form>');
    await served.visitor().send('put', `/unsubscribe/${token}`).expect(405);
    expect((await rowOf(id)).isOn).toBe(true);
  });

  it('ends it with one click: no session, no origin, no cookie; what was waiting is not sent', async () => {
    const robin = await served.signUp();
    const { id: channelId, token } = await channelOf(robin);
    const now = served.clock.now();
    const [waiting, delivered] = [randomUUID(), randomUUID()];
    const delivery = { workspaceId: robin.uid, channelId, kind: 'notice' as const, content: { notices: [] } };
    await served.database.orm.insert(noticeDeliveries).values([
      {
        ...delivery,
        id: waiting,
        state: 'waiting' as const,
        dueAt: new Date(now.getTime() + HOUR_MS),
        createdAt: now,
      },
      { ...delivery, id: delivered, state: 'delivered' as const, createdAt: now, endedAt: now },
    ]);
    expect((await click(token).expect(200)).text).toContain('You’re unsubscribed');
    expect((await rowOf(channelId)).isOn).toBe(false);
    const rows = await served.database.orm
      .select()
      .from(noticeDeliveries)
      .where(eq(noticeDeliveries.channelId, channelId));
    expect(Object.fromEntries(rows.map(({ id, state, dueAt }) => [id, [state, dueAt]]))).toEqual({
      [waiting]: ['failed', null],
      [delivered]: ['delivered', null],
    });
  });

  it('works by the button in a browser that is signed in, as another person too', async () => {
    const { id, token } = await channelOf(await served.signUp());
    const other = await served.signUp();
    await other
      .send('post', `/unsubscribe/${token}`)
      .set({ Origin: 'null', 'Sec-Fetch-Site': 'same-origin' })
      .expect(200);
    expect((await rowOf(id)).isOn).toBe(false);
  });

  it('says the same for a token that is unknown, and touches no other channel', async () => {
    const { id, token } = await channelOf(await served.signUp());
    const [known, unknown] = [await click(token), await click(randomBytes(16).toString('base64url'))];
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    const another = await channelOf(await served.signUp());
    await click('%E0%A4%A').expect(400);
    await click('a'.repeat(5000)).expect(200);
    expect([(await rowOf(id)).isOn, (await rowOf(another.id)).isOn]).toEqual([false, true]);
  });
});

describe('the mail that proves an address', () => {
  it('proves it by its link, once, in a session of the same person', async () => {
    const robin = await served.signUp();
    const { id } = await channelOf(robin);
    await robin.send('post', `/api/channels/${id}/proof`).expect(202);
    expect(mailbox.list()[0]).toMatchObject({ to: robin.email, subject: 'Confirm your address for Shingle' });
    const token = proofToken();
    expect(JSON.stringify(await rowOf(id))).not.toContain(token);
    const other = await served.signUp();
    await channelOf(other);
    await other.send('post', '/api/channel-proofs', { token }).expect(400);
    await served.visitor().send('post', '/api/channel-proofs', { token }).expect(401);
    expect((await rowOf(id)).provenAddress).toBeNull();
    await robin.send('post', '/api/channel-proofs', { token }).expect(204);
    expect((await rowOf(id)).provenAddress).toBe(createHash('sha256').update(robin.email).digest('hex'));
    const again = await robin.send('post', '/api/channel-proofs', { token }).expect(400);
    expect(again.body.errors).toEqual([
      { field: 'token', message: 'This link no longer works. Ask for a new one in the notice settings.' },
    ]);
  });

  it('goes to an address of the person’s own choice, which gets the mail once it is proven', async () => {
    const robin = await served.signUp();
    const kinds = ['post_failed'];
    const { body } = await robin.send('post', '/api/channels', { kind: 'email', kinds }).expect(201);
    const { id } = body as { id: string };
    expect(body).toMatchObject({ kinds, target: robin.email });
    const change = (address: string) => robin.send('patch', `/api/channels/${id}`, { address });
    const prove = (token: string) => robin.send('post', '/api/channel-proofs', { token });
    const ask = async () => {
      await robin.send('post', `/api/channels/${id}/proof`).expect(202);
      return proofToken();
    };
    await ask().then((token) => prove(token).expect(204));

    await change('nowhere').expect(400);
    const address = `Kim.${randomUUID()}@example.com`;
    const moved = (await change(` ${address}`).expect(200)).body as object;
    expect(moved).toMatchObject({ target: address, isProven: false });
    expect(JSON.stringify(await rowOf(id))).not.toContain('example.com');
    const token = await ask();
    expect(mailbox.list()[0]).toMatchObject({ to: address });
    await change(`robin.${randomUUID()}@example.com`).expect(200);
    await prove(token).expect(400);
    await change(address).expect(200);
    await prove(token).expect(400);
    await ask().then((fresh) => prove(fresh).expect(204));
    // The same address again is no change.
    expect((await change(address.toUpperCase()).expect(200)).body).toMatchObject({ isProven: true });
    await setDatabaseTime(served.database, served.clock);
    await robin.send('post', `/api/channels/${id}/test`).expect(202);
    await untilSeen('the test', () =>
      Promise.resolve(
        mailbox.list().find(({ to, subject }) => to === address && !subject.startsWith('Confirm')),
      ),
    );

    const back = (await change(robin.email).expect(200)).body as object;
    expect([back, (await rowOf(id)).target]).toEqual([
      expect.objectContaining({ target: robin.email, isProven: false }),
      null,
    ]);
    const webhook = await robin.send('post', '/api/channels', {
      kind: 'webhook',
      url: 'https://hooks.example.com/',
    });
    await robin.send('patch', `/api/channels/${webhook.body.id}`, { address }).expect(400);
  });

  it('serves for 24 hours, for the address that it went to, and until the next one', async () => {
    const robin = await served.signUp();
    const { id } = await channelOf(robin);
    const ask = async () => {
      await robin.send('post', `/api/channels/${id}/proof`).expect(202);
      return proofToken();
    };
    const prove = (token: string) => robin.send('post', '/api/channel-proofs', { token });
    const first = await ask();
    const second = await ask();
    await prove(first).expect(400);
    await served.database.orm.update(users).set({ email: 'new@example.com' }).where(eq(users.uid, robin.uid));
    await prove(second).expect(400);
    await served.database.orm.update(users).set({ email: robin.email }).where(eq(users.uid, robin.uid));
    const { proofEndsAt } = await rowOf(id);
    const lasts = proofEndsAt!.getTime() - served.clock.now().getTime();
    expect([lasts > 23 * HOUR_MS, lasts <= 24 * HOUR_MS]).toEqual([true, true]);
    // A session would not last as long.
    await served.database.orm
      .update(noticeChannels)
      .set({ proofEndsAt: served.clock.now() })
      .where(eq(noticeChannels.id, id));
    await prove(second).expect(400);
  });

  it('comes at most 5 times in 24 hours', async () => {
    const robin = await served.signUp();
    const { id } = await channelOf(robin);
    const before = mailbox.list().length;
    await setDatabaseTime(served.database, served.clock);
    for (let hour = 0; hour < 24; hour += 1) {
      for (let time = 0; time < 3; time += 1) {
        const answer = await robin.send('post', `/api/channels/${id}/proof`);
        expect([202, 429]).toContain(answer.status);
      }
      served.clock.advance({ minutes: 59 });
      await setDatabaseTime(served.database, served.clock);
    }
    expect(mailbox.list().length - before).toBeLessThanOrEqual(5);
    expect(mailbox.list().length - before).toBeGreaterThan(3);
  });

  it('is not needed by an account of Google, not had by others, and not sent without a mail server', async () => {
    const robin = await served.signUp();
    const { id } = await channelOf(robin);
    const other = await served.signUp();
    await other.send('post', `/api/channels/${id}/proof`).expect(404);
    const plain = await startTestApp({}, served);
    const guest = await plain.signUp();
    const unsent = await channelOf(guest);
    const refused = await guest.send('post', `/api/channels/${unsent.id}/proof`).expect(503);
    expect(refused.body.code).toBe('mail/not-configured');
    await plain.close();
    await served.database.orm.update(users).set({ signInMethod: 'google' }).where(eq(users.uid, robin.uid));
    const mails = mailbox.list().length;
    await robin.send('post', `/api/channels/${id}/proof`).expect(202);
    expect((await rowOf(id)).provenAddress).not.toBeNull();
    expect(mailbox.list()).toHaveLength(mails);
  });
});

describe('the mailbox of the embedded start', () => {
  it('shows each mail as it is, with nothing of it in the page itself', async () => {
    await mailbox.send({
      id: 'x',
      to: 'robin@example.com',
      subject: '<b>Wharf</b>',
      text: 'Read http://localhost:3000/dashboard?a=1&b=2 <now>',
      html: '<html><head></head><body><script>alert(1)</script></body></html>',
    });
    const list = await served.visitor().send('get', '/mailbox').expect(200);
    expect(list.text).toContain('&#60;b&#62;Wharf&#60;/b&#62;');
    const path = /\/mailbox\/[\w-]+/.exec(list.text)![0];
    const page = await served.visitor().send('get', path).expect(200);
    expect(page.text).toContain('&#60;now&#62;');
    expect(page.text).toContain('href="http://localhost:3000/dashboard?a=1&#38;b=2"');
    expect(page.text).not.toContain('alert(1)');
    const mail = await served.visitor().send('get', `${path}/html`).expect(200);
    expect(mail.headers['content-security-policy']).toMatch(/default-src 'none';.*sandbox/);
    await served.visitor().send('get', `/mailbox/${randomUUID()}`).expect(404);
  });

  it.each([
    ['de-DE,de;q=0.9,en;q=0.8', /\d\d\.\d\d\.20\d\d, \d\d:\d\d</],
    ['en-GB', /\d{1,2} [A-Z]\S+ 20\d\d, \d\d:\d\d</],
    ['*', /[A-Z]\S+ \d{1,2}, 20\d\d, \d{1,2}:\d\d\s[AP]M</],
  ])('has its times as the browser’s first language writes them: %s', async (languages, time) => {
    mailbox.keepResetLink('robin@example.com', 'http://127.0.0.1:9/');
    const get = (path: string) =>
      served.visitor().send('get', path).set('Accept-Language', languages).expect(200);
    expect((await get('/mailbox')).text).toMatch(time);
    expect((await get(`/mailbox/${mailbox.list()[0]!.id}`)).text).toMatch(time);
  });

  it('holds the links to a new password, and the last 200 mails', async () => {
    for (let time = 0; time < 250; time += 1)
      mailbox.keepResetLink('robin@example.com', `http://127.0.0.1:9/${time}`);
    expect(mailbox.list()).toHaveLength(200);
    const list = await served.visitor().send('get', '/mailbox').expect(200);
    expect(list.text).toContain('Choose a new password');
    const [first] = mailbox.list();
    const page = await served.visitor().send('get', `/mailbox/${first!.id}`).expect(200);
    expect(page.text).toContain('href="http://127.0.0.1:9/249"');
  });

  it('is nowhere else', async () => {
    const plain = await startTestApp({}, served);
    await plain.visitor().send('get', '/mailbox').expect(404);
    await plain.close();
  });
});
