import { BLOW, COMMON, control, FAULTS, flag, kills, readTable, type Values, whole } from '../options.ts';

const OPTIONS = {
  ...COMMON,
  /** Each of them with three locked fields. */
  locations: whole(2, 3_000, 12),
  /** The phones of all of them change at once, under Google's quotas, in place of days of Google's clock. */
  storm: flag,
  /** Days of Google's clock. */
  days: whole(1, 400, 60),
  kills: kills(12),
  blow: BLOW,
  faults: FAULTS,
  control: control(['no-budget', 'fights-owner', 'no-review', 'no-closed']),
};

export type Options = Values<typeof OPTIONS>;

/** @throws OptionFault */
export function readOptions(args: string[]): Options {
  return readTable(args, OPTIONS, ({ storm }) => (storm ? { locations: 3_000 } : {}));
}
