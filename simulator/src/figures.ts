import { CATEGORIES } from './seed/categories.js';
import type { Location } from './model.js';
import { numberFor } from './random.js';
import { type State, metricKey } from './state.js';

const DAY_MS = 86_400_000;

/** The metrics, with their usual number a day. */
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

export const isMetric = (name: string): boolean => Object.hasOwn(USUAL, name);

/**
 * What Google says of a metric on a day: 0 for one that is not counted yet. The last counted days may be too low, until they
 * are corrected.
 */
export function numberOn(state: State, locationId: string, metric: string, time: number): number {
  const { metricsDelayDays, correctedDays } = state.settings;
  const counted = state.clock.now().getTime() - metricsDelayDays * DAY_MS;
  const day = new Date(time);
  const key = metricKey(locationId, metric, day.toISOString().slice(0, 10));
  const set = state.metrics.get(key);
  if (set !== undefined) return set;
  if (time > counted) return 0;
  const usual = usualNumber(metric, key, day);
  return time > counted - correctedDays * DAY_MS ? Math.floor(usual * 0.9) : usual;
}

/** Between half and one and a half of the usual, more on Saturdays; always the same for the same day. */
function usualNumber(metric: string, key: string, day: Date): number {
  const weekly = day.getUTCDay() === 6 ? 1.4 : 1;
  return Math.floor((USUAL[metric] ?? 0) * weekly * (0.5 + numberFor(key)));
}

/** How many people searched for which words in a month (`2026-03`): what was set, or some words of the location's own. */
export function wordsIn(state: State, { id, fields }: Location, month: string): Map<string, number> {
  const set = state.keywords.get(`${id} ${month}`);
  if (set) return new Map(Object.entries(set));
  const category = CATEGORIES[fields.categories.primaryCategory.name]?.toLowerCase() ?? '';
  const town = fields.storefrontAddress?.locality?.toLowerCase();
  const words = [
    fields.title.toLowerCase(),
    category,
    `${category} near me`,
    ...(town ? [`${category} ${town}`] : []),
  ];
  return new Map(
    words.map((word, index) => [
      word,
      Math.floor((numberFor(`${id} ${word} ${month}`) * 160) / (index + 1) ** 2),
    ]),
  );
}
