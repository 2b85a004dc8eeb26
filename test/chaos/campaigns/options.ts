import {
  BLOW,
  COMMON,
  control,
  FAULTS,
  kills,
  oneOf,
  OptionFault,
  readTable,
  type Values,
  whole,
} from '../options.ts';

/** As many as the world has. */
const MOST_LOCATIONS = 500;
const KILLS = 12;

const OPTIONS = {
  ...COMMON,
  /** How many locations a campaign has. */
  locations: whole(10, MOST_LOCATIONS, 100),
  /** Some while posts are made and changed, half of the others at a named step of publishing. */
  kills: kills(KILLS),
  blow: BLOW,
  /** What the operator has done with a post that Google neither confirms nor lists. */
  unconfirmed: oneOf(['hold', 'resend'], 'hold'),
  faults: FAULTS,
  /** So many posts of somebody else fall due beside the campaign, one each second. */
  others: whole(0, 600, 0),
  /** Instead of one campaign: so many that are undone, each at a moment of its own. */
  undo: whole(0, 1_000, 0),
  control: control([
    'no-once',
    'no-row-lock',
    'no-fencing',
    'no-reconcile',
    'no-undo-wait',
    'no-take-in-once',
  ]),
};

export type Options = Values<typeof OPTIONS>;

/** @throws OptionFault */
export function readOptions(args: string[]): Options {
  const options = readTable(args, OPTIONS, ({ kills: killed = KILLS, undo = 0 }) => ({
    ...(undo > 0 && { locations: 40 }),
    ...(undo === 0 && killed === 0 && { faults: 'off' as const, others: 120 }),
  }));
  if (options.control === 'no-row-lock' && options.store === 'pglite')
    throw new OptionFault('The embedded database serves one process, which needs no lock against others.');
  return options;
}
