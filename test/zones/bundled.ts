import moment from 'moment-timezone';
import { type ForeignCourse, QUARTER_MS } from './course.ts';

/** The version of the zone data that moment-timezone brings, such as `2026c`. */
export const BUNDLED_VERSION = moment.tz.dataVersion;

/** The course of a zone by the data of moment-timezone. */
export function bundledCourse(timeZone: string, from: number, to: number): ForeignCourse {
  const length = Math.floor((to - from) / QUARTER_MS);
  const walls = Array.from({ length }, (_, index) => bundledWall(timeZone, from + index * QUARTER_MS));
  return { timeZone, from, walls };
}

/** What clocks of a zone show at an instant, by the same data: `YYYY-MM-DDTHH:MM`. */
export function bundledWall(timeZone: string, instant: number): string {
  return new Date(instant + bundledOffset(timeZone, instant)).toISOString().slice(0, 16);
}

/** How far a zone is ahead of UTC, in milliseconds. */
export function bundledOffset(timeZone: string, instant: number): number {
  const zone = moment.tz.zone(timeZone);
  if (!zone) throw new Error(`moment-timezone does not know ${timeZone}.`);
  return -zone.utcOffset(instant) * 60_000;
}
