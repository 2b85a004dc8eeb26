import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Orm } from '../database/database.js';
import { posts, publishAttempts } from '../database/schema.js';

/**
 * Keeps a user's posts that wait or are on their way from being sent until the transaction ends: an intent to send
 * needs the lock on its post. Whether one has left already, and it may still be heard what became of it.
 */
export async function keepFromSending(tx: Orm, uid: string): Promise<{ isOneBeingSent: boolean }> {
  await tx
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.uid, uid), inArray(posts.status, ['SCHEDULED', 'QUEUED'])))
    .orderBy(asc(posts.id))
    .for('update');
  const [beingSent] = await tx
    .select({ id: posts.id })
    .from(posts)
    .innerJoin(
      publishAttempts,
      and(eq(publishAttempts.postId, posts.id), eq(publishAttempts.attempt, posts.attempt)),
    )
    .where(
      and(
        eq(posts.uid, uid),
        // When the claim is over nobody sends it any more, whatever became of the process that did.
        sql`${posts.leaseUntil} > shingle_now()`,
        isNotNull(publishAttempts.sentAt),
        isNull(publishAttempts.outcome),
      ),
    )
    .limit(1);
  return { isOneBeingSent: beingSent !== undefined };
}
