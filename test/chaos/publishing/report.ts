import type { Result } from '../command.ts';
import { late, type Lateness } from '../lateness.ts';
import { countsOf, inWords, type Line, sum, tally } from '../report.ts';
import type { Late } from './lateness.ts';
import { type Accepted, type Row, type Verdict, wrongIn } from './oracle.ts';
import type { Options } from './options.ts';

/** What is promised of a run in which nothing is struck, in ms. */
const LATENESS = { p50: 1000, p99: 5000, lastAtOnce: 75_000 };

/** What a run has come to. */
interface Outcome {
  options: Options;
  store: string;
  /** In words. */
  minutes: string;
  rows: Row[];
  accepted: Accepted[];
  verdict: Verdict;
  lateness: { all: Lateness; unstruck: Lateness; latest: Late[] };
  /** Lateness before many locations were read over and over, and while they were. */
  besideReadings: { without: Lateness; beside: Lateness; readings: number } | false;
  /** How often each fault of Google has struck. */
  faults: Record<string, number>;
  /** How many posts their owners have changed or cancelled, and how often it was too late for that. */
  changes: Record<string, number>;
  /** How often each blow was dealt. */
  blows: Record<string, number>;
  /** How long servers took to be back, in ms. */
  boots: number[];
}

export function resultOf(outcome: Outcome): Result {
  const { options, store, minutes, rows, accepted, verdict, lateness, faults, blows, changes, boots } =
    outcome;
  const { besideReadings } = outcome;
  const { locations, seed, replicas, skew } = options;
  const { held } = verdict;
  const wrong = wrongIn(verdict);
  const { all, unstruck, latest } = lateness;
  const outcomes = tally(rows.map(({ status, detail }) => (detail ? `${status} ${detail}` : status)));
  const lines: Line[] = [
    ['run', `${rows.length} posts, ${locations} places, ${store}, seed ${seed}, ${minutes}`],
    ['processes', `${replicas}${skew ? `, clocks ±${skew} min` : ''}`],
    ['blows', inWords(blows)],
    ['faults', inWords(faults)],
    ['people', inWords(changes)],
    ['at Google', `${accepted.length} taken: ${inWords(tally(accepted.map(({ state }) => state)))}`],
    ['calendar', `${inWords(outcomes)}; ${held.length} could not be confirmed at first`],
    ['back after', boots.length === 0 ? '-' : `at most ${Math.max(...boots)} ms`],
    ['lateness', `not struck: ${late(unstruck)}`],
    ['', `all: ${late(all)}`],
  ];
  if (besideReadings) {
    const { without, beside, readings } = besideReadings;
    lines.push(['', `before the readings: ${late(without)}`]);
    lines.push(['', `beside ${readings} readings: ${late(beside)}`]);
  }
  for (const { id, ms, outcomes } of latest) lines.push(['', `${id}: ${ms} ms (${outcomes})`]);
  const row = [
    options.control ?? `${options.store}, ${replicas}`,
    seed,
    rows.length,
    sum(faults),
    inWords(blows),
    ...Object.values(countsOf(wrong)),
    held.length,
    unstruck.count === 0 ? '-' : [unstruck.p50, unstruck.p99, unstruck.most].map(seconds).join(' / '),
    boots.length === 0 ? '-' : seconds(Math.max(...boots)),
  ];
  return { lines, verdict: wrong, rows: [row], faults: faultsOf(outcome) };
}

/** What a run in which nothing is struck has not kept. */
function faultsOf({ options, verdict, lateness }: Outcome): string[] {
  const found: string[] = [];
  const isQuiet =
    options.faults === 'off' &&
    options.kills + options.freezes + options.databaseStops + options.revocations === 0;
  const { p50, p99, most } = lateness.all;
  if (isQuiet && options.atOnce && most > LATENESS.lastAtOnce) found.push(`the last was ${most} ms late`);
  if (isQuiet && !options.atOnce && (p50 > LATENESS.p50 || p99 > LATENESS.p99))
    found.push(`lateness is p50 ${p50} ms, p99 ${p99} ms`);
  // Nothing failed and nothing died, so that nothing is unknown.
  const hasOnlyStopped =
    options.faults === 'off' && options.blow === 'stop' && options.freezes + options.databaseStops === 0;
  if (hasOnlyStopped && verdict.held.length > 0)
    found.push(`${verdict.held.length} could not be confirmed although nothing failed`);
  return found;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
