import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Where a kind of test, and the programs that it starts, print, and where it says how many seconds of the processor its
 * programs have used. After `end` nothing may be printed any more.
 * @typedef {{
 *   stdio: ['inherit' | 'ignore', 'inherit' | number, 'inherit' | number],
 *   say: (line: string) => void,
 *   count: (processorSeconds: number) => void,
 *   processorSeconds: () => number,
 *   end: () => void,
 * }} Output
 */

/** @returns {Output} this terminal */
export function shown() {
  return {
    stdio: ['inherit', 'inherit', 'inherit'],
    say: (line) => console.log(line),
    ...counter(),
    end: () => undefined,
  };
}

/** For what belongs to no kind. */
export const terminal = shown();

/**
 * Keeps everything back until `end`, so that kinds that run side by side do not mix their lines. A file takes it
 * rather than a pipe: it needs no reader, and a process left behind keeps nothing waiting.
 * @returns {Output}
 */
export function heldBack() {
  const folder = mkdtempSync(join(tmpdir(), 'shingle-output-'));
  const file = join(folder, 'output');
  const descriptor = openSync(file, 'a');
  return {
    stdio: ['ignore', descriptor, descriptor],
    say: (line) => void writeSync(descriptor, `${line}\n`),
    ...counter(),
    end() {
      closeSync(descriptor);
      process.stdout.write(readFileSync(file));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function counter() {
  let sum = 0;
  return {
    count: (/** @type {number} */ seconds) => void (sum += seconds),
    processorSeconds: () => sum,
  };
}
