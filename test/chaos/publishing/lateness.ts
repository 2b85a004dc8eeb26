import type { Call } from 'gbp-simulator';
import { type Lateness, summary } from '../lateness.ts';
import type { Disturbance } from '../replica.ts';
import { type Accepted, outcomesOf, type Row } from './oracle.ts';

/** A claim outlives the process that held it for so long. */
const LEASE_MS = 24_000;

/**
 * How long after its time a post may be settled, apart from the times in which something was struck: as long as it takes
 * to find out about each of its attempts (claim, settle window of a minute, lists that fail), and some turns in a queue.
 */
const SETTLED_WITHIN_MS = 90_000;
const FOR_EACH_ATTEMPT_MS = 120_000;
const FOR_EACH_DISTURBANCE_MS = LEASE_MS + 15_000;

/** For so long at least the posts of an account wait after Google has refused one for the moment. */
const REFUSED_MS = 15_000;

/** A time in which the posts of some places wait. */
interface Refusal extends Disturbance {
  locationIds: string[];
}

/** A post that was taken late, and what has become of its attempts. */
export interface Late {
  id: string;
  ms: number;
  /** In words. */
  outcomes: string;
}

/**
 * Times in which all posts of a person wait, by Google's own log: it has refused one of them, or an access token, for the
 * moment. They end when it takes the next one.
 * @param placesOf the places of a person
 */
export function refusalsIn(calls: Call[], placesOf: (person: string) => string[]): Refusal[] {
  const isRefusal = ({ operation, status, fault }: Call) =>
    fault !== undefined &&
    (operation === 'oauth.refresh' ||
      (operation === 'localPosts.create' && (status === 401 || status === 429)));
  const timeOf = ({ at }: Call) => new Date(at).getTime();
  return calls.filter(isRefusal).map((refusal) => {
    const { person = '' } = refusal;
    const from = timeOf(refusal);
    const next = calls.find(
      (call) => call.accepted && call.person === person && timeOf(call) >= from + REFUSED_MS,
    );
    return { from, to: next ? timeOf(next) : Infinity, locationIds: placesOf(person) };
  });
}

/**
 * Lateness of all posts, and of those that nothing has struck on their way: no fault of Google's, no time in which
 * nobody could have published them, no server that was struck while it held them.
 */
export function measureLateness(
  rows: Row[],
  accepted: Accepted[],
  {
    disturbances,
    orphaned,
    refusals,
  }: { disturbances: Disturbance[]; orphaned: Set<string>; refusals: Refusal[] },
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
    const hasWaited = refusals.some(
      ({ from, to, locationIds }) => locationIds.includes(row.locationId) && from <= at && to >= due,
    );
    if (isStruck || hasWaited || orphaned.has(row.id)) continue;
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
