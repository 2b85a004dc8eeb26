import { describe, expect, it } from '@jest/globals';
import type { OpeningPeriod, SpecialPeriod } from '../../../../dist/server/business-profile/port/location.js';
import { answerOf, usualHours } from '../../../../dist/server/holidays/usual-hours.js';

const open = (
  openDay: OpeningPeriod['openDay'],
  openTime: string,
  closeTime: string,
  closeDay = openDay,
) => ({
  ...{ openDay, openTime, closeDay, closeTime },
});
const WEEK = {
  periods: [
    open('TUESDAY', '09:00', '12:00'),
    open('TUESDAY', '13:00', '24:00'),
    open('FRIDAY', '18:00', '02:00', 'SATURDAY'),
  ],
};
const special = (date: string, openTime: string, closeTime: string, closeDate = date): SpecialPeriod => ({
  ...{ date, isClosed: false, openTime, closeTime, closeDate },
});
const closed = (date: string): SpecialPeriod => ({
  ...{ date, isClosed: true, openTime: null, closeTime: null, closeDate: null },
});
/** A Tuesday. */
const LEAP_DAY = '2028-02-29';
const FRIDAY = '2027-12-31';

describe('the usual hours of a date', () => {
  it('are the regular ones of that day of the week, past midnight too, and closed where there are none', () => {
    expect(usualHours(WEEK, LEAP_DAY)).toEqual([
      special(LEAP_DAY, '09:00', '12:00'),
      special(LEAP_DAY, '13:00', '24:00'),
    ]);
    expect(usualHours(WEEK, FRIDAY)).toEqual([special(FRIDAY, '18:00', '02:00', '2028-01-01')]);
    expect(usualHours(WEEK, '2028-03-01')).toEqual([closed('2028-03-01')]);
    expect(usualHours(null, LEAP_DAY)).toBeNull();
  });
});

describe('the answer for a date', () => {
  it.each([
    ['nothing', 'not_said', []],
    ['closed', 'closed', [closed(LEAP_DAY)]],
    ['shorter', 'hours', [special(LEAP_DAY, '09:00', '12:00')]],
    [
      'the regular ones, in another order and with midnight as the next day’s',
      'as_usual',
      [special(LEAP_DAY, '13:00', '00:00', '2028-03-01'), special(LEAP_DAY, '09:00', '12:00')],
    ],
  ])('with special hours that are %s is %s', (_what, answer, periods) => {
    expect(answerOf(periods, WEEK, LEAP_DAY)).toBe(answer);
  });

  it('is never the usual one where there are no regular hours', () => {
    expect(answerOf([special(LEAP_DAY, '09:00', '12:00')], null, LEAP_DAY)).toBe('hours');
    expect(answerOf([closed('2028-03-01')], WEEK, '2028-03-01')).toBe('closed');
  });
});
