import { describe, expect, it } from '@jest/globals';
import { mergeSpecialHours } from '../../../../dist/server/bulk-edits/special-hours-merge.js';
import type { GoogleSpecialPeriod } from '../../../../dist/server/business-profile/translation/google-types.js';

const TODAY = '2026-12-01';
const day = (date: string) => {
  const [year, month, dayOfMonth] = date.split('-').map(Number);
  return { year, month, day: dayOfMonth };
};
const closed = (date: string): GoogleSpecialPeriod => ({ startDate: day(date), closed: true });
const wantClosed = (date: string) =>
  ({ date, isClosed: true, openTime: null, closeTime: null, closeDate: null }) as const;
const wantOpen = (date: string, openTime: string, closeTime: string, closeDate = date) =>
  ({ date, isClosed: false, openTime, closeTime, closeDate }) as const;

describe('Merging special hours', () => {
  it('leaves what Google has of other dates as it is, in its order, and puts new dates in theirs', () => {
    const odd: GoogleSpecialPeriod = {
      startDate: day('2026-12-31'),
      endDate: day('2027-01-01'),
      openTime: { hours: 20 },
      closeTime: {},
    };
    const present = [closed('2020-01-01'), closed('2026-12-24'), closed('2027-05-01'), odd];
    const { periods, otherDates, past } = mergeSpecialHours(
      present,
      {
        mode: 'merge',
        periods: [
          wantOpen('2026-12-24', '14:00', '18:00'),
          wantOpen('2026-12-24', '09:00', '12:00'),
          wantClosed('2026-12-25'),
        ],
      },
      TODAY,
    );
    expect(periods).toEqual([
      present[0],
      {
        startDate: day('2026-12-24'),
        endDate: day('2026-12-24'),
        openTime: { hours: 9 },
        closeTime: { hours: 12 },
      },
      {
        startDate: day('2026-12-24'),
        endDate: day('2026-12-24'),
        openTime: { hours: 14 },
        closeTime: { hours: 18 },
      },
      closed('2026-12-25'),
      present[2],
      odd,
    ]);
    expect([periods[0] === present[0], periods.at(-1) === odd]).toEqual([true, true]);
    expect({ otherDates, past }).toEqual({ otherDates: 3, past: [] });
  });

  it('clears dates, and says how many others a replacement deletes', () => {
    const present = [closed('2026-12-24'), closed('2026-12-25'), closed('2026-12-26')];
    const cleared = mergeSpecialHours(present, { mode: 'merge', periods: [], clear: ['2026-12-25'] }, TODAY);
    expect(cleared.periods).toEqual([present[0], present[2]]);
    const replaced = mergeSpecialHours(
      present,
      { mode: 'replace', periods: [wantClosed('2026-12-24')] },
      TODAY,
    );
    expect(replaced).toMatchObject({ periods: [closed('2026-12-24')], otherDates: 2 });
  });

  it('leaves dates alone that have passed, the day itself not among them', () => {
    const present = [closed('2026-11-30')];
    const { periods, dates, past } = mergeSpecialHours(
      present,
      {
        mode: 'merge',
        periods: [wantOpen('2026-11-30', '10:00', '12:00'), wantClosed(TODAY), wantClosed('2028-02-29')],
      },
      TODAY,
    );
    expect(periods).toEqual([present[0], closed(TODAY), closed('2028-02-29')]);
    expect({ dates, past }).toEqual({ dates: [TODAY, '2028-02-29'], past: ['2026-11-30'] });
  });
});
