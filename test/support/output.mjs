import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Where a kind of test prints, and the programs that it starts. After `end` nothing may be printed any more.
 * @typedef {{
 *   stdio: ['inherit' | 'ignore', 'inherit' | number, 'inherit' | number],
 *   say: (line: string) => void,
 *   end: () => void,
 * }} Output
 */

/** @type {Output} */
export const terminal = {
  stdio: ['inherit', 'inherit', 'inherit'],
  say: (line) => console.log(line),
  end: () => undefined,
};

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
    end() {
      closeSync(descriptor);
      process.stdout.write(readFileSync(file));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
