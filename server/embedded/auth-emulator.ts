import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { EmulatorMessage } from './auth-emulator-process.js';

const PROGRAM = fileURLToPath(new URL('./auth-emulator-process.js', import.meta.url));

// The start takes 2 seconds on an idle machine with 2 cores.
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 3_000;
const ERROR_OUTPUT_LENGTH = 2_000;

export interface AuthEmulatorOptions {
  /** Firebase project. With the prefix `demo-` the emulator never needs a Google account. */
  projectId: string;
  /** Folder for the accounts, created if missing. Without one they exist only in the memory of the emulator's process. */
  dataDir?: string;
  /** 0, the default, takes a free one. Restarts keep it. */
  port?: number;
  /** Called for each password reset, because no mail is sent. The link opens a page that asks for a new password. */
  onResetLink?: (email: string, link: string) => void;
  /** Called once when the emulator keeps ending and is no longer restarted. The message is for the operator. */
  onExit: (error: Error) => void;
}

export interface AuthEmulator {
  /** `127.0.0.1:PORT`, the value for FIREBASE_AUTH_EMULATOR_HOST. */
  host: string;
  /** Process id of the emulator, another one after each restart. */
  readonly pid: number | undefined;
  /** Ends the emulator. No change that it has acknowledged is lost, however it ends. */
  stop(): Promise<void>;
}

/** An emulator that ran this long was working. Its next end counts as the first in a row. */
const SETTLED_MS = 60_000;
const MOST_ENDS = 5;

/**
 * Starts the official Firebase Auth emulator in a process of its own, on 127.0.0.1 only, and starts it again on the
 * same port with the same accounts when it ends unexpectedly. It ends when this process ends, for any reason.
 * @throws Error with a sentence that says why it cannot start.
 */
export async function startAuthEmulator({
  projectId,
  dataDir,
  port: wantedPort = 0,
  onResetLink = () => undefined,
  onExit,
}: AuthEmulatorOptions): Promise<AuthEmulator> {
  const start = (port: number) => startEmulatorChild({ projectId, port, dataDir }, onResetLink);
  let child = start(wantedPort);
  const port = await child.ready.catch((cause: Error) => {
    throw new Error(`The Auth emulator cannot start: ${cause.message}`, { cause });
  });
  let stopping = false;
  void supervise();
  return {
    host: `127.0.0.1:${port}`,
    get pid() {
      return child.pid;
    },
    stop() {
      stopping = true;
      return child.stop();
    },
  };

  async function supervise(): Promise<void> {
    let servedSince = performance.now();
    let ends = 0;
    for (;;) {
      const errorOutput = await child.ended;
      if (stopping) return;
      ends = performance.now() - servedSince >= SETTLED_MS ? 1 : ends + 1;
      if (ends === MOST_ENDS) {
        onExit(new Error(`The Auth emulator ended ${ends} times in a row and is given up. ${errorOutput}`));
        return;
      }
      child = start(port);
      servedSince = await child.ready.then(
        () => performance.now(),
        () => Infinity,
      );
    }
  }
}

/** One run of the emulator's process. */
interface EmulatorChild {
  /** Its process id. */
  pid: number | undefined;
  /** Its port, as soon as it serves. Rejects when it ends before that or takes too long and is killed. */
  ready: Promise<number>;
  /** Resolves when it has ended, for any reason, to the end of its standard error. Never rejects. */
  ended: Promise<string>;
  /** Ends it, by force if necessary, and resolves when it has ended. */
  stop(): Promise<void>;
}

/** Starts the emulator's process; its standard output is discarded. */
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
  let errorOutput = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-ERROR_OUTPUT_LENGTH);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    // Not 'exit': at that time the end of its output may not have arrived.
    child.once('close', () => resolve(errorOutput.trim()));
  });
  const ready = new Promise<number>((resolve, reject) => {
    const limit = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`it was not ready within ${START_LIMIT_MS / 1000} seconds. ${errorOutput.trim()}`));
    }, START_LIMIT_MS);
    child.on('message', (message: EmulatorMessage) => {
      if (message.type === 'reset-link') return onResetLink(message.email, message.link);
      clearTimeout(limit);
      resolve(message.port);
    });
    void ended.then((words) => {
      clearTimeout(limit);
      reject(new Error(words || 'it ended without a message.'));
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
