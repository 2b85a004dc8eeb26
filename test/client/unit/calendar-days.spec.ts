import { describe, expect, it } from '@jest/globals';
import {
  addDays,
  addMonths,
  daysOf,
  firstDayOfWeek,
  isMonth,
  monthOf,
  sameDayIn,
  weekOf,
  weeksOf,
} from '../../../client/lib/calendar-days.js';

const MONDAY = 1;
const SATURDAY = 6;
const SUNDAY = 7;

describe('The weeks of a month', () => {
  it.each([
    // 2026 and 2027 have a month that begins on each weekday.
    ['2026-06', 'a Monday', '2026-06-01', '2026-07-05', 5],
    ['2026-09', 'a Tuesday', '2026-08-31', '2026-10-04', 5],
    ['2026-07', 'a Wednesday', '2026-06-29', '2026-08-02', 5],
    ['2026-10', 'a Thursday', '2026-09-28', '2026-11-01', 5],
    ['2027-01', 'a Friday', '2026-12-28', '2027-01-31', 5],
    ['2026-08', 'a Saturday', '2026-07-27', '2026-09-06', 6],
    ['2026-11', 'a Sunday', '2026-10-26', '2026-12-06', 6],
    ['2027-02', 'a Monday and has 28 days', '2027-02-01', '2027-02-28', 4],
  ])('%s begins on %s', (month, _, first, last, count) => {
    const weeks = weeksOf(month, MONDAY);
    expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual([count, first, last]);
    expect(weeks.map((week) => week.length)).toEqual(weeks.map(() => 7));
    expect(weeks.flat().filter((day) => monthOf(day) === month)).toEqual(daysOf(month));
  });

  it.each([
    [SUNDAY, '2026-11-01', '2026-12-05'],
    [SATURDAY, '2026-10-31', '2026-12-04'],
  ])("begin with weekday %d in the browser's locale", (firstDay, first, last) => {
    const weeks = weeksOf('2026-11', firstDay);
    expect([weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual([first, last]);
  });

  it.each([
    ['2026-11-21', MONDAY, '2026-11-16', '2026-11-22'],
    ['2026-11-22', MONDAY, '2026-11-16', '2026-11-22'],
    ['2026-11-22', SUNDAY, '2026-11-22', '2026-11-28'],
    ['2027-01-01', MONDAY, '2026-12-28', '2027-01-03'],
  ])('the week of %s, from weekday %d', (day, firstDay, first, last) => {
    const week = weekOf(day, firstDay);
    expect([week.length, week[0], week.at(-1)]).toEqual([7, first, last]);
  });
});

describe('The first day of the week', () => {
  it.each([
    ['en-GB', MONDAY],
    ['en-US', SUNDAY],
    ['ar-EG', SATURDAY],
  ])('%s', (locale, firstDay) => {
    expect(firstDayOfWeek(locale)).toBe(firstDay);
  });

  it('is Monday if the browser reports no valid locale', () => {
    for (const name of ['en-US@posix', 'C', '']) expect(firstDayOfWeek(name)).toBe(MONDAY);
  });

  it('is Monday if the browser does not know it', () => {
    const prototype = Intl.Locale.prototype as Partial<{ getWeekInfo: unknown }>;
    const { getWeekInfo } = prototype;
    delete prototype.getWeekInfo;
    try {
      expect(firstDayOfWeek('en-US')).toBe(MONDAY);
    } finally {
      prototype.getWeekInfo = getWeekInfo;
    }
  });
});

describe('Counting days and months', () => {
  it.each([
    ['2026-12-31', 1, '2027-01-01'],
    ['2027-01-01', -1, '2026-12-31'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-02-28', 1, '2027-03-01'],
    // The clocks change in Europe, which must not matter.
    ['2027-03-27', 2, '2027-03-29'],
    ['2027-10-30', 7, '2027-11-06'],
  ])('%s and %d days', (day, count, then) => {
    expect(addDays(day, count)).toBe(then);
  });

  it.each([
    ['2026-12', 1, '2027-01'],
    ['2027-01', -1, '2026-12'],
    ['2026-11', 14, '2028-01'],
  ])('%s and %d months', (month, count, then) => {
    expect(addMonths(month, count)).toBe(then);
  });

  it.each([
    ['2028-02', '2028-01-31', '2028-02-29'],
    ['2027-02', '2027-01-31', '2027-02-28'],
    ['2026-11', '2026-10-31', '2026-11-30'],
    ['2026-12', '2026-11-21', '2026-12-21'],
  ])('the same day in %s as %s', (month, day, same) => {
    expect(sameDayIn(month, day)).toBe(same);
  });

  it.each([
    ['2028-02', 29],
    ['2027-02', 28],
    ['2027-03', 31],
    ['2026-11', 30],
  ])('the days of %s: %d', (month, count) => {
    const days = daysOf(month);
    expect([days.length, days[0], days.at(-1)]).toEqual([count, `${month}-01`, `${month}-${count}`]);
  });
});

describe('A month in the address', () => {
  it.each(['2026-11', '2000-01', '2999-12'])('may be %s', (text) => expect(isMonth(text)).toBe(true));

  it.each([null, '', '2026-13', '2026-00', '2026-1', '1999-12', '2026-11-01', 'soon'])('not %j', (text) =>
    expect(isMonth(text)).toBe(false),
  );
});
