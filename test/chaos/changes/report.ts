import type { JournalEntry } from 'gbp-simulator';
import type { ChangeDto } from '../../../dist/server/changes/change.dto.js';
import { inWords, tally } from '../report.ts';
import type { Verdict } from './oracle.ts';
import type { Options } from './options.ts';

/** The outcome of a run. */
export interface Outcome {
  options: Options;
  store: string;
  verdict: Verdict;
  shown: ChangeDto[];
  journal: JournalEntry[];
  /** How often each act was done to the profiles. */
  done: Record<string, number>;
  kills: Record<string, number>;
  /** How often each fault of Google occurred. */
  faults: Record<string, number>;
  /** Other faults: servers that ended by themselves, stops that were not clean. */
  troubles: string[];
  minutes: number;
}

/** The run in words and figures, and as a row of the table in docs/reliability.md. */
export function describe({
  options,
  store,
  verdict,
  shown,
  journal,
  done,
  kills,
  faults,
  minutes,
}: Outcome): string {
  const { locations, sweeps, seed, control } = options;
  const lines = [
    ['run', `${locations} locations, ${sweeps} readings, ${store}, seed ${seed}, ${minutes.toFixed(1)} min`],
    ['edits', inWords(done)],
    ['kills', inWords(kills)],
    ['faults', inWords(faults)],
    [
      'journal',
      `${journal.length} entries: ${inWords(tally(journal.map(({ view, author }) => `${author} ${view}`)))}`,
    ],
    [
      'log',
      `${shown.length} lines: ${inWords(tally(shown.map(({ origin, state }) => `${origin} ${state}`)))}`,
    ],
    [
      'verdict',
      inWords(
        Object.fromEntries(Object.entries(verdict).map(([name, list]) => [name, (list as string[]).length])),
      ),
    ],
  ];
  const sum = (counts: Record<string, number>) =>
    Object.values(counts).reduce((all, count) => all + count, 0);
  const { missing, doubled, wrong, open, lost, repeated } = verdict;
  const cells = [
    control ?? options.store,
    seed,
    locations,
    sum(done),
    sweeps,
    sum(kills),
    sum(faults),
    shown.length,
  ];
  const found = [missing, doubled, wrong, open, lost, repeated].map(({ length }) => length);
  return `${lines.map(([name = '', text]) => `${name.padEnd(11)} ${text}`).join('\n')}\n\n| ${[...cells, ...found].join(' | ')} |`;
}
