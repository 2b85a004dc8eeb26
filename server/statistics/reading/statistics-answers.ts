import { cut } from '../../config/cut.js';
import { dayAfter, type DayRange } from '../../config/days.js';
import { toSortedDay } from '../../business-profile/translation/google-hours.js';
import { misfitIn, SHAPES } from '../../business-profile/translation/google-shapes.js';
import type {
  GoogleDatedValue,
  GoogleKeywordCount,
  GoogleMetricSeries,
} from '../../business-profile/translation/google-types.js';
import { COLUMN_OF, STATISTICS_COLUMNS, type StatisticsColumn } from './statistics-columns.js';
import type { DayNumbers } from './statistics-days.js';

/** Longer words are cut, so that they fit into an index. */
const MAX_WORD = 200;
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
        values: new Map(given.filter(isDated).map(({ date, value }) => [toSortedDay(date), toNumber(value)])),
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

/** Whether an entry of Google's list can be read as the count of a search word. */
export function isKeywordCount(count: unknown): count is GoogleKeywordCount {
  const { searchKeyword = '', insightsValue = {} } = (count ?? { searchKeyword: null }) as Record<
    string,
    unknown
  >;
  return typeof searchKeyword === 'string' && typeof insightsValue === 'object' && insightsValue !== null;
}

/** Each word once. One whose number cannot be read is left out. */
export function toWords(counts: GoogleKeywordCount[]) {
  const words = new Map<string, { word: string; value: number | null; threshold: number | null }>();
  for (const { searchKeyword = '', insightsValue: { value, threshold } = {} } of counts) {
    const word = cut(searchKeyword.trim(), MAX_WORD);
    const exact = value === undefined ? null : toNumber(value);
    const below = threshold === undefined || exact !== null ? null : toNumber(threshold);
    if (word && !words.has(word) && (exact !== null || below !== null))
      words.set(word, { word, value: exact, threshold: below });
  }
  return [...words.values()];
}

/** Google writes counts as text, and leaves out zeros; null for any other text. */
function toNumber(text = '0'): number | null {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  return number <= MAX_NUMBER ? number : null;
}
