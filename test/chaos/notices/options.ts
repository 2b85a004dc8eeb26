import { BLOW, COMMON, control, kills, readTable, type Values, whole } from '../options.ts';

const OPTIONS = {
  ...COMMON,
  /** Each brings new causes for everybody, and ends with a reading of all locations. */
  rounds: whole(1, 100, 4),
  /** Most of them at a named step of a notice, the others during a reading. */
  kills: kills(12),
  blow: BLOW,
  control: control(['no-outbox', 'new-id', 'no-lock']),
};

export type Options = Values<typeof OPTIONS>;

/** @throws OptionFault */
export function readOptions(args: string[]): Options {
  return readTable(args, OPTIONS);
}
