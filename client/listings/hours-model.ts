import {
  type Day,
  DAYS,
  dayAfter,
  daysLater,
  endingAt24,
  isAllDay,
  type OpeningPeriod,
  type RegularHours,
} from './opening-hours';

/** One day in the editor. The periods outlive a change of mode, so that nothing typed is lost by trying one. */
export interface DayHours {
  mode: 'closed' | 'hours' | 'all-day';
  periods: OpeningPeriod[];
}

/** A week in the editor. */
export type Week = Record<Day, DayHours>;

/** So that seven days stay within the 70 periods that the API takes. */
export const MAX_PERIODS_A_DAY = 10;

/** The editor's week of some hours; hours that are not set are seven closed days. */
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

/** The hours of the editor's week as the API takes them: null (not set) when every day is closed. */
export function toHours(week: Week): RegularHours {
  const periods = DAYS.flatMap((day) => periodsOf(day, week[day]));
  return periods.length ? { periods } : null;
}

/** The periods that a day of the editor stands for. */
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
 * The period with another opening or closing time. It closes on the day it opens, unless the closing time is the earlier
 * one: then on the next. Closing at 00:00 is the end of the day.
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

/** Whether two hours mean the same, in whatever order and with midnight as 24:00 or as 00:00. */
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
