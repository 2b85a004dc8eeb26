import { daysIn, timesIn, withoutPause } from './formats';
import { readersLanguage } from './language';
import type { Period } from './wall-time';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const LONG_DAY = daysIn({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const DAY_OF_YEAR = daysIn({ weekday: 'long', day: 'numeric', month: 'long' });
const DAY_NUMBER = daysIn({ day: 'numeric' });
const FIRST_OF_MONTH = daysIn({ day: 'numeric', month: 'short' });
const SHORT_WEEKDAY = daysIn({ weekday: 'short' });
const LONG_WEEKDAY = daysIn({ weekday: 'long' });
const LONG_DATES = timesIn({ day: 'numeric', month: 'long', year: 'numeric' });
const SHORT_DAY_OF_YEAR = daysIn({ weekday: 'short', day: 'numeric', month: 'short' });
const MONTH = daysIn({ month: 'long', year: 'numeric' });

// For instants in a zone.
const OFFSET = timesIn({ timeZoneName: 'shortOffset' });
const DAY_IN_ZONE = timesIn({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
const DATE_IN_ZONE = timesIn({ dateStyle: 'medium' });
const IN_12_HOURS = { hour: 'numeric', minute: '2-digit', hour12: true } as const;
const IN_24_HOURS = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const TIME_IN_12_HOURS = timesIn(IN_12_HOURS);
const TIME_IN_24_HOURS = timesIn(IN_24_HOURS);
const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const DATES = timesIn(DATE);
const DATES_IN_12_HOURS = timesIn({ ...DATE, ...IN_12_HOURS });
const DATES_IN_24_HOURS = timesIn({ ...DATE, ...IN_24_HOURS });

/** A zone's offset from GMT at an instant: 'GMT+1', 'GMT+5:45'. */
export function offsetName(instant: Date, timeZone: string): string {
  const parts = OFFSET(timeZone).formatToParts(instant);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
}

/** A zone with its offset at an instant: 'Europe/Berlin, GMT+1'. */
export function zoneName(instant: Date, timeZone: string): string {
  return `${timeZone.replaceAll('_', ' ')}, ${offsetName(instant, timeZone)}`;
}

/** A zone with the offsets that it has at two instants: 'Europe/Berlin, GMT+2', 'Europe/Berlin, GMT+2, then GMT+1'. */
export function zoneNameBetween(from: Date, to: Date, timeZone: string): string {
  const [before, after] = [from, to].map((instant) => offsetName(instant, timeZone));
  return before === after ? zoneName(from, timeZone) : `${zoneName(from, timeZone)}, then ${after}`;
}

/** Whether the reader's language counts hours to 12, by language. */
const notations = new Map<string, boolean>();

function isIn12Hours(): boolean {
  const language = readersLanguage();
  const known =
    notations.get(language) ??
    new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions().hour12 === true;
  notations.set(language, known);
  return known;
}

/** The time of an instant in a zone: '14:55', or '2:55 PM' where the reader's language counts to 12. */
export function timeWords(instant: Date, timeZone: string): string {
  return (isIn12Hours() ? TIME_IN_12_HOURS : TIME_IN_24_HOURS)(timeZone).format(instant);
}

/** A time of day, `hh:mm`, in the same notation. 24:00 is the end of the day. */
export function clockWords(time: string): string {
  if (time === '24:00') return isIn12Hours() ? clockWords('00:00') : clockWords('23:00').replace('23', '24');
  return timeWords(new Date(`1970-01-01T${time}Z`), 'UTC');
}

/** The date and time of an instant in a zone: 'Sat 21 Nov 2026, 14:55'. */
export function dateTimeWords(instant: Date, timeZone: string): string {
  const day = DAY_IN_ZONE(timeZone).format(instant);
  return `${withoutPause(day)}, ${timeWords(instant, timeZone)}`;
}

/** A calendar day, `yyyy-mm-dd`, in full: 'Saturday 21 November 2026'. */
export function longDayWords(day: string): string {
  return LONG_DAY(day);
}

const NEAR_DAYS = new Map([
  [-DAY, 'Yesterday'],
  [0, 'Today'],
  [DAY, 'Tomorrow'],
]);

/** A day near today, `yyyy-mm-dd`, without its year: 'Saturday 21 November' and 'Sat 21 Nov'. */
export function nearDayWords(day: string): { short: string; long: string } {
  return { short: SHORT_DAY_OF_YEAR(day), long: DAY_OF_YEAR(day) };
}

/** A day as a heading: 'Today, Saturday 21 November', 'Friday 1 January 2027'. The year is left out while it is this one. */
export function dayHeading(day: string, today: string): string {
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  const words = isThisYear ? DAY_OF_YEAR(day) : longDayWords(day);
  const near = NEAR_DAYS.get(Date.parse(day) - Date.parse(today));
  return near ? `${near}, ${words}` : words;
}

/** A day, `yyyy-mm-dd`, in a calendar: '21', or '1 Dec' for the first day of a month. */
export function dayNumber(day: string): string {
  return (day.endsWith('-01') ? FIRST_OF_MONTH : DAY_NUMBER)(day);
}

/** The weekday of a day, `yyyy-mm-dd`: 'Mon' or 'Monday'. */
export function weekdayWords(day: string): { short: string; long: string } {
  return { short: SHORT_WEEKDAY(day), long: LONG_WEEKDAY(day) };
}

/** A month, `yyyy-mm`: 'November 2026'. */
export function monthWords(month: string): string {
  return MONTH(`${month}-01`);
}

/** The month of a day, `yyyy-mm-dd`, or a month, `yyyy-mm`, without its year: 'November'. */
export const monthName = daysIn({ month: 'long' });

/** A calendar day, `yyyy-mm-dd`, without its weekday: '21 November 2026'. */
export const dateWords = daysIn({ dateStyle: 'long' });

/** A period of days: '23 to 29 November 2026', '30 November to 6 December 2026'. */
export function daysWords(first: string, last: string): string {
  return LONG_DATES('UTC')
    .formatRange(Date.parse(first), Date.parse(last))
    .replace(/\s*–\s*/, ' to ');
}

/** The date of an instant in a zone: '21 Nov 2026'. */
export function dayWords(instant: Date, timeZone: string): string {
  return DATE_IN_ZONE(timeZone).format(instant);
}

/** A period as far as it is set: '21 Nov 2026, 18:00–20:00'. The times of an offer are left out. */
export function periodWords(
  { start, end }: Period,
  { withTimes }: { withTimes: boolean },
): string | undefined {
  const [from, to] = [start, end].map(({ date, time }) => Date.parse(`${date}T${time || '00:00'}Z`));
  if (from === undefined || Number.isNaN(from)) return undefined;
  const times = isIn12Hours() ? DATES_IN_12_HOURS : DATES_IN_24_HOURS;
  const format = (withTimes && start.time ? times : DATES)('UTC');
  // Without a valid end only the start is shown.
  return to !== undefined && to >= from ? format.formatRange(from, to) : format.format(from);
}

/** The time until or since an instant: 'in 3 h', 'in 1 h 20 min', '2 d ago', 'now'. */
export function relativeWords(instant: Date, now: Date): string {
  const distance = instant.getTime() - now.getTime();
  const length = lengthWords(Math.abs(distance));
  if (length === undefined) return 'now';
  return distance > 0 ? `in ${length}` : `${length} ago`;
}

/** Rounded to the minute. From one day on without minutes, from ten days on without hours. */
function lengthWords(ms: number): string | undefined {
  const rounded = Math.round(ms / MINUTE) * MINUTE;
  const days = Math.floor(rounded / DAY);
  const hours = Math.floor((rounded % DAY) / HOUR);
  const minutes = Math.floor((rounded % HOUR) / MINUTE);
  const parts = [
    days > 0 && `${days} d`,
    hours > 0 && days < 10 && `${hours} h`,
    minutes > 0 && days === 0 && `${minutes} min`,
  ];
  return parts.filter(Boolean).join(' ') || undefined;
}
