import { BLOWS, number, oneOf, parse } from '../options.ts';

/** Parts that are taken out of the product on purpose: each control must make the run fail. */
export const CONTROLS = ['no-one-copy', 'no-canonical', 'no-intent', 'no-own-echo'] as const;

export interface Options {
  store: 'pglite' | 'postgres';
  locations: number;
  /** By Google, the public, the owner elsewhere and the person here. */
  edits: number;
  /** Whole readings of all locations. */
  sweeps: number;
  /** Most of them at a named step of a change, the others during a reading. */
  kills: number;
  /** What a kill is: `kill -9`, or a SIGTERM, after which the process ends by itself. */
  blow: 'kill' | 'stop';
  seed: number;
  control: (typeof CONTROLS)[number] | undefined;
  /** Keeps the logs of the processes also when nothing is wrong. */
  keepLogs: boolean;
  /** Nothing is edited: the calls of one day are counted. */
  idleDay: boolean;
}

const NAMES = ['store', 'locations', 'edits', 'sweeps', 'kills', 'blow', 'seed', 'control'];

/** @throws OptionFault */
export function readOptions(args: string[]): Options {
  const given = parse(args, NAMES, ['keep-logs', 'idle-day']);
  return {
    store: oneOf(given, 'store', ['pglite', 'postgres']) ?? 'postgres',
    locations: number(given, 'locations', 20, 9_000) ?? 300,
    edits: number(given, 'edits', 1, 5_000) ?? 120,
    sweeps: number(given, 'sweeps', 1, 500) ?? 10,
    kills: number(given, 'kills', 0, 1_000) ?? 12,
    blow: oneOf(given, 'blow', BLOWS) ?? 'kill',
    seed: number(given, 'seed', 0, 2 ** 31) ?? 1,
    control: oneOf(given, 'control', CONTROLS),
    keepLogs: given['keep-logs'] === true,
    idleDay: given['idle-day'] === true,
  };
}
