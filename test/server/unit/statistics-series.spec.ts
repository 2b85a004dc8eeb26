import { describe, expect, it } from '@jest/globals';
import { STATISTICS_COLUMNS } from '../../../server/statistics/reading/statistics-columns.js';
import { lengthOf } from '../../../server/config/days.js';
import {
  comparedRange,
  daysOf,
  periodEnd,
  periodStart,
} from '../../../server/statistics/statistics-periods.js';
import { type DaySums, toSeries } from '../../../server/statistics/statistics-series.js';

/** One call a day at each of so many locations, on each of these days. */
function sumsOf(days: string[], unknown: string[] = [], locations = 1): DaySums {
  return new Map(
    days.map((day) => [
      day,
      Object.fromEntries(
        STATISTICS_COLUMNS.map((column) => [
          column,
          unknown.includes(column) ? { sum: 0, known: 0 } : { sum: locations, known: locations },
        ]),
      ) as never,
    ]),
  );
}

describe('periods', () => {
  it('are days, weeks from Monday, and months, also with a leap day', () => {
    expect([periodStart('2028-02-29', 'month'), periodEnd('2028-02-01', 'month')]).toEqual([
      '2028-02-01',
      '2028-02-29',
    ]);
    expect([periodStart('2026-11-22', 'week'), periodStart('2026-11-23', 'week')]).toEqual([
      '2026-11-16',
      '2026-11-23',
    ]);
    expect(periodEnd('2026-11-16', 'week')).toBe('2026-11-22');
    expect(lengthOf({ from: '2027-11-01', to: '2028-10-31' })).toBe(366);
    expect(daysOf({ from: '2028-02-28', to: '2028-03-01' })).toEqual([
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ]);
  });

  it('are compared with as many days before, or the same days of the year before', () => {
    const leap = { from: '2028-02-01', to: '2028-02-29' };
    expect(comparedRange(leap, 'before')).toEqual({ from: '2028-01-03', to: '2028-01-31' });
    expect(comparedRange(leap, 'year')).toEqual({ from: '2027-02-01', to: '2027-02-28' });
    expect(comparedRange({ from: '2028-02-29', to: '2028-02-29' }, 'year')).toBeUndefined();
    expect(comparedRange(leap, 'none')).toBeUndefined();
  });
});

describe('statistics over time', () => {
  const range = { from: '2026-11-02', to: '2026-11-15' };
  const series = (sums: DaySums, changes = {}) =>
    toSeries(sums, {
      range,
      by: 'week',
      comparison: 'before',
      statistics: ['CALLS', 'IMPRESSIONS'],
      dataUntil: '2026-11-11',
      ...changes,
    });
  const all = daysOf({ from: '2026-10-19', to: '2026-11-15' });

  it('end with the last counted day, and what they are compared with ends with them', async () => {
    const [calls, impressions] = await series(sumsOf(all));
    expect(calls).toMatchObject({ total: 10, totalBefore: 10, locations: 1 });
    expect(impressions).toMatchObject({ total: 40, totalBefore: 40 });
    expect(calls!.points).toEqual([
      { from: '2026-11-02', to: '2026-11-08', value: 7, before: 7, locations: 1, isWhole: true },
      { from: '2026-11-09', to: '2026-11-15', value: 3, before: 3, locations: 1, isWhole: false },
    ]);
    const counted = all.filter((day) => day <= '2026-11-08');
    const [gap] = await series(sumsOf(counted), { dataUntil: '2026-11-08' });
    expect(gap!.points.at(1)).toMatchObject({ value: null, before: 7, locations: 0, isWhole: false });
    const [nothing] = await series(sumsOf([]), { dataUntil: null });
    expect(nothing).toMatchObject({ total: null, locations: 0 });
  });

  it('of February with a leap day are compared with the 28 days of the year before', async () => {
    const leap = { from: '2028-02-01', to: '2028-02-29' };
    const days = [...daysOf(leap), ...daysOf({ from: '2027-02-01', to: '2027-02-28' })];
    const [calls] = await series(sumsOf(days), {
      range: leap,
      by: 'month',
      comparison: 'year',
      dataUntil: '2028-03-05',
    });
    expect(calls).toMatchObject({ total: 29, totalBefore: 28 });
    expect(calls!.points).toEqual([{ ...leap, value: 29, before: 28, locations: 1, isWhole: true }]);
    const [byDay] = await series(sumsOf(days), {
      range: leap,
      by: 'day',
      comparison: 'year',
      dataUntil: leap.to,
    });
    expect(byDay!.points.slice(-2).map(({ before }) => before)).toEqual([1, null]);
  });

  it('are unknown where a part of them is, and not compared with days of which not all are known', async () => {
    const [calls, impressions] = await series(sumsOf(all, ['mobileMaps']));
    expect([calls!.total, impressions!.total]).toEqual([10, null]);
    expect(impressions!.points.map(({ value }) => value)).toEqual([null, null]);
    const [late] = await series(sumsOf(all.slice(2)));
    expect(late).toMatchObject({ total: 10, totalBefore: null });
  });

  it('of days that only some locations have say how many, are in no sum with whole ones, and are compared with no more', async () => {
    const [first, later] = [
      all.filter((day) => day <= '2026-11-11'),
      all.filter((day) => day > '2026-11-11'),
    ];
    const sums = new Map([...sumsOf(first, [], 3), ...sumsOf(later, [], 2)]);
    const [calls] = await series(sums);
    expect(calls).toMatchObject({ total: 30, totalBefore: 30, locations: 3 });
    expect(calls!.points.at(1)).toMatchObject({ value: 9, before: 9, locations: 3, isWhole: false });
    const [byDay] = await series(sums, { by: 'day' });
    expect(byDay!.points.slice(-5, -3)).toMatchObject([
      { value: 3, before: 3, locations: 3, isWhole: true },
      { value: 2, before: null, locations: 2, isWhole: false },
    ]);
  });

  it('are compared unless the numbers of locations differ by more than one in a hundred', async () => {
    const now = all.filter((day) => day >= range.from);
    const before = all.filter((day) => day < range.from);
    const comparedOf = async (then: number, later: number) => {
      const [calls] = await series(new Map([...sumsOf(before, [], then), ...sumsOf(now, [], later)]));
      return [calls!.totalBefore, calls!.points[0]!.before];
    };
    expect(await comparedOf(3, 2)).toEqual([null, null]);
    expect(await comparedOf(2, 3)).toEqual([null, null]);
    expect(await comparedOf(100, 99)).toEqual([1000, 700]);
  });

  it('are compared on those days alone that are known', async () => {
    const [calls] = await series(sumsOf(all.filter((day) => day < '2026-11-05' || day > '2026-11-09')));
    expect(calls).toMatchObject({ total: 5, totalBefore: 5 });
    expect(calls!.points).toMatchObject([
      { value: 3, before: 3, isWhole: false },
      { value: 2, before: 2, isWhole: false },
    ]);
  });
});
