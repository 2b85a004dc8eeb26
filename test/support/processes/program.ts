import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const START = fileURLToPath(new URL('../../../dist/server/embedded/start.js', import.meta.url));

/** The product as `npm start` runs it, in a process of its own. */
export interface Program {
  process: ChildProcess;
  /** Everything that it has printed so far. */
  output(): string;
  /** Resolves with its exit code (null when a signal ended it). */
  ended: Promise<number | null>;
}

const running = new Set<ChildProcess>();

/** Starts the product with the given environment and nothing else of this process's configuration. */
export function startProgram(env: Record<string, string>, file = START, args: string[] = []): Program {
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  let output = '';
  const collect = (text: string): void => void (output += text);
  child.stdout.setEncoding('utf8').on('data', collect);
  child.stderr.setEncoding('utf8').on('data', collect);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { process: child, output: () => output, ended };
}

/** Ends what a failed test has left running; without it the test run would wait for ever. */
export function killPrograms(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Resolves when the program has printed that it is ready; rejects with its output when it ends before. */
export async function untilReady(program: Program): Promise<void> {
  const ready = new Promise<void>((resolve) => {
    const look = (): void => void (program.output().includes('is ready') && resolve());
    program.process.stdout?.on('data', look);
    look();
  });
  await Promise.race([
    ready,
    program.ended.then((code) => {
      throw new Error(`it ended with ${code}:\n${program.output()}`);
    }),
  ]);
}

/**
 * A port of 127.0.0.1 that was free a moment ago. Linux gives those from 32,768 on to connections, and to servers that ask
 * for none: one of them may be taken before it is used, so this is none of them.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue;
      throw error;
    }
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
