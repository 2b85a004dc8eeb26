import type { Late, Lateness } from './lateness.ts';
import { type Accepted, faultsIn, type Row, type Verdict } from './oracle.ts';
import type { Options } from './options.ts';

/** What is promised of a run in which nothing is struck, in ms. */
const LATENESS = { p50: 1000, p99: 5000, lastAtOnce: 75_000 };

/** What a run has come to. */
export interface Outcome {
  options: Options;
  store: string;
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
  /** What else has gone wrong: unexplained delays, ends that nobody has caused, stops that were not clean. */
  troubles: string[];
  minutes: number;
}

/** What is wrong about a run; nothing if it is good. */
export function faultsOf({ options, verdict, lateness, troubles }: Outcome): string[] {
  const found = [...faultsIn(verdict), ...troubles];
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

/** The run in words and figures, for a terminal. */
export function describe(outcome: Outcome): string {
  const { options, store, rows, accepted, verdict, lateness, faults, blows, changes, boots, minutes } =
    outcome;
  const { besideReadings } = outcome;
  const { held, ...faultLists } = verdict;
  const figures = Object.entries(faultLists).map(([name, list]) => `${name} ${list.length}`);
  const outcomes = tally(rows.map(({ status, detail }) => (detail ? `${status} ${detail}` : status)));
  const lines = [
    [
      'run',
      `${rows.length} posts, ${options.locations} places, ${store}, seed ${options.seed}, ${minutes.toFixed(1)} min`,
    ],
    ['processes', `${options.replicas}${options.skew ? `, clocks ±${options.skew} min` : ''}`],
    ['blows', inWords(blows)],
    ['faults', inWords(faults)],
    ['people', inWords(changes)],
    ['at Google', `${accepted.length} taken: ${inWords(tally(accepted.map(({ state }) => state)))}`],
    ['calendar', `${inWords(outcomes)}; ${held.length} could not be confirmed at first`],
    ['back after', boots.length === 0 ? '-' : `at most ${Math.max(...boots)} ms`],
    ['lateness', `not struck: ${late(lateness.unstruck)}`],
    ['', `all: ${late(lateness.all)}`],
    ...(besideReadings
      ? [
          ['', `before the readings: ${late(besideReadings.without)}`],
          ['', `beside ${besideReadings.readings} readings: ${late(besideReadings.beside)}`],
        ]
      : []),
    ...lateness.latest.map(({ id, ms, outcomes }) => ['', `${id}: ${ms} ms (${outcomes})`]),
    ['verdict', figures.join(', ')],
  ];
  return lines.map(([name = '', text]) => `${name.padEnd(11)} ${text}`).join('\n');
}

/** The same as a row of the table in docs/reliability.md. */
export function tableRow({ options, rows, verdict, lateness, blows, boots, faults }: Outcome): string {
  const struck = Object.values(faults).reduce((sum, count) => sum + count, 0);
  const { unstruck } = lateness;
  const cells = [
    options.control ?? `${options.store}, ${options.replicas}`,
    options.seed,
    rows.length,
    struck,
    inWords(blows),
    verdict.duplicates.length,
    verdict.lost.length,
    verdict.stale.length,
    verdict.early.length,
    verdict.stuck.length,
    verdict.untrue.length,
    verdict.held.length,
    unstruck.count === 0
      ? '-'
      : `${seconds(unstruck.p50)} / ${seconds(unstruck.p99)} / ${seconds(unstruck.most)}`,
    boots.length === 0 ? '-' : seconds(Math.max(...boots)),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** In words. */
export function late({ count, p50, p99, most }: Lateness): string {
  return `p50 ${p50} ms, p99 ${p99} ms, most ${most} ms (${count} posts)`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

export function inWords(counts: Record<string, number>): string {
  const words = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return words.join(', ') || 'none';
}

export function tally(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
