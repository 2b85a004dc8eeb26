import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import { NOW } from '../../database/database-clock.js';
import type { Orm } from '../../database/database.js';
import { reviewReplies, type ReviewReplyRow } from '../../database/reviews.schema.js';
import { dueIn } from '../../jobs/claims.js';
import type { ReplyResult } from './reply-steps.js';

/** Ends the earlier replies to the same review: Google has this one in their place. */
export async function supersedeEarlier(
  tx: Orm,
  { reviewId, version }: ReviewReplyRow,
  at: Date,
): Promise<void> {
  await tx
    .update(reviewReplies)
    .set({ state: 'superseded', ...dueIn(null), endedAt: at })
    .where(
      and(
        eq(reviewReplies.reviewId, reviewId),
        lt(reviewReplies.version, version),
        eq(reviewReplies.state, 'in_review'),
      ),
    );
}

/** Releases a reply that waited for an earlier one; after a conflict it ends in that conflict too. */
export async function releaseSuccessor(
  tx: Orm,
  successor: ReviewReplyRow,
  { replacedText, replacedAt }: ReviewReplyRow,
  { state, seen, error }: ReplyResult,
  at: Date,
): Promise<void> {
  const reply = typeof seen === 'object' ? seen : undefined;
  const isAccepted = state !== 'failed' && state !== 'superseded';
  await tx
    .update(reviewReplies)
    .set(
      state === 'conflict'
        ? { state, error: error ?? null, endedAt: at }
        : {
            nextStepAt: NOW,
            replacedText: isAccepted ? (reply?.text ?? null) : replacedText,
            replacedAt: isAccepted ? (reply?.updatedAt ?? null) : replacedAt,
          },
    )
    .where(eq(reviewReplies.id, successor.id));
}

/** The newer reply to the same review that waits for this one. */
export async function findSuccessor(
  tx: Orm,
  { reviewId, version }: Pick<ReviewReplyRow, 'reviewId' | 'version'>,
): Promise<ReviewReplyRow | undefined> {
  const [row] = await tx
    .select()
    .from(reviewReplies)
    .where(
      and(
        eq(reviewReplies.reviewId, reviewId),
        gt(reviewReplies.version, version),
        eq(reviewReplies.state, 'waiting'),
        isNull(reviewReplies.nextStepAt),
      ),
    );
  return row;
}
