import { Injectable } from '@nestjs/common';
import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { GoogleOwner } from '../business-profile/business-profile-provider.js';
import { ownedBy } from '../business-profile/google-owner.js';
import { Database, type Orm } from '../database/database.js';
import {
  reviewReplies,
  reviewReplyAttempts,
  reviewReadings,
  type ReviewReplyRow,
  type ReviewRow,
  reviews,
} from '../database/reviews.schema.js';
import { noteEvents } from '../notices/outbox.js';
import { replyEvents } from './reply-events.js';
import { REPLY_FAILURES, type Result } from './reply-steps.js';
import { findSuccessor, release, supersedeEarlier } from './reply-succession.js';
import { ReviewStore } from './review-store.js';

/** The clock that decides what is due and which claims hold: the database's, for all processes. */
const NOW = sql`shingle_now()`;
/** How long a claim holds: for a look at Google and the waits for its turns. */
const LEASE = sql`${NOW} + interval '60 seconds'`;
/** How long it holds from the intent on: for one request, and for noting its outcome. */
const SENDING_LEASE = sql`${NOW} + interval '30 seconds'`;
/** An intent that took longer to commit is too old to be followed. */
const INTENT_WITHIN_MS = 10_000;
const DUE_AT_ONCE = 100;

/** While a reply is in one of these, it is not known or not decided what becomes of it. */
export const OPEN: readonly ReviewReplyRow['state'][] = Object.freeze(['waiting', 'sending', 'unconfirmed']);

/** A claimed reply with its review. While the claim holds, no other process works on it. */
export interface ReplyClaim {
  reply: ReviewReplyRow;
  review: ReviewRow;
  owner: GoogleOwner;
  /** Whether the intent to send it has been committed under this claim. */
  hasIntended: boolean;
  /** The database's clock, carried on by this machine's steady one: whoever goes on with the reply has the same. */
  now(): Date;
}

/** Thrown shortly before a reply would have left: the claim is over, or the process stops, and nothing was sent. */
export class ReplyAborted extends Error {}

/**
 * The ledger of replies to reviews. Each change is made under a claim that holds, or not at all: a claim has a number
 * (`review_replies.attempt`), and a later claim ends the earlier ones. Of a review one reply at a time is on its way; a
 * newer one waits until it is known what became of that.
 */
@Injectable()
export class ReplyLedger {
  constructor(
    private readonly database: Database,
    private readonly store: ReviewStore,
  ) {}

  /** Claims a reply that is due and not claimed; undefined otherwise. If the process dies, it is due again when the claim ends. */
  async claim(id: string): Promise<ReplyClaim | undefined> {
    const askedAt = performance.now();
    const [row] = await this.database.orm
      .update(reviewReplies)
      .set({ attempt: sql`${reviewReplies.attempt} + 1`, leaseUntil: LEASE, nextStepAt: LEASE })
      .where(
        and(
          eq(reviewReplies.id, id),
          lte(reviewReplies.nextStepAt, NOW),
          or(isNull(reviewReplies.leaseUntil), lte(reviewReplies.leaseUntil, NOW)),
        ),
      )
      .returning({
        ...getTableColumns(reviewReplies),
        claimedAt: sql<Date>`${NOW}`.mapWith((at: Date | string) => new Date(at)),
      });
    if (!row) return undefined;
    const { claimedAt, ...reply } = row;
    const { workspaceId, subject, reviewId } = reply;
    const [review] = await this.database.orm.select().from(reviews).where(eq(reviews.id, reviewId));
    if (!review) return undefined;
    const now = () => new Date(claimedAt.getTime() + performance.now() - askedAt);
    return { reply, review, owner: { workspaceId, subject }, hasIntended: false, now };
  }

  /** Whether a newer reply to the same review waits until it is known what became of this one. */
  async hasSuccessor({ reply }: ReplyClaim): Promise<boolean> {
    return (await findSuccessor(this.database.orm, reply)) !== undefined;
  }

  /** Commits the intent to send, before anything leaves. Errors: `ReplyAborted`; then nothing may leave. */
  async intend(claim: ReplyClaim, at: Date): Promise<void> {
    const { reply } = claim;
    const askedAt = performance.now();
    // An access token that Google refuses is replaced, and then it leaves once more under the same intent.
    const timesSent = claim.hasIntended ? reply.timesSent : reply.timesSent + 1;
    await this.database.transaction(async (tx) => {
      const sent = await tx
        .update(reviewReplies)
        .set({
          state: 'sending',
          sentAt: at,
          timesSent,
          leaseUntil: SENDING_LEASE,
          nextStepAt: SENDING_LEASE,
        })
        .where(and(isHeldBy(claim), gt(reviewReplies.leaseUntil, NOW)))
        .returning({ id: reviewReplies.id });
      if (sent.length === 0) throw new ReplyAborted('the claim is over');
      await tx
        .insert(reviewReplyAttempts)
        .values({ replyId: reply.id, number: reply.attempt, intendedAt: at })
        .onConflictDoNothing();
    });
    claim.hasIntended = true;
    Object.assign(reply, { state: 'sending', sentAt: at, timesSent });
    if (performance.now() - askedAt > INTENT_WITHIN_MS) throw new ReplyAborted('the intent took too long');
  }

  /**
   * Records the result of a step, ends the claim, and lets a newer reply to the same review go on. False, and nothing
   * recorded, when the claim is over already.
   */
  async finish(claim: ReplyClaim, result: Result, at: Date): Promise<boolean> {
    try {
      await this.database.transaction((tx) => this.record(tx, claim, result, at));
      return true;
    } catch (error) {
      if (error instanceof ReplyAborted) return false;
      throw error;
    }
  }

  private async record(tx: Orm, claim: ReplyClaim, result: Result, at: Date): Promise<void> {
    const { reply, review } = claim;
    const { seen, attempt } = result;
    // All lock a location before its reviews, and these before their replies.
    if (seen === undefined || seen === 'no review')
      await tx.select({ id: reviews.id }).from(reviews).where(eq(reviews.id, review.id)).for('update');
    else await this.store.noteReply(tx, review.id, seen === 'no reply' ? null : seen);
    const successor = await findSuccessor(tx, reply);
    // What failed, or was surely not sent, is of no interest any more where a newer one goes out.
    const isReplaced = successor !== undefined && (result.state === 'failed' || result.state === 'waiting');
    const state = isReplaced ? 'superseded' : result.state;
    const nextInMs = isReplaced ? null : result.nextInMs;
    const [row] = await tx
      .update(reviewReplies)
      .set({
        state,
        leaseUntil: null,
        nextStepAt: nextInMs === null ? null : sql`${NOW} + ${`${nextInMs} milliseconds`}::interval`,
        endedAt: nextInMs === null ? at : null,
        error: (isReplaced ? REPLY_FAILURES.newer : result.error) ?? null,
        ...(attempt?.outcome === 'not_sent' && claim.hasIntended && { timesSent: reply.timesSent - 1 }),
        ...(result.isLook && { timesLooked: sql`${reviewReplies.timesLooked} + 1` }),
        ...(result.violation !== undefined && { violation: result.violation }),
      })
      .where(isHeldBy(claim))
      .returning();
    if (!row) throw new ReplyAborted('the claim is over');
    if (attempt) await noteOutcome(tx, reply, attempt, at);
    if (attempt?.outcome === 'taken') await supersedeEarlier(tx, row, at);
    if (successor && !OPEN.includes(state)) await release(tx, successor, row, { ...result, state }, at);
    const { workspaceId, subject, locationId } = review;
    const [place] = await tx
      .select({ locationName: reviewReadings.locationName })
      .from(reviewReadings)
      .where(
        and(
          eq(reviewReadings.workspaceId, workspaceId),
          eq(reviewReadings.subject, subject),
          eq(reviewReadings.locationId, locationId),
        ),
      );
    await noteEvents(tx, replyEvents(row, { ...review, locationName: place?.locationName }, at));
  }

  /** The replies that are due, the oldest first. One that Google has taken is only looked at. */
  async due(which: 'send' | 'follow-up'): Promise<string[]> {
    const isTaken = eq(reviewReplies.state, 'in_review');
    const rows = await this.database.orm
      .select({ id: reviewReplies.id })
      .from(reviewReplies)
      .where(and(lte(reviewReplies.nextStepAt, NOW), which === 'follow-up' ? isTaken : sql`not ${isTaken}`))
      .orderBy(asc(reviewReplies.nextStepAt))
      .limit(DUE_AT_ONCE);
    return rows.map(({ id }) => id);
  }

  /** How many replies are not over, by state. */
  async countOpen(): Promise<{ state: ReviewReplyRow['state']; count: number }[]> {
    return this.database.orm
      .select({ state: reviewReplies.state, count: count() })
      .from(reviewReplies)
      .where(isNotNull(reviewReplies.nextStepAt))
      .groupBy(reviewReplies.state);
  }

  /** Makes everything due now that waited for a connection. */
  async recheckNow(owner: GoogleOwner): Promise<void> {
    await this.database.orm
      .update(reviewReplies)
      .set({ nextStepAt: NOW })
      .where(
        and(
          ownedBy(owner, reviewReplies),
          isNotNull(reviewReplies.nextStepAt),
          isNull(reviewReplies.leaseUntil),
          inArray(reviewReplies.state, ['waiting', 'unconfirmed', 'in_review']),
        ),
      );
  }
}

/** What a sending came to. A look tells it of all sendings whose outcome was open, and an answer of its own alone. */
async function noteOutcome(
  tx: Orm,
  { id, attempt: number }: ReviewReplyRow,
  attempt: NonNullable<Result['attempt']>,
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

function isHeldBy({ reply }: ReplyClaim): SQL | undefined {
  return and(
    eq(reviewReplies.id, reply.id),
    eq(reviewReplies.attempt, reply.attempt),
    isNotNull(reviewReplies.leaseUntil),
  );
}
