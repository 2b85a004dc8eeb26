import { BLOWS, number, oneOf, OptionFault, parse } from '../options.ts';

/** What is taken out of the product on purpose: each has to make the judgement red. */
export const CONTROLS = ['no-once', 'no-row-lock', 'no-fencing', 'no-reconcile', 'no-undo-wait'] as const;

export interface Options {
  store: 'pglite' | 'postgres';
  /** How many locations a campaign has. */
  locations: number;
  /** Some while posts are made and changed, half of the others at a named step of publishing. */
  kills: number;
  /** What a kill is: `kill -9`, or a SIGTERM, after which the process ends by itself. */
  blow: 'kill' | 'stop';
  seed: number;
  /** What the operator has done with a post that Google neither confirms nor lists. */
  unconfirmed: 'hold' | 'resend';
  /** Whether Google fails at random. */
  faults: 'on' | 'off';
  /** So many posts of somebody else fall due beside the campaign, one each second. */
  others: number;
  /** Instead of one campaign: so many that are undone, each at a moment of its own. */
  undo: number;
  control: (typeof CONTROLS)[number] | undefined;
  /** Keeps the logs of the processes also when nothing is wrong. */
  keepLogs: boolean;
}

const NAMES = [
  'store',
  'locations',
  'kills',
  'blow',
  'seed',
  'unconfirmed',
  'faults',
  'others',
  'undo',
  'control',
];
/** As many as the world has. */
const MOST_LOCATIONS = 500;
const OTHERS = 120;

/** @throws OptionFault */
export function readOptions(args: string[]): Options {
  const given = parse(args, NAMES, ['keep-logs']);
  const kills = number(given, 'kills', 0, 1_000) ?? 12;
  const undo = number(given, 'undo', 0, 1_000) ?? 0;
  const isQuiet = kills === 0 && undo === 0;
  const options: Options = {
    store: oneOf(given, 'store', ['pglite', 'postgres']) ?? 'postgres',
    locations: number(given, 'locations', 10, MOST_LOCATIONS) ?? (undo > 0 ? 40 : 100),
    kills,
    blow: oneOf(given, 'blow', BLOWS) ?? 'kill',
    seed: number(given, 'seed', 0, 2 ** 31) ?? 1,
    unconfirmed: oneOf(given, 'unconfirmed', ['hold', 'resend']) ?? 'hold',
    faults: oneOf(given, 'faults', ['on', 'off']) ?? (isQuiet ? 'off' : 'on'),
    others: number(given, 'others', 0, 600) ?? (isQuiet ? OTHERS : 0),
    undo,
    control: oneOf(given, 'control', CONTROLS),
    keepLogs: given['keep-logs'] === true,
  };
  if (options.control === 'no-row-lock' && options.store === 'pglite')
    throw new OptionFault('The embedded database serves one process, which needs no lock against others.');
  return options;
}
