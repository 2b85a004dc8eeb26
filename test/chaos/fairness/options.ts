import { number, oneOf, parse } from '../options.ts';
import { EFFECTS, type EffectName } from './effects.ts';

/** What is taken out of the product on purpose: each has to make the judgement red. */
export const CONTROLS = ['no-turns', 'in-the-tick'] as const;

export interface Options {
  store: 'pglite' | 'postgres';
  /** The kind of effect; all, one after the other, unless given. */
  effects: EffectName[];
  /** How many workspaces are slow. */
  crowd: number;
  /** How many effects each of them has; above 500 the locations are those of one chain. */
  count: number;
  /** How long each of these takes at Google, in ms. */
  slow: number;
  /** Whether calls wait for Google's quotas. Then no wait is too long. */
  quota: 'on' | 'off';
  /** For how long each kind is watched. */
  seconds: number;
  control: (typeof CONTROLS)[number] | undefined;
  keepLogs: boolean;
}

const NAMES = ['store', 'effect', 'crowd', 'count', 'slow', 'quota', 'seconds', 'control'];

/** @throws OptionFault */
export function readOptions(args: string[]): Options {
  const given = parse(args, NAMES, ['keep-logs']);
  const effect = oneOf(given, 'effect', Object.keys(EFFECTS) as EffectName[]);
  return {
    store: oneOf(given, 'store', ['pglite', 'postgres']) ?? 'postgres',
    effects: effect ? [effect] : (Object.keys(EFFECTS) as EffectName[]),
    crowd: number(given, 'crowd', 1, 10) ?? 1,
    count: number(given, 'count', 4, 3_000) ?? 300,
    slow: number(given, 'slow', 0, 20_000) ?? 10_000,
    quota: oneOf(given, 'quota', ['on', 'off']) ?? 'off',
    seconds: number(given, 'seconds', 10, 3_600) ?? 100,
    control: oneOf(given, 'control', CONTROLS),
    keepLogs: given['keep-logs'] === true,
  };
}
