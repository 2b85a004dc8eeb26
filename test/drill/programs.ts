import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '../../server/embedded/prepare.mjs';
import type { Drill } from './drill.ts';

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

/** Where programs run, the build that they are of, and when they end at the latest. */
export type Place = Pick<Drill, 'folder' | 'server' | 'ends'>;

/** A drill keeps the build that it has begun with, whatever is built while it runs. @returns where it is */
export function keepBuild(folder: string): string {
  const copy = join(folder, 'build');
  cpSync(join(root, 'dist/server'), join(copy, 'dist/server'), { recursive: true });
  cpSync(join(root, 'package.json'), join(copy, 'package.json'));
  for (const name of ['node_modules', 'dist/client']) symlinkSync(join(root, name), join(copy, name));
  return join(copy, 'dist/server');
}

/** Runs a program to its end. */
export function run(file: string, args: string[], env: Record<string, string>, place: Place): Promise<Ended> {
  return start(file, args, env, place).ended;
}

/** Starts `main.js`. @throws Error with its output when it does not come up */
export async function serve(env: Record<string, string>, place: Place): Promise<Server> {
  const { child, ended, output } = start(
    join(place.server, 'main.js'),
    [],
    { NODE_ENV: 'test', ...env },
    place,
  );
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
  { folder, ends }: Place,
): { child: ChildProcess; ended: Promise<Ended>; output: () => string } {
  const child = spawn(process.execPath, [file, ...args], {
    // Not where a .env of the checkout would be read.
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // One that has ended by then gets nothing.
  ends.push(() => void child.kill('SIGKILL'));
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
