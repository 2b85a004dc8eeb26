import type { Lateness } from '../lateness.ts';
import { inWords } from '../report.ts';
import type { Verdict } from './oracle.ts';
import type { Options } from './options.ts';

/** What a run has come to. */
export interface Outcome {
  options: Options;
  store: string;
  verdict: Verdict;
  /** How many locations could not be confirmed, and how many were retried. */
  held: number;
  retried: number;
  /** How many posts the locations have at Google in the end. */
  posts: number;
  /** The most that Google was asked in a minute: requests of one API, and edits of one profile. */
  most: { requests: number; edits: number };
  /** How late other people's posts were. */
  others: Lateness;
  dealt: Record<string, number>;
  kills: number;
  /** How often each fault of Google has struck. */
  faults: Record<string, number>;
  /** What else has gone wrong: servers that ended by themselves, stops that were not clean. */
  troubles: string[];
  minutes: number;
}

/** The run in words and figures, and as a row of the table in docs/reliability.md. */
export function describe({
  options,
  store,
  verdict,
  held,
  retried,
  posts,
  most,
  others,
  dealt,
  kills,
  faults,
  minutes,
}: Outcome): string {
  const { locations, seed, unconfirmed, control } = options;
  const found = Object.fromEntries(
    Object.entries(verdict).map(([name, list]) => [name, (list as string[]).length]),
  );
  const { count, p50, p99 } = others;
  const late = count === 0 ? '-' : `${p50} ms / ${p99} ms`;
  const lines = [
    ['run', `${locations} locations, ${unconfirmed}, ${store}, seed ${seed}, ${minutes.toFixed(1)} min`],
    ['kills', inWords(dealt)],
    ['faults', inWords(faults)],
    [
      'outcome',
      `${held} could not be confirmed, ${retried} were retried, they have ${posts} posts at Google`,
    ],
    ['quotas', `at most ${most.requests} requests of an API, ${most.edits} edits of a profile in a minute`],
    ['others', `${count} posts, late by (p50 / p99): ${late}`],
    ['verdict', inWords(found)],
  ];
  const struck = Object.values(faults).reduce((sum, each) => sum + each, 0);
  const cells = [
    control ?? `${options.store}, ${unconfirmed}`,
    seed,
    locations,
    kills,
    struck,
    held,
    retried,
    ...Object.values(found),
    `${most.requests} / ${most.edits}`,
    late,
  ];
  return `${lines.map(([name = '', text]) => `${name.padEnd(11)} ${text}`).join('\n')}\n\n| ${cells.join(' | ')} |`;
}
