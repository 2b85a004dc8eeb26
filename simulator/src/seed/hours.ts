import { frozen } from '../frozen.js';
import { DAYS, type Day, type TimeOfDay, type TimePeriod } from '../model.js';

/** The same hours, `09:00-17:30`, on each day from one to another. One that ends before it begins ends the next day. */
export function open(from: Day, to: Day, ...spans: string[]): TimePeriod[] {
  const days = DAYS.slice(DAYS.indexOf(from), DAYS.indexOf(to) + 1);
  return days.flatMap((day) => spans.map((span) => periodOf(day, span)));
}

/** The special hours of most locations. */
export const CHRISTMAS = frozen(['2026-12-24 09:00-13:00', '2026-12-25', '2026-12-26', '2027-01-01']);

/** Open around the clock, as Google writes it: one period from midnight to midnight for each day. */
export const AROUND_THE_CLOCK = frozen(open('MONDAY', 'SUNDAY', '00:00-24:00'));

function periodOf(openDay: Day, span: string): TimePeriod {
  const [start = '', end = ''] = span.split('-');
  const next = DAYS[(DAYS.indexOf(openDay) + 1) % DAYS.length] ?? openDay;
  return {
    openDay,
    openTime: timeOf(start),
    closeDay: end > start ? openDay : next,
    closeTime: timeOf(end),
  };
}

/** A time such as `09:30`. */
export function timeOf(text: string): TimeOfDay {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return { ...(hours > 0 && { hours }), ...(minutes > 0 && { minutes }) };
}
