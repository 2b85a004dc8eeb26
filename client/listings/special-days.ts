import { daysIn } from '../lib/formats';
import { toWallTime, viewerTimeZone } from '../lib/wall-time';
import { type Day, dayAfter, DAYS, formatTimes, type OpeningPeriod } from './opening-hours';
import type { LocationDetails } from './use-listings';

export type SpecialHours = LocationDetails['specialHours'];
export type SpecialPeriod = NonNullable<SpecialHours>['periods'][number];

/** The weekday of a date. */
export function weekdayOf(date: string): Day {
  return DAYS[(new Date(date).getUTCDay() + DAYS.length - 1) % DAYS.length] ?? 'MONDAY';
}

/** Today in this browser. */
export function todayHere(): string {
  return toWallTime(new Date(), viewerTimeZone()).date;
}

/** A date for a narrow column: `Thu 24 Dec 2026`. */
export const shortDate = daysIn({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** A date above or beside an answer for it: `Thu 24 Dec`. */
export const answerDay = daysIn({ weekday: 'short', day: 'numeric', month: 'short' });

/** Days with their hours in words: `Thu 24 Dec 2026`, `08:00–14:00`. */
export function formatSpecialHours(
  periods: readonly SpecialPeriod[],
): { date: string; day: string; lines: string[] }[] {
  return byDate({ periods: [...periods] }).map(([date, ofDate]) => {
    const open = ofDate.flatMap(toOpeningPeriod);
    return {
      date,
      day: shortDate(date),
      lines: open.length > 0 ? open.map(formatTimes) : ['Closed'],
    };
  });
}

/** The periods of each date, in the order of the dates and times. */
export function byDate(hours: SpecialHours): [date: string, periods: SpecialPeriod[]][] {
  const periods = (hours?.periods ?? []).toSorted(
    (a, b) => a.date.localeCompare(b.date) || (a.openTime ?? '').localeCompare(b.openTime ?? ''),
  );
  return [...Map.groupBy(periods, ({ date }) => date)];
}

/** The period as one of its weekday; none for a closed day. */
export function toOpeningPeriod({ date, openTime, closeTime, closeDate }: SpecialPeriod): OpeningPeriod[] {
  if (openTime === null || closeTime === null) return [];
  const openDay = weekdayOf(date);
  const closesNextDay = closeDate !== null && closeDate !== date;
  return [{ openDay, openTime, closeDay: closesNextDay ? dayAfter(openDay, 1) : openDay, closeTime }];
}
