import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Orm } from '../../database/database.js';
import {
  reviewReadings,
  reviewReplies,
  reviewReplyAttempts,
  type ReviewReadingRow,
  type ReviewReplyRow,
  type ReviewRow,
} from '../../database/reviews.schema.js';
import { dueIn } from '../../jobs/claims.js';
import { noteEvents } from '../../notices/events/outbox.js';
import { replyEvents } from './reply-events.js';
import { REPLY_FAILURES } from './reply-failure-words.js';
import { isOpen } from './reply-states.js';
import type { ReplyResult } from './reply-steps.js';
import { findSuccessor, releaseSuccessor, supersedeEarlier } from './reply-succession.js';

/** A reply with its review, which is locked, and whether the intent to send it was committed under the present claim. */
interface LockedReply {
  reply: ReviewReplyRow;
  review: ReviewRow;
  hasIntended: boolean;
}

/**
 * Records the result of a step, ends the claim of the reply, and releases a newer reply to the same review that waited for it.
 * False, and nothing recorded, unless the reply still is as `condition` says.
 */
export async function noteResult(
  tx: Orm,
  { reply, review, hasIntended }: LockedReply,
  result: ReplyResult,
  at: Date,
  condition: SQL | undefined,
): Promise<boolean> {
  const { attempt } = result;
  const successor = await findSuccessor(tx, reply);
  // A failed or unsent reply does not matter any more where a newer one goes out.
  const isUnsent =
    ['failed', 'waiting'].includes(result.state) || result.error === REPLY_FAILURES.reviewChanged;
  const isReplaced = successor !== undefined && isUnsent;
  const state = isReplaced ? 'superseded' : result.state;
  const nextInMs = isReplaced ? null : result.nextInMs;
  const [row] = await tx
    .update(reviewReplies)
    .set({
      state,
      ...dueIn(nextInMs),
      endedAt: nextInMs === null ? at : null,
      error: (isReplaced ? REPLY_FAILURES.newer : result.error) ?? null,
      ...(attempt?.outcome === 'not_sent' && hasIntended && { timesSent: reply.timesSent - 1 }),
      ...(result.isStatusCheck && { timesLooked: sql`${reviewReplies.timesLooked} + 1` }),
      ...(result.violation !== undefined && { violation: result.violation }),
    })
    .where(condition)
    .returning();
  if (!row) return false;
  if (attempt) await noteOutcome(tx, reply, attempt, at);
  if (attempt?.outcome === 'taken') await supersedeEarlier(tx, row, at);
  if (successor && !isOpen({ state })) await releaseSuccessor(tx, successor, row, { ...result, state }, at);
  await noteEvents(tx, replyEvents(row, { ...review, ...(await placeOf(tx, review)) }, at));
  return true;
}

/** How the location of a review is called; undefined where its reviews are no longer read. */
async function placeOf(
  tx: Orm,
  { workspaceId, subject, locationId }: ReviewRow,
): Promise<Pick<ReviewReadingRow, 'locationName' | 'storeCode'> | undefined> {
  const { locationName, storeCode } = reviewReadings;
  const [location] = await tx
    .select({ locationName, storeCode })
    .from(reviewReadings)
    .where(
      and(
        eq(reviewReadings.workspaceId, workspaceId),
        eq(reviewReadings.subject, subject),
        eq(reviewReadings.locationId, locationId),
      ),
    );
  return location;
}

/** Records the outcome of sendings: a look decides about all with an unknown outcome, an answer about its own alone. */
async function noteOutcome(
  tx: Orm,
  { id, attempt: number }: ReviewReplyRow,
  attempt: NonNullable<ReplyResult['attempt']>,
  at: Date,
): Promise<void> {
  const { replyId, number: numberColumn, outcome } = reviewReplyAttempts;
  const isAnswer = attempt.outcome !== 'taken' && attempt.outcome !== 'not_found';
  await tx
    .update(reviewReplyAttempts)
    .set({ ...attempt, endedAt: attempt.outcome === 'unconfirmed' ? null : at })
    .where(
      and(
        eq(replyId, id),
        isAnswer ? eq(numberColumn, number) : or(isNull(outcome), eq(outcome, 'unconfirmed')),
      ),
    );
}
