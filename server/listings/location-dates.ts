import type { FieldError } from '../errors/app-error.js';
import type { LocationChange, SpecialPeriod } from '../business-profile/port/location.js';

/**
 * What the date of today forbids in a change: special hours of past days, other than those that the location has already,
 * and an opening more than a year ahead. Where the location is, it may be another day than here, so a day is granted.
 */
export function faultsOfDates(
  { specialHours, openingDate }: LocationChange,
  now: Date,
  current: readonly SpecialPeriod[],
): FieldError[] {
  const yesterday = dayOf(now, { days: -1 });
  const faults: FieldError[] = [];
  for (const [index, period] of (specialHours?.periods ?? []).entries())
    if (period.date < yesterday && !current.some((kept) => isSame(kept, period)))
      faults.push({
        field: `specialHours.periods.${index}.date`,
        message: 'Special hours can’t be set for a day that’s over',
      });
  if (openingDate && openingDate > dayOf(now, { years: 1, days: 1 }))
    faults.push({ field: 'openingDate', message: 'Opening date can be at most a year ahead' });
  return faults;
}

function dayOf(now: Date, { years = 0, days }: { years?: number; days: number }): string {
  const day = new Date(Date.UTC(now.getUTCFullYear() + years, now.getUTCMonth(), now.getUTCDate() + days));
  return day.toISOString().slice(0, 10);
}

function isSame(one: SpecialPeriod, other: SpecialPeriod): boolean {
  return (['date', 'isClosed', 'openTime', 'closeTime', 'closeDate'] as const).every(
    (part) => one[part] === other[part],
  );
}
