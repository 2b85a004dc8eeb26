import { describe, expect, it } from '@jest/globals';
import { isInstant, isTimeZone } from '../../../dist/server/security/time-rules.js';

describe('an instant', () => {
  it.each([
    '2027-03-01T09:00:00Z',
    '2027-03-01T09:00Z',
    '2027-03-01T09:00:00.123Z',
    '2027-03-01T09:00:00.123456789+05:45',
    '2028-02-29T23:59:59-11:00',
  ])('is %s', (text) => {
    expect(isInstant(text)).toBe(true);
  });

  it.each([
    ['no offset', '2027-03-01T09:00:00'],
    ['no time', '2027-03-01'],
    ['30 February', '2027-02-30T09:00:00Z'],
    ['29 February in a common year', '2027-02-29T09:00:00Z'],
    ['a 13th month', '2027-13-01T09:00:00Z'],
    ['hour 25', '2027-03-01T25:00:00Z'],
    ['minute 60', '2027-03-01T09:60:00Z'],
    ['an offset that no place has', '2027-03-01T09:00:00+99:99'],
    ['the year 0', '0000-01-01T00:00:00Z'],
    ['the year 9999', '9999-12-31T23:59:59-23:59'],
    ['the year 20270', '20270-03-01T09:00:00Z'],
    ['words', 'tomorrow'],
    ['an empty text', ''],
    ['a number', 1_803_891_600_000],
    ['nothing', null],
  ])('is not %s', (_name, value) => {
    expect(isInstant(value)).toBe(false);
  });
});

describe('a time zone', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'])(
    'is %s',
    (name) => {
      expect(isTimeZone(name)).toBe(true);
    },
  );

  it.each([
    ['an offset', '+02:00'],
    ['an unknown place', 'Europe/Atlantis'],
    ['an empty text', ''],
    ['a very long text', 'Europe/'.repeat(20)],
    ['a number', 2],
    ['nothing', undefined],
  ])('is not %s', (_name, value) => {
    expect(isTimeZone(value)).toBe(false);
  });
});
