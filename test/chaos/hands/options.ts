import { number, oneOf, parse } from '../options.ts';

/** What is taken out of the product on purpose: each has to make the judgement red. */
export const CONTROLS = [
  'no-compare',
  'no-turns',
  'no-one-answer',
  'send-again',
  'any-post',
  'no-wanted',
  'no-basis',
  'old-review',
] as const;

export interface Options {
  store: 'pglite' | 'postgres';
  /** By people here, the owner elsewhere, and Google. */
  acts: number;
  locations: number;
  /** Of servers, each at a named step. */
  kills: number;
  /** A server is halted at a named step for longer than its claim; with one server there are none. */
  halts: number;
  seed: number;
  /** Whether Google fails at random. */
  faults: 'on' | 'off';
  control: (typeof CONTROLS)[number] | undefined;
  /** Keeps the logs of the processes also when nothing is wrong. */
  keepLogs: boolean;
}

const NAMES = ['store', 'acts', 'locations', 'kills', 'halts', 'seed', 'faults', 'control'];

/** @throws OptionFault */
export function readOptions(args: string[]): Options {
  const given = parse(args, NAMES, ['keep-logs']);
  const store = oneOf(given, 'store', ['pglite', 'postgres']) ?? 'postgres';
  return {
    store,
    acts: number(given, 'acts', 1, 5_000) ?? 120,
    locations: number(given, 'locations', 2, 40) ?? 6,
    kills: number(given, 'kills', 0, 200) ?? 4,
    halts: store === 'pglite' ? 0 : (number(given, 'halts', 0, 50) ?? 1),
    seed: number(given, 'seed', 0, 2 ** 31) ?? 1,
    faults: oneOf(given, 'faults', ['on', 'off']) ?? 'on',
    control: oneOf(given, 'control', CONTROLS),
    keepLogs: given['keep-logs'] === true,
  };
}
