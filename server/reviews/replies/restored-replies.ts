import { eq, inArray, sql } from 'drizzle-orm';
import { NOW } from '../../database/database-clock.js';
import type { Orm } from '../../database/database.js';
import { reviewReplies, reviewReplyAttempts } from '../../database/reviews.schema.js';
import { dueIn } from '../../jobs/claims.js';
import { REPLY_FAILURES } from './reply-failure-words.js';

/**
 * Holds the replies of a restored backup that had not ended. Since it was made they may have been sent, and their authors may
 * have written others, so that none is sent by itself. Replies in moderation get a status check now.
 * @returns how many are held
 */
export async function holdRestoredReplies(tx: Orm): Promise<number> {
  const held = await tx
    .update(reviewReplies)
    .set({
      state: 'failed',
      ...dueIn(null),
      endedAt: NOW,
      error: REPLY_FAILURES.restored,
    })
    .where(inArray(reviewReplies.state, ['waiting', 'sending', 'unconfirmed']))
    .returning({ id: reviewReplies.id });
  const ids = held.map(({ id }) => id);
  if (ids.length > 0)
    await tx
      .update(reviewReplyAttempts)
      .set({ outcome: 'unconfirmed', doubt: 'restored' })
      .where(
        sql`${inArray(reviewReplyAttempts.replyId, ids)} and coalesce(${reviewReplyAttempts.outcome}, 'unconfirmed') = 'unconfirmed'`,
      );
  await tx
    .update(reviewReplies)
    .set({ leaseUntil: null, nextStepAt: NOW })
    .where(eq(reviewReplies.state, 'in_review'));
  return held.length;
}
