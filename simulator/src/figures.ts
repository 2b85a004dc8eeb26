import { CATEGORIES } from './seed/categories.js';
import type { Location } from './model.js';
import { numberFor } from './random.js';
import { sharedIdOf } from './seed/private-worlds.js';
import { businessOf } from './seed/trades-of-places.js';
import { type State, metricKey } from './state.js';

const DAY_MS = 86_400_000;

/** The metrics that Google counts, also those of which a business has none. */
const METRICS = Object.freeze([
  'BUSINESS_IMPRESSIONS_DESKTOP_MAPS',
  'BUSINESS_IMPRESSIONS_DESKTOP_SEARCH',
  'BUSINESS_IMPRESSIONS_MOBILE_MAPS',
  'BUSINESS_IMPRESSIONS_MOBILE_SEARCH',
  'BUSINESS_CONVERSATIONS',
  'BUSINESS_DIRECTION_REQUESTS',
  'CALL_CLICKS',
  'WEBSITE_CLICKS',
  'BUSINESS_BOOKINGS',
  'BUSINESS_FOOD_ORDERS',
  'BUSINESS_FOOD_MENU_CLICKS',
]);

export const isMetric = (name: string): boolean => METRICS.includes(name);

/** Calls that are lost or gained begin to turn so long before the world begins, and have turned when it is near. */
const TURN_DAYS = Object.freeze({ first: 70, last: 14 });
const TURNED_CALLS = Object.freeze({ lost: 0.45, gained: 1.9 });
/** Demand rises and falls on its own too, as slowly as this. */
const WAVE_DAYS = 117;

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
  const usual = usualNumber(state, { locationId, metric, time });
  return time > counted - correctedDays * DAY_MS ? Math.floor(usual * 0.9) : usual;
}

/**
 * What a location has of a metric on a day: as is usual in its trade on that weekday in that season, as chance has it, and
 * with what became of its calls. Always the same for the same day while its world has begun at the same time.
 */
function usualNumber(
  { beginnings }: State,
  { locationId, metric, time }: { locationId: string; metric: string; time: number },
): number {
  const sharedId = sharedIdOf(locationId);
  const { trade, size, calls } = businessOf(sharedId);
  const usual = trade.usual[metric];
  if (usual === undefined) return 0;
  const day = new Date(time);
  const number = time / DAY_MS;
  const turned =
    calls && metric === 'CALL_CLICKS'
      ? 1 + (TURNED_CALLS[calls] - 1) * shareTurned((beginnings.of(locationId) - time) / DAY_MS)
      : 1;
  const wave = 1 + 0.09 * Math.sin((2 * Math.PI * number) / WAVE_DAYS + metric.length);
  const chance = 0.7 + 0.6 * numberFor(metricKey(sharedId, metric, String(number)));
  const expected = usual * size * (trade.week[day.getUTCDay()] ?? 1) * seasonOf(trade.year, day);
  return Math.round(expected * wave * turned * chance);
}

/** How far calls have turned so many days before the world begins, from 0 to 1. */
function shareTurned(daysBefore: number): number {
  return Math.min(Math.max((TURN_DAYS.first - daysBefore) / (TURN_DAYS.first - TURN_DAYS.last), 0), 1);
}

/** Between the middles of two months. */
function seasonOf(year: readonly number[], day: Date): number {
  const since = day.getUTCMonth() + (day.getUTCDate() - 15) / 31;
  const month = Math.floor(since);
  const [before = 1, after = 1] = [month, month + 1].map((each) => year[(each + 12) % 12]);
  return before + (after - before) * (since - month);
}

/** How many search for a location's name and category in a usual month, in the order below. */
const USUAL_SEARCHES = Object.freeze([118, 64, 97, 41]);

/** How many people searched for which words in a month (`2026-03`): what was set, or some words of the location's own. */
export function wordsIn(state: State, { id, fields }: Location, month: string): Map<string, number> {
  const set = state.keywords.get(`${id} ${month}`);
  if (set) return new Map(Object.entries(set));
  const sharedId = sharedIdOf(id);
  const { trade, size } = businessOf(sharedId);
  const category = CATEGORIES[fields.categories.primaryCategory.name]?.toLowerCase() ?? '';
  const town = fields.storefrontAddress?.locality?.toLowerCase();
  const found = [
    fields.title.toLowerCase(),
    category,
    `${category} near me`,
    ...(town ? [`${category} ${town}`] : []),
  ];
  const middle = new Date(`${month}-15`);
  const ofSeason = trade.words.filter(([, , months]) => months?.includes(middle.getUTCMonth() + 1) ?? true);
  const searches = size * seasonOf(trade.year, middle);
  const counted = (word: string, usual: number): [string, number] => [
    word,
    Math.round(usual * searches * (0.6 + 0.8 * numberFor(`${sharedId} ${word} ${month}`))),
  ];
  return new Map([
    ...found.map((word, index) => counted(word, USUAL_SEARCHES[index] ?? 0)),
    ...ofSeason.map(([word, usual]) => counted(word, usual)),
  ]);
}
