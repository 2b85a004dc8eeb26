/** The key of one number: a place, a metric, and a day (`2026-03-01`). */
export function metricKey(locationId: string, metric: string, day: string): string {
  return `${locationId} ${metric} ${day}`;
}
