import type { Location, SpecialPeriod } from '../business-profile/port/location.js';
import { dayAfter } from '../config/days.js';
import type { HolidayRegion } from './holiday-regions.js';
import type { HolidayCalendar } from './public-holidays.js';
import { answerOf } from './usual-hours.js';

export const COPIED_ANSWERS = Object.freeze(['closed', 'hours', 'as_usual'] as const);

/** An answer that is copied from one date to another. */
export interface CopiedAnswer {
  answer: (typeof COPIED_ANSWERS)[number];
  /** With `hours` alone. `HH:mm`; a period that closes before it opens closes on the next day. */
  hours?: { openTime: string; closeTime: string }[];
}

/** How many days before a holiday the same one may be, a year earlier: Easter moves by weeks, others by the moon. */
const EARLIEST = 400;
const LATEST = 325;
/** Days of one holiday are closer than this to each other. */
const SAME_HOLIDAY = 20;
/** How many opening times a day can have. */
const MAX_PARTS = 5;

/** Finds the date a year before, for each holiday of a region. It keeps what it found. */
export class YearBefore {
  private readonly found = new Map<string, string | undefined>();

  constructor(private readonly calendar: HolidayCalendar) {}

  /**
   * The day of the same public holiday a year before; for other days, or where it was no holiday, the same day of the month.
   * Undefined: there was none (29 February).
   */
  of(region: HolidayRegion, date: string): string | undefined {
    const key = `${region.country} ${region.region} ${date}`;
    if (!this.found.has(key)) this.found.set(key, this.find(region, date));
    return this.found.get(key);
  }

  private find(region: HolidayRegion, date: string): string | undefined {
    const around = (from: number, to: number) =>
      this.calendar.between(region, { from: dayAfter(date, from), to: dayAfter(date, to) });
    const near = around(-SAME_HOLIDAY, SAME_HOLIDAY);
    const holiday = near.find((each) => each.date === date);
    if (!holiday) return sameDayBefore(date);
    const isSame = ({ name }: { name: string }) => name === holiday.name;
    // Of a holiday of several days, the first one is that of the first one before, and so on.
    const place = near.filter(isSame).findIndex((each) => each.date === date);
    const before = around(-EARLIEST, -LATEST).filter(isSame);
    return before[place]?.date ?? sameDayBefore(date);
  }
}

function sameDayBefore(date: string): string | undefined {
  return date.endsWith('-02-29') ? undefined : `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`;
}

/**
 * The special hours of a date as an answer for another one. Undefined where it has none, or has some that an answer cannot say,
 * such as more than a day without a break.
 */
export function copiedAnswer(
  periods: readonly SpecialPeriod[],
  regularHours: Location['regularHours'],
  date: string,
): CopiedAnswer | undefined {
  const answer = answerOf(periods, regularHours, date);
  if (answer === 'not_said') return undefined;
  if (answer !== 'hours') return { answer };
  const open = periods.filter(({ isClosed }) => !isClosed);
  const hours = open.flatMap(({ openTime, closeTime, closeDate }) => {
    if (openTime === null || closeTime === null || openTime === closeTime) return [];
    const isNextDay = closeDate !== null && closeDate !== date;
    return isNextDay === closeTime < openTime ? [{ openTime, closeTime }] : [];
  });
  return hours.length === open.length && hours.length <= MAX_PARTS ? { answer, hours } : undefined;
}
