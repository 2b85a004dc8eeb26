import type { Result } from '../command.ts';
import type { Lateness } from '../lateness.ts';
import { countsOf, inWords, sum } from '../report.ts';
import type { Verdict } from './oracle.ts';
import type { Options } from './options.ts';

/** What a run has come to. */
interface Outcome {
  options: Options;
  store: string;
  /** In words. */
  minutes: string;
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
  kills: Record<string, number>;
  /** How often each fault of Google has struck. */
  faults: Record<string, number>;
}

export function resultOf(outcome: Outcome): Result {
  const { options, store, minutes, verdict, held, retried, posts, most, others, kills, faults } = outcome;
  const { locations, seed, unconfirmed, control } = options;
  const { count, p50, p99 } = others;
  const late = count === 0 ? '-' : `${p50} ms / ${p99} ms`;
  return {
    verdict,
    lines: [
      ['run', `${locations} locations, ${unconfirmed}, ${store}, seed ${seed}, ${minutes}`],
      ['kills', inWords(kills)],
      ['faults', inWords(faults)],
      [
        'outcome',
        `${held} could not be confirmed, ${retried} were retried, they have ${posts} posts at Google`,
      ],
      ['quotas', `at most ${most.requests} requests of an API, ${most.edits} edits of a profile in a minute`],
      ['others', `${count} posts, late by (p50 / p99): ${late}`],
    ],
    rows: [
      [
        control ?? `${options.store}, ${unconfirmed}`,
        seed,
        locations,
        sum(kills),
        sum(faults),
        held,
        retried,
        ...Object.values(countsOf(verdict)),
        `${most.requests} / ${most.edits}`,
        late,
      ],
    ],
  };
}
