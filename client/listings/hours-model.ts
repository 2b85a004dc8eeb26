import {
  type Day,
  dayAfter,
  dayName,
  DAYS,
  daysLater,
  endingAt24,
  isAllDay,
  type OpeningPeriod,
  type RegularHours,
} from './opening-hours';

const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = DAYS.length * DAY_MINUTES;

/** One day in the editor. Its periods are kept when the mode changes, so that trying a mode loses nothing. */
export interface DayHours {
  mode: 'closed' | 'hours' | 'all-day';
  periods: OpeningPeriod[];
}

/** A week in the editor. */
export type Week = Record<Day, DayHours>;

/** Seven days stay within the 70 periods that the API accepts. */
export const MAX_PERIODS_A_DAY = 10;

/** The editor's week for these hours. Hours that are not set become seven closed days. */
export function toWeek(hours: RegularHours): Week {
  const days = DAYS.map((day): [Day, DayHours] => {
    const periods = hours?.periods.filter(({ openDay }) => openDay === day) ?? [];
    return [day, { mode: modeOf(periods), periods }];
  });
  return Object.fromEntries(days) as Week;
}

function modeOf(periods: OpeningPeriod[]): DayHours['mode'] {
  if (periods.length === 0) return 'closed';
  return periods.length === 1 && periods.every(isAllDay) ? 'all-day' : 'hours';
}

/** The hours of the editor's week in the API's form: null (not set) if every day is closed. */
export function toHours(week: Week): RegularHours {
  const periods = DAYS.flatMap((day) => periodsOf(day, week[day]));
  return periods.length ? { periods } : null;
}

/** The periods of a day of the editor. */
export function periodsOf(day: Day, { mode, periods }: DayHours): OpeningPeriod[] {
  if (mode === 'closed') return [];
  if (mode === 'hours' || modeOf(periods) === 'all-day') return periods;
  return [{ openDay: day, openTime: '00:00', closeDay: day, closeTime: '24:00' }];
}

/** The day in another mode. */
export function withMode(day: Day, hours: DayHours, mode: DayHours['mode']): DayHours {
  const hasTimes = hours.periods.length > 0 && modeOf(hours.periods) !== 'all-day';
  if (mode !== 'hours' || hasTimes) return { ...hours, mode };
  return { mode, periods: [{ openDay: day, openTime: '09:00', closeDay: day, closeTime: '17:00' }] };
}

/**
 * The period with a new opening or closing time. It closes on the day it opens, or on the next day if the closing time is
 * earlier. Closing at 00:00 means the end of the day.
 */
export function withTimes(
  period: OpeningPeriod,
  change: { openTime: string } | { closeTime: string },
): OpeningPeriod {
  const { openDay, openTime, closeTime } = { ...period, ...change };
  if (closeTime === '00:00') return { openDay, openTime, closeDay: openDay, closeTime: '24:00' };
  const closesNextDay = closeTime !== '' && closeTime < openTime;
  return { openDay, openTime, closeDay: closesNextDay ? dayAfter(openDay, 1) : openDay, closeTime };
}

/** The same hours on another day. */
export function copiedTo(day: Day, { mode, periods }: DayHours): DayHours {
  const copies = periods.map((period) => ({
    ...period,
    openDay: day,
    closeDay: dayAfter(day, daysLater(period)),
  }));
  return { mode, periods: copies };
}

/** Whether two sets of hours are equal, ignoring the order of periods and whether midnight is 24:00 or 00:00. */
export function isSameHours(one: RegularHours, other: RegularHours): boolean {
  return canonical(one) === canonical(other);
}

function canonical(hours: RegularHours): string {
  const periods = hours?.periods.map(endingAt24) ?? [];
  return periods
    .map(({ openDay, openTime, closeDay, closeTime }) =>
      [DAYS.indexOf(openDay), openTime, closeDay, closeTime].join(),
    )
    .sort()
    .join(' ');
}

/** An error of one period, by its index. `field` is set if only one of its times is wrong. */
interface PeriodFault {
  index: number;
  field?: 'openTime' | 'closeTime';
  message: string;
}

interface Span {
  index: number;
  period: OpeningPeriod;
  /** In minutes of the week. */
  start: number;
  minutes: number;
}

/**
 * All errors in a week of periods. The server has the same rules and messages, but reports only the first error
 * (`server/listings/opening-hours.ts`).
 */
export function faultsOfHours(periods: OpeningPeriod[]): PeriodFault[] {
  const spans = periods.map(toSpan).filter(({ period }) => period.openTime && period.closeTime);
  const tooLong = faultsOfLength(spans);
  const sound = spans.filter(({ index }) => !tooLong.some((fault) => fault.index === index));
  return [...faultsOfTimes(periods), ...tooLong, ...faultsOfOverlap(sound)];
}

function toSpan(period: OpeningPeriod, index: number): Span {
  const length = daysLater(period) * DAY_MINUTES + minutesOf(period.closeTime) - minutesOf(period.openTime);
  const start = DAYS.indexOf(period.openDay) * DAY_MINUTES + minutesOf(period.openTime);
  return { index, period, start, minutes: (length + WEEK_MINUTES) % WEEK_MINUTES };
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function faultsOfTimes(periods: OpeningPeriod[]): PeriodFault[] {
  return periods.flatMap(({ openTime, closeTime }, index) => {
    const faults: PeriodFault[] = [];
    if (!openTime)
      faults.push({ index, field: 'openTime', message: 'Opening time must be HH:mm from 00:00 to 23:59' });
    if (!closeTime)
      faults.push({ index, field: 'closeTime', message: 'Closing time must be HH:mm from 00:00 to 24:00' });
    return faults;
  });
}

function faultsOfLength(spans: Span[]): PeriodFault[] {
  return spans.flatMap(({ index, period, minutes }) => {
    const day = dayName(period.openDay);
    if (minutes === 0) return [{ index, message: `Opening and closing time on ${day} must differ` }];
    if (minutes > DAY_MINUTES)
      return [{ index, message: `Opening hours on ${day} must close within 24 hours` }];
    return [];
  });
}

function faultsOfOverlap(spans: Span[]): PeriodFault[] {
  const inOrder = spans.toSorted((a, b) => a.start - b.start);
  return inOrder.flatMap(({ index, period, start, minutes }, position) => {
    // A period on Sunday night may overlap one on Monday morning.
    const nextStart = inOrder[position + 1]?.start ?? (inOrder[0]?.start ?? 0) + WEEK_MINUTES;
    if (nextStart - start >= minutes) return [];
    return [{ index, message: `Opening hours on ${dayName(period.openDay)} overlap with the next ones` }];
  });
}
