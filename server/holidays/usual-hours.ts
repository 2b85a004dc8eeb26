import { dayAfter, startOfDay } from '../config/days.js';
import { DAYS, type Location, type SpecialPeriod } from '../business-profile/port/location.js';
import { spanOf } from '../business-profile/port/special-hours.js';

/** What a location says of a date: closed, other hours than usual, the usual ones confirmed, or nothing. */
export const HOLIDAY_ANSWERS = Object.freeze(['closed', 'hours', 'as_usual', 'not_said'] as const);
export type HolidayAnswer = (typeof HOLIDAY_ANSWERS)[number];

/**
 * The special hours that confirm the regular ones of a date: closed where the location is closed on that day of the week.
 * Null: it has no regular hours, so that there is nothing to confirm.
 */
export function usualHours(regularHours: Location['regularHours'], date: string): SpecialPeriod[] | null {
  if (regularHours === null) return null;
  // Sunday is 0.
  const weekday = DAYS[(startOfDay(date).getUTCDay() + DAYS.length - 1) % DAYS.length];
  const periods = regularHours.periods
    .filter(({ openDay }) => openDay === weekday)
    .map(({ openDay, openTime, closeDay, closeTime }) => ({
      date,
      isClosed: false,
      openTime,
      closeTime,
      closeDate: closeDay === openDay ? date : dayAfter(date),
    }));
  const closed = { date, isClosed: true, openTime: null, closeTime: null, closeDate: null };
  return periods.length > 0 ? periods : [closed];
}

/** @param periods the special hours of that date */
export function answerOf(
  periods: readonly SpecialPeriod[],
  regularHours: Location['regularHours'],
  date: string,
): HolidayAnswer {
  if (periods.length === 0) return 'not_said';
  if (periods.every(({ isClosed }) => isClosed)) return 'closed';
  const usual = usualHours(regularHours, date);
  return usual !== null && isSameTime(usual, periods) ? 'as_usual' : 'hours';
}

/** Whether two lists are open at the same times: 24:00 is midnight of the next day. */
function isSameTime(one: readonly SpecialPeriod[], other: readonly SpecialPeriod[]): boolean {
  const spans = [one, other].map((periods) =>
    periods
      .map(spanOf)
      .map(({ start, end }) => `${start} ${end}`)
      .sort()
      .join(),
  );
  return spans[0] === spans[1];
}
