import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFor } from '../../../client/lib/language.js';
import {
  formatFirstPeriod,
  formatTimes,
  formatToday,
  formatWeek,
  type Day,
  type OpeningPeriod,
} from '../../../client/listings/opening-hours.js';

const period = (openDay: Day, openTime: string, closeDay: Day, closeTime: string): OpeningPeriod => ({
  openDay,
  openTime,
  closeDay,
  closeTime,
});

beforeAll(() => writeFor({ language: 'en-GB' }));

describe('The text of a period', () => {
  it.each<[string, OpeningPeriod]>([
    ['09:00–17:30', period('MONDAY', '09:00', 'MONDAY', '17:30')],
    ['22:00–06:00 (closes next day)', period('MONDAY', '22:00', 'TUESDAY', '06:00')],
    ['20:00–02:00 (closes next day)', period('SUNDAY', '20:00', 'MONDAY', '02:00')],
    ['16:00–24:00', period('SUNDAY', '16:00', 'SUNDAY', '24:00')],
    ['16:00–24:00', period('SUNDAY', '16:00', 'MONDAY', '00:00')],
    ['Open 24 hours', period('FRIDAY', '00:00', 'FRIDAY', '24:00')],
    ['Open 24 hours', period('FRIDAY', '00:00', 'SATURDAY', '00:00')],
    ['08:00–08:00 (closes next day)', period('FRIDAY', '08:00', 'SATURDAY', '08:00')],
    ['00:00–24:00 (closes Sunday)', period('MONDAY', '00:00', 'SUNDAY', '24:00')],
  ])('is %s', (words, given) => {
    expect(formatTimes(given)).toBe(words);
  });
});

describe('The hours of today', () => {
  afterEach(() => writeFor({ language: 'en-GB' }));

  /** 16 November 2026 is a Monday. */
  const at = (day: number) => new Date(2026, 10, 15 + day, 12);
  const periods = [
    period('WEDNESDAY', '14:00', 'WEDNESDAY', '17:30'),
    period('WEDNESDAY', '07:00', 'WEDNESDAY', '13:00'),
    period('FRIDAY', '18:00', 'SATURDAY', '03:30'),
    period('SUNDAY', '00:00', 'SUNDAY', '24:00'),
  ];

  it.each([
    ['Closed today', 1],
    ['Today 07:00 to 13:00 and 14:00 to 17:30', 3],
    ['Today 18:00 to 03:30', 5],
    ['Open 24 hours today', 7],
  ])('are %s', (words, day) => {
    expect(formatToday({ periods }, at(day))).toBe(words);
  });

  it('are written as the reader’s language does', () => {
    writeFor({ language: 'en-US' });
    expect(formatToday({ periods }, at(5)).replaceAll('\u202f', ' ')).toBe('Today 6:00 PM to 3:30 AM');
  });

  it('are left out if no hours are set', () => {
    expect(formatToday(null, at(1))).toBe('');
  });
});

describe('The hours on a card', () => {
  it('are the first period, with the short name of its day', () => {
    const periods = [
      period('MONDAY', '09:00', 'MONDAY', '17:30'),
      period('TUESDAY', '10:00', 'TUESDAY', '12:00'),
    ];
    expect(formatFirstPeriod({ periods })).toBe('Mon 09:00–17:30');
  });

  it('may pass midnight without a note', () => {
    expect(formatFirstPeriod({ periods: [period('FRIDAY', '18:00', 'SATURDAY', '03:00')] })).toBe(
      'Fri 18:00–03:00',
    );
  });

  it('say when a location is open 24 hours', () => {
    expect(formatFirstPeriod({ periods: [period('MONDAY', '00:00', 'MONDAY', '24:00')] })).toBe(
      'Mon open 24 hours',
    );
  });

  it.each([[null], [{ periods: [] }]])('are not set if there are none: %j', (hours) => {
    expect(formatFirstPeriod(hours)).toBe('Hours not set');
  });
});

describe('The text of a week', () => {
  it('goes from Monday to Sunday, with the periods of a day in order and closed days as Closed', () => {
    const week = formatWeek([
      period('TUESDAY', '17:00', 'TUESDAY', '21:00'),
      period('TUESDAY', '10:00', 'TUESDAY', '13:00'),
      period('SATURDAY', '22:00', 'SUNDAY', '04:00'),
    ]);
    expect(week).toEqual([
      { day: 'MONDAY', lines: ['Closed'] },
      { day: 'TUESDAY', lines: ['10:00–13:00', '17:00–21:00'] },
      { day: 'WEDNESDAY', lines: ['Closed'] },
      { day: 'THURSDAY', lines: ['Closed'] },
      { day: 'FRIDAY', lines: ['Closed'] },
      { day: 'SATURDAY', lines: ['22:00–04:00 (closes next day)'] },
      { day: 'SUNDAY', lines: ['Closed'] },
    ]);
  });
});
