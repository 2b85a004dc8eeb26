import { sql } from 'drizzle-orm';
import type { Orm } from './database.js';

/**
 * What the server allows each of our sessions, in milliseconds, so that a process that vanishes or hangs keeps nothing
 * locked for long. Nothing of ours comes near, the job engine included: its vacuum is off. Whoever waits for a lock waits
 * for longer than an idle transaction may hold it, and every limit is shorter than the silence after which a connection
 * is given up here.
 */
export const TIME_LIMITS = Object.freeze({
  idle_in_transaction_session_timeout: 10_000,
  lock_timeout: 15_000,
  statement_timeout: 20_000,
} as const);

/** Lifts the limits for the rest of a transaction of the operator's: a migration, a backup, a restore. */
export async function takeAnyTime(tx: Orm): Promise<void> {
  for (const name of Object.keys(TIME_LIMITS)) await tx.execute(sql`select set_config(${name}, '0', true)`);
}
