import { describe, expect, it } from '@jest/globals';
import { type Location, VERIFICATION_STATES } from '../../../dist/server/business-profile/port/location.js';
import {
  SAMPLE_ACCOUNTS,
  SAMPLE_LOCATIONS,
} from '../../../dist/server/business-profile/sample/sample-locations.js';
import {
  findCategory,
  SAMPLE_CATEGORIES,
  searchSampleCategories,
} from '../../../dist/server/business-profile/sample/data/sample-categories.js';
import { faultOfPeriods } from '../../../dist/server/listings/opening-hours.js';

/** Numbers that the telephone authorities keep free for fiction: they ring nowhere. */
const FICTIONAL_NUMBERS = [
  /^\+44 1632 960\d{3}$/,
  /^\+44 11[3-8] 496 0\d{3}$/,
  /^\+44 1[2-6]1 496 0\d{3}$/,
  /^\+1 \d{3}-555-01\d{2}$/,
  /^\+353 20 91\d \d{4}$/,
  /^\+61 2 5550 \d{4}$/,
];

function unique<T>(values: T[]): T[] {
  return [...new Set(values)];
}

/** Every value of a field over all locations. */
function all<Field extends keyof Location>(field: Field): Location[Field][] {
  return SAMPLE_LOCATIONS.map((location) => location[field]);
}

function periodsOf(location: Location) {
  return location.regularHours?.periods ?? [];
}

describe('the sample accounts', () => {
  it('are at least 4, of every type of the specification and in every state', () => {
    expect(SAMPLE_ACCOUNTS.length).toBeGreaterThanOrEqual(4);
    const types = unique(SAMPLE_ACCOUNTS.map(({ type }) => type)).sort();
    expect(types).toEqual(['LOCATION_GROUP', 'PERSONAL', 'USER_GROUP']);
    expect(unique(SAMPLE_ACCOUNTS.map(({ state }) => state)).sort()).toEqual([...VERIFICATION_STATES].sort());
  });

  it('have ids and names of their own', () => {
    expect(unique(SAMPLE_ACCOUNTS.map(({ id }) => id))).toHaveLength(SAMPLE_ACCOUNTS.length);
    expect(unique(SAMPLE_ACCOUNTS.map(({ name }) => name))).toHaveLength(SAMPLE_ACCOUNTS.length);
  });

  it('begin with the personal one', () => {
    expect(SAMPLE_ACCOUNTS.map(({ type }) => type).indexOf('PERSONAL')).toBe(0);
  });

  it('count their own locations, and one has none', () => {
    for (const { id, locationCount } of SAMPLE_ACCOUNTS)
      expect(all('accountId').filter((accountId) => accountId === id)).toHaveLength(locationCount);
    expect(SAMPLE_ACCOUNTS.filter(({ locationCount }) => locationCount === 0)).toHaveLength(1);
  });
});

describe('the sample locations', () => {
  it('are at least 24, in every state, each in a known account', () => {
    expect(SAMPLE_LOCATIONS.length).toBeGreaterThanOrEqual(24);
    expect(unique(all('state')).sort()).toEqual([...VERIFICATION_STATES].sort());
    const accounts = SAMPLE_ACCOUNTS.map(({ id }) => id);
    expect(all('accountId').filter((id) => !accounts.includes(id))).toEqual([]);
  });

  it('have ids, names, addresses and store codes of their own', () => {
    for (const field of ['id', 'name', 'address'] as const)
      expect(unique(all(field))).toHaveLength(SAMPLE_LOCATIONS.length);
    const codes = all('storeCode').filter((code) => code !== null);
    expect(unique(codes)).toHaveLength(codes.length);
  });

  it('come with and without store code, phone, website and hours', () => {
    for (const field of ['storeCode', 'phoneNumber', 'websiteUri', 'regularHours'] as const) {
      expect(all(field)).toContain(null);
      expect(all(field).some((value) => value !== null)).toBe(true);
    }
  });

  it('have 1 to 5 known categories, and every count occurs', () => {
    const categories = all('categories');
    expect(unique(categories.map((list) => list.length)).sort()).toEqual([1, 2, 3, 4, 5]);
    for (const category of categories.flat()) expect(findCategory(category.id)).toEqual(category);
    for (const list of categories) expect(unique(list.map(({ id }) => id))).toHaveLength(list.length);
  });

  it('have hours that could be saved as they are', () => {
    expect(SAMPLE_LOCATIONS.map((location) => faultOfPeriods(periodsOf(location))).filter(Boolean)).toEqual(
      [],
    );
  });

  it('show breaks, closed days, nights past midnight and whole days', () => {
    const weeks = SAMPLE_LOCATIONS.map(periodsOf).filter((periods) => periods.length > 0);
    const days = weeks.map((periods) => periods.map(({ openDay }) => openDay));
    expect(days.some((week) => unique(week).length < week.length)).toBe(true);
    expect(days.some((week) => unique(week).length < 7)).toBe(true);
    const periods = weeks.flat();
    expect(periods.some(({ openDay, closeDay }) => openDay !== closeDay)).toBe(true);
    expect(periods.some(({ openTime, closeTime }) => openTime === '00:00' && closeTime === '24:00')).toBe(
      true,
    );
  });

  it('have phone numbers that ring nowhere', () => {
    const real = all('phoneNumber').filter(
      (number) => number !== null && !FICTIONAL_NUMBERS.some((range) => range.test(number)),
    );
    expect(real).toEqual([]);
  });

  it('have websites under names that are kept for examples', () => {
    const hosts = all('websiteUri').flatMap((uri) => (uri === null ? [] : [new URL(uri).hostname]));
    expect(hosts.filter((host) => !/\.example\.(com|org)$/.test(host))).toEqual([]);
  });
});

describe('the sample categories', () => {
  const namesFor = (search: string) => searchSampleCategories(search).map(({ name }) => name);

  it('are at least 80, by name, with ids like those of Google', () => {
    expect(SAMPLE_CATEGORIES.length).toBeGreaterThanOrEqual(80);
    const names = SAMPLE_CATEGORIES.map(({ name }) => name);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
    expect(SAMPLE_CATEGORIES.filter(({ id }) => !/^gcid:[a-z_]+$/.test(id))).toEqual([]);
  });

  it('are found by part of a name, the best first', () => {
    expect(namesFor('bakery')).toEqual(['Bakery', 'Wedding bakery']);
    expect(namesFor('  WEDDING   bak')).toEqual(['Wedding bakery']);
    expect(namesFor('bike')).toEqual([]);
    expect(namesFor('shop')).toEqual(expect.arrayContaining(['Barber shop', 'Coffee shop']));
  });

  it('are found by words in any order', () => {
    expect(namesFor('shop repair')).toEqual(['Auto repair shop', 'Bicycle repair shop']);
  });

  it('are at most 20 at a time', () => {
    expect(namesFor('')).toEqual(SAMPLE_CATEGORIES.slice(0, 20).map(({ name }) => name));
  });
});
