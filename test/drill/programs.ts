import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Longer than any start takes, also on a machine with much else to do. */
const READY_WITHIN_MS = 5 * 60_000;
const LOOK_AGAIN_MS = 100;

/** What a program came to. */
export interface Ended {
  /** Null when a signal ended it. */
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
}

/** A server in a process of its own. */
export interface Server {
  /** `kill -9`. */
  kill(): Promise<void>;
  /** Ends it politely. @throws Error when it does not end well */
  stop(): Promise<void>;
}

const built = (name: string) => fileURLToPath(new URL(`../../dist/server/${name}`, import.meta.url));

/** Runs a program of the built server, or a file of this folder, to its end. */
export function run(
  file: string,
  args: string[],
  { env, folder }: { env: Record<string, string>; folder: string },
): Promise<Ended> {
  return start(file, args, env, folder).ended;
}

/** Starts `main.js`. @throws Error with its output when it does not come up */
export async function serve(env: Record<string, string>, folder: string): Promise<Server> {
  const { child, ended, output } = start('main.js', [], { NODE_ENV: 'test', ...env }, folder);
  const origin = `http://127.0.0.1:${env.PORT}`;
  const end = performance.now() + READY_WITHIN_MS;
  while (!(await isUp(`${origin}/api/health/ready`))) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > end) {
      child.kill('SIGKILL');
      throw new Error(`The server does not come up:\n${output()}`);
    }
    await delay(LOOK_AGAIN_MS);
  }
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    stop: async () => {
      child.kill('SIGTERM');
      const { code } = await ended;
      if (code !== 0) throw new Error(`The server has not stopped cleanly (${code}):\n${output()}`);
    },
  };
}

function start(
  file: string,
  args: string[],
  env: Record<string, string>,
  folder: string,
): { child: ChildProcess; ended: Promise<Ended>; output: () => string } {
  const path = file.startsWith('/') ? file : built(file);
  const child = spawn(process.execPath, [path, ...args], {
    // Not where a .env of the checkout would be read.
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, output })),
  );
  return { child, ended, output: () => output };
}

async function isUp(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
