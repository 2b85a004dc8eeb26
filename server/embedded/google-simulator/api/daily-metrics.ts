import { metricKey } from '../metric-key.js';
import type { GoogleDate, Location } from '../model.js';
import { numberFor } from '../seeded-random.js';
import type { State } from '../state.js';
import { dayNumber } from './times.js';

/** How many a day there are of each on the whole. */
const USUAL: Record<string, number> = {
  BUSINESS_IMPRESSIONS_DESKTOP_MAPS: 12,
  BUSINESS_IMPRESSIONS_DESKTOP_SEARCH: 34,
  BUSINESS_IMPRESSIONS_MOBILE_MAPS: 58,
  BUSINESS_IMPRESSIONS_MOBILE_SEARCH: 71,
  BUSINESS_CONVERSATIONS: 0,
  BUSINESS_DIRECTION_REQUESTS: 6,
  CALL_CLICKS: 3,
  WEBSITE_CLICKS: 5,
  BUSINESS_BOOKINGS: 0,
  BUSINESS_FOOD_ORDERS: 0,
  BUSINESS_FOOD_MENU_CLICKS: 0,
};

const DAY_MS = 86_400_000;
/** Google counts the last days later. */
const DELAY_MS = 3 * DAY_MS;

export const isMetric = (name: string): boolean => Object.hasOwn(USUAL, name);

/** The numbers of a place from one day to another, both included. As with Google, a zero has no value. */
export function datedValues(
  state: State,
  { id }: Location,
  metric: string,
  [first, last]: [GoogleDate, GoogleDate],
): { date: GoogleDate; value?: string }[] {
  const counted = state.clock.now().getTime() - DELAY_MS;
  const dated: { date: GoogleDate; value?: string }[] = [];
  for (let time = dayNumber(first); time <= dayNumber(last); time += DAY_MS) {
    const day = new Date(time);
    const key = metricKey(id, metric, day.toISOString().slice(0, 10));
    const value = state.metrics.get(key) ?? (time > counted ? 0 : usualNumber(metric, key, day));
    dated.push({
      date: { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() },
      ...(value > 0 && { value: String(value) }),
    });
  }
  return dated;
}

/** Between half and one and a half of the usual, more on Saturdays; always the same for the same day. */
function usualNumber(metric: string, key: string, day: Date): number {
  const weekly = day.getUTCDay() === 6 ? 1.4 : 1;
  return Math.floor((USUAL[metric] ?? 0) * weekly * (0.5 + numberFor(key)));
}
