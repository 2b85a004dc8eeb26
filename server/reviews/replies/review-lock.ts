import { and, eq, type SQL } from 'drizzle-orm';
import type { Orm } from '../../database/database.js';
import { type ReviewRow, reviews } from '../../database/reviews.schema.js';

/**
 * Locks a review, so that its readings, the actions of people on its reply and the sending of that run one after another. A
 * transaction takes this lock after any lock of the location, and before those of replies.
 * @param condition what the review must fulfil besides
 */
export async function lockReview(tx: Orm, id: string, condition?: SQL): Promise<ReviewRow | undefined> {
  const [review] = await tx
    .select()
    .from(reviews)
    .where(and(eq(reviews.id, id), condition))
    .for('update');
  return review;
}
