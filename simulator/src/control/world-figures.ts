import { isMetric, numberOn } from '../figures.js';
import { metricKey } from '../state.js';
import { createFinder, type WorldParts } from './finder.js';

const DAY_MS = 86_400_000;

/** What happens to the figures of places. */
export function figureActions(parts: WorldParts) {
  const { state } = parts;
  const { findLocation, change } = createFinder(parts);
  const known = (metric: string) => {
    if (!isMetric(metric)) throw new Error(`There is no metric ${metric}.`);
  };

  return {
    /** Sets daily numbers of a place, by ISO day, also of the past, as a correction; 0 is a day without any. */
    setMetrics({
      location,
      metric,
      values,
    }: {
      location: string;
      metric: string;
      values: Record<string, number>;
    }): void {
      const { id } = findLocation(location);
      known(metric);
      change(() => {
        for (const [day, value] of Object.entries(values))
          state.metrics.set(metricKey(id, metric, day), value);
      });
    },

    /** The numbers that Google says now, by ISO day, from one day to another, both included. */
    metrics({
      location,
      metric,
      from,
      to,
    }: {
      location: string;
      metric: string;
      from: string;
      to: string;
    }): Record<string, number> {
      const { id } = findLocation(location);
      known(metric);
      const numbers: Record<string, number> = {};
      for (let time = Date.parse(from); time <= Date.parse(to); time += DAY_MS)
        numbers[new Date(time).toISOString().slice(0, 10)] = numberOn(state, id, metric, time);
      return numbers;
    },

    /** Sets how many people searched for which words in a month (`2026-03`), in place of the month's own. */
    setKeywords({
      location,
      month,
      words,
    }: {
      location: string;
      month: string;
      words: Record<string, number>;
    }): void {
      const { id } = findLocation(location);
      change(() => state.keywords.set(`${id} ${month}`, { ...words }));
    },
  };
}
