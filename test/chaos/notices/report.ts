import type { Result } from '../command.ts';
import { countsOf, inWords, sum, tally } from '../report.ts';
import type { Cause } from './causes.ts';
import type { Options } from './options.ts';
import type { Judgement, Shown } from './oracle.ts';
import type { Arrival } from './sinks.ts';

/** What a run has come to. */
interface Outcome extends Judgement {
  options: Options;
  store: string;
  /** In words. */
  minutes: string;
  causes: Cause[];
  arrivals: Arrival[];
  shown: Shown[];
  kills: Record<string, number>;
}

export function resultOf(outcome: Outcome): Result {
  const { options, store, minutes, causes, arrivals, shown, kills, repeats, verdict } = outcome;
  const { rounds, seed, control } = options;
  const notices = shown.flatMap((each) => each.notices);
  const events = notices.reduce((all, { count }) => all + count, 0);
  const deliveries = shown.flatMap((each) => each.deliveries);
  const byFault = tally(arrivals.map(({ channel, did }) => `${channel} ${did}`));
  return {
    verdict,
    lines: [
      ['run', `${rounds} rounds, ${store}, seed ${seed}, ${minutes}`],
      ['kills', inWords(kills)],
      ['causes', `${causes.length}: ${inWords(tally(causes.map(({ kind }) => kind)))}`],
      ['product', `${notices.length} notices, ${events} events`],
      ['deliveries', `${deliveries.length}, in ${arrivals.length} requests: ${inWords(byFault)}`],
      ['repeats', inWords(repeats)],
    ],
    rows: [
      [
        control ?? options.store,
        seed,
        rounds,
        sum(kills),
        causes.length,
        notices.length,
        deliveries.length,
        arrivals.length - (byFault['webhook ok'] ?? 0) - (byFault['mail ok'] ?? 0),
        repeats['after a kill'] ?? 0,
        ...Object.values(countsOf(verdict)),
      ],
    ],
  };
}
