import { addDays } from './calendar-days';

/** A local date and time: the values of a date field (`yyyy-mm-dd`) and a time field (`hh:mm`). */
interface WallTime {
  date: string;
  time: string;
}

/** Start and end of an event or an offer in the location's time; empty where not set. */
export interface Period {
  start: WallTime;
  end: WallTime;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Clocks change by multiples of this. */
const QUARTER_MS = 15 * MINUTE_MS;

/** By zone, since creating a format is slow. */
const formats = new Map<string, Intl.DateTimeFormat>();
/** By zone and UTC day: the offset from UTC (ms); undefined for a day on which the clocks change. */
const steadyOffsets = new Map<string, Map<number, number | undefined>>();

/** The IANA name of this browser's time zone. */
export function viewerTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The local date and time of an instant in an IANA time zone. */
export function toWallTime(instant: Date, timeZone: string): WallTime {
  const offset = steadyOffset(instant, timeZone);
  if (offset === undefined) return format(instant, timeZone);
  const shown = new Date(instant.getTime() + offset).toISOString();
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
}

/** Cached, since formatting takes three times as long as adding an offset and a month may have a thousand posts. */
function steadyOffset(instant: Date, timeZone: string): number | undefined {
  const day = Math.floor(instant.getTime() / DAY_MS);
  const known = steadyOffsets.get(timeZone) ?? new Map<number, number | undefined>();
  steadyOffsets.set(timeZone, known);
  if (!known.has(day)) {
    const [begin, end] = [day, day + 1].map((each) => offsetMs(new Date(each * DAY_MS), timeZone));
    known.set(day, begin === end ? begin : undefined);
  }
  return known.get(day);
}

function format(instant: Date, timeZone: string): WallTime {
  const parts = formatOf(timeZone).formatToParts(instant);
  const digits = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value ?? '';
  return {
    date: `${digits('year').padStart(4, '0')}-${digits('month')}-${digits('day')}`,
    time: `${digits('hour')}:${digits('minute')}`,
  };
}

/**
 * The instants with this local time, earliest first: usually one, none in the gap when clocks go forward, two in the hour
 * (half an hour on Lord Howe Island) that comes twice when they go back.
 */
export function instantsAt({ date, time }: WallTime, timeZone: string): Date[] {
  const asUtc = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(asUtc)) return [];
  // The offset at that moment also applies a day before or a day after.
  const offsets = [asUtc - DAY_MS, asUtc + DAY_MS].map((near) => offsetMs(new Date(near), timeZone));
  return [...new Set(offsets)]
    .map((offset) => new Date(asUtc - offset))
    .filter((instant) => offsetMs(instant, timeZone) === asUtc - instant.getTime())
    .sort((a, b) => a.getTime() - b.getTime());
}

/** The start of a day in a zone: midnight, unless the clocks skip it. */
export function startOfDay(day: string, timeZone: string): Date {
  for (let sinceMidnight = 0; sinceMidnight < DAY_MS; sinceMidnight += QUARTER_MS) {
    const time = new Date(sinceMidnight).toISOString().slice(11, 16);
    const [first] = instantsAt({ date: day, time }, timeZone);
    if (first) return first;
  }
  // The zone crossed the date line, and the whole day is missing.
  return startOfDay(addDays(day, 1), timeZone);
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}

/** The zone's offset from UTC at an instant (ms). */
function offsetMs(instant: Date, timeZone: string): number {
  const { date, time } = format(instant, timeZone);
  const minute = Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS;
  return Date.parse(`${date}T${time}Z`) - minute;
}
