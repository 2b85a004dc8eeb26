import { LRUCache } from 'lru-cache';

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

/** The calendar day `days` later. */
export function addDays({ year, month, day }: CalendarDate, days: number): CalendarDate {
  const moved = new Date(Date.UTC(year, month - 1, day + days));
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() };
}

const MINUTE_MS = 60_000;
/** More than any zone's distance from UTC. */
const FURTHEST_MINUTES = 16 * 60;

/** The first instant of the calendar month of an instant, in an IANA time zone. It is not always midnight. */
export function startOfMonth(instant: Date, timeZone: string): Date {
  const { year, month } = toWallTime(instant, timeZone).date;
  const isBefore = (at: number) => {
    const { date } = toWallTime(new Date(at), timeZone);
    return date.year < year || (date.year === year && date.month < month);
  };
  const nearly = Date.UTC(year, month - 1, 1);
  let [before, from] = [-FURTHEST_MINUTES, FURTHEST_MINUTES];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (isBefore(nearly + middle * MINUTE_MS)) before = middle;
    else from = middle;
  }
  return new Date(nearly + from * MINUTE_MS);
}
