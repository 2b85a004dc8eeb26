// Runs the commands of this checkout on a Node that is new enough. Like prepare.mjs it works on any Node since 18.
import { spawn } from 'node:child_process';
import { CannotPrepare, prepare } from './prepare.mjs';

const followParent = new URL('follow-parent.mjs', import.meta.url).href;

/** @type {NodeJS.Signals[]} what a terminal, a supervisor and a closing window send */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Brings the checkout up to date, then runs the command on the Node that the project needs. If this process runs on
 * another Node, it starts the same program again on the right one. If the checkout cannot be prepared, it prints a
 * sentence that says why and sets exit code 1.
 * @param {() => Promise<unknown>} command may load what prepare has installed
 */
export async function whenPrepared(command) {
  // A command that was started by hand may outlive its parent: `nohup node server/embedded/launch.mjs &`.
  if (process.env.npm_lifecycle_event) await import('./follow-parent.mjs');
  try {
    const node = await prepare();
    if (node === process.execPath) await command();
    else runAgainIn(node);
  } catch (error) {
    if (!(error instanceof CannotPrepare)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/**
 * Runs the program of this process again in another Node: same terminal, same signals, same exit code.
 * @param {string} node
 */
function runAgainIn(node) {
  const child = spawnNode(node, process.argv.slice(1));
  for (const signal of STOP_SIGNALS) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => process.exit(code ?? 1));
}

/**
 * Starts a Node process in this terminal. It ends when this process ends, even by `kill -9`. It has a process group of
 * its own and so gets no Ctrl-C from the terminal: the caller forwards the signals.
 * @param {string} node path of the program, 24 or newer
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @param {import('node:child_process').StdioOptions} [stdio] this terminal unless given
 */
export function spawnNode(node, args, env = process.env, stdio = 'inherit') {
  return spawn(node, ['--import', followParent, ...args], {
    env,
    stdio,
    detached: process.platform !== 'win32',
  });
}
