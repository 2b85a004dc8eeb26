import { ValidateBy, type ValidationOptions } from 'class-validator';
import type { SpecialPeriod } from '../business-profile/location.js';

const DAY_MINUTES = 24 * 60;

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
  const spans = periods.map(spanOf).sort((a, b) => a.start - b.start);
  const overlapping = spans.find(({ start }, at) => start < (spans[at - 1]?.end ?? -Infinity));
  return overlapping && `Special hours on ${overlapping.date} overlap with others`;
}

function faultOfClosed({ date, openTime, closeTime, closeDate }: SpecialPeriod): string | undefined {
  const hasTimes = [openTime, closeTime, closeDate].some((value) => typeof value === 'string');
  return hasTimes ? `${date} can’t be closed and have opening hours` : undefined;
}

function faultOfOpen(period: SpecialPeriod): string | undefined {
  const { date, openTime, closeTime, closeDate } = period;
  if (!openTime || !closeTime || !closeDate) return `Opening and closing time on ${date} are required`;
  const days = (Date.parse(closeDate) - Date.parse(date)) / (DAY_MINUTES * 60_000);
  if (days !== 0 && days !== 1) return `Hours on ${date} must close on the same day or the next`;
  const { start, end } = spanOf(period);
  if (end <= start) return `Hours on ${date} must close after they open`;
  return end - start > DAY_MINUTES ? `Hours on ${date} must close within 24 hours` : undefined;
}

/** In minutes since 1970. A closed day lasts until its end. */
function spanOf({ date, openTime, closeTime, closeDate }: SpecialPeriod) {
  const start = minuteOf(date, openTime ?? '00:00');
  return { date, start, end: minuteOf(closeDate ?? date, closeTime ?? '24:00') };
}

function minuteOf(date: string, time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return Date.parse(date) / 60_000 + hours * 60 + minutes;
}

function isPeriodList(value: unknown): value is SpecialPeriod[] {
  return (
    Array.isArray(value) &&
    value.every((period: unknown) => {
      const { date, isClosed, openTime, closeTime, closeDate } = (period ?? {}) as Partial<SpecialPeriod>;
      const areTimes = [openTime, closeTime].every((time) => isAbsent(time) || typeof time === 'string');
      return (
        isDay(date) && typeof isClosed === 'boolean' && areTimes && (isAbsent(closeDate) || isDay(closeDate))
      );
    })
  );
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined;
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

/** A day that exists. `name` begins the sentence of a refusal. */
export function IsDay(name: string): PropertyDecorator {
  return ValidateBy(
    { name: 'isDay', validator: { validate: isDay } },
    { message: `${name} must be a day such as 2026-12-24` },
  );
}

/** A day, or a month without one, that exists. */
export function OpeningDate(): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isOpeningDate',
      validator: { validate: (text) => isDay(text) || (typeof text === 'string' && isDay(`${text}-01`)) },
    },
    { message: 'Opening date must have a year and a month, such as 2019-05 or 2019-05-04' },
  );
}
