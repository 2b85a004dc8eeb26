import { parseArgs } from 'node:util';

/** An option that makes no sense: the message is for the person who typed it. */
export class OptionFault extends Error {}

/** One option of a command. */
interface Option<Value> {
  /** Whether it comes without a value: then it is given or not. */
  isFlag?: boolean;
  /** What it may be, in words. */
  may: string;
  /** The value of what was typed; undefined for what it may not be. */
  read(typed: string | boolean): Value | undefined;
  /** Its value unless it is given. */
  standard: Value;
}

/** The options of a command by their names, as the code has them: `keepLogs` is typed as `--keep-logs`. */
type Table = Record<string, Option<unknown>>;

/** The values of all options of a table. */
export type Values<Of extends Table> = {
  [Name in keyof Of]: Of[Name] extends Option<infer Value> ? Value : never;
};

/** A whole number. */
export function whole(least: number, most: number, standard: number): Option<number> {
  return {
    may: `a whole number from ${least} to ${most}`,
    read(typed) {
      const value = /^\d+$/.test(String(typed)) ? Number(typed) : NaN;
      return value >= least && value <= most ? value : undefined;
    },
    standard,
  };
}

/** One of some words. */
export function oneOf<Word extends string, Standard extends Word | undefined>(
  words: readonly Word[],
  standard: Standard,
): Option<Word | Standard> {
  return {
    may: `one of ${words.join(', ')}`,
    read: (typed) => words.find((word) => word === typed),
    standard,
  };
}

export const flag: Option<boolean> = { isFlag: true, may: 'a flag', read: () => true, standard: false };

/** What every family has. */
export const COMMON = {
  store: oneOf(['pglite', 'postgres'], 'postgres'),
  seed: whole(0, 2 ** 32 - 1, 1),
  /** Keeps the logs of the processes also when nothing is wrong. */
  keepLogs: flag,
};
/** What a kill is: `kill -9`, or a SIGTERM, after which the process ends by itself. */
export const BLOW = oneOf(['kill', 'stop'], 'kill');
/** Whether Google fails at random. */
export const FAULTS = oneOf(['on', 'off'], 'on');

/** How many servers are killed. */
export function kills(standard: number): Option<number> {
  return whole(0, 1000, standard);
}

/** What is taken out of the product on purpose: each has to make the judgement red. */
export function control<Name extends string>(names: readonly Name[]): Option<Name | undefined> {
  return oneOf(names, undefined);
}

/**
 * Reads what was typed.
 * @param standards what options are unless given, where that depends on others that are
 * @throws OptionFault
 */
export function readTable<Of extends Table>(
  args: string[],
  table: Of,
  standards: (given: Partial<Values<Of>>) => Partial<Values<Of>> = () => ({}),
): Values<Of> {
  const typed = parse(args, table);
  const usual: Record<string, unknown> = {};
  const given: Record<string, unknown> = {};
  for (const [name, { may, read, standard }] of Object.entries(table)) {
    usual[name] = standard;
    const text = typed[dashed(name)];
    if (text === undefined) continue;
    given[name] = read(text);
    if (given[name] === undefined) throw new OptionFault(`--${dashed(name)} is ${may}.`);
  }
  return { ...usual, ...standards(given as Partial<Values<Of>>), ...given } as Values<Of>;
}

function parse(args: string[], table: Table): Record<string, string | boolean | undefined> {
  const kinds = Object.entries(table).map(
    ([name, { isFlag }]) => [dashed(name), { type: isFlag ? 'boolean' : 'string' }] as const,
  );
  try {
    return parseArgs({ args, options: Object.fromEntries(kinds) }).values;
  } catch (error) {
    throw new OptionFault((error as Error).message);
  }
}

function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
