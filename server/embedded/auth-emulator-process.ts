// The process of its own in which the Auth emulator runs, started by auth-emulator-child.ts with a channel to it:
//   auth-emulator-process.js --project ID [--port N] [--data FOLDER]
import '../config/compile-cache.js';
import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DatabaseOpenError } from '../database/database.js';
import { lockDataFolder } from '../database/data-folder-lock.js';
import { AccountsFile, AccountsFileError } from './auth-emulator-file.js';
import type { RecordedState } from './auth-emulator-state.js';

/** What this process tells its parent. */
export type EmulatorMessage =
  { type: 'ready'; port: number } | { type: 'reset-link'; email: string; link: string };

const { project, port, data } = parseArgs({
  options: {
    project: { type: 'string', default: '' },
    port: { type: 'string', default: '0' },
    data: { type: 'string' },
  },
}).values;

// The parent decides when to end, by closing the channel or by dying; a Ctrl-C in the terminal reaches both.
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
  // As a listener it is held to the end. A lock that nobody refers to is given back by the garbage collector.
  if (data) process.on('exit', lockDataFolder(data));
  const file = data ? new AccountsFile(data) : undefined;
  const saved = file?.load(project);
  // Loaded last: it takes a second, and what is wrong with the data can be said before.
  const { createEmulatorServer } = await import('./auth-emulator-server.js');
  const server = await createEmulatorServer(project, saved, (state) => settle(state, file));
  server.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') stopWith(error);
    say(`Port ${port} of 127.0.0.1 is in use by another program.`);
  });
  server.listen({ host: '127.0.0.1', port: Number(port) }, () => {
    const address = server.address();
    if (address && typeof address === 'object') tell({ type: 'ready', port: address.port });
  });
}

/** Writes down what has changed, then reports new reset links: none of them is lost in a crash. */
function settle(state: RecordedState, file: AccountsFile | undefined): void {
  if (!state.changed) return;
  try {
    file?.save(state.snapshot());
  } catch (error) {
    // Nothing may be acknowledged that is not on disk. A fresh start serves what is.
    stopWith(error);
  }
  state.changed = false;
  for (const { email, oobLink } of state.newResetCodes.splice(0))
    tell({ type: 'reset-link', email, link: oobLink });
}

function tell(message: EmulatorMessage): void {
  process.send?.(message);
}

function stopWith(error: unknown): never {
  const isSentence = error instanceof AccountsFileError || error instanceof DatabaseOpenError;
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  return say(isSentence ? message : stack);
}

/** Synchronous: the last words must be out before the process ends. */
function say(lastWords: string): never {
  writeSync(2, `${lastWords}\n`);
  process.exit(1);
}
