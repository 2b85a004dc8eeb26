import { number, oneOf, parse } from '../options.ts';
import { EFFECTS, type EffectName } from './effects.ts';

export interface Options {
  store: 'pglite' | 'postgres';
  /** The kind of effect; all, one after the other, unless given. */
  effects: EffectName[];
  /** How many workspaces are slow. */
  crowd: number;
  /** How many effects each of them has. */
  count: number;
  /** For how long each kind is watched. */
  seconds: number;
  control: undefined;
  keepLogs: boolean;
}

const NAMES = ['store', 'effect', 'crowd', 'count', 'seconds'];

/** @throws OptionFault */
export function readOptions(args: string[]): Options {
  const given = parse(args, NAMES, ['keep-logs']);
  const effect = oneOf(given, 'effect', Object.keys(EFFECTS) as EffectName[]);
  return {
    store: oneOf(given, 'store', ['pglite', 'postgres']) ?? 'postgres',
    effects: effect ? [effect] : (Object.keys(EFFECTS) as EffectName[]),
    crowd: number(given, 'crowd', 1, 10) ?? 1,
    count: number(given, 'count', 4, 500) ?? 300,
    seconds: number(given, 'seconds', 10, 3_600) ?? 100,
    control: undefined,
    keepLogs: given['keep-logs'] === true,
  };
}
