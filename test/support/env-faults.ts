import { readEnv } from '../../dist/server/config/env.js';
import { EnvError } from '../../dist/server/config/env-rules.js';

/** What is wrong with a configuration, as a start would tell it; nothing if it is right. */
export function faultsOf(source: Record<string, string>): string[] {
  try {
    readEnv(source);
    return [];
  } catch (error) {
    if (error instanceof EnvError) return error.faults;
    throw error;
  }
}
