import type { FieldViolation } from '../errors.js';
import { DAYS, type LocationFields, type TimePeriod } from '../model.js';
import { hoursTypesOf } from '../seed/category-details.js';
import { categoryKeys, fault, type Rule } from './location-faults.js';
import { dayNumber, isDate, isObject, isTimeOfDay, minutesOf } from './request-format.js';

const DAY_MINUTES = 24 * 60;
const DAY_MS = 86_400_000;
const SPECIAL_HOURS = 'specialHours';

/** Regular hours need valid times, and periods that end after they begin and do not overlap; special hours need them. */
export const faultsOfHours: Rule = (value, { after }) => {
  const periods = periodsOf(value);
  if (periods.length === 0 && after.specialHours?.specialHourPeriods?.length)
    return [fault(SPECIAL_HOURS, 'SPECIAL_HOURS_SET_WITHOUT_REGULAR_HOURS')];
  return faultsOfWeek('regularHours', periods);
};

/** More hours are of types that one of the categories has, each type once, with weeks by the rules of regular hours. */
export const faultsOfMoreHours: Rule = (value, { after }) => {
  const all = (value ?? []) as NonNullable<LocationFields['moreHours']>;
  const types = hoursTypesOf(categoryKeys(after)).map(({ hoursTypeId }) => hoursTypeId);
  return all.flatMap(({ hoursTypeId }, at) => {
    const path = `moreHours[${at}]`;
    if (!types.some((known) => known === hoursTypeId))
      return [fault(`${path}.hoursTypeId`, 'INCOMPATIBLE_MORE_HOURS_TYPE_FOR_CATEGORY')];
    if (all.findIndex((other) => other.hoursTypeId === hoursTypeId) < at)
      return [fault(`${path}.hoursTypeId`, 'INVALID_TIME_SCHEDULE')];
    return faultsOfWeek(path, periodsOf(all[at]));
  });
};

function periodsOf(value: unknown): unknown[] {
  return isObject(value) && Array.isArray(value.periods) ? (value.periods as unknown[]) : [];
}

function faultsOfWeek(path: string, periods: unknown[]): FieldViolation[] {
  const wrong = periods.findIndex((period) => !isPeriod(period));
  if (wrong >= 0) return [fault(`${path}.periods[${wrong}]`, 'INVALID_HOURS_VALUE')];
  const spans = (periods as TimePeriod[]).map(spanOf);
  const inverted = spans.findIndex(([start, end]) => end <= start || end - start > DAY_MINUTES);
  if (inverted >= 0) return [fault(`${path}.periods[${inverted}]`, 'INVALID_TIME_SCHEDULE')];
  return overlap(spans) ? [fault(path, 'INVALID_TIME_SCHEDULE')] : [];
}

function isPeriod(value: unknown): value is TimePeriod {
  return (
    isObject(value) &&
    DAYS.some((day) => day === value.openDay) &&
    DAYS.some((day) => day === value.closeDay) &&
    isTimeOfDay(value.openTime) &&
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
  // The first period of the week comes again after the last.
  const round = first ? [...sorted, [first[0] + DAYS.length * DAY_MINUTES, 0]] : sorted;
  return round.some(([start = 0], at) => at > 0 && start < (round[at - 1]?.[1] ?? 0));
}

/** Special hours need regular ones, and may have several periods on one day, which must not overlap. */
export const faultsOfSpecialHours: Rule = (value, { after, closedDaysOverlap }) => {
  if (value === undefined) return [];
  const periods = isObject(value) ? (value.specialHourPeriods ?? []) : undefined;
  if (!Array.isArray(periods)) return [fault(SPECIAL_HOURS, 'INVALID_HOURS_VALUE')];
  if (periods.length > 0 && !after.regularHours?.periods?.length)
    return [fault(SPECIAL_HOURS, 'SPECIAL_HOURS_SET_WITHOUT_REGULAR_HOURS')];
  const spans = (periods as unknown[]).map(specialSpanOf);
  const wrong = spans.indexOf(undefined);
  if (wrong >= 0) return [fault(`${SPECIAL_HOURS}.specialHourPeriods[${wrong}]`, 'INVALID_HOURS_VALUE')];
  const judged = spans.filter(
    (_span, at) => closedDaysOverlap || (periods[at] as { closed?: unknown }).closed !== true,
  );
  const sorted = judged.filter((span) => span !== undefined).sort(([a], [b]) => a - b);
  const overlaps = sorted.some(([start], at) => at > 0 && start < (sorted[at - 1]?.[1] ?? 0));
  return overlaps ? [fault(SPECIAL_HOURS, 'OVERLAPPED_SPECIAL_HOURS')] : [];
};

/** Minutes since 1970; undefined for an invalid period. Of a closed day nothing but its date counts. */
function specialSpanOf(period: unknown): [start: number, end: number] | undefined {
  if (!isObject(period) || !isDate(period.startDate)) return undefined;
  const first = dayNumber(period.startDate);
  if (period.closed === true) return [first / 60_000, first / 60_000 + DAY_MINUTES];
  const last =
    period.endDate === undefined ? first : isDate(period.endDate) ? dayNumber(period.endDate) : NaN;
  if (last !== first && last !== first + DAY_MS) return undefined;
  if (!isTimeOfDay(period.openTime) || !isTimeOfDay(period.closeTime)) return undefined;
  const span: [number, number] = [
    first / 60_000 + minutesOf(period.openTime),
    last / 60_000 + minutesOf(period.closeTime),
  ];
  return span[1] > span[0] ? span : undefined;
}
