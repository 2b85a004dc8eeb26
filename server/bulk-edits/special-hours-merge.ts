import type { SpecialPeriod } from '../business-profile/port/location.js';
import {
  toGoogleSpecialPeriod,
  toSortedDay,
  toSpecialPeriods,
} from '../business-profile/translation/google-hours.js';
import type { GoogleSpecialPeriod } from '../business-profile/translation/google-types.js';
import { type BulkSpecialHours, datesOf } from './bulk-change.js';

/** Special hours of a location in Google's shape, as a bulk edit makes them. */
export interface MergedSpecialHours {
  periods: GoogleSpecialPeriod[];
  /** The dates that change, and those that have passed at the location, which stay as they are. */
  dates: string[];
  past: string[];
  /** How many dates with special hours the edit is not about. */
  otherDates: number;
}

/**
 * The special hours of a location with those of a bulk edit. With `merge` what Google has of other dates stays as it is, in
 * its order.
 * @param today the day at the location, `YYYY-MM-DD`
 */
export function mergeSpecialHours(
  present: readonly GoogleSpecialPeriod[],
  wanted: BulkSpecialHours,
  today: string,
): MergedSpecialHours {
  const all = datesOf(wanted);
  const dates = all.filter((date) => date >= today);
  const added = wanted.periods.filter(({ date }) => date >= today).map(toGoogleSpecialPeriod);
  const others = present.filter((period) => !dates.includes(dateOf(period)));
  return {
    periods: wanted.mode === 'replace' ? inOrder(added) : inserted(others, added),
    dates,
    past: all.filter((date) => date < today),
    otherDates: new Set(others.map(dateOf)).size,
  };
}

/** The day of a period, as `toSpecialPeriods` has it. */
function dateOf(period: GoogleSpecialPeriod): string {
  return toSpecialPeriods([period])[0]?.date ?? toSortedDay(period.startDate);
}

/** Each new period stands before the first one of a later day. The order of the others is Google's. */
function inserted(
  others: readonly GoogleSpecialPeriod[],
  added: readonly GoogleSpecialPeriod[],
): GoogleSpecialPeriod[] {
  const periods = [...others];
  for (const period of inOrder(added)) {
    const later = periods.findIndex((other) => dateOf(other) > dateOf(period));
    periods.splice(later < 0 ? periods.length : later, 0, period);
  }
  return periods;
}

function inOrder(periods: readonly GoogleSpecialPeriod[]): GoogleSpecialPeriod[] {
  const keyed = periods.map((period) => ({ period, key: `${dateOf(period)} ${minutesOf(period)}` }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ period }) => period);
}

function minutesOf({ openTime: { hours = 0, minutes = 0 } = {} }: GoogleSpecialPeriod): string {
  return String(hours * 60 + minutes).padStart(4, '0');
}

/** The special hours of one date; null: none are set. */
export function hoursOn(periods: readonly SpecialPeriod[], date: string): SpecialPeriod[] | null {
  const own = periods.filter((period) => period.date === date);
  return own.length > 0 ? own : null;
}
