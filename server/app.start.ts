import type { NestExpressApplication } from '@nestjs/platform-express';
import { existsSync } from 'node:fs';
import { createApp } from './app.setup.js';
import { type Env, EnvError, readEnv } from './config/env.js';
import { type Database, DatabaseOpenError } from './database/database.js';

/** A fault that the operator can mend: its message is a sentence that says how. */
export class StartError extends Error {}

/** The configuration from the environment and a `.env` file in the working folder. Errors: EnvError. */
export function readConfiguration(): Env {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readEnv(process.env);
}

/**
 * Starts listening where the configuration says.
 * @throws StartError when the address cannot be had.
 */
export async function serve(env: Env, database: Database): Promise<NestExpressApplication> {
  const app = await createApp(env, database);
  try {
    await app.init();
    // Nest would print the stack of a port that is taken, before the sentence that says what to do.
    app.useLogger([]);
    await app.listen(env.PORT, env.HOST);
  } catch (cause) {
    await app.close();
    throw toStartError(cause, env);
  }
  // Not before: Nest's own report of each module and route is of no use to an operator.
  app.useLogger(['log', 'warn', 'error', 'fatal']);
  return app;
}

/** Ends the process after a start that failed: a sentence for what the operator can mend, all details else. */
export function failStart(error: unknown): never {
  const isForOperator =
    error instanceof EnvError || error instanceof DatabaseOpenError || error instanceof StartError;
  console.error(isForOperator ? error.message : error);
  process.exit(1);
}

function toStartError(cause: unknown, env: Env): unknown {
  switch (cause instanceof Error && 'code' in cause && cause.code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${env.PORT} is taken by another program. Stop that program, or set PORT to a free one: PORT=3001 npm start`,
        { cause },
      );
    case 'EACCES':
      return new StartError(`This user may not listen on port ${env.PORT}. Set PORT to one above 1023.`, {
        cause,
      });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError('HOST is not an address of this machine. Set it to 127.0.0.1 or 0.0.0.0.', {
        cause,
      });
    default:
      return cause;
  }
}
