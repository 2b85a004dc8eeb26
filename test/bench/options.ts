import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** What can be measured, in this order. */
export const BENCHES = [
  'request-path',
  'first-load',
  'big-accounts',
  'campaigns',
  'bulk-edits',
  'advice',
  'publishing',
  'neighbours',
  'start',
] as const;
export type BenchName = (typeof BENCHES)[number];

/** Where the server keeps its data. */
export const STORES = ['postgres', 'pglite'] as const;
export type StoreName = (typeof STORES)[number];

/** What one account does to the others in `neighbours`: each a file of its folder, in the order of their names. */
export const ATTACKS = readdirSync(new URL('neighbours/attacks', import.meta.url))
  .map((file) => file.replace(/\.ts$/, ''))
  .sort();

export interface Options {
  names: BenchName[];
  /** What `neighbours` is limited to: all, unless some are named. */
  stores: StoreName[];
  attacks: string[];
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
  const parts = positionals.includes('neighbours') ? [...STORES, ...ATTACKS] : [];
  const words: string[] = [...BENCHES, ...parts];
  const unknown = positionals.find((word) => !words.includes(word));
  if (unknown !== undefined)
    throw new OptionFault(`There is no bench ${unknown}. There are: ${words.join(' ')}`);
  const named = <Name extends string>(all: readonly Name[]): Name[] => {
    const some = all.filter((name) => positionals.includes(name));
    return some.length > 0 ? some : [...all];
  };
  return {
    names: named(BENCHES),
    stores: named(STORES),
    attacks: named(ATTACKS),
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
