import { DAYS, type OpeningPeriod, type SpecialPeriod } from '../business-profile/location.js';
import { addDays, type CalendarDate } from '../config/wall-time.js';

/** When a location is open. */
export interface OpeningDays {
  /** Null: not set, and then each day counts as open. */
  regularHours: { periods: Pick<OpeningPeriod, 'openDay'>[] } | null;
  specialHours: Pick<SpecialPeriod, 'date' | 'isClosed'>[];
}

/** How many days are looked at for one on which a closed location is open. */
export const DAYS_AHEAD = 14;

/** Whether a location opens on a day: its special hours of that day say so, or else its regular ones. */
export function isOpenOn({ regularHours, specialHours }: OpeningDays, day: CalendarDate): boolean {
  const date = toText(day);
  const special = specialHours.filter((period) => period.date === date);
  if (special.length > 0) return special.some(({ isClosed }) => !isClosed);
  const weekday = DAYS[(new Date(date).getUTCDay() + DAYS.length - 1) % DAYS.length];
  return !regularHours || regularHours.periods.some(({ openDay }) => openDay === weekday);
}

/** The first of the days after one on which the location opens; undefined where it stays closed for two weeks. */
export function nextOpenDay(hours: OpeningDays, day: CalendarDate): CalendarDate | undefined {
  for (let days = 1; days <= DAYS_AHEAD; days += 1)
    if (isOpenOn(hours, addDays(day, days))) return addDays(day, days);
  return undefined;
}

function toText({ year, month, day }: CalendarDate): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
