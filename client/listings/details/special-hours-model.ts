import { addDays } from '../../lib/calendar-days';
import { longDayWords } from '../../lib/time-words';
import { endingAt24 } from '../opening-hours';
import {
  byDate,
  type SpecialHours,
  type SpecialPeriod,
  todayHere,
  toOpeningPeriod,
  weekdayOf,
} from '../special-days';
import {
  type DayHours,
  faultsOfHours,
  type PeriodFault,
  periodsOf,
  toDayHours,
  type Week,
} from './hours-model';

/** A date whose hours differ from those of its weekday. Its periods name the weekday, so that the editor of a day fits. */
export interface SpecialDay {
  /** `yyyy-mm-dd` */
  date: string;
  hours: DayHours;
}

/** Special hours while they are being edited. */
export interface SpecialDraft {
  past: SpecialPeriod[];
  /** From today on, by date. */
  days: SpecialDay[];
  /** The dates in the fields that add days. */
  adding: { first: string; last: string };
}

/** How many days can be added at once. */
const MAX_DAYS_AT_ONCE = 31;

/** The editor's special hours. What is over cannot be edited, and is sent back as it is. */
export function toSpecialDraft(hours: SpecialHours): SpecialDraft {
  const today = todayHere();
  const days = byDate(hours).filter(([date]) => date >= today);
  return {
    past: hours?.periods.filter(({ date }) => date < today) ?? [],
    days: days.map(([date, periods]) => ({ date, hours: toDayHours(periods.flatMap(toOpeningPeriod)) })),
    adding: { first: '', last: '' },
  };
}

/** The special hours in the API's form: null if there are none. */
export function toSpecialHours({ past, days }: SpecialDraft): SpecialHours {
  const periods = days.flatMap(({ date, hours }): SpecialPeriod[] => {
    const open = periodsOf(weekdayOf(date), hours);
    if (open.length === 0)
      return [{ date, isClosed: true, openTime: null, closeTime: null, closeDate: null }];
    return open.map(({ openDay, openTime, closeDay, closeTime }) => ({
      date,
      isClosed: false,
      openTime,
      closeTime,
      closeDate: closeDay === openDay ? date : addDays(date, 1),
    }));
  });
  return past.length + periods.length > 0 ? { periods: [...past, ...periods] } : null;
}

/** Adds closed days, except those that are there. When such a day is opened, it has the hours of its weekday. */
export function withDays(
  days: readonly SpecialDay[],
  { first, last }: SpecialDraft['adding'],
  week: Week,
): SpecialDay[] {
  const dates: string[] = [];
  for (let date = first; date <= last; date = addDays(date, 1))
    if (days.every((day) => day.date !== date)) dates.push(date);
  const added = dates.map((date): SpecialDay => {
    const day = weekdayOf(date);
    return { date, hours: { mode: 'closed', periods: periodsOf(day, week[day]) } };
  });
  return [...days, ...added].toSorted((a, b) => a.date.localeCompare(b.date));
}

/** The error in the dates of days to add; undefined if they can be added. */
export function faultOfDates(
  { first, last }: SpecialDraft['adding'],
  today: string,
): { field: 'first' | 'last'; message: string } | undefined {
  if (!first) return { field: 'first', message: 'Choose a day.' };
  if (first < today) return { field: 'first', message: 'This day is over. Choose today or a later day.' };
  if (last && last < first) return { field: 'last', message: 'The last day must not be before the first.' };
  if (last && last >= addDays(first, MAX_DAYS_AT_ONCE))
    return { field: 'last', message: `At most ${MAX_DAYS_AT_ONCE} days can be added at once.` };
  return undefined;
}

/** The errors of the days' hours, by the index of the period in the API's form. */
export function faultsOfDays({ past, days }: SpecialDraft): PeriodFault[] {
  let before = past.length;
  return days.flatMap(({ date, hours }, at) => {
    const periods = periodsOf(weekdayOf(date), hours);
    const faults = faultsOfHours(periods);
    const next = days[at + 1];
    if (faults.length === 0 && next && next.date === addDays(date, 1)) {
      const opens = periodsOf(weekdayOf(next.date), next.hours).map(({ openTime }) => openTime);
      const late = periods.findIndex((period) => {
        const { openDay, closeDay, closeTime } = endingAt24(period);
        return closeDay !== openDay && opens.some((openTime) => openTime && openTime < closeTime);
      });
      if (late >= 0) {
        const message = `These hours overlap with those of ${longDayWords(next.date)}.`;
        faults.push({ index: late, field: 'closeTime', message });
      }
    }
    const moved = faults.map((fault) => ({ ...fault, index: before + fault.index }));
    before += Math.max(periods.length, 1);
    return moved;
  });
}

/** Whether two special hours are equal, ignoring the order and whether midnight is 24:00 or 00:00. */
export function isSameSpecialHours(one: SpecialHours, other: SpecialHours): boolean {
  return canonical(one) === canonical(other);
}

function canonical(hours: SpecialHours): string {
  const texts = hours?.periods.map((period) => {
    if (period.isClosed) return period.date;
    const [same] = toOpeningPeriod(period);
    return [period.date, ...(same ? Object.values(endingAt24(same)) : [])].join();
  });
  return (texts ?? []).sort().join(' ');
}
