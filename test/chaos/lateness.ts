import type { Accepted, Row } from './oracle.ts';

/** A claim outlives the process that held it for so long. */
const LEASE_MS = 24_000;

/** A time in which something was struck and not yet back; ms since 1970. */
export interface Disturbance {
  from: number;
  to: number;
}

/** How long after their time posts were taken, in ms. */
export interface Lateness {
  count: number;
  p50: number;
  p99: number;
  most: number;
}

/** A post that was taken late, and what has become of its attempts. */
export interface Late {
  id: string;
  ms: number;
  outcomes: (string | null)[];
}

/**
 * Lateness of all posts, and of those that nothing has struck on their way: no fault of Google's, no time in which
 * nobody could have published them, no server that was struck while it held them.
 */
export function measureLateness(
  rows: Row[],
  accepted: Accepted[],
  { disturbances, orphaned }: { disturbances: Disturbance[]; orphaned: Set<string> },
): { all: Lateness; unstruck: Lateness; latest: Late[] } {
  const byName = new Map(accepted.map((post) => [post.name, post]));
  const all: Late[] = [];
  const unstruck: number[] = [];
  for (const row of rows) {
    const taken = row.googleName === null ? undefined : byName.get(row.googleName);
    if (!taken) continue;
    const [due, at] = [row.publishAt.getTime(), taken.at.getTime()];
    all.push({ id: row.id, ms: at - due, outcomes: row.outcomes });
    const isStruck = disturbances.some(({ from, to }) => from <= at && to + LEASE_MS >= due);
    if (isStruck || orphaned.has(row.id)) continue;
    if (!taken.fault && row.outcomes.length === 1) unstruck.push(at - due);
  }
  const latest = all.sort((a, b) => b.ms - a.ms).slice(0, 3);
  return { all: summary(all.map(({ ms }) => ms)), unstruck: summary(unstruck), latest };
}

function summary(values: number[]): Lateness {
  const sorted = values.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), most: at(1) };
}
