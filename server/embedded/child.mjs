import { spawn } from 'node:child_process';

const followParent = new URL('follow-parent.mjs', import.meta.url).href;

/** @type {NodeJS.Signals[]} what a terminal, a supervisor and a closing window send */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Starts a Node process in this terminal that does not outlive this one, not even its `kill -9`. It is in a process
 * group of its own, so that it gets a Ctrl-C from us only and not from the terminal as well: forward the signals.
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

/**
 * Runs the program that this process runs again, in another Node, as if it had been started there: same terminal, same
 * signals, same exit code.
 * @param {string} node
 */
export function handOver(node) {
  const child = spawnNode(node, process.argv.slice(1));
  for (const signal of STOP_SIGNALS) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => process.exit(code ?? 1));
}
