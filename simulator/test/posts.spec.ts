import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../test/support/jest.ts';
import type { GoogleSimulator } from 'gbp-simulator';
import { BAKERY, callerOf, CERAMICS, connect, PEOPLE, startSimulator, STATION } from './support.ts';

const OWN = 'accounts/101000000000000000001';
const GUEST_HOUSE = 'accounts/101000000000000000003/locations/4200000000000000108';
const NOW = new Date('2026-05-04T10:00:00Z');

let google: GoogleSimulator;
let v4: ReturnType<typeof callerOf>;

beforeAll(async () => {
  google = await startSimulator();
});
afterAll(() => google.close());
beforeEach(async () => {
  google.reset();
  google.clock.set(NOW, { stopped: true });
  google.configure({ editsPerMinute: 1000 });
  await signIn(PEOPLE.tamsin);
});

async function signIn(email: string): Promise<void> {
  v4 = callerOf(google.addresses.GBP_V4_URL, (await connect(google, email)).access_token);
}

const standard = { languageCode: 'en-GB', topicType: 'STANDARD', summary: 'The kiln is open.' };
const schedule = {
  startDate: { year: 2026, month: 6, day: 1 },
  startTime: { hours: 18, minutes: 0 },
  endDate: { year: 2026, month: 6, day: 2 },
  endTime: { hours: 1, minutes: 30 },
};
const event = { title: 'Kiln night', schedule };
const create = (body: object | string, location = CERAMICS) => v4('POST', `/${location}/localPosts`, body);
const withPhoto = (sourceUrl: string) => ({ ...standard, media: [{ mediaFormat: 'PHOTO', sourceUrl }] });
const get = async (name: string) => (await v4('GET', `/${name}`)).body;
const namesIn = async (query = '', location = CERAMICS): Promise<string[]> =>
  ((await v4('GET', `/${location}/localPosts?${query}`)).body.localPosts ?? []).map(
    ({ name }: { name: string }) => name,
  );

describe('a post', () => {
  it('is reviewed for a while, then live, with a link that shows it', async () => {
    const { status, body } = await create(standard);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...standard,
      name: expect.stringMatching(`^${CERAMICS}/localPosts/\\d+$`),
      state: 'PROCESSING',
      createTime: NOW.toISOString(),
      updateTime: NOW.toISOString(),
    });
    google.clock.advance(1999);
    expect((await get(body.name)).state).toBe('PROCESSING');
    google.clock.advance(1);
    const live = await get(body.name);
    expect(live.state).toBe('LIVE');
    const page = await fetch(live.searchUrl);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('The kiln is open.');
    expect(google.world.posts({ location: CERAMICS.split('/')[3] })).toMatchObject([
      { name: body.name, state: 'LIVE', author: PEOPLE.tamsin },
    ]);
  });

  it('with a time in the future is scheduled after its review, and live at its time', async () => {
    const { body } = await create({ ...standard, scheduledTime: '2026-05-04T11:30:00+01:00' });
    expect(body.state).toBe('PROCESSING');
    google.clock.advance(2000);
    expect(await get(body.name)).toMatchObject({
      state: 'SCHEDULED',
      scheduledTime: '2026-05-04T11:30:00+01:00',
    });
    google.clock.set(new Date('2026-05-04T10:30:00Z'), { stopped: true });
    expect((await get(body.name)).state).toBe('LIVE');
  });

  it.each(['Ring 01632 960201 today', 'Call +1 (503) 555-0107!', 'on 0114 496 0104 and ask'])(
    'with a phone number is accepted and then rejected, without a reason: %s',
    async (summary) => {
      const { status, body } = await create({ ...standard, summary });
      expect(status).toBe(200);
      google.clock.advance(2000);
      const rejected = await get(body.name);
      expect(rejected.state).toBe('REJECTED');
      expect(rejected).not.toHaveProperty('searchUrl');
    },
  );

  it('with dates, prices and years is no phone number', async () => {
    const { body } = await create({
      ...standard,
      summary: 'From 2026-05-10 to 12/06/2026, 9:30-17:00, 1200 pots at 15.50',
    });
    google.clock.advance(2000);
    expect((await get(body.name)).state).toBe('LIVE');
  });

  it('can be reviewed by hand', async () => {
    const { body } = await create(standard);
    google.world.reviewPost({ post: body.name, verdict: 'REJECTED' });
    expect((await get(body.name)).state).toBe('REJECTED');
    google.world.reviewPost({ post: body.name, verdict: 'LIVE' });
    expect((await get(body.name)).state).toBe('LIVE');
    google.world.removePost({ post: body.name });
    expect((await v4('GET', `/${body.name}`)).status).toBe(404);
  });

  it('of every kind keeps its parts; an offer has no button, and zero times are left out', async () => {
    const callToAction = { actionType: 'LEARN_MORE', url: 'https://okonjo-ceramics.example.com/' };
    expect((await create({ ...standard, callToAction })).body).toMatchObject({ callToAction });
    expect((await create({ ...standard, callToAction: { actionType: 'CALL' } })).body).toMatchObject({
      callToAction: { actionType: 'CALL' },
    });
    expect((await create({ ...standard, topicType: 'EVENT', event })).body.event.schedule.startTime).toEqual({
      hours: 18,
    });
    const offer = { couponCode: 'KILN', redeemOnlineUrl: 'https://okonjo-ceramics.example.com/kiln' };
    const { body } = await create({ ...standard, topicType: 'OFFER', event, offer, callToAction });
    expect(body).toMatchObject({ topicType: 'OFFER', offer });
    expect(body).not.toHaveProperty('callToAction');
  });

  // RecurrenceInfo: `seriesEndTime` is optional.
  it.each([
    ['until a day', { seriesEndTime: '2026-09-01T00:00:00Z', dailyPattern: {} }],
    ['without an end', { weeklyPattern: {} }],
    ['on some days', { weeklyPattern: { daysOfWeek: ['MONDAY', 'SUNDAY'] } }],
    ['on a day of the month', { monthlyPattern: { dayOfMonth: 31 } }],
    ['on a weekday of the month', { monthlyPattern: { dayOfWeekOccurrence: 'LAST' } }],
  ])('that comes again and again %s is recurring', async (_, recurrenceInfo) => {
    const { body } = await create({ ...standard, topicType: 'EVENT', event: { ...event, recurrenceInfo } });
    google.clock.advance(2000);
    expect((await get(body.name)).state).toBe('RECURRING');
  });

  const long = 'ß'.repeat(1501);
  const past = { year: 2026, month: 5, day: 1 };
  const during = (change: object) => ({ ...standard, topicType: 'EVENT', event: { ...event, ...change } });
  const on = (change: object) => during({ schedule: { ...schedule, ...change } });
  const button = (callToAction: object) => ({ ...standard, callToAction });
  const february30 = { year: 2026, month: 2, day: 30 };
  it.each([
    ['no topic', { ...standard, topicType: undefined }, 'topic_type', 2],
    ['a topic of the specification', { ...standard, topicType: 'CALL_TO_ACTION' }, 'topic_type', 3],
    ['an alert', { ...standard, topicType: 'ALERT', alertType: 'COVID_19' }, 'topic_type', 12],
    ['no text', { ...standard, summary: '' }, 'summary', 2],
    ['1501 characters', { ...standard, summary: long }, 'summary', 9],
    ['no language', { ...standard, languageCode: '!' }, 'language_code', 3],
    ['CALL with a link', button({ actionType: 'CALL', url: 'https://example.com' }), 'call_to_action.url', 3],
    ['BOOK without a link', button({ actionType: 'BOOK' }), 'call_to_action.url', 2],
    [
      'a link of another kind',
      button({ actionType: 'BOOK', url: 'ftp://example.com' }),
      'call_to_action.url',
      3,
    ],
    ['an unknown button', button({ actionType: 'JUMP' }), 'call_to_action.action_type', 3],
    ['dates without being an event', { ...standard, event }, 'event', 12],
    ['an event without dates', { ...standard, topicType: 'EVENT' }, 'event', 2],
    ['an offer without dates', { ...standard, topicType: 'OFFER', offer: {} }, 'event', 2],
    ['a title of 59 characters', during({ title: 'x'.repeat(59) }), 'event.title', 9],
    ['no title', during({ title: undefined }), 'event.title', 2],
    ['no schedule', during({ schedule: undefined }), 'event.schedule.start_date', 2],
    ['no start time', on({ startTime: undefined }), 'event.schedule.start_time', 2],
    ['no end time', on({ endTime: undefined }), 'event.schedule.end_time', 2],
    ['a day that does not exist', on({ startDate: february30 }), 'event.schedule', 3],
    ['an end before the start', on({ endDate: { year: 2026, month: 5, day: 31 } }), 'event.schedule', 8],
    [
      'an end in the past',
      on({ startDate: past, endDate: past, endTime: { hours: 20 } }),
      'event.schedule',
      13,
    ],
    ['a recurrence without a pattern', during({ recurrenceInfo: {} }), 'event.recurrence_info', 3],
    [
      'a recurrence with a bad end',
      during({ recurrenceInfo: { dailyPattern: {}, seriesEndTime: 'never' } }),
      'event.recurrence_info',
      3,
    ],
    [
      'a recurrence with two patterns',
      during({ recurrenceInfo: { dailyPattern: {}, weeklyPattern: {} } }),
      'event.recurrence_info',
      3,
    ],
    [
      'a day of the month that no month has',
      during({ recurrenceInfo: { monthlyPattern: { dayOfMonth: 42 } } }),
      'event.recurrence_info',
      3,
    ],
    [
      'a day of the month and a weekday of it',
      during({ recurrenceInfo: { monthlyPattern: { dayOfMonth: 4, dayOfWeekOccurrence: 'LAST' } } }),
      'event.recurrence_info',
      3,
    ],
    ['a coupon without being an offer', { ...standard, offer: { couponCode: 'X' } }, 'offer', 12],
    [
      'an offer with a link that is none',
      { ...standard, topicType: 'OFFER', event, offer: { redeemOnlineUrl: 'x' } },
      'offer.redeem_online_url',
      3,
    ],
    [
      'a time that is not in the future',
      { ...standard, scheduledTime: NOW.toISOString() },
      'scheduled_time',
      13,
    ],
    ['a time that is none', { ...standard, scheduledTime: 'tomorrow' }, 'scheduled_time', 3],
    ['a photo from nowhere', { ...standard, media: [{ mediaFormat: 'PHOTO' }] }, 'media', 3],
    ['a photo elsewhere', withPhoto('https://okonjo-ceramics.example.com/pot.jpg'), 'media', 1000],
    ['two photos', { ...standard, media: [{}, {}] }, 'media', 5],
  ])('with %s is refused, and nothing is made', async (_what, body, field, code) => {
    const { status, body: answer } = await create(body);
    expect(status).toBe(400);
    expect(answer.error).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' });
    const [{ '@type': type, errorDetails }] = answer.error.details;
    expect(type).toBe('type.googleapis.com/google.mybusiness.v4.ValidationError');
    expect(errorDetails[0]).toMatchObject({ code, field, message: expect.any(String) });
    expect(await namesIn()).toEqual([]);
  });

  it('may have 1500 characters and a title of 58', async () => {
    expect((await create({ ...standard, summary: long.slice(1) })).status).toBe(200);
    const titled = { ...event, title: 'x'.repeat(58) };
    expect((await create({ ...standard, topicType: 'EVENT', event: titled })).status).toBe(200);
  });

  it('is refused whole for an unknown field or a broken body, and fails over a video', async () => {
    for (const body of ['{', '[]', '"x"', 'null']) expect((await create(body)).status).toBe(400);
    const video = { mediaFormat: 'VIDEO', sourceUrl: 'https://example.com/a.mp4' };
    expect((await create({ ...standard, media: [video] })).status).toBe(500);
  });

  const repeated = (recurrenceInfo: object) => during({ recurrenceInfo });
  it.each([
    ['an unknown name', { ...standard, sumary: 'x' }, 'Unknown name "sumary" at \'local_post\''],
    ['one of a button', button({ actionType: 'CALL', label: 'Ring' }), 'Unknown name "label"'],
    ['one of an event', during({ place: 'Here' }), 'Unknown name "place"'],
    ['one of a schedule', on({ timeZone: 'Europe/London' }), 'Unknown name "timeZone"'],
    ['one of a day', on({ startDate: { ...february30, weekday: 1 } }), 'Unknown name "weekday"'],
    ['one of a time', on({ startTime: { hours: 9, zone: 'Z' } }), 'Unknown name "zone"'],
    ['one of a photo', { ...standard, media: [{ mediaFormat: 'PHOTO', url: 'x' }] }, 'Unknown name "url"'],
    ['one of an offer', { ...standard, offer: { price: '1' } }, 'Unknown name "price"'],
    ['one of a recurrence', repeated({ yearlyPattern: {} }), 'Unknown name "yearlyPattern"'],
    ['one of a pattern', repeated({ dailyPattern: { every: 2 } }), 'Unknown name "every"'],
    ['a day of no week', repeated({ weeklyPattern: { daysOfWeek: ['FUNDAY'] } }), '"FUNDAY"'],
    ['a sixth weekday', repeated({ monthlyPattern: { dayOfWeekOccurrence: 'SIXTH' } }), '"SIXTH"'],
    ['a number for a text', { ...standard, summary: 7 }, "'local_post.summary' (TYPE_STRING), 7"],
    ['a text for an event', { ...standard, topicType: 'EVENT', event: 'x' }, "'local_post.event'"],
  ])('with %s cannot be read, and nothing is made', async (_what, body, message) => {
    const { status, body: answer } = await create(body);
    expect([status, answer.error.status]).toEqual([400, 'INVALID_ARGUMENT']);
    expect(answer.error.message).toContain(message);
    expect(await namesIn()).toEqual([]);
    const { name } = (await create(standard)).body;
    const changed = await v4('PATCH', `/${name}?updateMask=summary`, body);
    expect(changed.status).toBe(400);
    expect(await get(name)).toMatchObject(standard);
  });

  it('may say what only Google writes, which is ignored, and say nothing with null', async () => {
    const written = {
      recurringInstanceTime: '2026-06-01T18:00:00Z',
      state: 'LIVE',
      searchUrl: 'https://example.com/',
    };
    const { status, body } = await create({
      ...standard,
      ...written,
      topicType: 'EVENT',
      event: { ...event, recurringInstanceTime: '2026-06-01T18:00:00Z', recurrenceInfo: null },
      offer: null,
    });
    expect([status, body.state]).toEqual([200, 'PROCESSING']);
    for (const name of ['recurringInstanceTime', 'searchUrl', 'offer']) expect(body).not.toHaveProperty(name);
    expect(Object.keys(body.event).sort()).toEqual(['schedule', 'title']);
  });

  it('needs a verified place, under the right account, of one’s own', async () => {
    for (const location of [STATION, GUEST_HOUSE]) {
      const { status, body } = await create(standard, location);
      expect(status).toBe(400);
      expect(body.error.details[0].errorDetails[0].code).toBe(1301);
    }
    const wrong = CERAMICS.replace(OWN, 'accounts/101000000000000000002');
    expect((await create(standard, wrong)).status).toBe(404);
    expect((await v4('GET', `/${wrong}/localPosts`)).status).toBe(404);
    const { body } = await create(standard);
    await signIn(PEOPLE.idris);
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect((await v4(method, `/${body.name}`)).status).toBe(404);
    expect((await create(standard)).status).toBe(404);
  });
});

describe('the list of posts', () => {
  it('is newest first and paged', async () => {
    const made: string[] = [];
    for (let number = 0; number < 25; number++) {
      made.unshift((await create({ ...standard, summary: `Pot ${number}` })).body.name);
      if (number % 2 === 0) google.clock.advance(1000);
    }
    expect(await namesIn()).toEqual(made.slice(0, 20));
    const { body } = await v4('GET', `/${CERAMICS}/localPosts`);
    expect(await namesIn(`pageToken=${body.nextPageToken}`)).toEqual(made.slice(20));
    expect(await namesIn('pageSize=100')).toEqual(made);
    expect((await v4('GET', `/${CERAMICS}/localPosts?pageToken=x`)).status).toBe(400);
  });

  it('shows a post as late as is set, though it can be asked for by its name', async () => {
    google.configure({ listingMs: 5000 });
    const { name } = (await create(standard)).body;
    expect((await get(name)).name).toBe(name);
    google.clock.advance(4999);
    expect(await namesIn()).not.toContain(name);
    google.clock.advance(1);
    expect(await namesIn()).toContain(name);
  });

  it('has what was made elsewhere, and what others of the place’s accounts see', async () => {
    expect(await namesIn('', BAKERY)).toHaveLength(2);
    await signIn(PEOPLE.idris);
    const seen = await namesIn('', 'accounts/102000000000000000003/locations/4200000000000000202');
    expect(seen).toEqual([
      'accounts/102000000000000000003/locations/4200000000000000202/localPosts/7000000000000000003',
    ]);
  });
});

describe('a post that is there', () => {
  let name: string;
  beforeEach(async () => {
    name = (await create({ ...standard, scheduledTime: '2026-05-04T10:30:00Z' })).body.name;
    google.clock.advance(60_000);
  });
  const patch = (mask: string, body: object) => v4('PATCH', `/${name}?updateMask=${mask}`, body);

  it('is changed in the masked fields and reviewed again', async () => {
    const { status, body } = await patch('summary', { summary: 'The kiln is hot.', languageCode: 'fr' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ summary: 'The kiln is hot.', languageCode: 'en-GB', state: 'PROCESSING' });
    expect(body.updateTime).not.toBe(body.createTime);
    google.clock.advance(2000);
    expect((await get(name)).state).toBe('SCHEDULED');
    await patch('summary', { summary: 'Ring 01632 960201' });
    google.clock.advance(2000);
    expect((await get(name)).state).toBe('REJECTED');
  });

  it.each([
    ['no mask', '', {}],
    ['an unknown field', 'nonsense', {}],
    ['another photo', 'media', { media: [] }],
    ['another topic', 'topicType', { topicType: 'EVENT' }],
    ['a state', 'state', { state: 'LIVE' }],
    ['no text', 'summary', {}],
    ['1501 characters', 'summary', { summary: 'x'.repeat(1501) }],
    ['a time that has passed', 'scheduledTime', { scheduledTime: '2026-05-04T09:00:00Z' }],
  ])('is not changed by %s', async (_what, mask, body) => {
    const before = await get(name);
    expect((await patch(mask, body)).status).toBe(400);
    expect(await get(name)).toEqual(before);
  });

  it('can be changed after its time, and is gone once deleted', async () => {
    google.clock.set(new Date('2026-05-04T10:40:00Z'), { stopped: true });
    expect((await patch('summary', { summary: 'The kiln was open.' })).status).toBe(200);
    expect((await v4('DELETE', `/${name}`)).body).toEqual({});
    expect((await v4('GET', `/${name}`)).status).toBe(404);
    expect((await v4('DELETE', `/${name}`)).status).toBe(404);
    expect(await namesIn()).toEqual([]);
  });
});

describe('the page of a place', () => {
  it('shows what the public sees, and nothing of a place or post that is not public', async () => {
    const open = async (path: string) => {
      const answer = await fetch(`${google.origin}/place/${path}`);
      return { status: answer.status, text: await answer.text() };
    };
    expect((await open('4200000000000000104')).text).toContain('Finch Bakery, Old Wharf</h1>');
    expect((await open('4200000000000000103')).text).toContain('The seeded rye is back');
    const { body } = await create({ ...standard, summary: '<b>bold</b>' });
    const id = body.name.split('/').at(-1);
    expect((await open(`4200000000000000101?post=${id}`)).status).toBe(404);
    google.clock.advance(2000);
    expect((await open(`4200000000000000101?post=${id}`)).text).toContain('&#60;b&#62;bold');
    expect((await open('4200000000000000108')).status).toBe(404);
    expect((await open('nowhere')).status).toBe(404);
  });
});
