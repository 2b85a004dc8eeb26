import { type Accepted, type Disturbance, outcomesOf, type Row } from './oracle.ts';

/** A claim outlives the process that held it for so long. */
const LEASE_MS = 24_000;

/**
 * How long after its time a post may be settled, apart from the times in which something was struck: as long as it takes
 * to find out about each of its attempts (claim, settle window of a minute, lists that fail), and some turns in a queue.
 */
const SETTLED_WITHIN_MS = 90_000;
const FOR_EACH_ATTEMPT_MS = 120_000;
const FOR_EACH_DISTURBANCE_MS = LEASE_MS + 15_000;

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
  /** In words. */
  outcomes: string;
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
    all.push({ id: row.id, ms: at - due, outcomes: outcomesOf(row) });
    const isStruck = disturbances.some(({ from, to }) => from <= at && to + LEASE_MS >= due);
    if (isStruck || orphaned.has(row.id)) continue;
    if (!taken.fault && row.attempts.length === 1) unstruck.push(at - due);
  }
  const latest = all.sort((a, b) => b.ms - a.ms).slice(0, 3);
  return { all: summary(all.map(({ ms }) => ms)), unstruck: summary(unstruck), latest };
}

/** Posts that took longer than anything that happened to them explains. @returns a sentence for each */
export function findDelays(rows: Row[], accepted: Accepted[], disturbances: Disturbance[]): string[] {
  const byName = new Map(accepted.map((post) => [post.name, post]));
  return rows.flatMap((row) => {
    const due = row.publishAt.getTime();
    const taken = row.googleName === null ? undefined : byName.get(row.googleName)?.at;
    const settled = (taken ?? row.attempts.at(-1)?.endedAt)?.getTime() ?? due;
    const meanwhile = disturbances.filter(({ from, to }) => from <= settled && to + LEASE_MS >= due);
    const excused = meanwhile.reduce((sum, { from, to }) => sum + to - from + FOR_EACH_DISTURBANCE_MS, 0);
    const most = SETTLED_WITHIN_MS + row.attempts.length * FOR_EACH_ATTEMPT_MS + excused;
    return settled - due > most
      ? [
          `${row.id} was settled ${seconds(settled - due)} s after its time, not ${seconds(most)} (${outcomesOf(row)})`,
        ]
      : [];
  });
}

const seconds = (ms: number) => Math.round(ms / 1000);

function summary(values: number[]): Lateness {
  const sorted = values.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), most: at(1) };
}
