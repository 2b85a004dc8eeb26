import {
  BLOW,
  COMMON,
  control,
  FAULTS,
  flag,
  kills,
  oneOf,
  OptionFault,
  readTable,
  type Values,
  whole,
} from '../options.ts';

const OPTIONS = {
  ...COMMON,
  store: oneOf(['pglite', 'postgres'], 'pglite'),
  posts: whole(1, 10_000, 60),
  locations: whole(1, 200, 12),
  /** For how long posts fall due. */
  minutes: whole(1, 240, 2),
  /** Half of them at random, half at named steps. */
  kills: kills(4),
  blow: BLOW,
  /** Server processes on the same database. */
  replicas: whole(1, 4, 1),
  /** How often the database is stopped for some seconds. */
  databaseStops: whole(0, 100, 0),
  /** How often a process is halted in the middle of a step for longer than its claim holds. */
  freezes: whole(0, 100, 0),
  /** How often Google no longer accepts what a person has granted, until they connect again. */
  revocations: whole(0, 100, 1),
  /** How far the clocks of the second and third process are ahead and behind, in minutes. */
  skew: whole(0, 60, 0),
  faults: FAULTS,
  /** All posts fall due in the same second. */
  atOnce: flag,
  /** What the operator has done with a post that Google neither confirms nor lists. */
  unconfirmed: oneOf(['hold', 'resend-answered', 'resend'], 'hold'),
  /** How long what Google has accepted is missing from its lists: for less than the settle window, or for longer. */
  lists: oneOf(['within', 'beyond'], 'within'),
  /** So many locations of another person are read over and over in the second half. */
  readings: whole(0, 9_000, 0),
  control: control(['no-reconcile', 'short-settle', 'no-fencing', 'no-lock']),
  /** For how many minutes it is waited, after the last post was due, until all are settled. */
  patience: whole(1, 60, 15),
};

export type Options = Values<typeof OPTIONS>;

/** What a control needs in order to show anything, unless it is asked for otherwise. */
const NEEDED: Record<NonNullable<Options['control']>, Partial<Options>> = {
  'no-reconcile': {},
  'short-settle': { unconfirmed: 'resend', lists: 'beyond' },
  'no-fencing': { store: 'postgres', replicas: 2, freezes: 4, kills: 0 },
  'no-lock': { store: 'pglite', kills: 0 },
};

/** @throws OptionFault */
export function readOptions(args: string[]): Options {
  const options = readTable(args, OPTIONS, ({ control, faults }) => ({
    ...(control && NEEDED[control]),
    // A control, and a run without faults, is about something else.
    ...((control || faults === 'off') && { revocations: 0 }),
  }));
  refuseNonsense(options);
  return options;
}

function refuseNonsense({ store, replicas, databaseStops, skew, control }: Options): void {
  if (store === 'pglite' && databaseStops > 0)
    throw new OptionFault('The embedded database lives in the process: stop it with --kills.');
  if (store === 'pglite' && replicas > 1)
    throw new OptionFault('The embedded database serves one process: use --store postgres for --replicas.');
  if (skew > 0 && replicas === 1) throw new OptionFault('A wrong clock needs --replicas 2 or more.');
  if (control === 'no-lock' && store !== 'pglite') throw new OptionFault('Only pglite has a lock to remove.');
}
