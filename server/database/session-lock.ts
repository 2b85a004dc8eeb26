import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '../errors/app-error.js';
import type { Orm } from './database.js';
import { sessions } from './schema.js';

/**
 * Makes the end of a session wait for this transaction: a request stores its rows before its session ends, or is refused.
 * So a person who has lost the account stores nothing after its owner's sign-in has ended their session. Lock the workspace
 * before, as the deletion of an account does. Errors: `not_signed_in`.
 */
export async function lockSession(tx: Orm, id: string): Promise<void> {
  const isLive = and(eq(sessions.id, id), isNull(sessions.endedAt));
  const [live] = await tx.select({ id: sessions.id }).from(sessions).where(isLive).for('share');
  if (!live) throw AppError.of('not_signed_in');
}
