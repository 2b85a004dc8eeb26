import { describe, expect, it } from '@jest/globals';
import { addDays, instantAt, startOfMonth, toWallTime } from '../../../dist/server/config/wall-time.js';

describe('the wall time of an instant', () => {
  it.each([
    ['UTC', '2027-03-01T09:05:00Z', [2027, 3, 1, 9, 5]],
    ['America/New_York', '2027-01-01T04:59:00Z', [2026, 12, 31, 23, 59]],
    ['Asia/Kathmandu', '2027-02-28T18:15:00Z', [2027, 3, 1, 0, 0]],
    ['Australia/Lord_Howe', '2027-07-01T00:00:00Z', [2027, 7, 1, 10, 30]],
    ['Europe/Berlin in winter', '2027-03-28T00:59:00Z', [2027, 3, 28, 1, 59]],
    ['Europe/Berlin in summer', '2027-03-28T01:00:00Z', [2027, 3, 28, 3, 0]],
  ])('in %s', (zone, instant, [year, month, day, hours, minutes]) => {
    const [timeZone = ''] = zone.split(' ');
    expect(toWallTime(new Date(instant), timeZone)).toEqual({
      date: { year, month, day },
      time: { hours, minutes },
    });
  });
});

describe('adding days', () => {
  it('goes over the end of a month and of a year', () => {
    expect(addDays({ year: 2027, month: 12, day: 28 }, 7)).toEqual({ year: 2028, month: 1, day: 4 });
  });

  it('knows leap years', () => {
    expect(addDays({ year: 2028, month: 2, day: 28 }, 1)).toEqual({ year: 2028, month: 2, day: 29 });
    expect(addDays({ year: 2027, month: 2, day: 28 }, 1)).toEqual({ year: 2027, month: 3, day: 1 });
  });
});

describe('the start of a month', () => {
  it.each([
    ['UTC', '2027-03-15T12:00:00Z', '2027-03-01T00:00:00Z'],
    ['UTC at its first instant', '2027-03-01T00:00:00Z', '2027-03-01T00:00:00Z'],
    ['UTC at its last', '2027-03-31T23:59:59.999Z', '2027-03-01T00:00:00Z'],
    ['America/New_York before the clocks change', '2026-11-30T12:00:00Z', '2026-11-01T04:00:00Z'],
    ['America/New_York a year earlier', '2027-01-01T04:59:00Z', '2026-12-01T05:00:00Z'],
    ['Asia/Kathmandu', '2027-02-28T18:15:00Z', '2027-02-28T18:15:00Z'],
    ['Pacific/Kiritimati', '2027-03-20T00:00:00Z', '2027-02-28T10:00:00Z'],
    ['Pacific/Pago_Pago', '2027-03-20T00:00:00Z', '2027-03-01T11:00:00Z'],
    // Clocks went from 24:00 straight to 1:00: there was no midnight.
    ['America/Asuncion without a midnight', '2017-10-20T00:00:00Z', '2017-10-01T04:00:00Z'],
  ])('in %s', (zone, instant, start) => {
    const [timeZone = ''] = zone.split(' ');
    expect(startOfMonth(new Date(instant), timeZone)).toEqual(new Date(start));
  });
});

describe('the instant of a wall time', () => {
  it.each([
    ['Asia/Kathmandu', [2027, 3, 1, 0, 0], '2027-02-28T18:15:00Z'],
    ['Europe/Berlin before the clocks go back', [2027, 10, 31, 1, 59], '2027-10-30T23:59:00Z'],
    ['Europe/Berlin at a time that is there twice', [2027, 10, 31, 2, 30], '2027-10-31T00:30:00Z'],
    ['Europe/Berlin after the clocks went back', [2027, 10, 31, 3, 0], '2027-10-31T02:00:00Z'],
    ['Europe/Berlin at a time that is not there', [2027, 3, 28, 2, 30], '2027-03-28T01:30:00Z'],
    ['Pacific/Kiritimati', [2027, 3, 20, 8, 0], '2027-03-19T18:00:00Z'],
  ])('in %s', (zone, [year = 0, month = 0, day = 0, hours = 0, minutes = 0], instant) => {
    const [timeZone = ''] = zone.split(' ');
    const wallTime = { date: { year, month, day }, time: { hours, minutes } };
    expect(instantAt(wallTime, timeZone)).toEqual(new Date(instant));
  });
});
