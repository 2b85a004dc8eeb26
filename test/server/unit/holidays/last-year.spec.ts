import { beforeAll, describe, expect, it } from '@jest/globals';
import { copiedAnswer, YearBefore } from '../../../../dist/server/holidays/last-year.js';
import { type HolidayCalendar, PublicHolidays } from '../../../../dist/server/holidays/public-holidays.js';

let calendar: HolidayCalendar;
beforeAll(async () => {
  calendar = await new PublicHolidays().load();
});

const at = (country: string, region: string | null, date: string): string | undefined =>
  new YearBefore(calendar).of({ country, region, isWhole: true }, date);

describe('the same holiday a year before', () => {
  it.each([
    ['is the same day, where it does not move', 'GB', 'ENG', '2026-12-25', '2025-12-25'],
    ['moves with Easter', 'GB', 'ENG', '2027-03-29', '2026-04-06'],
    ['moves with Easter, later in the year before', 'GB', 'ENG', '2026-04-03', '2025-04-18'],
    ['is the last Monday of a month', 'GB', 'ENG', '2027-05-31', '2026-05-25'],
    ['moves with the moon', 'AE', null, '2027-03-09', '2026-03-20'],
    ['of its third day, is the third day', 'AE', null, '2027-03-11', '2026-03-22'],
    ['may come twice in a year', 'AE', null, '2027-12-25', '2027-01-05'],
    ['is the substitute day of the year before', 'GB', 'ENG', '2027-12-28', '2026-12-28'],
    ['is the same day of the month, where there was none', 'GB', 'ENG', '2027-12-27', '2026-12-27'],
    ['is the same day of the month for a day that is no holiday', 'GB', 'ENG', '2026-12-24', '2025-12-24'],
    ['is the same day of the month in a country that is not known', 'XX', null, '2026-12-24', '2025-12-24'],
    ['is missing for 29 February', 'GB', 'ENG', '2028-02-29', undefined],
  ])('%s', (_what, country, region, date, before) => {
    expect(at(country, region, date)).toBe(before);
  });
});

describe('an answer of another date', () => {
  const DATE = '2025-12-24';
  const open = (openTime: string, closeTime: string, closeDate = DATE) => ({
    ...{ date: DATE, isClosed: false, openTime, closeTime, closeDate },
  });
  const closed = { date: DATE, isClosed: true, openTime: null, closeTime: null, closeDate: null };
  // A Wednesday.
  const regularHours = {
    periods: [
      { openDay: 'WEDNESDAY', openTime: '09:00', closeDay: 'WEDNESDAY', closeTime: '17:00' } as const,
    ],
  };
  const of = (...periods: Parameters<typeof copiedAnswer>[0]) => copiedAnswer(periods, regularHours, DATE);

  it('is closed, as usual, or has the same hours', () => {
    expect(of(closed)).toEqual({ answer: 'closed' });
    expect(of(open('09:00', '17:00'))).toEqual({ answer: 'as_usual' });
    expect(of(open('09:00', '12:00'), open('13:00', '24:00'))).toEqual({
      answer: 'hours',
      hours: [
        { openTime: '09:00', closeTime: '12:00' },
        { openTime: '13:00', closeTime: '24:00' },
      ],
    });
  });

  it('goes past midnight, but not for a day and longer', () => {
    expect(of(open('20:00', '03:00', '2025-12-25'))).toEqual({
      answer: 'hours',
      hours: [{ openTime: '20:00', closeTime: '03:00' }],
    });
    expect(of(open('09:00', '10:00', '2025-12-25'))).toBeUndefined();
  });

  it('is nothing where nothing was said', () => {
    expect(of()).toBeUndefined();
  });
});
