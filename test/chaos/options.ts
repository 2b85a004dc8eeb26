import { parseArgs } from 'node:util';

/** What is taken out of the product on purpose: each has to make the judgement red. */
export const CONTROLS = ['no-reconcile', 'short-settle', 'no-fencing', 'no-lock'] as const;
/** What the operator can have done with a post that Google neither confirms nor lists. */
const UNCONFIRMED = ['hold', 'resend-answered', 'resend'] as const;

export type Control = (typeof CONTROLS)[number];

export interface Options {
  store: 'pglite' | 'postgres';
  posts: number;
  locations: number;
  /** For how long posts fall due. */
  minutes: number;
  /** Half of them at random, half at named steps. */
  kills: number;
  /** What a kill is: `kill -9`, or a SIGTERM, after which the process ends by itself. */
  blow: 'kill' | 'stop';
  seed: number;
  /** Server processes on the same database. */
  replicas: number;
  /** How often the database is stopped for some seconds. */
  databaseStops: number;
  /** How often a process is halted in the middle of a step for longer than its claim holds. */
  freezes: number;
  /** How often Google no longer accepts what a person has granted, until they connect again. */
  revocations: number;
  /** How far the clocks of the second and third process are ahead and behind, in minutes. */
  skew: number;
  /** Whether Google fails at random. */
  faults: 'on' | 'off';
  /** All posts fall due in the same second. */
  atOnce: boolean;
  /** The operator's setting for what Google neither confirms nor lists. */
  unconfirmed: (typeof UNCONFIRMED)[number];
  /** How long what Google has accepted is missing from its lists: for less than the settle window, or for longer. */
  lists: 'within' | 'beyond';
  /** So many locations of another person are read over and over in the second half. */
  readings: number;
  control: Control | undefined;
  /** For how many minutes it is waited, after the last post was due, until all are settled. */
  patience: number;
  /** Keeps the logs of the processes also when nothing is wrong. */
  keepLogs: boolean;
}

/** An option that makes no sense: the message is for the person who typed it. */
export class OptionFault extends Error {}

/** What a control needs in order to show anything, unless it is asked for otherwise. */
const NEEDED: Record<Control, Partial<Options>> = {
  'no-reconcile': {},
  'short-settle': { unconfirmed: 'resend', lists: 'beyond' },
  'no-fencing': { store: 'postgres', replicas: 2, freezes: 4, kills: 0 },
  'no-lock': { store: 'pglite', kills: 0 },
};

const DEFAULTS: Options = {
  store: 'pglite',
  posts: 60,
  locations: 12,
  minutes: 2,
  kills: 4,
  blow: 'kill',
  seed: 1,
  replicas: 1,
  databaseStops: 0,
  freezes: 0,
  revocations: 1,
  skew: 0,
  faults: 'on',
  atOnce: false,
  unconfirmed: 'hold',
  lists: 'within',
  readings: 0,
  control: undefined,
  patience: 15,
  keepLogs: false,
};

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

/** @throws OptionFault */
export function readOptions(args: string[]): Options {
  const given = parse(args, NAMES, FLAGS);
  const control = oneOf(given, 'control', CONTROLS);
  const faults = oneOf(given, 'faults', ['on', 'off']) ?? DEFAULTS.faults;
  const standard: Options = { ...DEFAULTS, ...(control && NEEDED[control]) };
  const options: Options = {
    store: oneOf(given, 'store', ['pglite', 'postgres']) ?? standard.store,
    posts: number(given, 'posts', 1, 10_000) ?? standard.posts,
    locations: number(given, 'locations', 1, 200) ?? standard.locations,
    minutes: number(given, 'minutes', 1, 240) ?? standard.minutes,
    kills: number(given, 'kills', 0, 1000) ?? standard.kills,
    blow: oneOf(given, 'blow', BLOWS) ?? standard.blow,
    seed: number(given, 'seed', 0, 2 ** 32 - 1) ?? standard.seed,
    replicas: number(given, 'replicas', 1, 4) ?? standard.replicas,
    databaseStops: number(given, 'database-stops', 0, 100) ?? standard.databaseStops,
    freezes: number(given, 'freezes', 0, 100) ?? standard.freezes,
    skew: number(given, 'skew', 0, 60) ?? standard.skew,
    faults,
    // A control, and a run without faults, is about something else.
    revocations:
      number(given, 'revocations', 0, 100) ?? (control || faults === 'off' ? 0 : standard.revocations),
    atOnce: given['at-once'] === true,
    unconfirmed: oneOf(given, 'unconfirmed', UNCONFIRMED) ?? standard.unconfirmed,
    lists: oneOf(given, 'lists', ['within', 'beyond']) ?? standard.lists,
    readings: number(given, 'readings', 0, 9_000) ?? standard.readings,
    control,
    patience: number(given, 'patience', 1, 60) ?? standard.patience,
    keepLogs: given['keep-logs'] === true,
  };
  refuseNonsense(options);
  return options;
}

/** What `--blow` may be. */
export const BLOWS = ['kill', 'stop'] as const;

type Given = Record<string, string | boolean | undefined>;

const NAMES = ['store', 'posts', 'locations', 'minutes', 'kills', 'seed', 'replicas', 'database-stops'];
NAMES.push(
  'blow',
  'freezes',
  'revocations',
  'skew',
  'faults',
  'unconfirmed',
  'lists',
  'control',
  'patience',
  'readings',
);
const FLAGS = ['at-once', 'keep-logs'];

/** The options with a value and those without one. @throws OptionFault */
export function parse(args: string[], names: string[], flags: string[]): Given {
  try {
    return parseArgs({
      args,
      options: Object.fromEntries([
        ...names.map((name) => [name, text] as const),
        ...flags.map((name) => [name, flag] as const),
      ]),
    }).values as Given;
  } catch (error) {
    throw new OptionFault((error as Error).message);
  }
}

function refuseNonsense({ store, replicas, databaseStops, skew, control }: Options): void {
  if (store === 'pglite' && databaseStops > 0)
    throw new OptionFault('The embedded database lives in the process: stop it with --kills.');
  if (store === 'pglite' && replicas > 1)
    throw new OptionFault('The embedded database serves one process: use --store postgres for --replicas.');
  if (skew > 0 && replicas === 1) throw new OptionFault('A wrong clock needs --replicas 2 or more.');
  if (control === 'no-lock' && store !== 'pglite') throw new OptionFault('Only pglite has a lock to remove.');
}

export function oneOf<Choice extends string>(
  given: Given,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = given[name];
  const chosen = choices.find((choice) => choice === value);
  if (value !== undefined && !chosen) throw new OptionFault(`--${name} is one of ${choices.join(', ')}.`);
  return chosen;
}

export function number(given: Given, name: string, least: number, most: number): number | undefined {
  const value = given[name];
  if (value === undefined) return undefined;
  const parsed = /^\d+$/.test(String(value)) ? Number(value) : NaN;
  if (!(parsed >= least && parsed <= most))
    throw new OptionFault(`--${name} is a whole number from ${least} to ${most}.`);
  return parsed;
}
