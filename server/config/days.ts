import { DAY_MS } from './durations.js';

/** Days, `YYYY-MM-DD`, both included. */
export interface DayRange {
  from: string;
  to: string;
}

/** The day of an instant, by UTC. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** When a day begins, by UTC. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** The day so many days later. */
export function dayAfter(day: string, days = 1): string {
  return dayOf(new Date(startOfDay(day).getTime() + days * DAY_MS));
}

/** How many days a range has. */
export function lengthOf({ from, to }: DayRange): number {
  return Math.round((startOfDay(to).getTime() - startOfDay(from).getTime()) / DAY_MS) + 1;
}

/** The earlier of a day and another one; null stands for no day yet. */
export function earlierDay(day: string | null, other: string): string | null {
  return day !== null && day > other ? other : day;
}

/** The latest of some days; null stands for no day yet. */
export function latestDay(...days: (string | null)[]): string | null {
  return days.reduce((last, day) => (last === null || (day !== null && day > last) ? day : last), null);
}
