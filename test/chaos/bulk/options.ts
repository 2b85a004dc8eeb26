import { BLOW, COMMON, control, FAULTS, kills, oneOf, readTable, type Values, whole } from '../options.ts';

/** What is compared is to be seen where others write too. */
const COMPARING = ['no-compare', 'no-undo-compare'] as const;

const OPTIONS = {
  ...COMMON,
  /** All of them change and go back; with `--edits` each edit has some of them. */
  locations: whole(20, 3_000, 120),
  /** Random edits of many locations, while others write elsewhere; 0: two dates for all, stopped once, then undone. */
  edits: whole(0, 5_000, 0),
  /** Whether calls wait for Google's quotas: then the time that was planned is compared with the time that it took. */
  quota: oneOf(['on', 'off'], 'off'),
  kills: kills(6),
  blow: BLOW,
  faults: FAULTS,
  control: control(['no-claim', 'no-stop-question', ...COMPARING]),
};

export type Options = Values<typeof OPTIONS>;

/** @throws OptionFault */
export function readOptions(args: string[]): Options {
  return readTable(args, OPTIONS, ({ control: removed, edits = 0, quota }) => {
    const isComparing = COMPARING.some((name) => name === removed);
    return {
      ...(isComparing && { edits: 24 }),
      ...((isComparing || edits > 0) && { locations: 60 }),
      ...(quota === 'on' && { locations: 400, faults: 'off' as const }),
      ...((quota === 'on' || removed !== undefined) && { kills: 0 }),
    };
  });
}
