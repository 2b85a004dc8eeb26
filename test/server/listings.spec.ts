import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SignedInClient, startTestApp, type TestApp } from '../support/app.js';

interface Place {
  id: string;
  name: string;
  address: string;
}

let served: TestApp;
let robin: SignedInClient;
beforeAll(async () => {
  served = await startTestApp();
  robin = await served.signUp();
});
afterAll(() => served.close());

describe('the sample business of a new user', () => {
  it('has accounts of every type and state, with as many locations as they say', async () => {
    const { body } = await robin.send('get', '/api/accounts').expect(200);
    const items = body.items as { id: string; type: string; state: string; locationCount: number }[];
    expect(items.length).toBeGreaterThanOrEqual(4);
    expect(new Set(items.map(({ type }) => type))).toEqual(
      new Set(['PERSONAL', 'LOCATION_GROUP', 'USER_GROUP']),
    );
    expect(new Set(items.map(({ state }) => state))).toEqual(
      new Set(['VERIFIED', 'UNVERIFIED', 'SUSPENDED']),
    );
    for (const { id, locationCount } of items) {
      const list = await robin.send('get', `/api/locations?accountId=${id}`).expect(200);
      expect(list.body).toMatchObject({ total: locationCount, matched: locationCount, nextCursor: null });
    }
  });

  it('is read in parts that make up the whole', async () => {
    const whole = await robin.send('get', '/api/locations').expect(200);
    expect(whole.body.total).toBeGreaterThanOrEqual(24);
    const ids: string[] = [];
    for (let cursor: string | null = '0'; cursor !== null;) {
      const part = await robin.send('get', `/api/locations?limit=10&cursor=${cursor}`).expect(200);
      ids.push(...(part.body.items as Place[]).map(({ id }) => id));
      cursor = part.body.nextCursor as string | null;
    }
    expect(ids).toEqual((whole.body.items as Place[]).map(({ id }) => id));
  });

  it('is narrowed to a state and sorted', async () => {
    const { body } = await robin.send('get', '/api/locations?state=UNVERIFIED&sort=storeCode').expect(200);
    expect(body.matched).toBeGreaterThan(0);
    expect(body.matched).toBeLessThan(body.total);
    expect(new Set((body.items as { state: string }[]).map(({ state }) => state))).toEqual(
      new Set(['UNVERIFIED']),
    );
    const first = await robin.send('get', '/api/locations?sort=state&limit=1').expect(200);
    expect(first.body.items).toMatchObject([{ state: 'SUSPENDED' }]);
    expect(first.body.nextCursor).toBe('1');
  });

  it.each([
    ['state=verified', 'state', 'State must be VERIFIED, UNVERIFIED or SUSPENDED'],
    ['state=VERIFIED&state=SUSPENDED', 'state', 'State must be VERIFIED, UNVERIFIED or SUSPENDED'],
    ['sort=__proto__', 'sort', 'Sort must be name, state or storeCode'],
  ])('refuses %s', async (query, field, message) => {
    const { body } = await robin.send('get', `/api/locations?${query}`).expect(400);
    expect(body.errors).toEqual([{ field, message }]);
  });

  it('is searched by name or address', async () => {
    const { body } = await robin.send('get', '/api/locations?search=market').expect(200);
    expect(body.matched).toBeGreaterThan(0);
    expect(body.matched).toBeLessThan(body.total);
    for (const { name, address } of body.items as Place[])
      expect(`${name} ${address}`.toLowerCase()).toContain('market');
  });
});

describe('saving a location', () => {
  const path = '/api/locations/sample-101';

  it('takes as many periods and categories as there may be', async () => {
    const { body } = await robin.send('get', '/api/categories').expect(200);
    const categoryIds = (body.items as Place[]).slice(0, 10).map(({ id }) => id);
    const days = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
    const periods = days.flatMap((day) =>
      Array.from({ length: 10 }, (_, hour) => ({
        openDay: day,
        openTime: `1${hour}:00`,
        closeDay: day,
        closeTime: `1${hour}:30`,
      })),
    );
    const change = { regularHours: { periods }, categoryIds };
    const saved = await robin.send('patch', '/api/locations/sample-103', change).expect(200);
    expect(saved.body.regularHours).toEqual({ periods });
    expect(saved.body.categories).toHaveLength(10);
  });

  it('takes the hours of a late night, also after somebody has read the document', async () => {
    await served.visitor().send('get', '/api/openapi.json').expect(200);
    const regularHours = {
      periods: [{ openDay: 'FRIDAY', openTime: '18:00', closeDay: 'SATURDAY', closeTime: '03:30' }],
    };
    const { body } = await robin.send('patch', '/api/locations/sample-102', { regularHours }).expect(200);
    expect(body.regularHours).toEqual(regularHours);
  });

  it('changes the given fields, for this user alone', async () => {
    const kim = await served.signUp();
    const before = await robin.send('get', path).expect(200);
    const change = {
      name: 'A corrected name',
      phoneNumber: null,
      categoryIds: ['gcid:cafe', 'gcid:bakery'],
      regularHours: {
        periods: [{ openDay: 'FRIDAY', openTime: '18:00', closeDay: 'SATURDAY', closeTime: '02:00' }],
      },
    };
    const saved = await robin.send('patch', path, change).expect(200);
    expect(saved.body).toEqual({
      ...before.body,
      name: change.name,
      phoneNumber: null,
      categories: [
        { id: 'gcid:cafe', name: expect.any(String) },
        { id: 'gcid:bakery', name: expect.any(String) },
      ],
      regularHours: change.regularHours,
    });
    // A client whose answer was lost sends it again.
    expect((await robin.send('patch', path, change).expect(200)).body).toEqual(saved.body);
    expect((await robin.send('get', path)).body).toEqual(saved.body);
    expect((await kim.send('get', path)).body).toEqual(before.body);
    expect((await kim.send('get', '/api/locations?search=corrected')).body.matched).toBe(0);
  });

  it.each([
    [{ name: ' ' }, 'name', 'Business name is required'],
    [{ websiteUri: 'javascript:alert(1)' }, 'websiteUri', 'Website must be an address'],
    [{ phoneNumber: 'call me' }, 'phoneNumber', 'Phone number must be'],
    [{ categoryIds: [] }, 'categoryIds', 'A primary category is required'],
    [{ categoryIds: ['gcid:no_such_thing'] }, 'categoryIds', ''],
    [
      {
        regularHours: {
          periods: [
            { openDay: 'MONDAY', openTime: '09:00', closeDay: 'MONDAY', closeTime: '13:00' },
            { openDay: 'MONDAY', openTime: '12:00', closeDay: 'MONDAY', closeTime: '17:00' },
          ],
        },
      },
      'regularHours.periods',
      'Opening hours on Monday overlap',
    ],
    [{ state: 'VERIFIED' }, 'state', 'This field isn’t known here'],
  ])('refuses %j', async (change, field, words) => {
    const { body } = await robin.send('patch', path, change).expect(400);
    expect(body.errors).toEqual([{ field, message: expect.stringContaining(words) }]);
  });

  it('is a 404 for a place that does not exist', async () => {
    await robin.send('patch', '/api/locations/nowhere', { name: 'x' }).expect(404);
    await robin.send('get', '/api/locations/nowhere').expect(404);
    await robin.send('get', '/api/locations?accountId=nobody').expect(404);
  });
});

describe('categories', () => {
  it('are found by part of their name', async () => {
    const { body } = await robin.send('get', '/api/categories?search=bak').expect(200);
    expect(body.items).toContainEqual({ id: 'gcid:bakery', name: 'Bakery' });
    expect(body.items.length).toBeLessThanOrEqual(20);
  });
});
