import { and, eq, inArray } from 'drizzle-orm';
import type { RemoteReply } from '../../business-profile/port/remote-review.js';
import type { Orm } from '../../database/database.js';
import { reviewReplies, type ReviewReplyRow, type ReviewRow } from '../../database/reviews.schema.js';
import { noteResult } from './reply-outcomes.js';
import { ON_THE_WAY } from './reply-states.js';
import { accepted, isProof } from './reply-steps.js';

/** The replies that may be on their way to Google, by the ids of their reviews, which are locked. */
export async function repliesOnTheWay(
  tx: Orm,
  rows: readonly ReviewRow[],
): Promise<Map<string, ReviewReplyRow>> {
  if (rows.length === 0) return new Map();
  const { reviewId, state } = reviewReplies;
  const ids = rows.map(({ id }) => id);
  const found = await tx
    .select()
    .from(reviewReplies)
    .where(and(inArray(reviewId, ids), inArray(state, ON_THE_WAY)));
  return new Map(found.map((reply) => [reply.reviewId, reply]));
}

/** Whether a reading that shows this reply at Google proves that Google has accepted the one on its way. */
export function isShownBy(reply: ReviewReplyRow, atGoogle: RemoteReply | null): boolean {
  return isProof(reply, atGoogle ?? 'no reply');
}

/**
 * Settles a reply that Google has accepted, as a reading shows. If Google lacks it later, it was removed there, and is not sent
 * again. A process that still works on the reply comes too late.
 */
export async function settleShown(
  tx: Orm,
  reply: ReviewReplyRow,
  review: ReviewRow,
  atGoogle: RemoteReply | null,
  at: Date,
): Promise<void> {
  const result = accepted(reply, atGoogle ?? 'no reply');
  const isOnTheWay = and(eq(reviewReplies.id, reply.id), inArray(reviewReplies.state, ON_THE_WAY));
  await noteResult(tx, { reply, review, hasIntended: false }, result, at, isOnTheWay);
}
