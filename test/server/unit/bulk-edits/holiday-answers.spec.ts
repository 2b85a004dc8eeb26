import { describe, expect, it } from '@jest/globals';
import type { HolidayRun } from '../../../../dist/server/bulk-edits/bulk-change.js';
import { faultsOfAdded, faultsOfChange } from '../../../../dist/server/bulk-edits/bulk-change-faults.js';
import { previewLocation } from '../../../../dist/server/bulk-edits/location-preview.js';
import type { GoogleLocation } from '../../../../dist/server/business-profile/translation/google-types.js';

const day = (month: number, dayOfMonth: number) => ({ year: 2026, month, day: dayOfMonth });
/** As Google has it: not in order, and of a day that has passed. */
const CHRISTMAS = { startDate: day(12, 25), closed: true };
const PAST = { startDate: day(1, 1), closed: true };
const GOOGLE: GoogleLocation = {
  name: 'locations/1',
  title: 'Hearth & Crumb',
  regularHours: {
    periods: [
      // The 24th is a Thursday.
      { openDay: 'THURSDAY', openTime: { hours: 9 }, closeDay: 'THURSDAY', closeTime: { hours: 17 } },
      { openDay: 'SATURDAY', openTime: { hours: 20 }, closeDay: 'SUNDAY', closeTime: { hours: 2 } },
    ],
  },
  specialHours: { specialHourPeriods: [CHRISTMAS, PAST] },
};
const preview = (holidays: HolidayRun[], google: Partial<GoogleLocation> = {}) =>
  previewLocation(
    { holidays },
    {
      google: { ...GOOGLE, ...google },
      state: 'VERIFIED',
      today: '2026-12-01',
      waiting: new Map(),
      locked: new Set(),
    },
  );
const afterOf = (...from: Parameters<typeof preview>) =>
  (preview(...from).changes[0]?.after as { specialHourPeriods: object[] } | null)?.specialHourPeriods;
const fill = (answer: HolidayRun['answer'], dates: string[], more: Partial<HolidayRun> = {}): HolidayRun => ({
  ...{ answer, dates, isFill: true },
  ...more,
});

describe('answers for holidays', () => {
  it('become special hours, and leave what Google has of these and other dates as it is', () => {
    const hours = [{ openTime: '09:00', closeTime: '13:00' }];
    expect(
      afterOf([fill('hours', ['2026-12-24', '2026-12-25'], { hours }), fill('closed', ['2026-12-31'])]),
    ).toEqual([
      {
        ...{ startDate: day(12, 24), endDate: day(12, 24), openTime: { hours: 9 }, closeTime: { hours: 13 } },
      },
      CHRISTMAS,
      PAST,
      { startDate: day(12, 31), closed: true },
    ]);
    expect(preview([fill('closed', ['2026-12-25'])])).toMatchObject({ state: 'same', warnings: [] });
  });

  it('replace what a date has where that one alone is changed, and the last one for a date counts', () => {
    const hours = [{ openTime: '20:00', closeTime: '02:00' }];
    const runs = [
      fill('closed', ['2026-12-25'], { isFill: false }),
      fill('hours', ['2026-12-25'], { isFill: false, hours }),
    ];
    expect(afterOf(runs)).toEqual([
      PAST,
      {
        ...{ startDate: day(12, 25), endDate: day(12, 26), openTime: { hours: 20 }, closeTime: { hours: 2 } },
      },
    ]);
    expect(preview(runs).warnings).toMatchObject([{ id: 'hours-replaced' }]);
  });

  it('write the regular hours of a day as usual, closed where it has none', () => {
    expect(afterOf([fill('as_usual', ['2026-12-24', '2026-12-26', '2026-12-28'])])).toEqual([
      {
        ...{ startDate: day(12, 24), endDate: day(12, 24), openTime: { hours: 9 }, closeTime: { hours: 17 } },
      },
      CHRISTMAS,
      PAST,
      {
        ...{ startDate: day(12, 26), endDate: day(12, 27), openTime: { hours: 20 }, closeTime: { hours: 2 } },
      },
      { startDate: day(12, 28), closed: true },
    ]);
  });

  it.each([
    ['no-regular-hours', [fill('as_usual', ['2026-12-24'])], { regularHours: undefined }],
    ['date-past', [fill('closed', ['2026-11-26'])], {}],
  ])('leave a location out: %s', (id, runs, google) => {
    expect(preview(runs, google)).toMatchObject({ state: 'left_out', reason: { id } });
  });

  it('are for the locations that they name', () => {
    expect(preview([fill('closed', ['2026-12-24'], { locationIds: ['2'] })])).toMatchObject({
      state: 'same',
    });
    expect(preview([fill('closed', ['2026-12-24'], { locationIds: ['2', '1'] })])).toMatchObject({
      state: 'changes',
    });
  });

  it('have opening times if they are hours, and stand alone for special hours', () => {
    const fieldOf = (...runs: HolidayRun[]) => faultsOfChange({ holidays: runs }).map(({ field }) => field);
    expect(fieldOf(fill('closed', ['2026-12-24']))).toEqual([]);
    expect(fieldOf(fill('hours', ['2026-12-24']))).toEqual(['change.holidays.0.hours']);
    expect(
      faultsOfChange({
        holidays: [fill('closed', ['2026-12-24'])],
        specialHours: { mode: 'replace', periods: [] },
      }).map(({ field }) => field),
    ).toEqual(['change.holidays']);
  });

  it('are added to others, unless they are too many or there are special hours', () => {
    const closed = fill('closed', ['2026-12-25']);
    const faults = (count: number, added: HolidayRun[]) =>
      faultsOfAdded({ holidays: Array.from({ length: count }, () => closed) }, added);
    expect(faults(1999, [closed])).toEqual([]);
    expect(faults(2000, [closed])).toEqual([
      {
        field: 'addHolidays',
        message: 'At most 2,000 different answers are possible. Please send some of them first',
      },
    ]);
    expect(faults(1, [closed, { ...closed, answer: 'hours' }]).map(({ field }) => field)).toEqual([
      'addHolidays.1.hours',
    ]);
    const specialHours = { mode: 'merge' as const, periods: [] };
    expect(faultsOfAdded({ specialHours }, [closed])).toMatchObject([{ field: 'addHolidays' }]);
  });
});
