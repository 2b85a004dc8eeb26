import { ValidateBy, type ValidationOptions } from 'class-validator';
import { DAYS, type OpeningPeriod } from '../business-profile/port/location.js';
import { DAY_MINUTES } from '../config/durations.js';

/** `HH:mm` before the end of the day. */
export const OPENING_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
/** `HH:mm`, `24:00` at the end of the day. */
export const CLOSING_TIME = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

const WEEK_MINUTES = 7 * DAY_MINUTES;

function minuteOfWeek(day: OpeningPeriod['openDay'], time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return DAYS.indexOf(day) * DAY_MINUTES + hours * 60 + minutes;
}

/** The first error in a week of opening periods, as a message; undefined when there is none. */
export function faultOfPeriods(periods: OpeningPeriod[]): string | undefined {
  const spans = periods
    .map((period) => {
      const start = minuteOfWeek(period.openDay, period.openTime);
      const end = minuteOfWeek(period.closeDay, period.closeTime);
      return { period, start, minutes: (end - start + WEEK_MINUTES) % WEEK_MINUTES };
    })
    .sort((a, b) => a.start - b.start);
  for (const { period, minutes } of spans) {
    if (minutes === 0) return `Opening and closing time on ${nameOf(period)} must differ`;
    if (minutes > DAY_MINUTES) return `Opening hours on ${nameOf(period)} must close within 24 hours`;
  }
  for (const [index, { period, start, minutes }] of spans.entries()) {
    const isLast = index === spans.length - 1;
    const next = spans[isLast ? 0 : index + 1];
    if (next === undefined || spans.length === 1) break;
    const untilNext = next.start + (isLast ? WEEK_MINUTES : 0) - start;
    if (untilNext < minutes) return overlapOf(period, next.period);
  }
  return undefined;
}

function overlapOf(period: OpeningPeriod, next: OpeningPeriod): string {
  const [day, nextDay] = [period, next].map(nameOf);
  return `Opening hours on ${day} overlap${day === nextDay ? '' : ` with those on ${nextDay}`}`;
}

function nameOf(period: OpeningPeriod): string {
  return period.openDay.charAt(0) + period.openDay.slice(1).toLowerCase();
}

function isPeriodList(value: unknown): value is OpeningPeriod[] {
  return (
    Array.isArray(value) &&
    value.every((period: unknown) => {
      const { openDay, closeDay, openTime, closeTime } = (period ?? {}) as Partial<Record<string, unknown>>;
      return (
        [openDay, closeDay].every((day) => DAYS.includes(day as never)) && [openTime, closeTime].every(isText)
      );
    })
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/**
 * The periods of a week neither overlap nor last longer than a day. Errors within a single period have their own rules.
 */
export function HasNoOverlap(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'hasNoOverlap',
      validator: {
        validate: (value: unknown) => !isPeriodList(value) || faultOfPeriods(value) === undefined,
        defaultMessage: (args) =>
          (isPeriodList(args?.value) && faultOfPeriods(args.value)) || 'Opening hours overlap',
      },
    },
    options,
  );
}
