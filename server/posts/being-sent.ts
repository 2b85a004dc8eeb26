import { and, eq, gt, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { NOW } from '../database/database-clock.js';
import type { Orm } from '../database/database.js';
import { posts, publishAttempts } from '../database/schema.js';

/** The posts among these that are being sent: the intent is committed, the outcome may still come, and nothing stops them. */
export function beingSent(orm: Orm, among: SQL | undefined) {
  return orm
    .select({ id: posts.id })
    .from(posts)
    .innerJoin(
      publishAttempts,
      and(eq(publishAttempts.postId, posts.id), eq(publishAttempts.attempt, posts.attempt)),
    )
    .where(
      and(
        among,
        // After the end of a claim nothing is sent under it, even if its process still runs.
        gt(posts.leaseUntil, NOW),
        isNotNull(publishAttempts.sentAt),
        isNull(publishAttempts.outcome),
      ),
    );
}
