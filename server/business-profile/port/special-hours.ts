import { dateWords } from '../../config/date-words.js';
import { DAY_MINUTES } from '../../config/durations.js';
import { USUAL_LANGUAGE } from '../../config/language.js';
import type { SpecialPeriod } from './location.js';

/** When a period is, in minutes since 1970. A closed day lasts from midnight to midnight. */
export function spanOf({ date, isClosed, openTime, closeTime, closeDate }: SpecialPeriod): {
  start: number;
  end: number;
} {
  const midnight = minuteOf(date, '00:00');
  if (isClosed) return { start: midnight, end: midnight + DAY_MINUTES };
  return { start: minuteOf(date, openTime ?? ''), end: minuteOf(closeDate ?? date, closeTime ?? '') };
}

/** The first special hours that overlap, as a message that names their days; undefined where none do. */
export function overlapInWords(periods: readonly SpecialPeriod[]): string | undefined {
  const spans = periods.map((period) => ({ period, ...spanOf(period) })).sort((a, b) => a.start - b.start);
  let latest: (typeof spans)[number] | undefined;
  for (const span of spans) {
    if (latest && span.start < latest.end) return wordsFor(latest.period, span.period);
    if (!latest || span.end > latest.end) latest = span;
  }
  return undefined;
}

function wordsFor(earlier: SpecialPeriod, later: SpecialPeriod): string {
  const [day, next] = [earlier, later].map(dayOf);
  if (day === next) return `Special hours on ${day} overlap`;
  return later.isClosed
    ? `Special hours on ${day} go on into ${next}, which is closed`
    : `Special hours on ${day} overlap with those on ${next}`;
}

/** The day of special hours, such as `December 24, 2026`. */
export function dayOf({ date }: SpecialPeriod): string {
  return dateWords(date, USUAL_LANGUAGE);
}

function minuteOf(date: string, time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return Date.parse(date) / 60_000 + hours * 60 + minutes;
}
