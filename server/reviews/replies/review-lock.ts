import { and, eq, type SQL } from 'drizzle-orm';
import type { Orm } from '../../database/database.js';
import { type ReviewRow, reviews } from '../../database/reviews.schema.js';

/**
 * Locks a review, so that readings of it, what people do to its reply, and its sending come one after another. In a
 * transaction it comes after any lock of its location, and before those of replies.
 * @param isMeant what else must be so for it
 */
export async function lockReview(tx: Orm, id: string, isMeant?: SQL): Promise<ReviewRow | undefined> {
  const [review] = await tx
    .select()
    .from(reviews)
    .where(and(eq(reviews.id, id), isMeant))
    .for('update');
  return review;
}
