import type { FieldViolation } from '../google-error.js';
import { DAYS, type LocationFields, type TimePeriod } from '../model.js';
import { isObject } from './json-body.js';
import { dayNumber, isDate, isTimeOfDay, minutesOf } from './times.js';

const DAY_MINUTES = 24 * 60;
const DAY_MS = 86_400_000;
const FIELD = 'location.regularHours';
const SPECIAL_FIELD = 'location.specialHours';

/**
 * What is wrong with regular hours: times that are none, periods that end before they begin, or that overlap; or that
 * there are none while there are special hours.
 */
export function faultsOfHours(value: unknown, { specialHours }: LocationFields): FieldViolation[] {
  const periods = isObject(value) ? (value.periods ?? []) : value === undefined ? [] : undefined;
  if (!Array.isArray(periods)) return [fault(FIELD, 'INVALID_HOURS_VALUE')];
  const list = periods as unknown[];
  if (list.length === 0 && specialHours?.specialHourPeriods?.length)
    return [fault(SPECIAL_FIELD, 'SPECIAL_HOURS_SET_WITHOUT_REGULAR_HOURS')];
  const wrong = list.findIndex((period) => !isPeriod(period));
  if (wrong >= 0) return [fault(`${FIELD}.periods[${wrong}]`, 'INVALID_HOURS_VALUE')];
  const spans = (list as TimePeriod[]).map(spanOf);
  const inverted = spans.findIndex(([start, end]) => end <= start || end - start > DAY_MINUTES);
  if (inverted >= 0) return [fault(`${FIELD}.periods[${inverted}]`, 'INVALID_TIME_SCHEDULE')];
  return overlap(spans) ? [fault(FIELD, 'INVALID_TIME_SCHEDULE')] : [];
}

function isPeriod(value: unknown): value is TimePeriod {
  return (
    isObject(value) &&
    DAYS.some((day) => day === value.openDay) &&
    DAYS.some((day) => day === value.closeDay) &&
    isTimeOfDay(value.openTime) &&
    value.openTime.hours !== 24 &&
    isTimeOfDay(value.closeTime)
  );
}

/** Minutes since the beginning of the week; a period may end on the next day, from Sunday in the next week. */
function spanOf({ openDay, openTime, closeDay, closeTime }: TimePeriod): [start: number, end: number] {
  const first = DAYS.indexOf(openDay);
  const days = (DAYS.indexOf(closeDay) - first + DAYS.length) % DAYS.length;
  const start = first * DAY_MINUTES + minutesOf(openTime);
  return [start, (first + days) * DAY_MINUTES + minutesOf(closeTime)];
}

function overlap(spans: [number, number][]): boolean {
  const sorted = [...spans].sort(([a], [b]) => a - b);
  const [first] = sorted;
  // What begins the week comes again after its end.
  const round = first ? [...sorted, [first[0] + DAYS.length * DAY_MINUTES, 0]] : sorted;
  return round.some(([start = 0], at) => at > 0 && start < (round[at - 1]?.[1] ?? 0));
}

/** What is wrong with special hours. */
export function faultsOfSpecialHours(value: unknown, after: LocationFields): FieldViolation[] {
  const periods = isObject(value) ? (value.specialHourPeriods ?? []) : undefined;
  if (!Array.isArray(periods)) return [fault(SPECIAL_FIELD, 'INVALID_HOURS_VALUE')];
  if (!after.regularHours) return [fault(SPECIAL_FIELD, 'SPECIAL_HOURS_SET_WITHOUT_REGULAR_HOURS')];
  const spans = (periods as unknown[]).map(specialSpanOf);
  const wrong = spans.indexOf(undefined);
  if (wrong >= 0) return [fault(`${SPECIAL_FIELD}.specialHourPeriods[${wrong}]`, 'INVALID_HOURS_VALUE')];
  const sorted = spans.filter((span) => span !== undefined).sort(([a], [b]) => a - b);
  const overlaps = sorted.some(([start], at) => at > 0 && start < (sorted[at - 1]?.[1] ?? 0));
  return overlaps ? [fault(SPECIAL_FIELD, 'OVERLAPPED_SPECIAL_HOURS')] : [];
}

/** Minutes since 1970; undefined for a period that is none. */
function specialSpanOf(period: unknown): [start: number, end: number] | undefined {
  if (!isObject(period) || !isDate(period.startDate)) return undefined;
  const first = dayNumber(period.startDate);
  const last =
    period.endDate === undefined ? first : isDate(period.endDate) ? dayNumber(period.endDate) : NaN;
  if (last !== first && last !== first + DAY_MS) return undefined;
  if (period.closed === true) return [first / 60_000, first / 60_000 + DAY_MINUTES];
  if (!isTimeOfDay(period.openTime) || !isTimeOfDay(period.closeTime)) return undefined;
  const span: [number, number] = [
    first / 60_000 + minutesOf(period.openTime),
    last / 60_000 + minutesOf(period.closeTime),
  ];
  return span[1] > span[0] ? span : undefined;
}

function fault(field: string, reason: string): FieldViolation {
  return { field, description: reason, reason };
}
