import type { Schemas } from '../api/client';
import { countOf, figure } from '../lib/count-of';
import { daysIn, numbersIn, timesIn } from '../lib/formats';
import { monthWords } from '../lib/time-words';
import { FIELD_NAMES } from '../listings/field-values';
import type { Statistic } from './main-statistics';

export type Series = Schemas['StatisticsSeriesDto'];
export type Point = Schemas['StatisticsPointDto'];
export type StatisticsEvent = Schemas['StatisticsEventDto'];

/** The statistics in the order in which they are offered, with their names. */
export const STATISTIC_NAMES = Object.freeze({
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
} as const satisfies Record<Statistic, string>);

/** The same where there is little room: in the head of a column. */
export const SHORT_NAMES = Object.freeze({
  IMPRESSIONS: 'Impressions',
  CALLS: 'Calls',
  WEBSITE_CLICKS: 'Clicks',
  DIRECTIONS: 'Directions',
} as const satisfies Partial<Record<Statistic, string>>);

const compactWords = numbersIn({ notation: 'compact' });
/** From here on a number has no room beside the chart. */
const LONG = 100_000;
/** `19 Nov` */
export const shortDay = daysIn({ day: 'numeric', month: 'short' });
/** `Nov 2026`, of a day or a month `yyyy-mm`. */
export const shortMonth = daysIn({ month: 'short', year: 'numeric' });
const DAYS = timesIn({ day: 'numeric', month: 'short', year: 'numeric' });

/** A number, or the words for one that is not known. */
export function numberWords(value: number | null): string {
  return value === null ? 'unknown' : figure(value);
}

/** A number beside the chart: `4,000`, `400K`. */
export function axisWords(value: number): string {
  return value < LONG ? figure(value) : compactWords(value);
}

/** `27 Oct – 25 Nov 2026` */
export function rangeWords({ from, to }: { from: string; to: string }): string {
  return DAYS('UTC').formatRange(Date.parse(from), Date.parse(to));
}

/** The days of a point: `19 Nov`, `16 Nov to 22 Nov`, or `November 2026`. */
export function pointDays({ from, to, isWhole }: Point, by: 'day' | 'week' | 'month'): string {
  if (by === 'month' && isWhole) return monthWords(from.slice(0, 7));
  return from === to ? shortDay(from) : `${shortDay(from)} to ${shortDay(to)}`;
}

/** Up to which day Google has counted all locations. */
export function untilWords(dataUntil: string | null): string {
  return dataUntil === null ? 'Google has no data yet' : `Google has data until ${shortDay(dataUntil)}`;
}

/** The same, and whether there is later data of some locations. */
export function reachWords(dataUntil: string | null, points: readonly Point[]): string {
  const isLaterForSome = points.some(
    ({ from, value }) => value !== null && dataUntil !== null && from > dataUntil,
  );
  return isLaterForSome ? `${untilWords(dataUntil)}, later for some locations` : untilWords(dataUntil);
}

/** A number with what it lacks: `58`, `58 (in part)`, `58 (in part, 27 of 30 locations)`. */
export function heldWords({ value, isWhole, locations }: Point, of: number): string {
  const lacks = [
    !isWhole && 'in part',
    locations < of && `${figure(locations)} of ${countOf(of, 'location')}`,
  ].filter(Boolean);
  return lacks.length > 0 ? `${numberWords(value)} (${lacks.join(', ')})` : numberWords(value);
}

/** A change as a percentage, such as `+16%`; undefined where there is none to give. */
export function changeWords(now: number | null, before: number | null): string | undefined {
  if (now === null || !before) return undefined;
  const percent = Math.round(((now - before) / before) * 100);
  return percent > 0 ? `+${percent}%` : percent < 0 ? `−${-percent}%` : 'no change';
}

/** A change as a number, such as `−24`; undefined where one of both is not known. */
export function differenceWords(now: number | null, before: number | null): string | undefined {
  if (now === null || before === null) return undefined;
  return now === before ? 'none' : `${now > before ? '+' : '−'}${figure(Math.abs(now - before))}`;
}

/** What was done on a day, without a claim about what came of it. */
export function eventWords({ kind, field, name, count, locations }: StatisticsEvent): string {
  const where = `at ${countOf(locations, 'location')}`;
  if (kind === 'POST') return `${countOf(count, 'post')} published ${where}`;
  if (kind === 'CAMPAIGN') return `Campaign “${name ?? ''}”: ${countOf(count, 'post')} ${where}`;
  const times = count > locations ? `, ${figure(count)} times` : '';
  return `${field === null ? 'A field' : FIELD_NAMES[field]} changed ${where}${times}`;
}
