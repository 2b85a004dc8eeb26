import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { firstCoreCommand } from '../pinned-process.ts';
import type { Ends } from '../../support/processes/ends.ts';

/** A program in a process of its own that is told things and answers. */
export interface Told {
  process: ChildProcess;
  /** Tells it something and resolves with its answer. @throws Error when it ends instead */
  ask<Answer>(order: unknown): Promise<Answer>;
}

/**
 * Starts a program, and resolves with what it says first.
 * @param core whether it is measured, and has the first core for itself where the system can do that
 */
export async function startTold<First>(
  args: string[],
  env: Record<string, string>,
  { core, ends, cwd }: { core: 'own' | 'any'; ends: Ends; cwd: string },
): Promise<Told & { first: First }> {
  const command: [string, ...string[]] = [process.execPath, ...args];
  const [program, ...rest] = core === 'own' ? firstCoreCommand(command) : command;
  const child = spawn(program, rest, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  ends.push(() => child.kill('SIGKILL'));
  const first = await answerOf<First>(child);
  return {
    process: child,
    first,
    ask: <Answer>(order: unknown) => {
      const answer = answerOf<Answer>(child);
      child.send(order as object);
      return answer;
    },
  };
}

/** The path of a file beside this one. */
export function beside(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error(`${child.spawnargs.join(' ')} has ended.`));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      resolve(message as Answer);
    });
  });
}
