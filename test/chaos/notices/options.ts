import { BLOWS, number, oneOf, parse } from '../options.ts';

/** What is taken out of the product on purpose: each has to make the judgement red. */
export const CONTROLS = ['no-outbox', 'new-id', 'no-lock'] as const;

export interface Options {
  store: 'pglite' | 'postgres';
  /** Each brings new causes for everybody, and ends with a reading of all locations. */
  rounds: number;
  /** Most of them at a named step of a notice, the others during a reading. */
  kills: number;
  /** What a kill is: `kill -9`, or a SIGTERM, after which the process ends by itself. */
  blow: 'kill' | 'stop';
  seed: number;
  control: (typeof CONTROLS)[number] | undefined;
  /** Keeps the logs of the processes also when nothing is wrong. */
  keepLogs: boolean;
}

const NAMES = ['store', 'rounds', 'kills', 'blow', 'seed', 'control'];

/** @throws OptionFault */
export function readOptions(args: string[]): Options {
  const given = parse(args, NAMES, ['keep-logs']);
  return {
    store: oneOf(given, 'store', ['pglite', 'postgres']) ?? 'postgres',
    rounds: number(given, 'rounds', 1, 100) ?? 4,
    kills: number(given, 'kills', 0, 1_000) ?? 12,
    blow: oneOf(given, 'blow', BLOWS) ?? 'kill',
    seed: number(given, 'seed', 0, 2 ** 31) ?? 1,
    control: oneOf(given, 'control', CONTROLS),
    keepLogs: given['keep-logs'] === true,
  };
}
