import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 5;
const PATIENCE_MS = 2 * 60_000;

/** A program that has begun to serve. */
export interface Watched {
  /** From before it was started to the last byte of the first page. */
  ms: number;
  /** The memory (MB) of it and of each process that it has started, those with the most first. */
  memory: number[];
  stop(): Promise<void>;
}

interface Start {
  command: string[];
  env: Record<string, string>;
  cwd: string;
  /** The host that the first page is asked from. */
  host: string;
}

/** Starts a program and asks for its first page until it is served. @throws Error when it ends instead */
export async function watchStart({ command, env, cwd, host }: Start): Promise<Watched> {
  const [file = '', ...args] = command;
  const begin = performance.now();
  const child = spawn(file, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  while (!(await isServed(Number(env.PORT), host))) {
    if (child.exitCode !== null || performance.now() - begin > PATIENCE_MS) {
      child.kill('SIGKILL');
      throw new Error(`${command.join(' ')} does not serve.`);
    }
    await delay(LOOK_EVERY_MS);
  }
  const ms = performance.now() - begin;
  const memory = memoryOf(child);
  return {
    ms,
    memory,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function isServed(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, headers: { host } }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode === 200));
    });
    request.once('error', () => resolve(false));
  });
}

function memoryOf({ pid }: ChildProcess): number[] {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' });
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const family = new Set([pid]);
  // A child may stand before its parent.
  for (let size = 0; size !== family.size;) {
    size = family.size;
    for (const [child, parent] of rows) if (family.has(parent)) family.add(child);
  }
  const sizes = rows.flatMap(([child, , kB = 0]) => (family.has(child) ? kB / 1024 : []));
  return sizes.sort((a, b) => b - a);
}
