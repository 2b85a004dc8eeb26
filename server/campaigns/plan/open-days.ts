import { DAYS, type LocationDetails, type SpecialPeriod } from '../../business-profile/port/location.js';
import { addDays, type CalendarDate } from '../../config/wall-time.js';

/** When a location is open. */
export interface OpeningDays {
  /** The weekdays on which it opens; null: its hours are not set, so each day counts as open. */
  weekdays: readonly (typeof DAYS)[number][] | null;
  /** Days with hours of their own, past ones included. */
  specialDays: Pick<SpecialPeriod, 'date' | 'isClosed'>[];
}

/** How many days ahead the next open day is looked for. */
export const DAYS_AHEAD = 14;

/** The days of a location's hours, without the times. */
export function toOpeningDays({
  regularHours,
  specialHours,
}: Pick<LocationDetails, 'regularHours' | 'specialHours'>): OpeningDays {
  return {
    weekdays:
      regularHours && DAYS.filter((day) => regularHours.periods.some(({ openDay }) => openDay === day)),
    specialDays: (specialHours?.periods ?? []).map(({ date, isClosed }) => ({ date, isClosed })),
  };
}

/** Whether a location opens on a day: its special hours of that day say so, or else its regular ones. */
export function isOpenOn({ weekdays, specialDays }: OpeningDays, day: CalendarDate): boolean {
  const date = toText(day);
  const special = specialDays.filter((each) => each.date === date);
  if (special.length > 0) return special.some(({ isClosed }) => !isClosed);
  const weekday = DAYS[(new Date(date).getUTCDay() + DAYS.length - 1) % DAYS.length];
  return !weekdays || weekdays.some((day) => day === weekday);
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
