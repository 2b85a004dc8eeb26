import { Logger } from '@nestjs/common';
import { serve } from './app.start.js';
import { endOnUncaughtError, stopOnSignal } from './app.stop.js';
import type { Env } from './config/env.js';
import type { Database } from './database/database.js';

/**
 * Serves until a signal comes, and then does what is given as `afterwards`.
 * @param opening the database, which may still be being opened
 * @throws StartError, DatabaseOpenError
 */
export async function run(
  env: Env,
  opening: Promise<Database>,
  afterwards: () => Promise<void>,
): Promise<void> {
  const app = await serve(env, await opening);
  endOnUncaughtError();
  stopOnSignal(app, afterwards);
  new Logger('Process').log({ event: 'process.ready', message: `Shingle is ready at ${env.publicOrigin}` });
}
