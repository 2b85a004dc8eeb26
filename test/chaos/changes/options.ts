import { BLOW, COMMON, control, flag, kills, readTable, type Values, whole } from '../options.ts';

const OPTIONS = {
  ...COMMON,
  locations: whole(20, 9_000, 300),
  /** By Google, the public, the owner elsewhere and the person here. */
  edits: whole(1, 5_000, 120),
  /** Whole readings of all locations. */
  sweeps: whole(1, 500, 10),
  /** Most of them at a named step of a change, the others during a reading. */
  kills: kills(12),
  blow: BLOW,
  control: control(['no-one-copy', 'no-canonical', 'no-intent', 'no-own-echo']),
  /** Nothing is edited: the calls of one day are counted. */
  idleDay: flag,
};

export type Options = Values<typeof OPTIONS>;

/** @throws OptionFault */
export function readOptions(args: string[]): Options {
  return readTable(args, OPTIONS);
}
