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
} from '../opening-hours';

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

const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
] as const;

/** The editor's week for these hours. Hours that are not set become seven closed days. */
export function toWeek(hours: RegularHours): Week {
  const days = DAYS.map((day): [Day, DayHours] => {
    return [day, toDayHours(hours?.periods.filter(({ openDay }) => openDay === day) ?? [])];
  });
  return Object.fromEntries(days) as Week;
}

/** The editor's day for these periods. */
export function toDayHours(periods: OpeningPeriod[]): DayHours {
  return { mode: modeOf(periods), periods };
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

/** The day switched to open: around the clock if it was so in the location, else at its times. */
export function opened(day: Day, hours: DayHours): DayHours {
  return withMode(day, hours, modeOf(hours.periods) === 'all-day' ? 'all-day' : 'hours');
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

/** How many days of the editor's week differ from these hours. */
export function countChangedDays(hours: RegularHours, week: Week): number {
  const before = toWeek(hours);
  const periodsIn = (one: Week, day: Day) => ({ periods: periodsOf(day, one[day]) });
  return DAYS.filter((day) => !isSameHours(periodsIn(before, day), periodsIn(week, day))).length;
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
export interface PeriodFault {
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
 * All errors in a week of periods, in words for the row of a day. The server has the same rules, but reports only the first
 * error and names its day (`server/listings/opening-hours.ts`).
 */
export function faultsOfHours(periods: OpeningPeriod[]): PeriodFault[] {
  const spans = periods.map(toSpan).filter(({ period }) => period.openTime && period.closeTime);
  const tooLong = faultsOfLength(spans);
  const sound = spans.filter(({ index }) => !tooLong.some((fault) => fault.index === index));
  return [...faultsOfTimes(periods), ...tooLong, ...faultsOfOverlap(sound, periods)];
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
    if (!openTime) faults.push({ index, field: 'openTime', message: 'Enter an opening time.' });
    if (!closeTime) faults.push({ index, field: 'closeTime', message: 'Enter a closing time.' });
    return faults;
  });
}

function faultsOfLength(spans: Span[]): PeriodFault[] {
  return spans.flatMap(({ index, minutes }) => {
    if (minutes === 0) return [{ index, message: 'The opening and closing times must be different.' }];
    if (minutes > DAY_MINUTES) return [{ index, message: 'These hours must end within 24 hours.' }];
    return [];
  });
}

function faultsOfOverlap(spans: Span[], periods: OpeningPeriod[]): PeriodFault[] {
  const inOrder = spans.toSorted((a, b) => a.start - b.start);
  return inOrder.flatMap(({ index, period, start, minutes }, position): PeriodFault[] => {
    const isLast = position === inOrder.length - 1;
    const next = inOrder[isLast ? 0 : position + 1];
    // A period on Sunday night may overlap one on Monday morning.
    if (!next || next.start + (isLast ? WEEK_MINUTES : 0) - start >= minutes) return [];
    if (next.period.openDay !== period.openDay) {
      const day = dayName(next.period.openDay);
      return [{ index, field: 'closeTime', message: `These hours overlap with ${day}’s.` }];
    }
    const [earlier, later] = [index, next.index].map((at) => ordinalInDay(periods, at));
    const message = `The ${later} span begins before the ${earlier} one ends.`;
    return [{ index: next.index, field: 'openTime', message }];
  });
}

/** What number a period has among those of its day: first, second. */
export function ordinalInDay(periods: OpeningPeriod[], index: number): string {
  const day = periods[index]?.openDay;
  return ORDINALS[periods.slice(0, index).filter(({ openDay }) => openDay === day).length] ?? 'next';
}
