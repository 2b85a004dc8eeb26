import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 20_000;
const FIRST_CORE = '0';

/** A program in a process of its own that has a core for itself, where the system can say so. */
export interface Pinned {
  /** The memory that it holds, with all processes below it (MB). */
  memory(): number;
  /** The processor time that it has taken so far (s). */
  processorTime(): number;
  stop(): Promise<void>;
}

export interface PinnedProgram {
  name: string;
  file: string;
  /** What node is told. */
  flags?: string[];
  /** Files to load before it. */
  imports?: string[];
  env: Record<string, string>;
  /** Where it answers, whatever it is, as soon as it is ready. */
  origin: string;
  /** Where it runs and logs. */
  folder: string;
}

/** Whether a program and the load on it get a core each. */
const CAN_PIN = process.platform === 'linux' && availableParallelism() > 1 && hasTaskset();

/**
 * Leaves the first core to what is measured: this process, and whatever it starts from now on, takes the others.
 * @returns what takes that back
 */
export function leaveFirstCore(): () => void {
  if (!CAN_PIN) return () => undefined;
  const cores = ownCores();
  takeCores(`1-${availableParallelism() - 1}`);
  return () => takeCores(cores);
}

/** Has something started on the first core, which this process has left to what is measured. */
export async function onFirstCore<Started>(start: () => Promise<Started>): Promise<Started> {
  if (!CAN_PIN) return start();
  const cores = ownCores();
  takeCores(FIRST_CORE);
  try {
    return await start();
  } finally {
    takeCores(cores);
  }
}

/** The command that runs the given one on the first core. */
export function firstCoreCommand(command: [program: string, ...args: string[]]): [string, ...string[]] {
  return CAN_PIN ? ['taskset', '-c', FIRST_CORE, ...command] : command;
}

function ownCores(): string {
  return taskset('-c', '-p', String(process.pid)).split(':').at(-1)?.trim() ?? '0-1';
}

function takeCores(cores: string): void {
  taskset('-a', '-c', '-p', cores, String(process.pid));
}

/** Starts a program on the first core. @throws Error with its log when it does not come up */
export async function startPinned({
  name,
  file,
  flags = [],
  imports = [],
  env,
  origin,
  folder,
}: PinnedProgram): Promise<Pinned> {
  const logFile = join(folder, `${name}.log`);
  const log = openSync(logFile, 'w');
  const command = [...flags, ...imports.flatMap((hook) => ['--import', hook]), file];
  const [program, ...args] = firstCoreCommand([process.execPath, ...command]);
  const child = spawn(program, args, {
    // Not where a .env of the checkout would be read.
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const end = performance.now() + READY_WITHIN_MS;
  while (!(await isUp(origin))) {
    if (child.exitCode !== null || performance.now() > end) {
      child.kill('SIGKILL');
      throw new Error(`${name} does not come up:\n${readFileSync(logFile, 'utf8')}`);
    }
    await delay(50);
  }
  return {
    memory: () => memoryOf(child),
    processorTime: () => processorTimeOf(child),
    stop: () => stop(child),
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const cut = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(cut);
}

function memoryOf({ pid }: ChildProcess): number {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +/).map(Number) as [pid: number, parent: number, kilobytes: number]);
  const below = (root: number): number =>
    all.reduce(
      (sum, [own, parent, kilobytes]) =>
        sum + (own === root ? kilobytes : 0) + (parent === root ? below(own) : 0),
      0,
    );
  return below(pid ?? 0) / 1024;
}

/** In nanoseconds where the system counts so finely; else in whole seconds. */
function processorTimeOf(child: ChildProcess): number {
  const tasks = `/proc/${child.pid}/task`;
  if (process.platform !== 'linux') return Number(ps('cputimes', child));
  const times = readdirSync(tasks).map((task) => readFileSync(join(tasks, task, 'schedstat'), 'utf8'));
  return times.reduce((sum, time) => sum + parseInt(time, 10), 0) / 1e9;
}

function ps(column: string, { pid }: ChildProcess): string {
  return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
}

function hasTaskset(): boolean {
  try {
    taskset('-V');
    return true;
  } catch {
    return false;
  }
}

function taskset(...args: string[]): string {
  return execFileSync('taskset', args, { encoding: 'utf8' });
}

async function isUp(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(1000) }).then(
    () => true,
    () => false,
  );
}
