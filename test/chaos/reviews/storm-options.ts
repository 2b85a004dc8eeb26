import { BLOW, COMMON, control, kills, readTable, type Values, whole } from '../options.ts';

const OPTIONS = {
  ...COMMON,
  locations: whole(20, 3_000, 300),
  /** What the public and the owner elsewhere do to the reviews. */
  acts: whole(10, 50_000, 1_000),
  /** Most of them at a named step of a reading. */
  kills: kills(12),
  blow: BLOW,
  /**
   * So many posts of somebody else fall due, one each second, before the person connects, as many while their locations are
   * first read, and as many beside the storm. Then nothing is killed unless it is asked for, Google's quotas apply, and
   * readings are less frequent.
   */
  others: whole(0, 600, 0),
  control: control(['no-gone', 'no-confirm', 'one-page']),
};

export type StormOptions = Values<typeof OPTIONS>;

/** @throws OptionFault */
export function readStormOptions(args: string[]): StormOptions {
  return readTable(args, OPTIONS, ({ others = 0 }) => (others > 0 ? { kills: 0 } : {}));
}
