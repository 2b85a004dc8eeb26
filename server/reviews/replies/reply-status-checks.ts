import { and, eq, inArray, isNull } from 'drizzle-orm';
import { NOW } from '../../database/database-clock.js';
import type { Orm } from '../../database/database.js';
import { reviewReplies } from '../../database/reviews.schema.js';

/**
 * Makes the next status check of replies in moderation due now. It runs in the transaction of a reading that shows another
 * state, so that their authors hear of a rejection soon.
 */
export async function checkStatusNow(tx: Orm, reviewIds: readonly string[]): Promise<void> {
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
