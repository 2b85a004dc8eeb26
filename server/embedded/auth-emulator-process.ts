// The program of the Auth emulator's own process. auth-emulator.ts starts it with a channel for messages:
//   auth-emulator-process.js --project ID [--port N] [--data FOLDER]
import '../config/compile-cache.js';
import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DatabaseOpenError } from '../database/database-open-error.js';
import { lockDataFolder } from '../database/data-folder-lock.js';
import { AccountsFile, AccountsFileError } from './auth-emulator-file.js';
import type { RecordedState } from './auth-emulator-firebase-tools.js';

/** The messages of this process to its parent. */
export type EmulatorMessage =
  { type: 'ready'; port: number } | { type: 'reset-link'; email: string; link: string };

const { project, port, data } = parseArgs({
  options: {
    project: { type: 'string', default: '' },
    port: { type: 'string', default: '0' },
    data: { type: 'string' },
  },
}).values;

// This process ends when its parent closes the channel or ends. A Ctrl-C in the terminal reaches both: ignored here.
process.on('disconnect', () => process.exit());
if (!process.connected) process.exit();
process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);

try {
  await run();
} catch (error) {
  stopWith(error);
}

async function run(): Promise<void> {
  // The listener keeps a reference to the lock: without one the garbage collector would release it.
  if (data) process.on('exit', lockDataFolder(data));
  const file = data ? new AccountsFile(data) : undefined;
  const saved = file?.load(project);
  // Loaded last: it takes a second, and errors in the data are reported without that delay.
  const { createEmulatorServer } = await import('./auth-emulator-server.js');
  const server = await createEmulatorServer(project, saved, (state) => save(state, file));
  server.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') stopWith(error);
    exitWith(`Port ${port} of 127.0.0.1 is in use by another program.`);
  });
  server.listen({ host: '127.0.0.1', port: Number(port) }, () => {
    const address = server.address();
    if (address && typeof address === 'object') send({ type: 'ready', port: address.port });
  });
}

/** Saves what has changed, then reports new reset links: a crash loses none of them. */
function save(state: RecordedState, file: AccountsFile | undefined): void {
  if (!state.changed) return;
  try {
    file?.save(state.snapshot());
  } catch (error) {
    // A change that is not on disk must not be acknowledged. The next start serves what is on disk.
    stopWith(error);
  }
  state.changed = false;
  for (const { email, oobLink } of state.newResetCodes.splice(0))
    send({ type: 'reset-link', email, link: oobLink });
}

function send(message: EmulatorMessage): void {
  process.send?.(message);
}

function stopWith(error: unknown): never {
  const isSentence = error instanceof AccountsFileError || error instanceof DatabaseOpenError;
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  return exitWith(isSentence ? message : stack);
}

/** Synchronous, so that the message is written before the process ends. */
function exitWith(message: string): never {
  writeSync(2, `${message}\n`);
  process.exit(1);
}
