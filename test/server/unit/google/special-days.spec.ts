import { describe, expect, it } from '@jest/globals';
import type { SpecialPeriod } from '../../../../dist/server/business-profile/port/location.js';
import { faultsOfDates } from '../../../../dist/server/listings/location-dates.js';
import { faultOfSpecialDays } from '../../../../dist/server/listings/special-days.js';

const closed = (date: string): SpecialPeriod => ({
  date,
  isClosed: true,
  openTime: null,
  closeTime: null,
  closeDate: null,
});
const open = (date: string, openTime: string, closeTime: string, closeDate = date): SpecialPeriod => ({
  date,
  isClosed: false,
  openTime,
  closeTime,
  closeDate,
});

describe('special hours', () => {
  it.each<[string, SpecialPeriod[]]>([
    ['none', []],
    ['a closed day', [closed('2026-12-25')]],
    ['a day with a break', [open('2026-12-24', '09:00', '12:00'), open('2026-12-24', '13:00', '16:00')]],
    ['a whole day', [open('2026-12-24', '00:00', '24:00')]],
    [
      'a night before a closed day',
      [open('2026-12-31', '20:00', '03:00', '2027-01-01'), closed('2027-01-01')],
    ],
    ['a leap day, in any order', [closed('2028-03-01'), closed('2028-02-29')]],
  ])('may be %s', (_, periods) => {
    expect(faultOfSpecialDays(periods)).toBeUndefined();
  });

  it.each<[string, SpecialPeriod[], string]>([
    [
      'a closed day with hours',
      [{ ...closed('2026-12-25'), openTime: '09:00' }],
      'December 25, 2026 can’t be closed and have opening hours',
    ],
    [
      'an open day without a closing time',
      [{ ...open('2026-12-24', '09:00', '16:00'), closeTime: null }],
      'December 24, 2026 needs an opening and a closing time',
    ],
    [
      'a closing before the opening',
      [open('2026-12-24', '16:00', '09:00')],
      'Special hours on December 24, 2026 must close after they open',
    ],
    [
      'a closing two days later',
      [open('2026-12-24', '20:00', '01:00', '2026-12-26')],
      'Special hours on December 24, 2026 must close on the same day or the next',
    ],
    [
      'more than a day',
      [open('2026-12-24', '09:00', '10:00', '2026-12-25')],
      'Special hours on December 24, 2026 must close within 24 hours',
    ],
    [
      'an overlap',
      [open('2026-12-24', '12:00', '18:00'), open('2026-12-24', '09:00', '13:00')],
      'Special hours on December 24, 2026 overlap',
    ],
    [
      'an overlap past midnight',
      [open('2026-12-31', '20:00', '03:00', '2027-01-01'), open('2027-01-01', '02:00', '10:00')],
      'Special hours on December 31, 2026 overlap with those on January 1, 2027',
    ],
    [
      'an overlap past midnight, in any order and with a short period between the two',
      [
        open('2027-01-01', '01:00', '10:00'),
        open('2026-12-31', '20:00', '03:00', '2027-01-01'),
        open('2026-12-31', '12:00', '14:00'),
      ],
      'Special hours on December 31, 2026 overlap with those on January 1, 2027',
    ],
    [
      'a closed day twice',
      [closed('2026-12-25'), closed('2026-12-25')],
      'December 25, 2026 is closed, so it can’t have other special hours',
    ],
  ])('can’t have %s', (_, periods, fault) => {
    expect(faultOfSpecialDays(periods)).toBe(fault);
  });
});

describe('the date of today', () => {
  const now = new Date('2026-11-23T23:30:00Z');
  const past = {
    field: 'specialHours.periods.0.date',
    message: 'Special hours can’t be set for a day that’s over',
  };
  const ahead = { field: 'openingDate', message: 'Opening date can be at most a year ahead' };
  const faults = (periods: SpecialPeriod[], current: SpecialPeriod[] = []) =>
    faultsOfDates({ specialHours: { periods } }, now, current);

  it('allows special hours from yesterday on, because it may still be yesterday at the location', () => {
    expect(faults([closed('2026-11-22')])).toEqual([]);
    expect(faults([closed('2026-11-21')])).toEqual([past]);
  });

  it('allows past ones that are there already, and no change of them', () => {
    const summer = open('2026-07-04', '10:00', '14:00');
    expect(faults([summer, closed('2026-12-25')], [summer])).toEqual([]);
    expect(faults([{ ...summer, closeTime: '15:00' }], [summer])).toEqual([past]);
  });

  it.each([
    ['1911-05', []],
    ['2027-11', []],
    ['2027-11-24', []],
    ['2027-11-25', [ahead]],
    ['2027-12', [ahead]],
  ])('takes an opening in %s at most a year ahead', (openingDate, expected) => {
    expect(faultsOfDates({ openingDate }, now, [])).toEqual(expected);
  });
});
