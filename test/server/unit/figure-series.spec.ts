import { describe, expect, it } from '@jest/globals';
import { METRIC_COLUMNS } from '../../../server/business-profile/google/metric-columns.js';
import type { DaySums } from '../../../server/figures/day-sums.repository.js';
import { lengthOf } from '../../../server/config/days.js';
import { comparedRange, daysOf, periodEnd, periodStart } from '../../../server/figures/figure-periods.js';
import { toSeries } from '../../../server/figures/figure-series.js';

/** One call a day at one location, on each of these days. */
function sumsOf(days: string[], unknown: string[] = []): DaySums {
  return new Map(
    days.map((day) => [
      day,
      Object.fromEntries(
        METRIC_COLUMNS.map((column) => [
          column,
          unknown.includes(column) ? { sum: 0, known: 0 } : { sum: 1, known: 1 },
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

describe('metrics over time', () => {
  const range = { from: '2026-11-02', to: '2026-11-15' };
  const series = (sums: DaySums, changes = {}) =>
    toSeries(sums, {
      range,
      by: 'week',
      comparison: 'before',
      metrics: ['CALLS', 'IMPRESSIONS'],
      dataUntil: '2026-11-11',
      ...changes,
    });
  const all = daysOf({ from: '2026-10-19', to: '2026-11-15' });

  it('end with the last counted day, and what they are compared with ends with them', async () => {
    const [calls, impressions] = await series(sumsOf(all));
    expect(calls).toMatchObject({ total: 10, totalBefore: 10, locations: 1 });
    expect(impressions).toMatchObject({ total: 40, totalBefore: 40 });
    expect(calls!.points).toEqual([
      { from: '2026-11-02', to: '2026-11-08', value: 7, before: 7, isWhole: true },
      { from: '2026-11-09', to: '2026-11-15', value: 3, before: 3, isWhole: false },
    ]);
    const [gap] = await series(sumsOf(all), { dataUntil: '2026-11-08' });
    expect(gap!.points.at(1)).toMatchObject({ value: null, before: 7, isWhole: false });
    const [nothing] = await series(sumsOf(all), { dataUntil: null });
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
    expect(calls!.points).toEqual([{ ...leap, value: 29, before: 28, isWhole: true }]);
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

  it('are compared on those days alone that are known', async () => {
    const [calls] = await series(sumsOf(all.filter((day) => day < '2026-11-05' || day > '2026-11-09')));
    expect(calls).toMatchObject({ total: 5, totalBefore: 5 });
    expect(calls!.points).toMatchObject([
      { value: 3, before: 3, isWhole: false },
      { value: 2, before: 2, isWhole: false },
    ]);
  });
});
