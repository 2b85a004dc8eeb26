import { COMMON, control, FAULTS, kills, readTable, type Values, whole } from '../options.ts';

const OPTIONS = {
  ...COMMON,
  /** By people here, the owner elsewhere, and Google. */
  acts: whole(1, 5_000, 120),
  locations: whole(2, 40, 6),
  /** Of servers, each at a named step. */
  kills: kills(4),
  /** A server is halted at a named step for longer than its claim; with one server there are none. */
  halts: whole(0, 50, 1),
  faults: FAULTS,
  control: control([
    'no-compare',
    'no-turns',
    'no-one-answer',
    'send-again',
    'any-post',
    'no-wanted',
    'no-basis',
    'old-review',
  ]),
};

export type Options = Values<typeof OPTIONS>;

/** @throws OptionFault */
export function readOptions(args: string[]): Options {
  return readTable(args, OPTIONS);
}
