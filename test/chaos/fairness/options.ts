import { COMMON, control, oneOf, readTable, type Values, whole } from '../options.ts';
import { EFFECTS, type EffectName } from './effects.ts';

const OPTIONS = {
  ...COMMON,
  /** The kind of effect; all, one after the other, unless given. */
  effect: oneOf(Object.keys(EFFECTS) as EffectName[], undefined),
  /** How many workspaces are slow. */
  crowd: whole(1, 10, 1),
  /** How many effects each of them has; above 500 the locations are those of one chain. */
  count: whole(4, 3_000, 300),
  /** How long each of these takes at Google, in ms. */
  slow: whole(0, 20_000, 10_000),
  /** Whether calls wait for Google's quotas. Then no wait is too long. */
  quota: oneOf(['on', 'off'], 'off'),
  /** For how long each kind is watched. */
  seconds: whole(10, 3_600, 100),
  control: control(['no-turns', 'in-the-tick']),
};

export type Options = Values<typeof OPTIONS>;

/** @throws OptionFault */
export function readOptions(args: string[]): Options {
  return readTable(args, OPTIONS);
}
