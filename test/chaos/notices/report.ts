import { inWords, tally } from '../report.ts';
import type { Cause } from './causes.ts';
import type { Options } from './options.ts';
import type { Judgement, Shown } from './oracle.ts';
import type { Arrival } from './sinks.ts';

/** What a run has come to. */
export interface Outcome extends Judgement {
  options: Options;
  store: string;
  causes: Cause[];
  arrivals: Arrival[];
  shown: Shown[];
  kills: Record<string, number>;
  /** What else has gone wrong: servers that ended by themselves, stops that were not clean. */
  troubles: string[];
  minutes: number;
}

/** The run in words and figures, and as a row of the table in docs/reliability.md. */
export function describe(outcome: Outcome): string {
  const { options, store, causes, arrivals, shown, kills, repeats, verdict, minutes } = outcome;
  const { rounds, seed, control } = options;
  const found = Object.entries(verdict).map(([name, list]) => [name, (list as string[]).length] as const);
  const notices = shown.flatMap((each) => each.notices);
  const deliveries = shown.flatMap((each) => each.deliveries);
  const byFault = tally(arrivals.map(({ channel, did }) => `${channel} ${did}`));
  const lines = [
    ['run', `${rounds} rounds, ${store}, seed ${seed}, ${minutes.toFixed(1)} min`],
    ['kills', inWords(kills)],
    ['causes', `${causes.length}: ${inWords(tally(causes.map(({ kind }) => kind)))}`],
    ['product', `${notices.length} notices, ${notices.reduce((sum, { count }) => sum + count, 0)} events`],
    ['deliveries', `${deliveries.length}, in ${arrivals.length} requests: ${inWords(byFault)}`],
    ['repeats', inWords(repeats)],
    ['verdict', inWords(Object.fromEntries(found))],
  ];
  const sum = (counts: Record<string, number>) =>
    Object.values(counts).reduce((all, count) => all + count, 0);
  const cells = [
    control ?? options.store,
    seed,
    rounds,
    sum(kills),
    causes.length,
    notices.length,
    deliveries.length,
    arrivals.length - (byFault['webhook ok'] ?? 0) - (byFault['mail ok'] ?? 0),
    repeats['after a kill'] ?? 0,
    ...found.map(([, count]) => count),
  ];
  return `${lines.map(([name = '', text]) => `${name.padEnd(11)} ${text}`).join('\n')}\n\n| ${cells.join(' | ')} |`;
}
