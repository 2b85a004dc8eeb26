import { ValidateBy, type ValidationOptions } from 'class-validator';
import type { SpecialPeriod } from '../business-profile/port/location.js';
import { dayOf, overlapInWords, spanOf } from '../business-profile/port/special-hours.js';
import { DAY_MINUTES } from '../config/durations.js';
import { CLOSING_TIME, OPENING_TIME } from './opening-hours.js';

/** Whether a text is a day that exists, `YYYY-MM-DD`, after 1 AD. */
export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** The first error in a list of special hours, as a message; undefined when there is none. */
export function faultOfSpecialDays(periods: SpecialPeriod[]): string | undefined {
  for (const period of periods) {
    const fault = period.isClosed ? faultOfClosed(period) : faultOfOpen(period);
    if (fault !== undefined) return fault;
  }
  const crowded = periods.find(
    ({ date, isClosed }) => isClosed && periods.filter((other) => other.date === date).length > 1,
  );
  if (crowded) return `${dayOf(crowded)} is closed, so it can’t have other special hours`;
  return overlapInWords(periods.filter(({ isClosed }) => !isClosed));
}

function faultOfClosed(period: SpecialPeriod): string | undefined {
  const hasTimes = [period.openTime, period.closeTime, period.closeDate].some((value) => value !== null);
  return hasTimes ? `${dayOf(period)} can’t be closed and have opening hours` : undefined;
}

function faultOfOpen(period: SpecialPeriod): string | undefined {
  const { date, openTime, closeTime, closeDate } = period;
  if (openTime === null || closeTime === null || closeDate === null)
    return `${dayOf(period)} needs an opening and a closing time`;
  const days = (Date.parse(closeDate) - Date.parse(date)) / (DAY_MINUTES * 60_000);
  if (days !== 0 && days !== 1)
    return `Special hours on ${dayOf(period)} must close on the same day or the next`;
  const { start, end } = spanOf(period);
  if (end <= start) return `Special hours on ${dayOf(period)} must close after they open`;
  return end - start > DAY_MINUTES
    ? `Special hours on ${dayOf(period)} must close within 24 hours`
    : undefined;
}

/** Whether each value is of its kind, so that the rules of single values have nothing to say. */
function isPeriodList(value: unknown): value is SpecialPeriod[] {
  return (
    Array.isArray(value) &&
    value.every((period: unknown) => {
      const given = (period ?? {}) as Partial<SpecialPeriod>;
      const isTime = (time: unknown, form: RegExp) =>
        time === null || (typeof time === 'string' && form.test(time));
      return (
        isDay(given.date) &&
        typeof given.isClosed === 'boolean' &&
        isTime(given.openTime, OPENING_TIME) &&
        isTime(given.closeTime, CLOSING_TIME) &&
        (given.closeDate === null || isDay(given.closeDate))
      );
    })
  );
}

/** Special hours are complete and do not overlap. Errors within a single value have their own rules. */
export function AreSpecialDays(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'areSpecialDays',
      validator: {
        validate: (value: unknown) => !isPeriodList(value) || faultOfSpecialDays(value) === undefined,
        defaultMessage: (args) =>
          (isPeriodList(args?.value) && faultOfSpecialDays(args.value)) || 'Special hours overlap',
      },
    },
    options,
  );
}

/** A day that exists, or a list of them. `name` begins the sentence of a refusal. */
export function IsDay(name: string, { each = false } = {}): PropertyDecorator {
  return ValidateBy(
    { name: 'isDay', validator: { validate: isDay } },
    { message: `${name} must be a day such as 2026-12-24`, each },
  );
}

/** A day, or a month without one, that exists. */
export function OpeningDate(): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isOpeningDate',
      validator: { validate: (text) => isDay(text) || (typeof text === 'string' && isDay(`${text}-01`)) },
    },
    { message: 'Opening date needs a month and a year. The day may be left out' },
  );
}
