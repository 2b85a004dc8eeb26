import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import type { Operation } from 'gbp-simulator';
import { LeftOutThings } from '../../../dist/server/business-profile/calls/left-out.js';
import type { MirrorDto } from '../../../dist/server/business-profile/mirror/mirror.dto.js';
import type { PostDto } from '../../../dist/server/posts/post.dto.js';
import type { SignedInClient, TestApp } from '../../support/app.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { placesRead } from '../../support/google/places-read.ts';
import {
  HOUR_MS,
  LEASE_MS,
  look,
  MINUTE_MS,
  newText,
  type Publishing,
  schedule,
  SECOND_MS,
  startPublishing,
} from '../../support/features/publishing.ts';
import { withoutGoogleLimits } from '../../support/google/google-limits.ts';

const DAY_MS = 24 * HOUR_MS;
const BOOKS = 'Riverside Books';

let setting: Publishing;
let idris: SignedInClient;
let place: string;
beforeAll(async () => {
  setting = await startPublishing();
  withoutGoogleLimits(setting.google, setting.served.app);
  idris = await setting.connected(PEOPLE.idris);
  place = setting.google.world.location({ location: BOOKS }).id;
});
afterEach(async () => {
  setting.google.faults.clear();
  // What is known of Google's catalogue is a day old for the next test, and nothing is in doubt any more.
  await setting.passAndWork(2 * DAY_MS);
  setting.google.calls.clear();
});
afterAll(() => setting.close());

/** From now on Google's answers have these values, by the end of the name of the object that they belong to. */
const odd = (operation: Operation, values: Record<string, Record<string, unknown>>) =>
  setting.google.faults.rate(operation, 'odd-values', 1, 1, { values });

const leftOut = (kind: Parameters<LeftOutThings['note']>[0], by = setting.served) =>
  by.app.get(LeftOutThings).read()[kind];

async function get(path: string): Promise<Record<string, unknown>> {
  return (await idris.send('get', path).expect(200)).body as Record<string, unknown>;
}

/** Has all locations read again. */
async function refreshed(): Promise<MirrorDto> {
  await idris.send('post', '/api/mirror').expect(202);
  await placesRead(idris);
  return (await get('/api/mirror')) as unknown as MirrorDto;
}

describe('an odd row of a list leaves the others', () => {
  it.each<[string, Operation, Record<string, Record<string, unknown>>, string, unknown]>([
    [
      'category',
      'categories.list',
      {
        'categories/gcid:bakery': { name: null },
        'categories/gcid:bar': { displayName: 7 },
      },
      '/api/categories?search=book',
      { items: [{ id: 'gcid:book_store', name: 'Book store' }, expect.anything()] },
    ],
    [
      'hours_type',
      'categories.batchGet',
      {
        'categories/gcid:book_store': {
          moreHoursTypes: [
            null,
            { hoursTypeId: 'ACCESS', localizedDisplayName: 7 },
            { hoursTypeId: 'PICKUP' },
          ],
        },
        'categories/gcid:used_book_store': { moreHoursTypes: null },
      },
      '/api/locations/:id/more-hours-types',
      { items: [{ id: 'PICKUP', name: 'Pickup' }] },
    ],
    [
      'attribute_type',
      'attributes.list',
      {
        '': {
          attributeMetadata: [
            null,
            { parent: 'attributes/none', valueMetadata: [null] },
            { parent: 'attributes/wi_fi', displayName: 'Wi-Fi here', groupDisplayName: 'Here' },
          ],
        },
      },
      '/api/locations/:id/attributes',
      { items: expect.arrayContaining([expect.objectContaining({ name: 'Wi-Fi here', group: 'Here' })]) },
    ],
    [
      'attribute',
      'locations.getAttributes',
      {
        '': {
          attributes: [
            null,
            { name: 'attributes/has_delivery', values: 'yes' },
            { name: 'attributes/url', uriValues: [{ uri: 7 }] },
            { name: 'attributes/wi_fi', values: ['free_wi_fi'] },
          ],
        },
      },
      '/api/locations/:id/attributes',
      { items: [expect.objectContaining({ id: 'wi_fi' })] },
    ],
  ])('%s', async (kind, operation, values, path, expected) => {
    const counted = leftOut(kind as 'category');
    if (operation === 'attributes.list')
      setting.google.faults.next('locations.getAttributes', 'odd-values', {
        values: { '': { attributes: [{ name: 'attributes/wi_fi', values: ['free_wi_fi'] }] } },
      });
    odd(operation, values);
    expect(await get(path.replace(':id', place))).toMatchObject(expected as object);
    expect(leftOut(kind as 'category')).toBeGreaterThan(counted);
  });

  it('of figures, and a value without its day makes no day 0', async () => {
    const dated = (value: string) => {
      const yesterday = new Date(setting.served.clock.now().getTime() - DAY_MS);
      return {
        date: {
          year: yesterday.getUTCFullYear(),
          month: yesterday.getUTCMonth() + 1,
          day: yesterday.getUTCDate(),
        },
        value,
      };
    };
    const series = (dailyMetric: string, ...datedValues: unknown[]) => ({
      dailyMetric,
      timeSeries: { datedValues },
    });
    odd('performance.dailyMetrics', {
      '': {
        multiDailyMetricTimeSeries: [
          null,
          {
            dailyMetricTimeSeries: [
              null,
              { dailyMetric: 7 },
              series('CALL_CLICKS', dated('5')),
              series('BUSINESS_DIRECTION_REQUESTS', dated('4'), { date: null, value: '3' }),
            ],
          },
        ],
      },
    });
    const counted = leftOut('figures');
    expect(await get(`/api/locations/${place}/stats`)).toMatchObject({
      phoneCalls: { value: 5, isBelow: false },
      directionRequests: null,
    });
    expect(leftOut('figures') - counted).toBeGreaterThan(2);
  });

  it.each([
    ['an account with a name that is none', 'accounts.list', 'accountName', { unreadableAccounts: 1 }],
    ['a location with a website that is none', 'locations.list', 'websiteUri', { unreadableLocations: 1 }],
  ] as const)('%s, and is shown as last known', async (_what, operation, field, said) => {
    const lists = async () => [await get('/api/accounts'), await get('/api/locations?limit=100')];
    const before = await lists();
    const account = setting.google.world.accounts({ email: PEOPLE.idris })[1]!.id;
    const name = operation === 'accounts.list' ? `accounts/${account}` : `locations/${place}`;
    odd(operation, { [name]: { [field]: { text: 'odd' } } });
    expect(await refreshed()).toMatchObject({ problem: null, ...said });
    expect(await lists()).toEqual(before);
    setting.google.faults.clear();
    expect(await refreshed()).toMatchObject({ unreadableAccounts: 0, unreadableLocations: 0 });
  });
});

it('a list that is none is an answer that cannot be used', async () => {
  odd('locations.getAttributes', { '': { attributes: 'none' } });
  const answer = await idris.send('get', `/api/locations/${place}/attributes`).expect(503);
  expect(answer.body).toMatchObject({ code: 'google/unavailable' });
});

describe('a post in Google’s list that cannot be read', () => {
  /** A process that sends again, after two minutes, what Google does not list. */
  let resending: TestApp;
  beforeAll(async () => {
    resending = await setting.replica({ PUBLISH_UNCONFIRMED: 'resend', PUBLISH_SETTLE_MINUTES: '2' });
    withoutGoogleLimits(setting.google, resending.app);
  });
  afterAll(() => resending.close());

  const SETTLED_MS = 2 * MINUTE_MS + LEASE_MS;
  const atGoogle = ({ summary }: { summary: string }) =>
    setting.google.world.posts({ location: place }).filter((post) => post.summary === summary);
  const endOf = (name: string) => name.slice(name.indexOf('localPosts/'));
  const passAndWork = async (ms: number) => {
    await setting.pass(ms);
    await setting.workOff(resending);
  };

  /** A post that has left, and of which it is not known whether Google took it. */
  async function inDoubt(kind: 'reset-before' | 'reset-after', summary = newText()): Promise<PostDto> {
    const post = await schedule(setting, idris, { locationId: place, summary });
    setting.google.faults.next('localPosts.create', kind);
    await passAndWork(MINUTE_MS);
    expect(await look(idris, post)).toMatchObject({ detail: 'unconfirmed' });
    return post;
  }

  it.each([
    ['its text is none', { summary: 7 }],
    ['a date of it is written in another way', { event: { schedule: { startDate: '2027-03-01' } } }],
    ['its name is none', { name: 7 }],
    ['it is nothing but odd', { name: null, summary: null, createTime: 'then', topicType: [] }],
  ])('never has a post sent again that it may be, and stops no other: %s', async (_why, values) => {
    const older = await inDoubt('reset-before');
    const ours = await inDoubt('reset-after');
    const [taken] = atGoogle(ours);
    odd('localPosts.list', { [endOf(taken!.name)]: values });
    const counted = leftOut('post', resending);
    await setting.pass(MINUTE_MS);
    const found = await inDoubt('reset-after');
    await passAndWork(10 * SECOND_MS);
    expect(await look(idris, found)).toMatchObject({ status: 'PUBLISHED' });
    const isTimeless = 'createTime' in values;
    const later = await inDoubt('reset-before');
    await passAndWork(SETTLED_MS);
    await passAndWork(MINUTE_MS);
    expect(leftOut('post', resending)).toBeGreaterThan(counted);
    // It was created after these had left.
    for (const post of [older, ours]) {
      const mayBe = post === ours || !('name' in values && values.name === 7);
      expect(await look(idris, post)).toMatchObject(
        mayBe ? { status: 'QUEUED', detail: 'unconfirmed' } : { status: 'PUBLISHED' },
      );
    }
    // And before this one.
    expect(await look(idris, later)).toMatchObject(
      isTimeless ? { status: 'QUEUED', detail: 'unconfirmed' } : { status: 'PUBLISHED' },
    );
    expect(atGoogle(ours)).toHaveLength(1);
    expect(atGoogle(later)).toHaveLength(isTimeless ? 0 : 1);

    setting.google.faults.clear();
    await passAndWork(15 * MINUTE_MS);
    await passAndWork(15 * MINUTE_MS);
    for (const post of [older, ours, later]) {
      expect(await look(idris, post)).toMatchObject({ status: 'PUBLISHED' });
      expect(atGoogle(post)).toHaveLength(1);
    }
  });

  it('is no reason to wait where it is known as another of ours', async () => {
    const known = await schedule(setting, idris, { locationId: place });
    await passAndWork(MINUTE_MS);
    await passAndWork(MINUTE_MS);
    expect(await look(idris, known)).toMatchObject({ status: 'PUBLISHED' });
    const [remote] = atGoogle(known);
    odd('localPosts.list', { [endOf(remote!.name)]: { summary: 7, createTime: null } });
    const post = await inDoubt('reset-before');
    await passAndWork(SETTLED_MS);
    await passAndWork(MINUTE_MS);
    expect(await look(idris, post)).toMatchObject({ status: 'PUBLISHED' });
    expect(atGoogle(post)).toHaveLength(1);
  });

  it('leaves the decision to a person after a day', async () => {
    const post = await inDoubt('reset-after');
    odd('localPosts.list', { [endOf(atGoogle(post)[0]!.name)]: { summary: 7 } });
    for (let hours = 0; hours < 25; hours += 1) await passAndWork(HOUR_MS);
    expect(await look(idris, post)).toMatchObject({
      status: 'FAILED',
      detail: 'unconfirmed',
      errorDetails: expect.stringContaining('We couldn’t confirm whether Google published this post.'),
    });
    expect(atGoogle(post)).toHaveLength(1);
  });
});
