import { describe, expect, it } from '@jest/globals';
import type {
  GoogleLocation,
  GoogleOpeningPeriod,
} from '../../../../dist/server/business-profile/translation/google-types.js';
import {
  toPatch,
  toAccount,
  toLocation,
  toLocationDetails,
  toState,
} from '../../../../dist/server/business-profile/translation/mapping.js';

const location = (google: Omit<GoogleLocation, 'name'> = {}) =>
  toLocation({ name: 'locations/7', title: 'Finch', ...google }, '9', 'VERIFIED');

const details = (google: Omit<GoogleLocation, 'name'>) =>
  toLocationDetails({ name: 'locations/7', ...google }, '9', 'VERIFIED');

describe("an account in Google's shape", () => {
  it.each(['PERSONAL', 'LOCATION_GROUP', 'USER_GROUP', 'ORGANIZATION'] as const)(
    'keeps the type %s',
    (type) => {
      expect(toAccount({ name: 'accounts/1', accountName: 'Halcyon', type })).toEqual({
        id: '1',
        name: 'Halcyon',
        type,
        state: 'UNVERIFIED',
        profilePhotoUrl: null,
      });
    },
  );

  it.each(['ACCOUNT_TYPE_UNSPECIFIED', 'FRANCHISE', undefined])('has no type where it is %s', (type) => {
    expect(toAccount({ name: 'accounts/1', ...(type && { type }) }).type).toBeNull();
  });

  it.each([
    ['VERIFIED', 'VERIFIED'],
    ['VERIFICATION_REQUESTED', 'UNVERIFIED'],
    ['VERIFICATION_STATE_UNSPECIFIED', 'UNVERIFIED'],
  ])('with the verification state %s is %s', (verificationState, state) => {
    expect(toAccount({ name: 'accounts/1', verificationState }).state).toBe(state);
  });
});

describe("a location in Google's shape", () => {
  it('of which nothing is known but its name has no values', () => {
    expect(location()).toEqual({
      id: '7',
      accountId: '9',
      name: 'Finch',
      address: '',
      phoneNumber: null,
      websiteUri: null,
      categories: [],
      state: 'VERIFIED',
      openStatus: 'OPEN',
      storeCode: null,
      photos: [],
      regularHours: null,
      pendingFields: [],
      isAddressEditable: false,
      editUrl: 'https://business.google.com/locations',
      mapsUrl: null,
    });
  });

  it.each([
    ['OPEN', 'OPEN'],
    ['CLOSED_TEMPORARILY', 'CLOSED_TEMPORARILY'],
    ['CLOSED_PERMANENTLY', 'CLOSED_PERMANENTLY'],
    ['OPEN_FOR_BUSINESS_UNSPECIFIED', 'OPEN'],
    [undefined, 'OPEN'],
  ])('whose status is %s counts as %s', (status, openStatus) => {
    expect(location({ openInfo: { ...(status && { status }) } }).openStatus).toBe(openStatus);
  });

  it('has its address in one line, as far as it is known', () => {
    const storefrontAddress = {
      addressLines: ['Unit 7', 'Old Wharf'],
      locality: 'Saltmere',
      administrativeArea: 'Kent',
      postalCode: 'SM4 1QY',
      regionCode: 'GB',
    };
    expect(location({ storefrontAddress }).address).toBe('Unit 7, Old Wharf, Saltmere, Kent SM4 1QY, GB');
    expect(location({ storefrontAddress: { regionCode: 'GB' } }).address).toBe('GB');
  });

  it('has its categories by id and name, the primary one first', () => {
    const category = (id: string, displayName: string) => ({ name: `categories/gcid:${id}`, displayName });
    const categories = {
      primaryCategory: category('bakery', 'Bakery'),
      additionalCategories: [category('cafe', 'Cafe')],
    };
    expect(location({ categories }).categories).toEqual([
      { id: 'gcid:bakery', name: 'Bakery' },
      { id: 'gcid:cafe', name: 'Cafe' },
    ]);
  });

  it('has times whose missing parts are 0, up to 24:00', () => {
    const periods = [
      { openDay: 'MONDAY', openTime: {}, closeDay: 'MONDAY', closeTime: { hours: 24 } },
      { openDay: 'FRIDAY', openTime: { hours: 9 }, closeDay: 'SATURDAY', closeTime: { minutes: 30 } },
    ];
    expect(location({ regularHours: { periods } }).regularHours).toEqual({
      periods: [
        { openDay: 'MONDAY', openTime: '00:00', closeDay: 'MONDAY', closeTime: '24:00' },
        { openDay: 'FRIDAY', openTime: '09:00', closeDay: 'SATURDAY', closeTime: '00:30' },
      ],
    });
    expect(location({ regularHours: {} }).regularHours).toBeNull();
  });

  it.each<[string, object]>([
    ['an unspecified day', { openDay: 'DAY_OF_WEEK_UNSPECIFIED' }],
    ['no closing day', { closeDay: undefined }],
    ['no opening time', { openTime: undefined }],
    ['no closing time', { closeTime: null }],
    ['a time that is a text', { openTime: '09:00' }],
    ['hours that are a text', { openTime: { hours: '9' } }],
    ['hours below 0', { openTime: { hours: -1 } }],
    ['half an hour', { openTime: { hours: 9.5 } }],
    ['hour 25', { closeTime: { hours: 25 } }],
    ['minute 60', { closeTime: { hours: 17, minutes: 60 } }],
    ['24:30', { closeTime: { hours: 24, minutes: 30 } }],
  ])('lacks a period with %s, rather than showing it at another time', (_, change) => {
    const monday = {
      openDay: 'MONDAY',
      openTime: { hours: 9 },
      closeDay: 'MONDAY',
      closeTime: { hours: 17 },
    };
    const tuesday = { ...monday, openDay: 'TUESDAY', closeDay: 'TUESDAY' };
    const periods = [{ ...monday, ...change }, tuesday] as GoogleOpeningPeriod[];
    expect(location({ regularHours: { periods } }).regularHours).toEqual({
      periods: [{ openDay: 'TUESDAY', openTime: '09:00', closeDay: 'TUESDAY', closeTime: '17:00' }],
    });
  });

  it.each([
    ['openInfo.openingDate', ['openingDate']],
    ['openInfo', ['openStatus', 'openingDate']],
    ['phoneNumbers.additionalPhones', []],
    ['profile', ['description']],
    ['metadata, regularHours.periods', ['regularHours']],
    ['', []],
  ])('takes the mask "%s" for exactly those of our fields', (pendingMask, fields) => {
    expect(location({ pendingMask, metadata: { hasPendingEdits: true } }).pendingFields).toEqual(fields);
  });

  it('opens at the beginning of a day where Google has the end of the one before', () => {
    const periods = [
      { openDay: 'SUNDAY', openTime: { hours: 24 }, closeDay: 'MONDAY', closeTime: { hours: 4 } },
    ];
    expect(location({ regularHours: { periods } }).regularHours?.periods).toEqual([
      { openDay: 'MONDAY', openTime: '00:00', closeDay: 'MONDAY', closeTime: '04:00' },
    ]);
  });

  it('has special hours in the order of time, without those that can’t be read', () => {
    const day = (date: number) => ({ year: 2026, month: 12, day: date });
    const specialHourPeriods = [
      {
        startDate: day(31),
        openTime: { hours: 24 },
        endDate: { year: 2027, month: 1, day: 1 },
        closeTime: { hours: 5 },
      },
      { startDate: day(25), closed: true, endDate: day(31), openTime: { hours: 9 } },
      { startDate: day(24), openTime: {}, closeTime: { hours: 24 } },
      { startDate: { year: 2026, month: 12 }, closed: true },
      { startDate: day(26), openTime: { hours: 9 } },
      { closed: true },
    ];
    expect(details({ specialHours: { specialHourPeriods } }).specialHours?.periods).toEqual([
      { date: '2026-12-24', isClosed: false, openTime: '00:00', closeTime: '24:00', closeDate: '2026-12-24' },
      { date: '2026-12-25', isClosed: true, openTime: null, closeTime: null, closeDate: null },
      { date: '2027-01-01', isClosed: false, openTime: '00:00', closeTime: '05:00', closeDate: '2027-01-01' },
    ]);
    expect(details({ specialHours: {} }).specialHours).toBeNull();
  });

  it('has its services under a name, with their price', () => {
    const serviceItems = [
      {
        structuredServiceItem: { serviceTypeId: 'job_type_id:unclog_drain', description: 'Within an hour.' },
      },
      {
        freeFormServiceItem: { label: { displayName: 'Boiler check' } },
        price: { currencyCode: 'EUR', units: '79', nanos: 500_000_000 },
      },
      { price: { currencyCode: 'euro' } },
    ];
    expect(details({ serviceItems }).services).toEqual([
      { name: 'Unclog drain', description: 'Within an hour.', price: null },
      { name: 'Boiler check', description: null, price: '€79.50' },
    ]);
  });

  it('names the fields under review by our names, each once, while there are any', () => {
    const pendingMask = 'title,storefrontAddress.addressLines,storefrontAddress.locality,labels,__proto__';
    expect(location({ pendingMask, metadata: { hasPendingEdits: true } }).pendingFields).toEqual([
      'name',
      'address',
    ]);
    expect(location({ pendingMask }).pendingFields).toEqual([]);
  });
});

describe('what stands in the way of a place', () => {
  it.each([
    [{ hasVoiceOfMerchant: true, hasBusinessAuthority: true }, 'VERIFIED'],
    [{ complyWithGuidelines: { recommendationReason: 'BUSINESS_LOCATION_SUSPENDED' } }, 'SUSPENDED'],
    [{ verify: {} }, 'UNVERIFIED'],
    [{ waitForVoiceOfMerchant: {} }, 'UNVERIFIED'],
    [{ resolveOwnershipConflict: {} }, 'UNVERIFIED'],
    [{}, 'UNVERIFIED'],
  ])('%j: %s', (voice, state) => {
    expect(toState(voice)).toBe(state);
  });
});

describe('a change for Google', () => {
  it('names the given fields and no others', () => {
    expect(toPatch({ name: 'Finch', websiteUri: undefined })).toEqual({
      body: { title: 'Finch' },
      mask: ['title'],
    });
    expect(toPatch({ address: 'Elsewhere' })).toEqual({ body: {}, mask: [] });
  });

  it('removes what is null by a path without a value', () => {
    const change = { phoneNumber: null, websiteUri: null, regularHours: null };
    expect(toPatch(change)).toEqual({ body: {}, mask: ['phoneNumbers', 'websiteUri', 'regularHours'] });
    expect(toPatch({ regularHours: { periods: [] } })).toEqual({ body: {}, mask: ['regularHours'] });
  });

  it('replaces both parts of the categories, and the primary number alone', () => {
    expect(toPatch({ categoryIds: ['gcid:bakery'], phoneNumber: '+44 1632 960201' })).toEqual({
      body: {
        phoneNumbers: { primaryPhone: '+44 1632 960201' },
        categories: { primaryCategory: { name: 'categories/gcid:bakery' }, additionalCategories: [] },
      },
      mask: ['phoneNumbers.primaryPhone', 'categories'],
    });
  });

  it('leaves out the parts of a time that are 0', () => {
    const day = { openDay: 'MONDAY', openTime: '00:00', closeDay: 'MONDAY', closeTime: '24:00' } as const;
    const night = { openDay: 'FRIDAY', openTime: '18:30', closeDay: 'SATURDAY', closeTime: '00:05' } as const;
    expect(toPatch({ regularHours: { periods: [day, night] } }).body).toEqual({
      regularHours: {
        periods: [
          { openDay: 'MONDAY', openTime: {}, closeDay: 'MONDAY', closeTime: { hours: 24 } },
          {
            openDay: 'FRIDAY',
            openTime: { hours: 18, minutes: 30 },
            closeDay: 'SATURDAY',
            closeTime: { minutes: 5 },
          },
        ],
      },
    });
  });
});
