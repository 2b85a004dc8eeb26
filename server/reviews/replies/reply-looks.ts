import { and, eq, inArray, isNull } from 'drizzle-orm';
import { NOW } from '../../database/database-clock.js';
import type { Orm } from '../../database/database.js';
import { reviewReplies } from '../../database/reviews.schema.js';

/**
 * Makes the next look at replies that Google reviews due now, in the transaction of a reading that shows another state of
 * them: their authors hear of a rejection as soon as any reading shows it.
 */
export async function lookAgain(tx: Orm, reviewIds: readonly string[]): Promise<void> {
  if (reviewIds.length === 0) return;
  await tx
    .update(reviewReplies)
    .set({ nextStepAt: NOW })
    .where(
      and(
        inArray(reviewReplies.reviewId, [...reviewIds]),
        eq(reviewReplies.state, 'in_review'),
        isNull(reviewReplies.leaseUntil),
      ),
    );
}
