import { type SQL, and, eq, gt, inArray, isNotNull, isNull, or } from 'drizzle-orm';
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

/** The attempts of which Google may have a post, although it has named none: no answer came, and no post was found since. */
export function mayHaveArrived(): SQL | undefined {
  const { sentAt, outcome } = publishAttempts;
  return and(isNotNull(sentAt), or(isNull(outcome), inArray(outcome, ['unconfirmed', 'not_found'])));
}
