import { dayAfter } from '../../config/days.js';
import type { CalendarDate } from '../../config/wall-time.js';
import { DAYS, type MoreHours, type OpeningPeriod, type SpecialPeriod } from '../port/location.js';
import type {
  GoogleLocation,
  GoogleMoreHours,
  GoogleOpeningPeriod,
  GoogleSpecialPeriod,
  GoogleTimeOfDay,
} from './google-types.js';

const END_OF_DAY = '24:00';

/**
 * The opening hours of a place. A period with invalid days or times is left out and listed in `unreadable`, because any
 * replacement would be invented.
 */
export function toPeriods({ regularHours }: Pick<GoogleLocation, 'regularHours'>): {
  periods: OpeningPeriod[];
  unreadable: GoogleOpeningPeriod[];
} {
  const all = (regularHours?.periods ?? []).map((google) => ({ google, period: toPeriod(google) }));
  return {
    periods: all.flatMap(({ period }) => period ?? []),
    unreadable: all.filter(({ period }) => period === undefined).map(({ google }) => google),
  };
}

function toPeriod(google: GoogleOpeningPeriod): OpeningPeriod | undefined {
  const openDay = DAYS.find((day) => day === google.openDay);
  const closeDay = DAYS.find((day) => day === google.closeDay);
  const openTime = toTime(google.openTime);
  const closeTime = toTime(google.closeTime);
  if (!openDay || !closeDay || !openTime || !closeTime) return undefined;
  // Google also takes the end of a day for the start of the next one.
  return openTime === END_OF_DAY
    ? { openDay: DAYS[DAYS.indexOf(openDay) + 1] ?? DAYS[0], openTime: '00:00', closeDay, closeTime }
    : { openDay, openTime, closeDay, closeTime };
}

/** The special hours in the order of time. A period that cannot be read is left out. */
export function toSpecialPeriods(google: GoogleSpecialPeriod[]): SpecialPeriod[] {
  const inOrder = (a: SpecialPeriod, b: SpecialPeriod) =>
    a.date.localeCompare(b.date) || (a.openTime ?? '').localeCompare(b.openTime ?? '');
  return google.flatMap((period) => toSpecialPeriod(period) ?? []).sort(inOrder);
}

function toSpecialPeriod(google: GoogleSpecialPeriod): SpecialPeriod | undefined {
  const date = toDay(google.startDate);
  if (date === undefined) return undefined;
  if (google.closed) return { date, isClosed: true, openTime: null, closeTime: null, closeDate: null };
  const closeDate = google.endDate === undefined ? date : toDay(google.endDate);
  const openTime = toTime(google.openTime);
  const closeTime = toTime(google.closeTime);
  if (!closeDate || !openTime || !closeTime) return undefined;
  return openTime === END_OF_DAY
    ? { date: dayAfter(date), isClosed: false, openTime: '00:00', closeTime, closeDate }
    : { date, isClosed: false, openTime, closeTime, closeDate };
}

/** The hours of each type, under a name made of its id. */
export function toMoreHours(google: GoogleMoreHours[]): MoreHours[] {
  return google.flatMap(({ hoursTypeId, periods = [] }) =>
    hoursTypeId === undefined
      ? []
      : [
          {
            hoursTypeId,
            name: toWords(hoursTypeId),
            periods: periods.flatMap((each) => toPeriod(each) ?? []),
          },
        ],
  );
}

/** An identifier of Google's as words: `DRIVE_THROUGH`, Drive through. */
export function toWords(id: string): string {
  const words = id.replaceAll('_', ' ').trim().toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `YYYY-MM-DD`, or undefined without a complete date. */
function toDay(date: Partial<CalendarDate> | undefined): string | undefined {
  const text = toOpeningDate(date);
  return text?.length === 10 ? text : undefined;
}

/** `YYYY-MM-DD`, or `YYYY-MM` without a day; undefined for anything else. */
export function toOpeningDate(date: Partial<CalendarDate> | undefined): string | undefined {
  const { year = 0, month = 0, day = 0 } = date ?? {};
  const isDate =
    [year, month, day].every(Number.isInteger) && year >= 1 && year <= 9999 && day >= 0 && day <= 31;
  if (!isDate || month < 1 || month > 12) return undefined;
  const parts = [String(year).padStart(4, '0'), month, ...(day > 0 ? [day] : [])];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** 00:00 is an empty object, 24:00 the end of a day. Undefined for anything that is not a time. */
function toTime(google: GoogleTimeOfDay | undefined): string | undefined {
  if (typeof google !== 'object' || google === null) return undefined;
  const { hours = 0, minutes = 0 } = google;
  const isTime = [hours, minutes].every((part) => Number.isInteger(part) && part >= 0) && minutes < 60;
  if (!isTime || hours * 60 + minutes > 24 * 60) return undefined;
  return [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
}

/** A period in Google's shape. */
export function toGooglePeriod({
  openDay,
  openTime,
  closeDay,
  closeTime,
}: OpeningPeriod): GoogleOpeningPeriod {
  return { openDay, openTime: toTimeOfDay(openTime), closeDay, closeTime: toTimeOfDay(closeTime) };
}

/** Special hours in Google's shape. */
export function toGoogleSpecialPeriod(period: SpecialPeriod): GoogleSpecialPeriod {
  const { date, isClosed, openTime, closeTime, closeDate } = period;
  const startDate = toGoogleDate(date);
  if (isClosed || openTime === null || closeTime === null) return { startDate, closed: true };
  const endDate = toGoogleDate(closeDate ?? date);
  return { startDate, openTime: toTimeOfDay(openTime), endDate, closeTime: toTimeOfDay(closeTime) };
}

/** A date in Google's shape; without a day for `YYYY-MM`. */
export function toGoogleDate(date: string): Partial<CalendarDate> {
  const [year, month, day] = date.split('-').map(Number);
  return { year, month, ...(day && { day }) };
}

/** Any date of Google's as a text that sorts by days. */
export function toSortedDay({ year = 0, month = 0, day = 0 }: Partial<CalendarDate> = {}): string {
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join(
    '-',
  );
}

/** Google leaves out parts that are 0, and so do we. */
function toTimeOfDay(time: string): GoogleTimeOfDay {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return { ...(hours > 0 && { hours }), ...(minutes > 0 && { minutes }) };
}
