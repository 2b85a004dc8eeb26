import type { Schemas } from '../api/client';

export type Series = Schemas['FigureSeriesDto'];
export type Point = Schemas['FigurePointDto'];
export type Metric = Series['metric'];

/** The metrics in the order in which they are offered, with their names. */
export const METRIC_NAMES = Object.freeze({
  IMPRESSIONS: 'Impressions',
  CALLS: 'Phone Calls',
  WEBSITE_CLICKS: 'Website clicks',
  DIRECTIONS: 'Direction Requests',
  IMPRESSIONS_SEARCH: 'Impressions on Search',
  IMPRESSIONS_MAPS: 'Impressions on Maps',
  IMPRESSIONS_DESKTOP: 'Impressions on computers',
  IMPRESSIONS_MOBILE: 'Impressions on phones',
  BOOKINGS: 'Bookings',
  FOOD_MENU_CLICKS: 'Menu clicks',
} as const satisfies Record<Metric, string>);

const NUMBER = new Intl.NumberFormat('en-GB');
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const LONG_DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A number, or the words for one that is not known. */
export function numberWords(value: number | null): string {
  return value === null ? 'unknown' : NUMBER.format(value);
}

/** `19 Nov` */
export function shortDay(day: string): string {
  return DAY.format(new Date(day));
}

/** `19 November 2026` */
export function longDay(day: string): string {
  return LONG_DAY.format(new Date(day));
}

/** `November 2026` */
export function monthName(month: string): string {
  return MONTH.format(new Date(`${month}-01`));
}

/** The days of a point: `19 Nov`, or `16 Nov to 22 Nov`. */
export function pointDays({ from, to }: Point): string {
  return from === to ? shortDay(from) : `${shortDay(from)} to ${shortDay(to)}`;
}

/** A change as a percentage, such as `+16%`; undefined where there is none to give. */
export function changeWords(now: number | null, before: number | null): string | undefined {
  if (now === null || !before) return undefined;
  const percent = Math.round(((now - before) / before) * 100);
  return percent > 0 ? `+${percent}%` : percent < 0 ? `−${-percent}%` : 'no change';
}
