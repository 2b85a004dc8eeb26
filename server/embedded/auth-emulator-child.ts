import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { EmulatorMessage } from './auth-emulator-process.js';

/** One run of the emulator's process. */
export interface EmulatorChild {
  /** Its process id. */
  pid: number | undefined;
  /** Its port, as soon as it serves; rejects when it ends before, or has to be ended because it takes too long. */
  ready: Promise<number>;
  /** Resolves when it has ended, for whatever reason, to the last it wrote to its standard error. Never rejects. */
  ended: Promise<string>;
  /** Ends it, by force if need be, and resolves when it has ended. */
  stop(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('./auth-emulator-process.js', import.meta.url));

// It takes 2 seconds on an idle machine with 2 cores.
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 3_000;
const LAST_WORDS_LENGTH = 2_000;

/** Starts the emulator's process. What it writes to its standard output is dropped. */
export function startEmulatorChild(
  { projectId, port, dataDir }: { projectId: string; port: number; dataDir?: string },
  onResetLink: (email: string, link: string) => void,
): EmulatorChild {
  const child = fork(
    PROGRAM,
    ['--project', projectId, '--port', String(port), ...(dataDir ? ['--data', dataDir] : [])],
    // The flag saves 50 MB: start-up creates much garbage that would otherwise be kept for later.
    { execArgv: ['--max-semi-space-size=2'], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
  );
  let lastWords = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-LAST_WORDS_LENGTH);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    // Not 'exit': by then the last words may still be on their way.
    child.once('close', () => resolve(lastWords.trim()));
  });
  const ready = new Promise<number>((resolve, reject) => {
    const limit = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`it was not ready within ${START_LIMIT_MS / 1000} seconds. ${lastWords.trim()}`));
    }, START_LIMIT_MS);
    child.on('message', (message: EmulatorMessage) => {
      if (message.type === 'reset-link') return onResetLink(message.email, message.link);
      clearTimeout(limit);
      resolve(message.port);
    });
    void ended.then((words) => {
      clearTimeout(limit);
      reject(new Error(words || 'it ended without a word.'));
    });
  });
  return { pid: child.pid, ready, ended, stop };

  async function stop(): Promise<void> {
    child.kill();
    const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await ended;
    clearTimeout(limit);
  }
}
