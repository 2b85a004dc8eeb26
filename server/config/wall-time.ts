import { LRUCache } from 'lru-cache';
import { DAY_MS } from './durations.js';

/** A calendar day without a zone. */
export interface CalendarDate {
  year: number;
  month: number;
  day: number;
}

/** A wall time without a zone. */
export interface TimeOfDay {
  hours: number;
  minutes: number;
}

/** A date and a time of day, as a calendar and a clock show them. */
export interface WallTime {
  date: CalendarDate;
  time: TimeOfDay;
}

/** A format is expensive to create. About 40 zones are in use. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({
  max: 100,
  memoMethod: (timeZone) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    }),
});

/**
 * The format that shows the wall time of an IANA time zone.
 * @throws RangeError for a zone that this server does not know
 */
export function formatOf(timeZone: string): Intl.DateTimeFormat {
  return formats.memo(timeZone);
}

/** The wall time at an instant in an IANA time zone. */
export function toWallTime(instant: Date, timeZone: string): WallTime {
  const parts = formatOf(timeZone).formatToParts(instant);
  const value = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value);
  return {
    date: { year: value('year'), month: value('month'), day: value('day') },
    time: { hours: value('hour'), minutes: value('minute') },
  };
}

/** The wall time at an instant as text: `YYYY-MM-DDTHH:MM`. */
export function toWallText(instant: Date, timeZone: string): string {
  return new Date(asUtc(toWallTime(instant, timeZone))).toISOString().slice(0, 16);
}

/** @param text `YYYY-MM-DDTHH:MM` */
export function fromWallText(text: string): WallTime {
  const at = new Date(`${text}Z`);
  return {
    date: { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() },
    time: { hours: at.getUTCHours(), minutes: at.getUTCMinutes() },
  };
}

/** The calendar day `days` later. */
export function addDays({ year, month, day }: CalendarDate, days: number): CalendarDate {
  const moved = new Date(Date.UTC(year, month - 1, day + days));
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() };
}

/** The first instant of the calendar month of an instant, in an IANA time zone. It is not always midnight. */
export function startOfMonth(instant: Date, timeZone: string): Date {
  const { year, month } = toWallTime(instant, timeZone).date;
  return instantAt({ date: { year, month, day: 1 }, time: { hours: 0, minutes: 0 } }, timeZone);
}

/**
 * The instant of a wall time in an IANA time zone: the first of two where clocks are put back. A wall time that clocks are
 * put forward over is taken as much later.
 */
export function instantAt(wallTime: WallTime, timeZone: string): Date {
  const utc = asUtc(wallTime);
  // A zone’s distance from UTC changes at most once within these two days.
  const candidates = [-DAY_MS, DAY_MS].map((aside) => utc - offsetAt(utc + aside, timeZone));
  const real = candidates.filter((at) => asUtc(toWallTime(new Date(at), timeZone)) === utc);
  return new Date(real.length > 0 ? Math.min(...real) : Math.max(...candidates));
}

/** Whether clocks are put forward over a wall time in an IANA time zone, so that they never show it. */
export function isSkipped(wallTime: WallTime, timeZone: string): boolean {
  return asUtc(toWallTime(instantAt(wallTime, timeZone), timeZone)) !== asUtc(wallTime);
}

/** How far a zone is ahead of UTC at a full minute, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  return asUtc(toWallTime(new Date(at), timeZone)) - at;
}

/** The instant that a wall time would be in UTC. */
function asUtc({ date: { year, month, day }, time: { hours, minutes } }: WallTime): number {
  return Date.UTC(year, month - 1, day, hours, minutes);
}
