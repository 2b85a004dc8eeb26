import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import type { GoogleSimulator } from 'gbp-simulator';
import type {
  GoogleOwner,
  Owner,
} from '../../../dist/server/business-profile/port/business-profile-provider.js';
import type { GoogleProvider } from '../../../dist/server/business-profile/google/google-provider.js';
import type { LocationChange } from '../../../dist/server/business-profile/port/location.js';
import { type GoogleAdapter, startGoogleAdapter } from '../../support/google/google-adapter.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import {
  CERAMICS,
  GUEST_HOUSE,
  NIGHT_OVEN,
  OLD_WHARF,
  PIANOS,
  STORAGE,
} from '../../support/google/tamsins-places.ts';

const SETTINGS = {
  pendingFields: ['title' as const],
  alwaysPendingEdits: false,
  metadataInMasks: false,
  patchAnswersMasked: false,
};

let adapter: GoogleAdapter;
let provider: GoogleProvider;
let google: GoogleSimulator;
let u1: Owner & GoogleOwner;
beforeAll(async () => {
  adapter = await startGoogleAdapter();
  ({ provider, google } = adapter);
  u1 = await adapter.connect('u1', PEOPLE.tamsin);
  await adapter.readPlaces(u1);
});
afterAll(() => adapter.close());
beforeEach(async () => {
  google.configure(SETTINGS);
  google.faults.clear();
  google.calls.clear();
  await adapter.passMinute();
});

const get = (id: string) => provider.getLocation(u1, id);
const save = (id: string, change: LocationChange) => provider.updateLocation(u1, id, change, { actor: 'u1' });
const atGoogle = (id: string) => google.world.location({ location: id }).fields;
const masks = () => google.calls.list({ operation: 'locations.patch' }).map(({ query }) => query.updateMask);

const open = (day: 'FRIDAY' | 'MONDAY', openTime: string, closeTime: string) => ({
  openDay: day,
  openTime,
  closeDay: day,
  closeTime,
});
const CLOSED_DAY = { date: '2026-12-25', isClosed: true, openTime: null, closeTime: null, closeDate: null };
const NEW_YEAR = {
  date: '2026-12-31',
  isClosed: false,
  openTime: '18:00',
  closeTime: '04:00',
  closeDate: '2027-01-01',
};

describe('the whole profile of a location at Google', () => {
  it('is read in words', async () => {
    expect(await get(STORAGE)).toMatchObject({
      description: 'Storage units from 25 to 300 square feet, with access around the clock.',
      openingDate: '2003-05',
      canReopen: true,
      additionalPhones: ['+1 503-555-0117'],
      languageCode: 'en',
      coordinates: { latitude: 45.6102, longitude: -123.9441 },
      serviceArea: null,
      moreHours: [{ hoursTypeId: 'ACCESS', name: 'Access' }],
      newReviewUrl: expect.stringContaining(STORAGE),
      isDuplicate: false,
    });
    const { specialHours, services } = await get(NIGHT_OVEN);
    expect(specialHours?.periods).toContainEqual(CLOSED_DAY);
    expect(specialHours?.periods).toContainEqual(NEW_YEAR);
    expect(services).toEqual([
      {
        name: 'Private parties',
        description: 'The whole house on a Monday or Tuesday, for up to 60 guests.',
        price: null,
      },
    ]);
    expect((await get(PIANOS)).serviceArea).toEqual({
      businessType: 'CUSTOMER_LOCATION_ONLY',
      regionCode: 'GB',
      places: ['Wexcombe and villages'],
    });
  });

  it('says when it was read, which is no earlier than its save', async () => {
    const { readAt } = await get(CERAMICS);
    await adapter.passMinute();
    const saved = adapter.clock.now();
    await save(CERAMICS, { websiteUri: 'https://ceramics.example.com/kiln' });
    expect(Date.parse(readAt!)).toBeLessThan(saved.getTime());
    expect(Date.parse((await get(CERAMICS)).readAt!)).toBeGreaterThanOrEqual(saved.getTime());
  });

  it('has attributes in words, which are looked up once a day for a category', async () => {
    expect(await provider.listAttributes(u1, OLD_WHARF)).toEqual([
      { id: 'wi_fi', name: 'Wi-Fi', group: 'Amenities', values: ['Free Wi-Fi'] },
      { id: 'has_seating_outdoors', name: 'Outdoor seating', group: 'Service options', values: ['Yes'] },
    ]);
    expect(await provider.listAttributes(u1, NIGHT_OVEN)).toContainEqual({
      id: 'meal_types_served',
      name: 'Meals',
      group: 'Dining options',
      values: ['Dinner'],
    });
    expect(await provider.listAttributes(u1, CERAMICS)).toContainEqual(
      expect.objectContaining({ name: 'Instagram', values: ['https://instagram.com/okonjo.ceramics'] }),
    );
    google.calls.clear();
    await provider.listAttributes(u1, OLD_WHARF);
    expect(google.calls.list().map(({ operation }) => operation)).toEqual(['locations.getAttributes']);
    google.faults.next('locations.getAttributes', 'error-before', { times: 5 });
    await expect(provider.listAttributes(u1, OLD_WHARF)).rejects.toMatchObject({
      code: 'google/unavailable',
    });
  });

  it('offers the types of hours of its categories, looked up once a day', async () => {
    expect(await provider.listMoreHoursTypes(u1, NIGHT_OVEN)).toContainEqual({
      id: 'KITCHEN',
      name: 'Kitchen',
    });
    await provider.listMoreHoursTypes(u1, NIGHT_OVEN);
    expect(google.calls.count({ operation: 'categories.batchGet' })).toBe(1);
    adapter.clock.advance({ hours: 25 });
    google.clock.advance(25 * 3_600_000);
    await provider.listMoreHoursTypes(u1, NIGHT_OVEN);
    expect(google.calls.list({ operation: 'categories.batchGet' })[1]?.query).toMatchObject({
      regionCode: 'GB',
      view: 'FULL',
    });
  });

  it.each<[string, LocationChange, string, object]>([
    [
      'description',
      { description: 'Pizza, and a garden.' },
      'profile.description',
      { profile: { description: 'Pizza, and a garden.' } },
    ],
    [
      'special hours',
      { specialHours: { periods: [CLOSED_DAY, NEW_YEAR] } },
      'specialHours',
      {
        specialHours: {
          specialHourPeriods: [
            { startDate: { year: 2026, month: 12, day: 25 }, closed: true },
            {
              startDate: { year: 2026, month: 12, day: 31 },
              endDate: { year: 2027, month: 1, day: 1 },
              openTime: { hours: 18 },
              closeTime: { hours: 4 },
            },
          ],
        },
      },
    ],
    [
      'more hours',
      { moreHours: [{ hoursTypeId: 'KITCHEN', periods: [open('FRIDAY', '18:00', '24:00')] }] },
      'moreHours',
      {
        moreHours: [
          {
            hoursTypeId: 'KITCHEN',
            periods: [
              { openDay: 'FRIDAY', openTime: { hours: 18 }, closeDay: 'FRIDAY', closeTime: { hours: 24 } },
            ],
          },
        ],
      },
    ],
    [
      'opening state',
      { openStatus: 'CLOSED_TEMPORARILY' },
      'openInfo.status',
      { openInfo: { status: 'CLOSED_TEMPORARILY', openingDate: { year: 2018, month: 10, day: 5 } } },
    ],
    [
      'opening date',
      { openingDate: '2017-03' },
      'openInfo.openingDate',
      { openInfo: { status: 'CLOSED_TEMPORARILY', openingDate: { year: 2017, month: 3 } } },
    ],
  ])('keeps all else when a new value of its %s is saved', async (_, change, mask, stored) => {
    const before = atGoogle(NIGHT_OVEN);
    const saved = await save(NIGHT_OVEN, change);
    expect(saved).toMatchObject(change);
    expect(masks()).toEqual([mask]);
    const after = atGoogle(NIGHT_OVEN);
    expect(after).toMatchObject(stored);
    const [top = ''] = mask.split('.');
    expect({ ...after, [top]: undefined }).toEqual({ ...before, [top]: undefined });
  });

  it('is cleared field by field', async () => {
    const none = { description: null, specialHours: null, moreHours: [], openingDate: null };
    expect(await save(NIGHT_OVEN, { ...none, openStatus: 'OPEN' })).toMatchObject(none);
    expect(atGoogle(NIGHT_OVEN)).toMatchObject({ openInfo: { status: 'OPEN' } });
    for (const field of ['profile.description', 'specialHours', 'moreHours', 'openInfo.openingDate'])
      expect(masks().join(',').split(',')).toContain(field);
  });

  it.each<[string, string, LocationChange, string, string]>([
    [
      'a description of lodging',
      GUEST_HOUSE,
      { description: 'Rooms by the lighthouse.' },
      'description',
      'Google doesn’t allow changes to the description of hotels and other lodging',
    ],
    [
      'hours that the category does not have',
      STORAGE,
      { moreHours: [{ hoursTypeId: 'BRUNCH', periods: [open('MONDAY', '09:00', '11:00')] }] },
      'moreHours',
      'This location’s category can’t have hours of this type',
    ],
    [
      'special hours without regular ones',
      PIANOS,
      { specialHours: { periods: [CLOSED_DAY] } },
      'specialHours',
      'Google needs regular hours while special hours are set',
    ],
    [
      'an opening years ahead',
      STORAGE,
      { openingDate: '2031-01' },
      'openingDate',
      'The opening date can be at most a year ahead',
    ],
  ])('stays as it is when Google refuses %s: the field says why', async (_, id, change, field, message) => {
    const before = atGoogle(id);
    await expect(save(id, change)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ field, message }],
    });
    expect(atGoogle(id)).toEqual(before);
  });

  it('says when a location that has closed for good can’t open again', async () => {
    await save(STORAGE, { openStatus: 'CLOSED_PERMANENTLY' });
    google.world.setCanReopen({ location: STORAGE, canReopen: false });
    expect(await get(STORAGE)).toMatchObject({ openStatus: 'CLOSED_PERMANENTLY', canReopen: false });
    await expect(save(STORAGE, { openStatus: 'OPEN' })).rejects.toMatchObject({
      errors: [{ field: 'openStatus', message: 'Google doesn’t let this location reopen' }],
    });
  });

  it.each([
    {},
    { patchAnswersMasked: true },
    { metadataInMasks: true, alwaysPendingEdits: true },
    { patchAnswersMasked: true, metadataInMasks: true, alwaysPendingEdits: true },
  ])('is the same with the settings %j of Google', async (settings) => {
    google.configure({ ...SETTINGS, ...settings, pendingFields: ['openInfo.openingDate'] });
    const before = await get(PIANOS);
    const saved = await save(PIANOS, { openStatus: 'CLOSED_TEMPORARILY' });
    expect(saved).toMatchObject({
      openStatus: 'CLOSED_TEMPORARILY',
      openingDate: before.openingDate,
      canReopen: before.canReopen,
      pendingFields: [],
    });
    const dated = await save(PIANOS, { openingDate: '2013-06', openStatus: 'OPEN' });
    expect(dated).toMatchObject({ openStatus: 'OPEN', pendingFields: ['openingDate'] });
    google.world.decidePendingEdits({ location: PIANOS, approve: true });
    google.configure({ ...SETTINGS, ...settings, pendingFields: [] });
    await save(PIANOS, { openingDate: before.openingDate });
    expect(await get(PIANOS)).toMatchObject({ openingDate: before.openingDate, pendingFields: [] });
  });
});
