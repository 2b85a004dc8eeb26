import type { Period } from './wall-time';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A format for each zone, created with its first use: that is slow, and a list shows hundreds of times. */
function formatIn(options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string) => {
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, ...options });
    formats.set(timeZone, format);
    return format;
  };
}

/** For calendar days, which have no zone. */
function daysIn(options: Intl.DateTimeFormatOptions) {
  const format = formatIn(options);
  return { format: (instant: number) => format('UTC').format(instant) };
}

const LONG_DAY = daysIn({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const DAY_OF_YEAR = daysIn({ weekday: 'long', day: 'numeric', month: 'long' });
const DAY_NUMBER = daysIn({ day: 'numeric' });
const FIRST_OF_MONTH = daysIn({ day: 'numeric', month: 'short' });
const SHORT_WEEKDAY = daysIn({ weekday: 'short' });
const LONG_WEEKDAY = daysIn({ weekday: 'long' });
const LONG_DATE = daysIn({ day: 'numeric', month: 'long', year: 'numeric' });
const DAY_AND_MONTH = daysIn({ day: 'numeric', month: 'long' });
const SHORT_DAY_OF_YEAR = daysIn({ weekday: 'short', day: 'numeric', month: 'short' });
const MONTH = daysIn({ month: 'long', year: 'numeric' });

/** For instants in a zone. */
const OFFSET = formatIn({ timeZoneName: 'shortOffset' });
const DAY_IN_ZONE = formatIn({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
const DATE_IN_ZONE = formatIn({ dateStyle: 'medium' });
const IN_12_HOURS = { hour: 'numeric', minute: '2-digit', hour12: true } as const;
const IN_24_HOURS = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const TIME_IN_12_HOURS = formatIn(IN_12_HOURS);
const TIME_IN_24_HOURS = formatIn(IN_24_HOURS);

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

/** By language. */
const notations = new Map<string, boolean>();

/** Times of day in the notation of the browser's language, as in its time fields: 24 hours, or 12 with "am" and "pm". */
function isIn12Hours(): boolean {
  const known = notations.get(navigator.language) ?? countsTo12(navigator.language);
  notations.set(navigator.language, known);
  return known;
}

function countsTo12(language: string): boolean {
  try {
    return new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions().hour12 === true;
  } catch {
    // Some browsers report a system name such as `en-US@posix`, which is not a valid locale.
    return false;
  }
}

/** The time of an instant in a zone: '14:55', or '2:55 pm' where the browser's language counts to 12. */
export function timeWords(instant: Date, timeZone: string): string {
  return (isIn12Hours() ? TIME_IN_12_HOURS : TIME_IN_24_HOURS)(timeZone).format(instant);
}

/** A time of day, `hh:mm`, in the same notation. 24:00 is the end of the day. */
export function clockWords(time: string): string {
  return time === '24:00' && !isIn12Hours()
    ? time
    : timeWords(new Date(`1970-01-01T${time === '24:00' ? '00:00' : time}Z`), 'UTC');
}

/** The date and time of an instant in a zone: 'Sat 21 Nov 2026, 14:55'. */
export function dateTimeWords(instant: Date, timeZone: string): string {
  const day = DAY_IN_ZONE(timeZone).format(instant);
  return `${day.replace(',', '')}, ${timeWords(instant, timeZone)}`;
}

/** A calendar day, `yyyy-mm-dd`, in full: 'Saturday 21 November 2026'. */
export function longDayWords(day: string): string {
  return LONG_DAY.format(Date.parse(day)).replace(',', '');
}

const NEAR_DAYS = new Map([
  [-DAY, 'Yesterday'],
  [0, 'Today'],
  [DAY, 'Tomorrow'],
]);

/** A day near today, `yyyy-mm-dd`, without its year: 'Saturday 21 November' and 'Sat 21 Nov'. */
export function nearDayWords(day: string): { short: string; long: string } {
  const instant = Date.parse(day);
  const [short, long] = [SHORT_DAY_OF_YEAR, DAY_OF_YEAR].map((format) =>
    format.format(instant).replace(',', ''),
  );
  return { short: short ?? '', long: long ?? '' };
}

/** A day as a heading: 'Today, Saturday 21 November', 'Friday 1 January 2027'. The year is left out while it is this one. */
export function dayHeading(day: string, today: string): string {
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  const words = isThisYear ? DAY_OF_YEAR.format(Date.parse(day)).replace(',', '') : longDayWords(day);
  const near = NEAR_DAYS.get(Date.parse(day) - Date.parse(today));
  return near ? `${near}, ${words}` : words;
}

/** A day, `yyyy-mm-dd`, in a calendar: '21', or '1 Dec' for the first day of a month. */
export function dayNumber(day: string): string {
  return (day.endsWith('-01') ? FIRST_OF_MONTH : DAY_NUMBER).format(Date.parse(day));
}

/** The weekday of a day, `yyyy-mm-dd`: 'Mon' or 'Monday'. */
export function weekdayWords(day: string): { short: string; long: string } {
  const instant = Date.parse(day);
  return { short: SHORT_WEEKDAY.format(instant), long: LONG_WEEKDAY.format(instant) };
}

/** A month, `yyyy-mm`: 'November 2026'. */
export function monthWords(month: string): string {
  return MONTH.format(Date.parse(`${month}-01`));
}

/** A period of days: '23 to 29 November 2026', '30 November to 6 December 2026'. */
export function daysWords(first: string, last: string): string {
  const isInOne = (length: number) => first.slice(0, length) === last.slice(0, length);
  const start = isInOne('yyyy-mm'.length) ? DAY_NUMBER : isInOne('yyyy'.length) ? DAY_AND_MONTH : LONG_DATE;
  return `${start.format(Date.parse(first))} to ${LONG_DATE.format(Date.parse(last))}`;
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
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(withTimes && start.time && (isIn12Hours() ? IN_12_HOURS : IN_24_HOURS)),
  });
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
