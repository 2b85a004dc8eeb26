import type { Schemas } from '../api/client';
import { clockWords } from '../lib/time-words';

export type OpeningPeriod = Schemas['OpeningPeriodDto'];
export type RegularHours = Schemas['RegularHoursDto'] | null;
export type Day = OpeningPeriod['openDay'];

export const DAYS: readonly Day[] = Object.freeze([
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
]);

export const HOURS_NOT_SET = 'Hours not set';
export const OPEN_24_HOURS = 'Open 24 hours';

/** A day's name: Monday. */
export function dayName(day: Day): string {
  return day.charAt(0) + day.slice(1).toLowerCase();
}

/** The day that is `days` days later. */
export function dayAfter(day: Day, days: number): Day {
  return DAYS[(DAYS.indexOf(day) + days) % DAYS.length] ?? day;
}

/** How many days after its opening day a period closes: 0 to 6. */
export function daysLater({ openDay, closeDay }: OpeningPeriod): number {
  return (DAYS.indexOf(closeDay) - DAYS.indexOf(openDay) + DAYS.length) % DAYS.length;
}

/** The same period, with midnight at its end written as 24:00 of the previous day. */
export function endingAt24(period: OpeningPeriod): OpeningPeriod {
  if (period.closeTime !== '00:00' || period.closeDay === period.openDay) return period;
  return { ...period, closeDay: dayAfter(period.closeDay, DAYS.length - 1), closeTime: '24:00' };
}

/** Whether a period covers exactly its opening day, from midnight to midnight. */
export function isAllDay(period: OpeningPeriod): boolean {
  const { openDay, openTime, closeDay, closeTime } = endingAt24(period);
  return openTime === '00:00' && closeTime === '24:00' && closeDay === openDay;
}

/**
 * A period without its day, in the browser's notation: `09:00–17:30`, `22:00–06:00 (closes next day)`, `Open 24 hours`.
 */
export function formatTimes(period: OpeningPeriod): string {
  if (isAllDay(period)) return OPEN_24_HOURS;
  const ending = endingAt24(period);
  const times = `${clockWords(ending.openTime)}–${clockWords(ending.closeTime)}`;
  const later = daysLater(ending);
  if (later === 0) return times;
  return `${times} (closes ${later === 1 ? 'next day' : dayName(ending.closeDay)})`;
}

/** The text on a card: the first period (`Mon 09:00–17:30`), or that there are no hours. */
export function formatFirstPeriod(hours: RegularHours): string {
  const [first] = hours?.periods ?? [];
  if (first === undefined) return HOURS_NOT_SET;
  const times = isAllDay(first)
    ? 'open 24 hours'
    : `${clockWords(first.openTime)}–${clockWords(endingAt24(first).closeTime)}`;
  return `${dayName(first.openDay).slice(0, 3)} ${times}`;
}

/** The hours of the day that it is in this browser: `Today 07:00 to 17:30`, `Closed today`. Empty if none are set. */
export function formatToday(hours: RegularHours, now: Date): string {
  if (!hours?.periods.length) return '';
  const today = DAYS[(now.getDay() + DAYS.length - 1) % DAYS.length];
  const periods = inOrder(hours.periods.filter(({ openDay }) => openDay === today));
  if (periods.length === 0) return 'Closed today';
  if (periods.some(isAllDay)) return 'Open 24 hours today';
  const spans = periods
    .map(endingAt24)
    .map(({ openTime, closeTime }) => `${clockWords(openTime)} to ${clockWords(closeTime)}`);
  return `Today ${spans.join(' and ')}`;
}

function inOrder(periods: OpeningPeriod[]): OpeningPeriod[] {
  return periods.toSorted((a, b) => a.openTime.localeCompare(b.openTime));
}

/** A week from Monday to Sunday, each day with its periods as text. A day without periods is `Closed`. */
export function formatWeek(periods: OpeningPeriod[]): { day: Day; lines: string[] }[] {
  return DAYS.map((day) => {
    const lines = inOrder(periods.filter(({ openDay }) => openDay === day)).map(formatTimes);
    return { day, lines: lines.length ? lines : ['Closed'] };
  });
}

/** A week in which neighbouring days with the same hours share a line: `Monday to Friday`. Closed days are left out. */
export function formatRuns(periods: OpeningPeriod[]): { days: string; lines: string[] }[] {
  const open = formatWeek(periods).filter(({ day }) => periods.some(({ openDay }) => openDay === day));
  const runs: { first: Day; last: Day; lines: string[] }[] = [];
  for (const { day, lines } of open) {
    const run = runs.at(-1);
    if (run && dayAfter(run.last, 1) === day && run.lines.join() === lines.join()) run.last = day;
    else runs.push({ first: day, last: day, lines });
  }
  return runs.map(({ first, last, lines }) => ({
    days: first === last ? dayName(first) : `${dayName(first)} to ${dayName(last)}`,
    lines,
  }));
}
