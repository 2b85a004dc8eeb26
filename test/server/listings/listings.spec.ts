import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';

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
  const delivery = {
    hoursTypeId: 'DELIVERY',
    periods: [{ openDay: 'MONDAY', openTime: '17:00', closeDay: 'MONDAY', closeTime: '21:00' }],
  };
  const newYear = {
    date: '2027-12-31',
    isClosed: false,
    openTime: '10:00',
    closeTime: '02:00',
    closeDate: '2028-01-01',
  };
  const special = (change: object) => ({
    specialHours: { periods: [{ ...newYear, closeDate: '2027-12-31', closeTime: '14:00', ...change }] },
  });

  it('takes the whole profile, and clears it again', async () => {
    const path = '/api/locations/sample-104';
    const before = await robin.send('get', path).expect(200);
    const profile = {
      description: 'Bread, cakes and coffee by the steelworks.',
      specialHours: { periods: [newYear] },
      openStatus: 'CLOSED_TEMPORARILY',
      openingDate: '2004-06',
    };
    const change = { ...profile, moreHours: [delivery], basedOn: before.body.basis, reason: 'New season' };
    const saved = await robin.send('patch', path, change).expect(200);
    const moreHours = [{ ...delivery, name: 'Delivery' }];
    expect(saved.body).toEqual({ ...before.body, ...profile, moreHours });
    const listed = await robin.send('get', '/api/locations?search=steelworks').expect(200);
    expect(listed.body.items).toMatchObject([{ openStatus: 'CLOSED_TEMPORARILY' }]);
    const none = {
      description: '',
      specialHours: null,
      moreHours: [],
      openStatus: 'OPEN',
      openingDate: null,
    };
    const cleared = await robin.send('patch', path, none).expect(200);
    expect(cleared.body).toEqual({ ...before.body, ...none, description: null });
  });

  it('knows the types of hours that a location can have, and its attributes', async () => {
    const { body } = await robin.send('get', `${path}/more-hours-types`).expect(200);
    expect(body.items).toContainEqual({ id: 'DELIVERY', name: 'Delivery' });
    expect((await robin.send('get', `${path}/attributes`).expect(200)).body).toEqual({ items: [] });
    await robin.send('get', '/api/locations/nowhere/more-hours-types').expect(404);
    await robin.send('get', '/api/locations/nowhere/attributes').expect(404);
  });

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
    [{ name: 'Bread\u0007s' }, 'name', 'Business name must be one line without control characters'],
    [{ name: 'Bread \u202edaerB' }, 'name', 'Business name must be one line without control characters'],
    [{ address: '4 Market\nSquare' }, 'address', 'Address must be one line without control characters'],
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
    [{ description: 'a'.repeat(751) }, 'description', 'Description must be at most 750 characters'],
    [{ description: 'Order at www.example.com' }, 'description', 'Google doesn’t allow web addresses'],
    [{ description: 'Or on hearthandcrumb.co.uk.' }, 'description', 'Google doesn’t allow web addresses'],
    [{ specialHours: [] }, 'specialHours', 'Special hours must be an object'],
    [special({ date: '2027-02-29' }), 'specialHours.periods.0.date', 'Date must be a day such as'],
    [special({ date: '0000-01-01' }), 'specialHours.periods.0.date', 'Date must be a day such as'],
    [special({ isClosed: 'yes' }), 'specialHours.periods.0.isClosed', 'Closed must be true or false'],
    [special({ openTime: '24:00' }), 'specialHours.periods.0.openTime', 'Opening time must be HH:mm'],
    [special({ closeDate: 'later' }), 'specialHours.periods.0.closeDate', 'Closing date must be a day'],
    [special({ closeTime: '08:00' }), 'specialHours.periods', 'must close after they open'],
    [
      special({ date: '2020-05-04', closeDate: '2020-05-04' }),
      'specialHours.periods.0.date',
      'a day that’s over',
    ],
    [{ moreHours: [null] }, 'moreHours', 'More hours must be a list of types'],
    [
      { moreHours: [{ hoursTypeId: 'kitchen', periods: [] }] },
      'moreHours.0.hoursTypeId',
      'Type of hours must be',
    ],
    [{ moreHours: [delivery, delivery] }, 'moreHours', 'Each type of hours can be added only once'],
    [
      { moreHours: [{ ...delivery, hoursTypeId: 'HAPPY_HOUR' }] },
      'moreHours',
      'This location can’t have hours',
    ],
    [{ openStatus: 'CLOSED' }, 'openStatus', 'Opening state must be OPEN'],
    [{ openingDate: '2019' }, 'openingDate', 'Opening date needs a month and a year'],
    [{ openingDate: '2999-01' }, 'openingDate', 'Opening date can be at most a year ahead'],
    [{ regularHours: null, ...special({}) }, 'specialHours', 'Set business hours before'],
    [{ basedOn: 7 }, 'basedOn', 'Basis must be'],
    [{ reason: 'a'.repeat(301) }, 'reason', 'Reason must be at most 300 characters'],
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
