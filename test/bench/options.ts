import { parseArgs } from 'node:util';

/** What can be measured, each by a file of its name that exports `rows`; in this order. */
export const BENCHES = [
  'request-path',
  'first-load',
  'big-accounts',
  'campaigns',
  'publishing',
  'start',
] as const;
export type BenchName = (typeof BENCHES)[number];

export interface Options {
  names: BenchName[];
  /** Where the rows are written as JSON besides. */
  json: string | undefined;
  /** How long a round of load lasts (s). */
  seconds: number;
  /** How often each measurement is repeated. */
  rounds: number;
}

/** An option that makes no sense: the message is for whoever typed it. */
export class OptionFault extends Error {}

/** @throws OptionFault */
export function readOptions(args: string[]): Options {
  const { positionals, values } = parse(args);
  const unknown = positionals.find((name) => !BENCHES.some((bench) => bench === name));
  if (unknown !== undefined)
    throw new OptionFault(`There is no bench ${unknown}. There are: ${BENCHES.join(' ')}`);
  return {
    names: BENCHES.filter((name) => positionals.length === 0 || positionals.includes(name)),
    json: values.json,
    seconds: number('seconds', values.seconds, 120),
    rounds: number('rounds', values.rounds, 15),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: 'string' },
        seconds: { type: 'string', default: '10' },
        rounds: { type: 'string', default: '3' },
      },
    });
  } catch (error) {
    throw new OptionFault((error as Error).message);
  }
}

function number(name: string, text: string, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most) throw new OptionFault(`--${name} is a whole number from 1 to ${most}.`);
  return value;
}
