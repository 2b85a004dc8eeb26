import { dayAfter, type DayRange } from '../../config/days.js';
import { toSortedDay } from '../../business-profile/translation/google-hours.js';
import { misfitIn, SHAPES } from '../../business-profile/translation/google-shapes.js';
import type {
  GoogleDatedValue,
  GoogleMetricSeries,
} from '../../business-profile/translation/google-types.js';
import { COLUMN_OF, STATISTICS_COLUMNS, type StatisticsColumn } from './statistics-columns.js';
import type { DayNumbers } from './statistics-days.repository.js';

/** No day has more of anything: a week of such days still fits into an integer. */
const MAX_NUMBER = 300_000_000;

/** Whether a value of Google's names its day. */
export function isDated(value: GoogleDatedValue | null): value is GoogleDatedValue {
  return misfitIn(value, SHAPES.datedValue) === undefined;
}

/**
 * The numbers of all days of a range. A day without a value has a zero, and a metric without a series is unknown. A value
 * without a day may belong to any day that has none: then those are unknown too.
 */
export function toDays({ from, to }: DayRange, series: GoogleMetricSeries[]): DayNumbers[] {
  const known = new Map<StatisticsColumn, { values: Map<string, number | null>; rest: 0 | null }>();
  for (const { dailyMetric = '', timeSeries } of series) {
    const column = Object.hasOwn(COLUMN_OF, dailyMetric)
      ? COLUMN_OF[dailyMetric as keyof typeof COLUMN_OF]
      : undefined;
    const given = timeSeries?.datedValues ?? [];
    if (column)
      known.set(column, {
        values: new Map(given.filter(isDated).map(({ date, value }) => [toSortedDay(date), toCount(value)])),
        rest: given.every(isDated) ? 0 : null,
      });
  }
  const days: DayNumbers[] = [];
  for (let day = from; day <= to; day = dayAfter(day)) {
    const numbers = STATISTICS_COLUMNS.map((column) => {
      const { values, rest = null } = known.get(column) ?? {};
      return [column, values?.has(day) ? values.get(day) : rest] as const;
    });
    days.push({ day, ...(Object.fromEntries(numbers) as Record<StatisticsColumn, number | null>) });
  }
  return days;
}

/** A count of Google's as a number. Google writes counts as text, and leaves out zeros; null for any other text. */
export function toCount(text = '0'): number | null {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  return number <= MAX_NUMBER ? number : null;
}
