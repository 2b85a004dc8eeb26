import { COMMON, control, readTable, type Values, whole } from '../options.ts';

const OPTIONS = {
  ...COMMON,
  races: whole(1, 99_999, 1000),
  control: control(['no-condition']),
};

export type Options = Values<typeof OPTIONS>;

/** @throws OptionFault */
export function readOptions(args: string[]): Options {
  return readTable(args, OPTIONS);
}
