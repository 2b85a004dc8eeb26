import { existsSync } from 'node:fs';
import { type Env, EnvError, readEnv } from './config/env.js';
import { DatabaseOpenError } from './database/database.js';

/** A fault that the operator can mend: its message is a sentence that says how. */
export class StartError extends Error {}

/** The configuration from the environment and a `.env` file in the working folder. Errors: EnvError. */
export function readConfiguration(): Env {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readEnv(process.env);
}

/** Ends the process after a start that failed: a sentence for what the operator can mend, all details else. */
export function failStart(error: unknown): never {
  const isForOperator =
    error instanceof EnvError || error instanceof DatabaseOpenError || error instanceof StartError;
  console.error(isForOperator ? error.message : error);
  process.exit(1);
}
