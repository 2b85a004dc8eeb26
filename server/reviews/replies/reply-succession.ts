import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import { NOW } from '../../database/database-clock.js';
import type { Orm } from '../../database/database.js';
import { reviewReplies, type ReviewReplyRow } from '../../database/reviews.schema.js';
import { dueIn } from '../../jobs/claims.js';
import type { Result } from './reply-steps.js';

/** Google has this reply in place of what it had before. */
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

/** What an earlier reply came to decides about the one that waited for it. */
export async function release(
  tx: Orm,
  successor: ReviewReplyRow,
  { replacedText, replacedAt }: ReviewReplyRow,
  { state, seen, error }: Result,
  at: Date,
): Promise<void> {
  const reply = typeof seen === 'object' ? seen : undefined;
  const isTaken = state !== 'failed' && state !== 'superseded';
  await tx
    .update(reviewReplies)
    .set(
      state === 'conflict'
        ? { state, error: error ?? null, endedAt: at }
        : {
            nextStepAt: NOW,
            replacedText: isTaken ? (reply?.text ?? null) : replacedText,
            replacedAt: isTaken ? (reply?.updatedAt ?? null) : replacedAt,
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
