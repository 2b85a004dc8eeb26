import { describe, expect, it } from '@jest/globals';
import type { OpeningPeriod } from '../../../../dist/server/business-profile/port/location.js';
import { faultOfPeriods } from '../../../../dist/server/listings/opening-hours.js';

type Day = OpeningPeriod['openDay'];

function period(openDay: Day, openTime: string, closeDay: Day, closeTime: string): OpeningPeriod {
  return { openDay, openTime, closeDay, closeTime };
}

describe('a week of opening periods', () => {
  it.each<[string, OpeningPeriod[]]>([
    ['no period at all', []],
    ['one ordinary day', [period('MONDAY', '09:00', 'MONDAY', '17:30')]],
    [
      'a break at noon',
      [period('MONDAY', '09:00', 'MONDAY', '12:00'), period('MONDAY', '13:00', 'MONDAY', '18:00')],
    ],
    [
      'periods that touch',
      [period('MONDAY', '09:00', 'MONDAY', '12:00'), period('MONDAY', '12:00', 'MONDAY', '18:00')],
    ],
    ['a night that ends on the next day', [period('FRIDAY', '18:00', 'SATURDAY', '03:00')]],
    ['Sunday night into Monday', [period('SUNDAY', '22:00', 'MONDAY', '04:00')]],
    ['a whole day, written with 24:00', [period('TUESDAY', '00:00', 'TUESDAY', '24:00')]],
    ['a whole day, written with the next day', [period('TUESDAY', '08:00', 'WEDNESDAY', '08:00')]],
    [
      'periods in any order',
      [period('WEDNESDAY', '09:00', 'WEDNESDAY', '17:00'), period('MONDAY', '09:00', 'MONDAY', '17:00')],
    ],
  ])('may be %s', (_name, periods) => {
    expect(faultOfPeriods(periods)).toBeUndefined();
  });

  it('may be open day and night', () => {
    const days: Day[] = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
    expect(faultOfPeriods(days.map((day) => period(day, '00:00', day, '24:00')))).toBeUndefined();
  });

  it('refuses a period without length, by the name of its day', () => {
    expect(faultOfPeriods([period('MONDAY', '09:00', 'MONDAY', '09:00')])).toBe(
      'Opening and closing time on Monday must differ',
    );
  });

  it('refuses a period of more than 24 hours, such as one that closes before it opens', () => {
    const fault = 'Opening hours on Thursday must close within 24 hours';
    expect(faultOfPeriods([period('THURSDAY', '09:00', 'FRIDAY', '10:00')])).toBe(fault);
    expect(faultOfPeriods([period('THURSDAY', '17:00', 'THURSDAY', '09:00')])).toBe(fault);
  });

  it.each<[string, OpeningPeriod[], ...string[]]>([
    [
      'on one day',
      [period('MONDAY', '09:00', 'MONDAY', '13:00'), period('MONDAY', '12:59', 'MONDAY', '18:00')],
      'Monday',
    ],
    [
      'across midnight',
      [period('FRIDAY', '20:00', 'SATURDAY', '03:00'), period('SATURDAY', '02:00', 'SATURDAY', '04:00')],
      'Friday',
      'Saturday',
    ],
    [
      'across the end of the week',
      [period('MONDAY', '02:00', 'MONDAY', '10:00'), period('SUNDAY', '20:00', 'MONDAY', '03:00')],
      'Sunday',
      'Monday',
    ],
    [
      'given twice',
      [period('MONDAY', '09:00', 'MONDAY', '17:00'), period('MONDAY', '09:00', 'MONDAY', '17:00')],
      'Monday',
    ],
  ])('refuses periods that overlap %s, and names the days', (_name, periods, ...[day, next]) => {
    const rest = next ? ` with those on ${next}` : '';
    expect(faultOfPeriods(periods)).toBe(`Opening hours on ${day} overlap${rest}`);
  });
});
