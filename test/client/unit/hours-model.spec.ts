import { describe, expect, it } from '@jest/globals';
import {
  copiedTo,
  isSameHours,
  toHours,
  toWeek,
  withMode,
  withTimes,
} from '../../../client/listings/details/hours-model.js';
import { DAYS, type Day, type OpeningPeriod } from '../../../client/listings/opening-hours.js';
import { SAMPLE_LOCATIONS } from '../../../dist/server/business-profile/sample/sample-locations.js';

const period = (openDay: Day, openTime: string, closeDay: Day, closeTime: string): OpeningPeriod => ({
  openDay,
  openTime,
  closeDay,
  closeTime,
});

describe('The conversion of hours to the editor and back', () => {
  it.each<[string, OpeningPeriod[]]>([
    [
      'several periods on a day',
      [period('MONDAY', '09:00', 'MONDAY', '12:00'), period('MONDAY', '13:00', 'MONDAY', '18:00')],
    ],
    ['closing on the next day', [period('FRIDAY', '18:00', 'SATURDAY', '03:00')]],
    ['Sunday night into Monday', [period('SUNDAY', '22:00', 'MONDAY', '04:00')]],
    ['closing at 24:00', [period('SUNDAY', '16:00', 'SUNDAY', '24:00')]],
    ['closing at 00:00 of the next day', [period('SUNDAY', '16:00', 'MONDAY', '00:00')]],
    ['open around the clock', DAYS.map((day) => period(day, '00:00', day, '24:00'))],
    ['a whole day to 00:00 of the next', [period('TUESDAY', '00:00', 'WEDNESDAY', '00:00')]],
    ['24 hours from the morning on', [period('TUESDAY', '08:00', 'WEDNESDAY', '08:00')]],
    ['one period for the whole week', [period('MONDAY', '00:00', 'SUNDAY', '24:00')]],
    [
      'a day that is open twice around the clock',
      [period('MONDAY', '00:00', 'MONDAY', '24:00'), period('MONDAY', '00:00', 'MONDAY', '24:00')],
    ],
  ])('keeps %s', (_name, periods) => {
    expect(toHours(toWeek({ periods }))).toEqual({ periods });
  });

  it('keeps the hours of every sample location', () => {
    const changed = SAMPLE_LOCATIONS.filter(
      ({ regularHours }) => !isSameHours(toHours(toWeek(regularHours)), regularHours),
    );
    expect(SAMPLE_LOCATIONS.length).toBeGreaterThan(20);
    expect(changed).toEqual([]);
  });

  it.each([[null], [{ periods: [] }]])('treats hours that are not set as seven closed days: %j', (hours) => {
    const week = toWeek(hours);
    expect(Object.values(week).map(({ mode }) => mode)).toEqual(DAYS.map(() => 'closed'));
    expect(toHours(week)).toBeNull();
  });
});

describe('The times of a period', () => {
  const evening = period('FRIDAY', '18:00', 'FRIDAY', '23:00');

  it('close on the next day if the closing time is earlier', () => {
    expect(withTimes(evening, { closeTime: '02:30' })).toEqual(
      period('FRIDAY', '18:00', 'SATURDAY', '02:30'),
    );
    expect(withTimes(period('SUNDAY', '18:00', 'SUNDAY', '23:00'), { closeTime: '01:00' }).closeDay).toBe(
      'MONDAY',
    );
  });

  it('close on the same day again if the closing time is later again', () => {
    const night = withTimes(evening, { closeTime: '02:30' });
    expect(withTimes(night, { closeTime: '22:00' })).toEqual(period('FRIDAY', '18:00', 'FRIDAY', '22:00'));
    expect(withTimes(night, { openTime: '01:00' })).toEqual(period('FRIDAY', '01:00', 'FRIDAY', '02:30'));
  });

  it('treat midnight at the end as 24:00', () => {
    expect(withTimes(evening, { closeTime: '00:00' })).toEqual(period('FRIDAY', '18:00', 'FRIDAY', '24:00'));
    const fromTheApi = period('FRIDAY', '18:00', 'SATURDAY', '00:00');
    expect(withTimes(fromTheApi, { openTime: '19:00' })).toEqual(
      period('FRIDAY', '19:00', 'FRIDAY', '24:00'),
    );
  });

  it('stay on their day while one of them is empty', () => {
    expect(withTimes(evening, { closeTime: '' })).toEqual(period('FRIDAY', '18:00', 'FRIDAY', ''));
    expect(withTimes(evening, { openTime: '' })).toEqual(period('FRIDAY', '', 'FRIDAY', '23:00'));
  });
});

describe('The mode of a day', () => {
  const lunch = { mode: 'hours' as const, periods: [period('MONDAY', '11:00', 'MONDAY', '15:00')] };
  const closed = { mode: 'closed' as const, periods: [] };

  it('keeps the times for when the day opens again', () => {
    expect(withMode('MONDAY', withMode('MONDAY', lunch, 'closed'), 'hours')).toEqual(lunch);
    expect(withMode('MONDAY', withMode('MONDAY', lunch, 'all-day'), 'hours')).toEqual(lunch);
  });

  it('proposes 09:00 to 17:00 for a day without times', () => {
    const proposed = [period('MONDAY', '09:00', 'MONDAY', '17:00')];
    expect(withMode('MONDAY', closed, 'hours').periods).toEqual(proposed);
    const allDay = toWeek({ periods: [period('MONDAY', '00:00', 'MONDAY', '24:00')] }).MONDAY;
    expect(withMode('MONDAY', allDay, 'hours').periods).toEqual(proposed);
  });

  it('open 24 hours means the whole day, closed means no period', () => {
    const week = toWeek(null);
    expect(toHours({ ...week, MONDAY: withMode('MONDAY', lunch, 'all-day') })).toEqual({
      periods: [period('MONDAY', '00:00', 'MONDAY', '24:00')],
    });
    expect(toHours({ ...week, MONDAY: withMode('MONDAY', lunch, 'closed') })).toBeNull();
  });
});

describe('Hours copied to another day', () => {
  it('open on that day and close the same number of days later', () => {
    const friday = toWeek({
      periods: [period('FRIDAY', '09:00', 'FRIDAY', '12:00'), period('FRIDAY', '18:00', 'SATURDAY', '03:00')],
    }).FRIDAY;
    expect(copiedTo('SUNDAY', friday)).toEqual({
      mode: 'hours',
      periods: [period('SUNDAY', '09:00', 'SUNDAY', '12:00'), period('SUNDAY', '18:00', 'MONDAY', '03:00')],
    });
  });
});

describe('Two sets of hours', () => {
  const monday = period('MONDAY', '09:00', 'MONDAY', '24:00');
  const tuesday = period('TUESDAY', '09:00', 'TUESDAY', '17:00');

  it('are the same in another order, and with midnight written as 00:00', () => {
    expect(isSameHours({ periods: [monday, tuesday] }, { periods: [tuesday, monday] })).toBe(true);
    expect(
      isSameHours({ periods: [monday] }, { periods: [period('MONDAY', '09:00', 'TUESDAY', '00:00')] }),
    ).toBe(true);
    expect(isSameHours(null, { periods: [] })).toBe(true);
  });

  it('differ by a day, a time, or a period', () => {
    expect(isSameHours({ periods: [monday] }, { periods: [tuesday] })).toBe(false);
    expect(isSameHours({ periods: [monday] }, { periods: [{ ...monday, closeTime: '23:59' }] })).toBe(false);
    expect(isSameHours({ periods: [monday] }, null)).toBe(false);
  });
});
