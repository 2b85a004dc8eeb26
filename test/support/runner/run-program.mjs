import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnNode, STOP_SIGNALS } from '../../../server/embedded/run-node.mjs';
import { root } from '../../../server/embedded/prepare.mjs';
import { terminal } from './output.mjs';

/** No kind of test takes this long unless it hangs, in ms; on two busy cores the longest takes half of it. */
const LIMIT = 30 * 60_000;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let isInterrupted = false;

/** Whether this process was asked to end. Then nothing more is started. */
export const interrupted = () => isInterrupted;

for (const signal of STOP_SIGNALS) {
  process.on(signal, () => {
    isInterrupted = true;
    for (const child of running) end(child);
  });
}

/**
 * Runs a program of a package in this Node, from the repository.
 * @param {string} script its file below node_modules, or an absolute path
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, nodeOptions?: string[], output?: import('./output.mjs').Output }} [options]
 *   `env` is set beside the present environment; `output` is this terminal unless given
 * @returns {Promise<number>} the exit code; 1 if a signal ended it
 */
export async function runProgram(script, args, { env, nodeOptions = [], output = terminal } = {}) {
  if (isInterrupted) return 1;
  process.chdir(root);
  const path = join(root, 'node_modules', script);
  const environment = { ...process.env, ...env };
  const child = spawnNode(process.execPath, [...nodeOptions, path, ...args], environment, output.stdio);
  running.add(child);
  const limit = setTimeout(() => {
    console.error(`${script} was stopped: it had not ended after ${LIMIT / 60_000} minutes.`);
    end(child);
  }, LIMIT);
  try {
    return await new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  } finally {
    clearTimeout(limit);
    running.delete(child);
    output.count(takeProcessorTime());
  }
}

let taken = 0;

/**
 * The seconds that processes have used which have ended since the last call: those that this one started, with all
 * that they waited for themselves. Linux alone tells; elsewhere NaN.
 */
export function takeProcessorTime() {
  const before = taken;
  taken = endedChildrenSeconds();
  return taken - before;
}

function endedChildrenSeconds() {
  try {
    // After the name in brackets, which may hold anything, cutime and cstime are the 14th and 15th; 100 ticks a second.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return NaN;
  }
}

/**
 * Politely first, so that browsers and servers started by tests are stopped; then the whole process group.
 * @param {import('node:child_process').ChildProcess} child
 */
function end(child) {
  child.kill('SIGINT');
  setTimeout(() => {
    if (child.exitCode === null && child.signalCode === null && child.pid)
      process.kill(-child.pid, 'SIGKILL');
  }, 10_000).unref();
}
