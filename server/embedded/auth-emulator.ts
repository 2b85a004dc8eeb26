import { startEmulatorChild } from './auth-emulator-child.js';

export interface AuthEmulatorOptions {
  /** Firebase project; with the prefix `demo-` no Google account is ever asked for. */
  projectId: string;
  /** Folder for the accounts, made if missing; without one they live as long as the emulator's process. */
  dataDir?: string;
  /** 0, the default, takes a free one. It is kept over restarts. */
  port?: number;
  /** Called for each password reset asked for, as no mail leaves. Opened in a browser, the link asks for a new password. */
  onResetLink?: (email: string, link: string) => void;
  /** Called once if the emulator keeps ending and is given up; the message is a sentence for the operator. */
  onExit: (error: Error) => void;
}

export interface AuthEmulator {
  /** `127.0.0.1:PORT`, the value for FIREBASE_AUTH_EMULATOR_HOST. */
  host: string;
  /** Process id of the emulator, another one after each restart. */
  readonly pid: number | undefined;
  /** Ends the emulator. Nothing that it has answered is lost, however it ends. */
  stop(): Promise<void>;
}

/** Having served for so long, it is no longer taken to be failing. */
const SETTLED_MS = 60_000;
const MOST_ENDS = 5;

/**
 * Starts the official Firebase Auth emulator in a process of its own, on 127.0.0.1 only, and starts it again on the
 * same port with the same accounts when it ends unexpectedly. It ends with this process, however this one ends.
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
      const lastWords = await child.ended;
      if (stopping) return;
      ends = performance.now() - servedSince >= SETTLED_MS ? 1 : ends + 1;
      if (ends === MOST_ENDS) {
        onExit(new Error(`The Auth emulator ended ${ends} times in a row and is given up. ${lastWords}`));
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
