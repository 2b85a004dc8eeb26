import { describe, expect, it } from '@jest/globals';
import { filledOf, fitsOne, inParts, runsOf, valuesIn } from '../../../client/holidays/answer-runs.js';
import type { Filled, FilledAnswer } from '../../../client/holidays/filled-answers.js';

const DATES = ['2026-12-24', '2026-12-25', '2026-12-26'];
const closed: FilledAnswer = { answer: 'closed', isFill: true };
const open: FilledAnswer = {
  answer: 'hours',
  hours: [{ openTime: '09:00', closeTime: '13:00' }],
  isFill: true,
};

/** So many locations, each with its own answers. */
const filledBy = (count: number, answersOf: (number: number) => Filled[string]): Filled =>
  Object.fromEntries(
    Array.from({ length: count }, (_, number) => [`locations-${number}`, answersOf(number)]),
  );

describe('the answers as runs', () => {
  it('are the same answers again', () => {
    const filled = filledBy(40, (number) => ({
      [DATES[0]!]: number % 3 === 0 ? closed : { ...open, hours: [...(open.hours ?? [])] },
      [DATES[number % 3]!]: closed,
    }));
    expect(filledOf(runsOf(filled))).toEqual(filled);
  });

  it('are few where locations get the same', () => {
    const filled = filledBy(10_000, () => Object.fromEntries(DATES.map((date) => [date, closed])));
    const [run, ...others] = runsOf(filled);
    expect([run?.dates, run?.locationIds.length, others]).toEqual([DATES, 10_000, []]);
    // About all of them: none is named.
    expect(inParts(runsOf(filled), 10_000)).toEqual([[{ ...closed, dates: DATES }]]);
  });

  it('fit into the requests that the API takes, and lose nothing', () => {
    const filled = filledBy(10_000, (number) => ({
      [DATES[number % 3]!]: closed,
      ...(number % 7 === 0 && { [DATES[(number + 1) % 3]!]: open }),
    }));
    const runs = runsOf(filled);
    const parts = inParts(runs, 10_000);
    for (const part of parts) {
      // A body has at most 1,000 keys and items, and 100 kB.
      expect(valuesIn({ version: 1, addHolidays: part })).toBeLessThan(1000);
      expect(JSON.stringify({ version: 1, addHolidays: part }).length).toBeLessThan(100_000);
      for (const { locationIds = [] } of part) expect(locationIds.length).toBeLessThanOrEqual(500);
    }
    expect(fitsOne({ locationIds: [] }, parts)).toBe(false);
    expect(filledOf(parts.flat().map((run) => ({ ...run, locationIds: run.locationIds ?? [] })))).toEqual(
      filled,
    );
  });
});
