import { BLOWS, number, oneOf, parse } from '../options.ts';

/** What is taken out of the product on purpose: each has to make the judgement red. */
export const STORM_CONTROLS = ['no-gone', 'no-confirm', 'one-page'] as const;

export interface StormOptions {
  store: 'pglite' | 'postgres';
  locations: number;
  /** What the public and the owner elsewhere do to the reviews. */
  acts: number;
  /** Most of them at a named step of a reading. */
  kills: number;
  /** What a kill is: `kill -9`, or a SIGTERM, after which the process ends by itself. */
  blow: 'kill' | 'stop';
  /**
   * So many posts of somebody else fall due, one each second, before the person connects, as many while their locations are
   * first read, and as many beside the storm. Then nothing is killed unless it is asked for, Google's quotas apply, and
   * readings are less frequent.
   */
  others: number;
  seed: number;
  control: (typeof STORM_CONTROLS)[number] | undefined;
  /** Keeps the logs of the processes also when nothing is wrong. */
  keepLogs: boolean;
}

const NAMES = ['store', 'locations', 'acts', 'kills', 'blow', 'others', 'seed', 'control'];

/** @throws OptionFault */
export function readStormOptions(args: string[]): StormOptions {
  const given = parse(args, NAMES, ['keep-logs']);
  const others = number(given, 'others', 0, 600) ?? 0;
  return {
    store: oneOf(given, 'store', ['pglite', 'postgres']) ?? 'postgres',
    locations: number(given, 'locations', 20, 3_000) ?? 300,
    acts: number(given, 'acts', 10, 50_000) ?? 1_000,
    kills: number(given, 'kills', 0, 500) ?? (others > 0 ? 0 : 12),
    blow: oneOf(given, 'blow', BLOWS) ?? 'kill',
    others,
    seed: number(given, 'seed', 0, 2 ** 31) ?? 1,
    control: oneOf(given, 'control', STORM_CONTROLS),
    keepLogs: given['keep-logs'] === true,
  };
}
