import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, jest } from '@jest/globals';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth, type Auth } from 'firebase-admin/auth';
import {
  startAuthEmulator,
  type AuthEmulator,
  type AuthEmulatorOptions,
} from '../../../dist/server/embedded/auth-emulator.js';
import { PROJECT } from '../google/identity-toolkit.ts';

const root = mkdtempSync(join(tmpdir(), 'shingle-auth-'));
const cleanUp: (() => unknown)[] = [];
let folders = 0;

jest.setTimeout(120_000);
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Runs after the present test, the latest first. */
export const afterwards = (step: () => unknown): void => void cleanUp.push(step);

/** A path for an emulator's data where nothing is yet. */
export const newFolder = (): string => join(root, String(++folders), 'auth');

/** Starts an emulator that lives until the end of the present test. */
export async function start(options: Partial<AuthEmulatorOptions> = {}): Promise<AuthEmulator> {
  const emulator = await startAuthEmulator({ projectId: PROJECT, onExit: rethrow, ...options });
  afterwards(() => emulator.stop());
  return emulator;
}

function rethrow(error: Error): never {
  throw error;
}

/** The admin SDK on that emulator, until the end of the present test. */
export function adminOf({ host }: { host: string }): Auth {
  process.env.FIREBASE_AUTH_EMULATOR_HOST = host;
  const app = initializeApp({ projectId: PROJECT }, host);
  afterwards(() => deleteApp(app));
  return getAuth(app);
}

/** The uid if the cookie is good, the code of the refusal if not. */
export const verdict = (auth: Auth, cookie: string): Promise<string> =>
  auth.verifySessionCookie(cookie, true).then(
    ({ uid }) => uid,
    ({ code }: { code: string }) => code,
  );

/** Waits for the second after this one: Firebase compares the times of a sign-in and a revocation in seconds. */
export const nextSecondAfter = (seconds: number): Promise<void> =>
  until(() => Date.now() >= (seconds + 1) * 1000);

export function kill(pid: number | undefined): void {
  if (!pid) throw new Error('there is no such process');
  process.kill(pid, 'SIGKILL');
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Resolves when another process than `pid` serves the emulator's port. */
export async function untilRestarted(emulator: AuthEmulator, pid: number | undefined): Promise<void> {
  await until(() => emulator.pid !== pid);
  await until(() =>
    fetch(`http://${emulator.host}/`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`This is still not so: ${String(condition)}`);
    await pause(20);
  }
}
