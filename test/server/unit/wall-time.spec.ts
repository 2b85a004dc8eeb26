import { describe, expect, it } from '@jest/globals';
import { addDays, toWallTime } from '../../../dist/server/business-profile/wall-time.js';

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
