import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Extent } from './fuzzer.ts';

export interface Options extends Extent {
  store: 'pglite' | 'postgres';
}

const SLOWEST_MS = 2000;

/** An option that makes no sense: the message is for whoever typed it. */
export class OptionFault extends Error {}

/** `--seed`, `--requests` (for each operation), `--store pglite|postgres`, `--only operation,operation`. @throws OptionFault */
export function readOptions(args: string[]): Options {
  const { seed, requests, store, only } = parse(args);
  if (store !== 'pglite' && store !== 'postgres') throw new OptionFault('--store is pglite or postgres.');
  return {
    seed: number('seed', seed, 0, 2 ** 32 - 1),
    requests: number('requests', requests, 10, 100_000),
    store,
    slowestMs: SLOWEST_MS,
    only: only.split(',').filter(Boolean),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        seed: { type: 'string', default: String(randomInt(1_000_000)) },
        requests: { type: 'string', default: '500' },
        store: { type: 'string', default: 'pglite' },
        only: { type: 'string', default: '' },
      },
    }).values;
  } catch (error) {
    throw new OptionFault((error as Error).message);
  }
}

function number(name: string, value: string, least: number, most: number): number {
  const parsed = /^\d+$/.test(value) ? Number(value) : NaN;
  if (!(parsed >= least && parsed <= most))
    throw new OptionFault(`--${name} is a whole number from ${least} to ${most}.`);
  return parsed;
}
