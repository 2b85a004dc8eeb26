import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import { asc, eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import {
  noticeChannels,
  noticeDeliveries,
  noticeEvents,
  notices,
  noticeSettings,
  NOTICE_KINDS,
} from '../../../dist/server/database/notices.schema.js';
import { users } from '../../../dist/server/database/schema.js';
import { addressHash } from '../../../dist/server/notices/channels/channel-listeners.js';
import { DeliveryDispatcher } from '../../../dist/server/notices/delivery/delivery-dispatcher.js';
import { MailSender } from '../../../dist/server/notices/sending/mail-sender.js';
import { NoticeGatherer } from '../../../dist/server/notices/events/notice-gatherer.js';
import { NoticeRetention } from '../../../dist/server/notices/events/notice-retention.js';
import { NoticeDeliveries } from '../../../dist/server/notices/delivery/notice-deliveries.js';
import type { NoticeListDto } from '../../../dist/server/notices/events/notice.dto.js';
import { type NoticeEvent, noteEvents } from '../../../dist/server/notices/events/outbox.js';
import { holdRestoredDeliveries } from '../../../dist/server/notices/events/restored-notices.js';
import { type SignedInClient, startTestApp, type TestApp, withoutTasks } from '../../support/app.ts';
import { TestClock } from '../../support/clock.ts';
import { haltDatabaseTime } from '../../support/database/database-time.ts';
import { newKey } from '../../support/google/google-connection.ts';
import { untilSeen } from '../../support/until.ts';
import { workOff } from '../../support/due-work.ts';

type Channel = typeof noticeChannels.$inferInsert;

const LOST = 'The connection to Google was lost.';

let served: TestApp;
let robin: SignedInClient;
/** The database's time, which passes only where a test says so. */
let clock: TestClock;

beforeAll(async () => {
  served = await startTestApp({ TOKEN_KEYS: newKey('k1') }, undefined, {
    // Nothing happens here on its own.
    prepare: withoutTasks,
  });
});
afterAll(() => served.close());

beforeEach(async () => {
  robin = await served.signUp();
  await begin('2027-01-12T10:00:00Z');
});

async function begin(instant: string): Promise<void> {
  clock = new TestClock(instant);
  await haltDatabaseTime(served.database, clock);
}

/** Lets time pass, and all that is due by then happen. */
async function pass(time: Parameters<TestClock['advance']>[0]): Promise<void> {
  clock.advance(time);
  await haltDatabaseTime(served.database, clock);
  await gather();
  await served.app.get(NoticeDeliveries).makeImmediate();
  await served.app.get(NoticeDeliveries).makeDigests();
}

const gather = () => served.app.get(NoticeGatherer).gather();

/** Notes events that happen now, of one cause unless given, each at a location of its own. */
async function note(count: number, given: Partial<NoticeEvent> = {}): Promise<void> {
  const id = randomUUID();
  const events = Array.from({ length: count }, (_, index) => ({
    workspaceId: robin.uid,
    kind: 'post_failed' as const,
    key: `${id} ${String(index).padStart(4, '0')}`,
    cause: LOST,
    subject: { locationId: `location-${index}`, locationName: `Wharf ${index}` },
    at: clock.now(),
    ...given,
  }));
  await served.database.transaction((tx) => noteEvents(tx, events));
}

async function bell(query = '', client = robin): Promise<NoticeListDto> {
  return (await client.send('get', `/api/notices${query}`).expect(200)).body as NoticeListDto;
}

const titles = async () => (await bell()).items.map(({ title }) => title);

async function addChannel(given: Partial<Channel> = {}): Promise<string> {
  const id = randomUUID();
  const isMail = given.kind === 'email';
  await served.database.orm.insert(noticeChannels).values({
    id,
    workspaceId: robin.uid,
    kind: 'webhook',
    target: isMail ? null : 'encrypted',
    secret: 'encrypted',
    keyName: 'key',
    unsubscribeHash: isMail ? id : null,
    provenAddress: isMail ? addressHash(robin.email) : null,
    kinds: [...NOTICE_KINDS],
    schedule: 'now',
    isOn: true,
    onSince: clock.now(),
    createdAt: clock.now(),
    updatedAt: clock.now(),
    ...given,
  });
  return id;
}

async function changeChannel(id: string, change: Partial<Channel>): Promise<void> {
  await served.database.orm.update(noticeChannels).set(change).where(eq(noticeChannels.id, id));
}

/** The deliveries to a channel, the oldest first: how many events of each notice, and when it goes out. */
async function deliveriesTo(channelId: string) {
  const rows = await served.database.orm
    .select()
    .from(noticeDeliveries)
    .where(eq(noticeDeliveries.channelId, channelId))
    .orderBy(asc(noticeDeliveries.createdAt), asc(noticeDeliveries.dueAt), asc(noticeDeliveries.kind));
  return rows.map(({ kind, content, dueAt, state }) => ({
    kind,
    state,
    counts: content.notices.map(({ count }) => count),
    dueAt: dueAt?.toISOString(),
  }));
}

const countsTo = async (channelId: string) => (await deliveriesTo(channelId)).map(({ counts }) => counts);

async function livesIn(timeZone: string, quiet?: { from: string; until: string }): Promise<void> {
  await robin.send('patch', '/api/auth/profile', { timeZone }).expect(200);
  if (quiet)
    await served.database.orm
      .insert(noticeSettings)
      .values({ uid: robin.uid, quietFrom: quiet.from, quietUntil: quiet.until });
}

describe('the bell', () => {
  it('has one notice for what happens of one cause within 10 minutes, and a further one for what comes later', async () => {
    await note(14);
    await gather();
    const subject = { locationId: 'location-0', locationName: 'Wharf 0', storeCode: 'OW-00' };
    await note(1, {
      cause: 'The text is too long. Shorten it, then retry.',
      subject: { ...subject, postType: 'OFFER' },
    });
    await note(1, { kind: 'edit_refused' });
    await pass({ minutes: 9 });
    await note(200);
    await pass({ minutes: 1 });
    await note(2);
    await gather();
    const { items, unread } = await bell();
    expect(items).toHaveLength(4);
    expect(items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'post_failed',
          title: '214 posts failed',
          text: `${LOST} Wharf 0, Wharf 1 and others.`,
          count: 214,
          firstAt: '2027-01-12T10:00:00.000Z',
          lastAt: '2027-01-12T10:09:00.000Z',
          isRead: false,
          path: '/dashboard?view=calendar&status=failed',
        }),
        expect.objectContaining({ title: '2 posts failed', firstAt: '2027-01-12T10:10:00.000Z' }),
        expect.objectContaining({
          title: 'Offer at Wharf 0 failed',
          text: 'The text is too long.',
          storeCode: 'OW-00',
        }),
        expect.objectContaining({ title: 'Google refused an edit' }),
      ]),
    );
    expect(items[0]).toMatchObject({ title: '2 posts failed' });
    expect(unread).toBe(4);
  });

  it('counts what happened once, however often it is noted and however many processes gather', async () => {
    await note(1, { key: 'the same' });
    await note(1, { key: 'the same' });
    await note(700);
    await Promise.all(Array.from({ length: 4 }, gather));
    await gather();
    expect((await bell()).items).toMatchObject([{ count: 701 }]);
    const places = await served.database.orm
      .select({ place: noticeEvents.place })
      .from(noticeEvents)
      .where(eq(noticeEvents.workspaceId, robin.uid))
      .orderBy(asc(noticeEvents.place));
    expect(places.map(({ place }) => place)).toEqual(Array.from({ length: 701 }, (_, index) => index + 1));
  });

  it('loses what is rolled back with its cause, and nothing else', async () => {
    const event = {
      workspaceId: robin.uid,
      kind: 'post_failed' as const,
      cause: LOST,
      subject: {},
      at: clock.now(),
    };
    const rolledBack = served.database.transaction(async (tx) => {
      await noteEvents(tx, [{ ...event, key: 'rolled back' }]);
      throw new Error('the cause is rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await note(1);
    await gather();
    expect((await bell()).items).toMatchObject([{ count: 1 }]);
  });

  it('keeps what is read, and a further event makes it unread again', async () => {
    await note(1);
    await note(1, { kind: 'edit_refused' });
    await pass({ minutes: 1 });
    const [first] = (await bell()).items;
    await robin.send('post', '/api/notices/read', { ids: [first!.id] }).expect(204);
    expect(await bell()).toMatchObject({ unread: 1 });
    await robin.send('post', '/api/notices/read', { until: '2027-01-12T09:59:59Z' }).expect(204);
    expect(await bell()).toMatchObject({ unread: 1 });
    await robin.send('post', '/api/notices/read', { until: '2027-01-12T10:00:00Z' }).expect(204);
    expect(await bell()).toMatchObject({ unread: 0, items: [{ isRead: true }, { isRead: true }] });
    await note(1);
    await gather();
    expect(await bell()).toMatchObject({ unread: 1, items: [{ isRead: false, count: 2 }, { isRead: true }] });
    await robin.send('post', '/api/notices/read', {}).expect(204);
    expect(await bell()).toMatchObject({ unread: 0 });
  });

  it('is read in pages, which end where the list ends', async () => {
    for (const kind of NOTICE_KINDS) await note(1, { kind, cause: 'temporarily' });
    await gather();
    const seen: string[] = [];
    let cursor: string | null = '';
    do {
      const page = await bell(`?limit=3${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.items.map(({ kind }) => kind));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen.sort()).toEqual([...NOTICE_KINDS].sort());
  });

  it('says which field of a request is wrong', async () => {
    for (const [body, field] of [
      [{ ids: [] }, 'ids'],
      [{ ids: ['one'] }, 'ids'],
      [{ ids: Array.from({ length: 101 }, () => randomUUID()) }, 'ids'],
      [{ until: 'yesterday' }, 'until'],
    ] as const) {
      const { body: answer } = await robin.send('post', '/api/notices/read', body).expect(400);
      expect([body, answer.errors[0].field]).toEqual([body, field]);
    }
    await robin.send('get', '/api/notices?cursor=bm90aGluZw').expect(400);
  });

  it('shows a person only their own, and lets them read no others', async () => {
    await note(1);
    await gather();
    const [{ id } = { id: '' }] = (await bell()).items;
    const kim = await served.signUp();
    expect(await bell('', kim)).toEqual({ items: [], unread: 0, nextCursor: null });
    await kim.send('post', '/api/notices/read', { ids: [id] }).expect(204);
    await kim.send('post', '/api/notices/read', { until: '2030-01-01T00:00:00Z' }).expect(204);
    expect(await bell()).toMatchObject({ unread: 1 });
  });

  it('has nothing of the time in which notices were switched off', async () => {
    await robin.send('patch', '/api/auth/profile', { preferences: { notifications: false } }).expect(200);
    await note(3);
    await gather();
    await robin.send('patch', '/api/auth/profile', { preferences: { notifications: true } }).expect(200);
    await note(1, { kind: 'edit_refused' });
    await gather();
    expect(await titles()).toEqual(['Google refused an edit']);
  });

  it('lists the kinds that the person has chosen, and counts no others', async () => {
    const webhook = await addChannel();
    await note(2);
    await note(1, { kind: 'zone_changed', cause: 'Europe/London' });
    await pass({ seconds: 30 });
    const settings = (change: object) => robin.send('patch', '/api/notice-settings', change);
    await settings({ bellKinds: ['post_failed', 'post_failed'] }).expect(400);
    await settings({ bellKinds: ['zone_changed'] }).expect(200);
    expect(await bell()).toMatchObject({ unread: 1, items: [{ kind: 'zone_changed' }] });
    const quietHours = { from: '22:00', until: '07:00' };
    const { body } = await settings({ quietHours }).expect(200);
    expect(body).toMatchObject({ quietHours, bellKinds: ['zone_changed'] });
    await settings({ bellKinds: [] }).expect(200);
    expect(await bell()).toMatchObject({ unread: 0, items: [] });
    const exported = (await robin.send('get', '/api/account/export').expect(200)).body as object;
    expect(exported).toMatchObject({ quietHours: { ...quietHours, bellKinds: [] } });
    await settings({ bellKinds: [...NOTICE_KINDS] }).expect(200);
    expect((await bell()).unread).toBe(2);
    // What goes to channels is a choice of theirs.
    expect(await deliveriesTo(webhook)).toHaveLength(2);
  });

  it('forgets after 90 days', async () => {
    await note(1);
    await pass({ minutes: 1 });
    await pass({ days: 2 });
    await note(1, { kind: 'edit_refused' });
    await pass({ days: 88 });
    await served.app.get(NoticeRetention).cleanUp();
    expect(await titles()).toEqual(['Google refused an edit']);
    const left = await served.database.orm.$count(noticeEvents, eq(noticeEvents.workspaceId, robin.uid));
    expect(left).toBe(1);
  });
});

describe('an immediate channel', () => {
  it('gets what happens within 20 seconds in one message, and the rest of the 10 minutes in another', async () => {
    const channel = await addChannel();
    await note(150);
    await pass({ seconds: 19 });
    expect(await deliveriesTo(channel)).toEqual([]);
    await pass({ seconds: 1 });
    await note(60);
    await pass({ minutes: 5 });
    await note(4);
    await pass({ minutes: 4 });
    expect(await countsTo(channel)).toEqual([[150]]);
    await pass({ minutes: 1 });
    await pass({ hours: 1 });
    expect(await countsTo(channel)).toEqual([[150], [64]]);
  });

  it.each([
    ['location_closed', 'permanently'],
    ['location_suspended', 'suspended'],
    ['connection_lost', 'robin@example.com'],
  ] as const)('gets %s again at once, also within the 10 minutes', async (kind, cause) => {
    const channel = await addChannel();
    await note(2, { kind, cause });
    await pass({ minutes: 1 });
    await note(1, { kind, cause });
    await pass({ seconds: 10 });
    await note(1, { kind, cause });
    await pass({ seconds: 9 });
    expect(await countsTo(channel)).toEqual([[2]]);
    await pass({ seconds: 1 });
    expect(await countsTo(channel)).toEqual([[2], [2]]);
    // It is one matter all the same.
    expect((await bell()).items).toMatchObject([{ kind, count: 4 }]);
    await pass({ hours: 1 });
    expect(await countsTo(channel)).toEqual([[2], [2]]);
  });

  it('gets one message from several processes, with the first subjects by name', async () => {
    const channel = await addChannel();
    await note(30);
    await gather();
    clock.advance({ minutes: 1 });
    await haltDatabaseTime(served.database, clock);
    await Promise.all(Array.from({ length: 4 }, () => served.app.get(NoticeDeliveries).makeImmediate()));
    const [row, ...others] = await served.database.orm
      .select()
      .from(noticeDeliveries)
      .where(eq(noticeDeliveries.channelId, channel));
    expect(others).toEqual([]);
    const [content] = row!.content.notices;
    expect(content).toMatchObject({ count: 30, firstAt: '2027-01-12T10:00:00.000Z', cause: LOST });
    expect(content!.subjects).toHaveLength(20);
    expect(content!.subjects[0]).toMatchObject({
      eventId: expect.any(String),
      locationName: expect.any(String),
    });
  });

  it('gets nothing of the past, nor what it does not want, nor anything while it is off or paused', async () => {
    await note(2);
    clock.advance({ seconds: 5 });
    await haltDatabaseTime(served.database, clock);
    const late = await addChannel();
    const choosy = await addChannel({ kinds: ['edit_refused'] });
    const off = await addChannel({ isOn: false });
    const paused = await addChannel({ pausedReason: 'It didn’t answer.' });
    await note(1);
    await pass({ minutes: 1 });
    expect(await countsTo(late)).toEqual([[1]]);
    for (const channel of [choosy, off, paused]) expect(await deliveriesTo(channel)).toEqual([]);
  });

  it('gets nothing once the person’s access has ended', async () => {
    const channel = await addChannel();
    await note(1);
    await served.database.orm.update(users).set({ isActive: false }).where(eq(users.uid, robin.uid));
    await pass({ minutes: 1 });
    expect(await deliveriesTo(channel)).toEqual([]);
  });
});

describe('e-mail', () => {
  it('goes only to the proven address of a person who wants e-mail', async () => {
    const mail = await addChannel({ kind: 'email', provenAddress: addressHash('another@example.com') });
    const webhook = await addChannel();
    await note(1);
    await pass({ minutes: 11 });
    await changeChannel(mail, { provenAddress: addressHash(robin.email.toUpperCase()) });
    await note(2);
    await pass({ minutes: 11 });
    await robin.send('patch', '/api/auth/profile', { preferences: { emailUpdates: false } }).expect(200);
    await note(3);
    await pass({ minutes: 11 });
    expect(await countsTo(mail)).toEqual([[2]]);
    expect(await countsTo(webhook)).toEqual([[1], [2], [3]]);
  });

  it('waits for the end of the quiet hours, over midnight and over the change of the clocks, unless it is urgent', async () => {
    await livesIn('Europe/Berlin', { from: '22:00', until: '07:00' });
    const mail = await addChannel({ kind: 'email' });
    const webhook = await addChannel();
    // In the night after this the clocks go forward.
    await begin('2027-03-27T20:59:00Z');
    for (const [hour, kind] of [
      ['20:59', 'post_failed'],
      ['21:30', 'edit_refused'],
      ['21:31', 'location_suspended'],
    ] as const) {
      await begin(`2027-03-27T${hour}:00Z`);
      await note(1, { kind });
      await pass({ seconds: 20 });
    }
    await begin('2027-03-28T03:00:00Z');
    await note(1);
    await pass({ seconds: 20 });
    expect((await deliveriesTo(mail)).map(({ dueAt }) => dueAt)).toEqual([
      '2027-03-27T20:59:20.000Z',
      '2027-03-28T05:00:00.000Z',
      '2027-03-27T21:31:20.000Z',
      '2027-03-28T05:00:00.000Z',
    ]);
    expect((await deliveriesTo(webhook)).map(({ dueAt }) => dueAt)).toEqual([
      '2027-03-27T20:59:20.000Z',
      '2027-03-27T21:30:20.000Z',
      '2027-03-27T21:31:20.000Z',
      '2027-03-28T03:00:20.000Z',
    ]);
  });

  it('that the mail server takes only later waits for the end of the quiet hours too, unless it is urgent', async () => {
    await begin('2027-03-27T20:59:35Z');
    await livesIn('Europe/Berlin', { from: '22:00', until: '07:00' });
    const { body } = await robin.send('post', '/api/channels', { kind: 'email' }).expect(201);
    const { id: mail } = body as { id: string };
    await changeChannel(mail, { provenAddress: addressHash(robin.email) });
    const busy = { send: () => Promise.resolve({ is: 'retry', answer: 'Try again later.' }) };
    Object.assign(served.app.get(MailSender), { transport: busy });
    await note(1);
    await note(1, { kind: 'location_suspended' });
    await pass({ seconds: 20 });
    await workOff(served.app.get(DeliveryDispatcher));
    const dueAgain = await untilSeen('both are to be tried again', async () => {
      const all = await deliveriesTo(mail);
      const isTried = all.every(
        ({ dueAt = '', state }) => state === 'waiting' && dueAt > clock.now().toISOString(),
      );
      return isTried && all.map(({ dueAt }) => dueAt);
    });
    expect(dueAgain).toEqual(['2027-03-27T21:00:05.000Z', '2027-03-28T05:00:00.000Z']);
  });

  it('goes to a person 50 times within 24 hours, and the rest when there is room', async () => {
    const mail = await addChannel({ kind: 'email' });
    for (let number = 0; number < 52; number++) {
      await note(1, { cause: `Reason ${number}` });
      await pass({ minutes: 1 });
    }
    const due = (await deliveriesTo(mail)).map(({ dueAt }) => dueAt);
    expect(due).toHaveLength(52);
    expect(due.slice(49)).toEqual([
      '2027-01-12T10:50:00.000Z',
      '2027-01-13T10:01:00.000Z',
      '2027-01-13T10:02:00.000Z',
    ]);
  });

  it('goes to a person no more often for a test, which says so', async () => {
    Object.assign(served.app.get(MailSender), { transport: {} });
    const mail = await addChannel({ kind: 'email' });
    const test = (channel = mail) => robin.send('post', `/api/channels/${channel}/test`);
    const at = clock.now();
    await served.database.orm.insert(noticeDeliveries).values(
      Array.from({ length: 50 }, () => ({
        id: randomUUID(),
        workspaceId: robin.uid,
        channelId: mail,
        kind: 'test' as const,
        content: { notices: [] },
        state: 'delivered' as const,
        createdAt: at,
        endedAt: at,
      })),
    );
    const { body, headers } = await test().expect(429);
    expect(body).toMatchObject({ code: 'too_many_requests' });
    expect(headers['retry-after']).toBe('3600');
    await test(await addChannel()).expect(202);
    await begin('2027-01-13T10:00:00Z');
    await test().expect(202);
  });
});

describe('a daily or weekly channel', () => {
  it('has one message at 8 in the person’s zone with everything since the last, and none on a day without events', async () => {
    await livesIn('America/New_York');
    const daily = await addChannel({ kind: 'email', schedule: 'daily' });
    await note(3);
    await pass({ hours: 1 });
    await note(2);
    await pass({ minutes: 1 });
    await note(1, { kind: 'edit_refused' });
    await pass({ hours: 1, minutes: 58 });
    expect(await deliveriesTo(daily)).toEqual([]);
    await pass({ minutes: 1 });
    expect(await deliveriesTo(daily)).toEqual([
      { kind: 'digest', state: 'waiting', counts: [3, 2, 1], dueAt: '2027-01-12T13:00:00.000Z' },
    ]);
    await pass({ days: 1 });
    await note(4);
    await pass({ hours: 23, minutes: 59 });
    expect(await countsTo(daily)).toEqual([[3, 2, 1]]);
    await pass({ minutes: 1 });
    await pass({ hours: 5 });
    expect(await countsTo(daily)).toEqual([[3, 2, 1], [4]]);
  });

  it('has it on Monday if it is weekly, at 8 whichever side of the clock change that is', async () => {
    await livesIn('Europe/Berlin');
    await begin('2027-03-23T10:00:00Z');
    const weekly = await addChannel({ kind: 'email', schedule: 'weekly' });
    for (let day = 0; day < 5; day++) {
      await note(1, { cause: `Reason ${day}` });
      await pass({ days: 1 });
    }
    await begin('2027-03-29T05:59:00Z');
    await pass({ seconds: 59 });
    expect(await deliveriesTo(weekly)).toEqual([]);
    await pass({ seconds: 1 });
    expect(await deliveriesTo(weekly)).toMatchObject([
      { counts: [1, 1, 1, 1, 1], dueAt: '2027-03-29T06:00:00.000Z' },
    ]);
  });

  it('leaves what happens in the last minutes to the next message, which has what was committed late', async () => {
    const daily = await addChannel({ kind: 'email', schedule: 'daily' });
    await begin('2027-01-13T07:56:00Z');
    const at = clock.now();
    await note(1);
    await pass({ minutes: 4 });
    await note(1, { at: new Date(at.getTime() + 1000) });
    await pass({ minutes: 1 });
    expect(await deliveriesTo(daily)).toEqual([]);
    await pass({ days: 1 });
    expect(await countsTo(daily)).toEqual([[2]]);
  });

  it('has in its first message what was not delivered at once before, and nothing twice', async () => {
    const channel = await addChannel({ kind: 'email' });
    await note(3);
    await pass({ minutes: 1 });
    await note(2, { cause: 'Another' });
    await robin.send('patch', `/api/channels/${channel}`, { schedule: 'daily' }).expect(200);
    await pass({ minutes: 1 });
    await note(4, { cause: 'One more' });
    await pass({ days: 1 });
    expect(await countsTo(channel)).toEqual([[3], [2, 4]]);
  });

  it.each([
    ['18:00 the day before', { hours: 8 }, '2027-01-13T08:00:00.000Z'],
    ['7:50 of the same day', { hours: 21, minutes: 50 }, '2027-01-13T08:00:00.000Z'],
    ['8:01, after that of the day', { hours: 22, minutes: 1 }, '2027-01-14T08:00:00.000Z'],
  ] as const)('has its first message at 8, also if it was immediate until %s', async (_, time, at) => {
    const channel = await addChannel({ kind: 'email' });
    await pass(time);
    await robin.send('patch', `/api/channels/${channel}`, { schedule: 'daily' }).expect(200);
    await pass({ minutes: 1 });
    await note(2);
    const untilFirst = new Date(at).getTime() - clock.now().getTime();
    await pass({ seconds: untilFirst / 1000 - 1 });
    expect(await deliveriesTo(channel)).toEqual([]);
    await pass({ seconds: 1 });
    expect(await deliveriesTo(channel)).toMatchObject([{ kind: 'digest', counts: [2], dueAt: at }]);
  });

  it('gets nothing of the time in which it was off', async () => {
    // The moment at which it is switched on is the server's own.
    await begin(served.clock.now().toISOString());
    const daily = await addChannel({ kind: 'email', schedule: 'daily' });
    const turn = (isOn: boolean) => robin.send('patch', `/api/channels/${daily}`, { isOn }).expect(200);
    await turn(false);
    await note(3);
    await pass({ minutes: 1 });
    await turn(true);
    await note(2, { cause: 'Another' });
    // What happens just before 8 is in the message of the day after.
    await pass({ days: 2 });
    expect(await countsTo(daily)).toEqual([[2]]);
  });

  it('gets nothing of the time in which the person wanted no e-mail', async () => {
    const daily = await addChannel({ kind: 'email', schedule: 'daily' });
    const want = (emailUpdates: boolean) =>
      robin.send('patch', '/api/auth/profile', { preferences: { emailUpdates } }).expect(200);
    await want(false);
    await note(3);
    await pass({ days: 3 });
    await want(true);
    await pass({ minutes: 1 });
    await note(2, { cause: 'Another' });
    await pass({ days: 1 });
    expect(await countsTo(daily)).toEqual([[2]]);
  });

  it('gets its pending digest once when it changes to immediate, and nothing twice', async () => {
    const channel = await addChannel({ kind: 'email', schedule: 'daily' });
    await note(3);
    await pass({ hours: 22 });
    expect(await countsTo(channel)).toEqual([[3]]);
    await note(2);
    await pass({ minutes: 1 });
    await note(4, { cause: 'Another' });
    await changeChannel(channel, { schedule: 'now' });
    await pass({ minutes: 1 });
    await pass({ days: 2 });
    expect((await deliveriesTo(channel)).map(({ kind, counts }) => [kind, counts])).toEqual([
      ['digest', [3]],
      ['digest', [2]],
      ['notice', [4]],
    ]);
  });
});

describe('after a backup was restored', () => {
  it('nothing from before is sent by itself, and what happens from then on is', async () => {
    const now = await addChannel();
    const daily = await addChannel({ kind: 'email', schedule: 'daily' });
    await note(1);
    await pass({ minutes: 11 });
    await note(2);
    await gather();
    await note(1, { kind: 'edit_refused' });
    clock.advance({ minutes: 1 });
    await haltDatabaseTime(served.database, clock);
    const held = await served.database.transaction((tx) => holdRestoredDeliveries(tx));
    expect(held).toBeGreaterThan(0);
    await pass({ minutes: 11 });
    expect(await deliveriesTo(now)).toMatchObject([{ counts: [1], state: 'held', dueAt: undefined }]);
    expect((await bell()).items).toHaveLength(3);
    await note(5);
    await pass({ days: 1 });
    expect(await countsTo(now)).toEqual([[1], [5]]);
    expect(await countsTo(daily)).toEqual([[5]]);
    expect(await served.database.orm.$count(notices, eq(notices.workspaceId, robin.uid))).toBe(4);
  });
});

describe('a server whose clock is wrong', () => {
  const WRONG_MS = 7 * 60_000;
  const byItsClock = (wrongMs: number) => ({ at: new Date(clock.now().getTime() + wrongMs) });

  it('notes events that are delivered in time when it is ahead, and in the next daily message when it is behind', async () => {
    const channel = await addChannel();
    const daily = await addChannel({ kind: 'email', schedule: 'daily' });
    await note(1, byItsClock(WRONG_MS));
    await pass({ seconds: 20 });
    expect(await countsTo(channel)).toEqual([[1]]);
    await begin('2027-01-13T08:00:00Z');
    await pass({ seconds: 30 });
    expect(await countsTo(daily)).toEqual([[1]]);
    await note(1, byItsClock(-WRONG_MS));
    await pass({ days: 1 });
    expect(await countsTo(daily)).toEqual([[1], [1]]);
  });

  it('adds and changes channels that get all that happens from then on', async () => {
    await begin(new Date(served.clock.now().getTime() - WRONG_MS).toISOString());
    const mail = await addChannel({ kind: 'email' });
    const webhook = { kind: 'webhook', url: 'https://hooks.example.com/shingle' };
    const { id } = (await robin.send('post', '/api/channels', webhook).expect(201)).body as { id: string };
    const change = (channel: string, to: object) =>
      robin.send('patch', `/api/channels/${channel}`, to).expect(200);
    await change(mail, { schedule: 'daily' });
    await pass({ seconds: 1 });
    await note(1);
    await pass({ minutes: 1 });
    expect(await countsTo(id)).toEqual([[1]]);
    await change(id, { isOn: false });
    await change(id, { isOn: true });
    await pass({ seconds: 1 });
    await note(1, { kind: 'post_held' });
    await pass({ minutes: 1 });
    expect(await countsTo(id)).toEqual([[1], [1]]);
    await pass({ days: 2 });
    expect(await countsTo(mail)).toEqual([[1, 1]]);
  });
});
