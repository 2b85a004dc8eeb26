import { Logger } from '@nestjs/common';
import { serve } from './app.start.js';
import { endOnUncaughtError, stopOnSignal } from './app.stop.js';
import type { Env } from './config/env.js';
import { openDatabase } from './database/database.module.js';

/**
 * Serves until a signal comes, and then does what is given as `afterwards`.
 * @throws StartError, DatabaseOpenError
 */
export async function run(env: Env, afterwards: () => Promise<void>): Promise<void> {
  const app = await serve(env, await openDatabase(env));
  endOnUncaughtError();
  stopOnSignal(app, afterwards);
  new Logger('Process').log({ event: 'process.ready', message: `Shingle is ready at ${env.publicOrigin}` });
}
