import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';

interface Finding {
  id: string;
  severity: string;
  field: string;
  reason: string;
  cure: string | null;
}

let served: TestApp;
let robin: SignedInClient;
beforeAll(async () => {
  served = await startTestApp();
  robin = await served.signUp();
});
afterAll(() => served.close());

const inDays = (days: number): string =>
  new Date(served.clock.now().getTime() + days * 86_400_000).toISOString();
const draft = (postBody: object = {}, change: object = {}) => ({
  locationId: 'sample-101',
  publishAt: inDays(30),
  postBody: { languageCode: 'en-US', summary: 'News', topicType: 'STANDARD', ...postBody },
  ...change,
});
const check = async (body: object): Promise<Finding[]> =>
  ((await robin.send('post', '/api/posts/preflight', body).expect(200)).body as { findings: Finding[] })
    .findings;
const idsOf = async (body: object) => (await check(body)).map(({ id }) => id);
const schedule = async (body: object) =>
  (await robin.send('post', '/api/posts', body).expect(201)).body as { id: string; publishAt: string };
const button = (actionType: string, url?: string) => ({
  topicType: 'CALL_TO_ACTION',
  callToAction: { actionType, url },
});

/** The day of the next year on which clocks go forward in Britain, from 1:00 to 2:00: the last Sunday of March. */
function springDay(): { year: number; month: number; day: number } {
  const year = served.clock.now().getUTCFullYear() + 1;
  return { year, month: 3, day: 31 - new Date(Date.UTC(year, 2, 31)).getUTCDay() };
}

describe('a preflight', () => {
  it('says that clocks go forward over a time of the event, by the clocks of the location', async () => {
    const event = (startTime: string, endTime: string) => {
      const [from, to] = [startTime, endTime].map((text) => {
        const [hours = 0, minutes = 0] = text.split(':').map(Number);
        return { hours, minutes };
      });
      const schedule = { startDate: springDay(), startTime: from, endDate: springDay(), endTime: to };
      return draft({ topicType: 'EVENT', summary: 'Bake', event: { title: 'Night baking', schedule } });
    };
    const skipped = {
      severity: 'warn',
      reason: 'The clocks skip this time that day, so it doesn’t exist at the location.',
      cure: 'Choose another time.',
    };
    const elsewhere = { timeZone: 'America/New_York' };
    expect(await check({ ...event('01:30', '05:00'), ...elsewhere })).toEqual([
      { id: 'event-start-skipped', field: 'postBody.event.schedule.startTime', ...skipped },
    ]);
    expect(await check({ ...event('00:30', '01:00'), ...elsewhere })).toEqual([
      { id: 'event-end-skipped', field: 'postBody.event.schedule.endTime', ...skipped },
    ]);
    expect(await check({ ...event('00:59', '02:00'), ...elsewhere })).toEqual([]);
    const stored = await schedule(event('00:30', '05:00'));
    const later = { postId: stored.id, postBody: event('01:00', '05:00').postBody };
    expect(await idsOf(later)).toEqual(['event-start-skipped']);
  });

  it('finds nothing about a post that is as it should be, and stores nothing', async () => {
    const before = await robin.send('get', '/api/posts').expect(200);
    expect(await check(draft())).toEqual([]);
    expect((await robin.send('get', '/api/posts').expect(200)).body).toEqual(before.body);
  });

  it('says what scheduling would say, in the same words at the same fields, before it warns', async () => {
    const faulty = draft({ topicType: 'EVENT', summary: 'Ring 01632 960 201' }, { publishAt: inDays(-1) });
    const refused = await robin.send('post', '/api/posts', faulty).expect(400);
    const findings = await check(faulty);
    expect(findings.filter(({ severity }) => severity === 'block')).toEqual(
      (refused.body.errors as { field: string; message: string }[]).map(({ field, message }) => ({
        id: 'invalid',
        severity: 'block',
        field,
        reason: message,
        cure: null,
      })),
    );
    expect(findings.map(({ severity }) => severity)).toEqual(['block', 'block', 'block', 'warn']);
    expect(findings.at(-1)).toMatchObject({ id: 'phone-in-text', field: 'postBody.summary' });
  });

  it('leaves out what is not chosen yet', async () => {
    const event = {
      title: 'Harvest evening',
      schedule: { startDate: { year: 2026, month: 1, day: 1 }, startTime: { hours: 18, minutes: 0 } },
    };
    const over = { topicType: 'EVENT', event };
    expect(await idsOf(draft(over))).toEqual(['event-over']);
    expect(await idsOf(draft(over, { publishAt: undefined, locationId: undefined }))).toEqual([]);
    expect(await idsOf(draft(over, { publishAt: null, locationId: null, timeZone: null }))).toEqual([]);
  });

  it('blocks no post on sample data that the specification allows', async () => {
    const linkless = draft(button('LEARN_MORE'));
    expect(await check(linkless)).toEqual([
      {
        id: 'link-missing',
        severity: 'warn',
        field: 'postBody.callToAction.url',
        reason: 'This button needs a link.',
        cure: 'Add one, or choose “Call”.',
      },
    ]);
    await schedule(linkless);
  });

  it('knows the location as the user has edited it', async () => {
    const call = draft({ summary: 'Call us', ...button('CALL') });
    expect(await idsOf(call)).toEqual([]);
    await robin.send('patch', '/api/locations/sample-101', { phoneNumber: null }).expect(200);
    expect(await idsOf(call)).toEqual(['call-without-phone']);
    await robin.send('patch', '/api/locations/sample-101', { phoneNumber: '+44 1632 960101' }).expect(200);
  });

  it('is refused for the location or the post of somebody else, as for unknown ones', async () => {
    const kim = await served.signUp();
    const { id: postId } = await schedule(draft({ summary: 'Mine' }));
    const unknown = '7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f';
    await kim.send('post', '/api/posts/preflight', draft({}, { postId })).expect(404);
    await kim.send('post', '/api/posts/preflight', draft({}, { postId: unknown })).expect(404);
    await kim.send('post', '/api/posts/preflight', draft({}, { locationId: 'sample-999' })).expect(404);
  });
});

describe('the same text', () => {
  it('is noticed at one location within 7 days, whatever its white space', async () => {
    const summary = 'Sourdough, and  rye.';
    await schedule(draft({ summary }));
    const again = (days: number, locationId = 'sample-101') =>
      idsOf(draft({ summary: ' Sourdough,\nand rye.' }, { publishAt: inDays(days), locationId }));
    expect(await again(36.9)).toEqual(['same-text']);
    expect(await again(23.1)).toEqual(['same-text']);
    expect(await again(37.1)).toEqual([]);
    expect(await again(22.9)).toEqual([]);
    expect(await again(30, 'sample-102')).toEqual([]);
  });

  it('is not held against the post itself, nor against one that failed', async () => {
    const body = draft({ summary: 'Only I say so' });
    const { id: postId } = await schedule(body);
    expect(await idsOf({ ...body, postId })).toEqual([]);
    expect(await idsOf(body)).toEqual(['same-text']);
    const { body: list } = await robin.send('get', '/api/posts?status=FAILED&limit=1').expect(200);
    const [failed] = list.items as { locationId: string; summary: string }[];
    const { locationId, summary } = failed ?? { locationId: '', summary: '' };
    const soon = draft({ summary }, { locationId, publishAt: inDays(0.01) });
    expect(await idsOf(soon)).not.toContain('same-text');
  });
});

describe('the preflight of a change', () => {
  it('takes from the post what the change leaves out', async () => {
    const { id: postId, publishAt } = await schedule(draft({ summary: 'Once' }));
    const { postBody } = draft({ summary: 'Twice' });
    await schedule(draft({ summary: 'Twice' }, { publishAt }));
    expect(await idsOf({ postId, postBody })).toEqual(['same-text']);
  });

  it('lets a publish time that stays as it was be over, as the change itself does', async () => {
    const { id: postId, publishAt } = await schedule(
      draft({ summary: 'Due soon' }, { publishAt: inDays(0.02) }),
    );
    served.clock.advance({ hours: 1 });
    const { postBody } = draft({ summary: 'Was due' });
    expect(await check({ postId, postBody, publishAt })).toEqual([]);
    expect(await idsOf({ postId, postBody, publishAt: inDays(-1) })).toEqual(['invalid']);
  });
});
