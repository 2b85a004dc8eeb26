import { Injectable } from '@nestjs/common';
import { and, count, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { GoogleOwner } from '../../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../../business-profile/port/google-owner.js';
import { NOW } from '../../database/database-clock.js';
import { Database, type Orm } from '../../database/database.js';
import {
  reviewReplies,
  reviewReplyAttempts,
  type ReviewReplyRow,
  type ReviewRow,
  reviews,
} from '../../database/reviews.schema.js';
import {
  checkAge,
  type ClaimClock,
  ClaimOver,
  claimRows,
  holdClaim,
  isDue,
  isHeld,
} from '../../jobs/claims.js';
import { readDue } from '../../jobs/due-rows.js';
import type { DueTask } from '../../jobs/due-work.js';
import { noteResult } from '../replies/reply-outcomes.js';
import type { ReplyResult } from '../replies/reply-steps.js';
import { findSuccessor } from '../replies/reply-succession.js';
import { lockReview } from '../replies/review-lock.js';
import { ReviewStore } from '../reading/review-store.js';

/** How long a claim holds: for a look at Google and the waits for its turns. */
const LEASE_MS = 60_000;
/** How long it holds from the intent on: for one request, and for recording its outcome. */
const SENDING_LEASE_MS = 30_000;

/**
 * Replies to send, and status checks of replies in moderation. Neither delays the other: each lane has a limit of its own. The
 * names are public, as labels of `shingle_due_work`.
 */
export type ReplyLane = 'send' | 'follow-up';

/** Thrown when a newer reply or a removal replaces one that was about to be sent: nothing is sent any more. */
export class Replaced extends Error {}

/** A claimed reply with its review. While the claim holds, no other process works on it. */
export interface ReplyClaim {
  reply: ReviewReplyRow;
  review: ReviewRow;
  owner: GoogleOwner;
  /** Whether the intent to send it has been committed under this claim. */
  hasIntended: boolean;
  clock: ClaimClock;
}

/**
 * The ledger of replies to reviews. Each change is made under a claim that holds, or not at all: a claim has a number
 * (`review_replies.attempt`), and a later claim ends the earlier ones. One reply to a review at a time is on its
 * way; a newer one waits for its outcome.
 */
@Injectable()
export class ReplyLedger {
  constructor(
    private readonly database: Database,
    private readonly store: ReviewStore,
  ) {}

  /** Claims a reply that is due and not claimed; undefined otherwise. If the process dies, it is due again when the claim ends. */
  async claim(id: string): Promise<ReplyClaim | undefined> {
    const isClaimable = and(eq(reviewReplies.id, id), isDue(reviewReplies));
    const [claimed] = await claimRows(this.database.orm, reviewReplies, LEASE_MS, isClaimable);
    if (!claimed) return undefined;
    const { row: reply, clock } = claimed;
    const { workspaceId, subject, reviewId } = reply;
    const [review] = await this.database.orm.select().from(reviews).where(eq(reviews.id, reviewId));
    if (!review) return undefined;
    return { reply, review, owner: { workspaceId, subject }, hasIntended: false, clock };
  }

  /** Whether a newer reply to the same review waits for the outcome of this one. */
  async hasSuccessor({ reply }: ReplyClaim): Promise<boolean> {
    return (await findSuccessor(this.database.orm, reply)) !== undefined;
  }

  /**
   * Commits the intent to send, before anything leaves. An access token that Google refused is replaced, and then it leaves
   * once more under the same intent. Each time the transaction locks the review, as writing a reply does, and checks that this one is
   * still wanted: a removal or a newer reply that the server has acknowledged comes first. Errors: `Replaced`, `ClaimOver`; then nothing may leave.
   */
  async intend(claim: ReplyClaim, at: Date): Promise<void> {
    const { reply, review } = claim;
    const begunAt = performance.now();
    const timesSent = claim.hasIntended ? reply.timesSent : reply.timesSent + 1;
    await this.database.transaction(async (tx) => {
      await lockReview(tx, review.id);
      if (await findSuccessor(tx, reply)) throw new Replaced('a newer reply has been written');
      const sending = { state: 'sending', sentAt: at, timesSent } as const;
      await holdClaim(tx, reviewReplies, reply, SENDING_LEASE_MS, sending);
      await tx
        .insert(reviewReplyAttempts)
        .values({ replyId: reply.id, number: reply.attempt, intendedAt: at })
        .onConflictDoNothing();
    });
    claim.hasIntended = true;
    Object.assign(reply, { state: 'sending', sentAt: at, timesSent });
    checkAge(begunAt);
  }

  /**
   * Records the result of a step, ends the claim, and releases a newer reply to the same review that waited for it. False,
   * and nothing recorded, when the claim is over already.
   */
  async finish(claim: ReplyClaim, result: ReplyResult, at: Date): Promise<boolean> {
    try {
      await this.database.transaction((tx) => this.record(tx, claim, result, at));
      return true;
    } catch (error) {
      if (error instanceof ClaimOver) return false;
      throw error;
    }
  }

  private async record(tx: Orm, claim: ReplyClaim, result: ReplyResult, at: Date): Promise<void> {
    const { reply, review } = claim;
    const { seen } = result;
    // All lock a location before its reviews, and these before their replies.
    if (result.review) await this.store.noteReview(tx, review.id, result.review, at);
    else if (seen === undefined || seen === 'no review') await lockReview(tx, review.id);
    else await this.store.noteReply(tx, review.id, seen === 'no reply' ? null : seen);
    const isNoted = await noteResult(tx, claim, result, at, isHeld(reviewReplies, reply));
    if (!isNoted) throw new ClaimOver('the claim is over');
  }

  /** The replies that are due, of each workspace the first ones. */
  due(): Promise<DueTask<ReplyLane>[]> {
    const { reviewId, state } = reviewReplies;
    return readDue(this.database.orm, reviewReplies, {
      exclusiveKey: reviewId,
      lane: sql<ReplyLane>`case when ${state} = 'in_review' then 'follow-up' else 'send' end`,
    });
  }

  /** How many replies are not over, by state. */
  async countOpen(): Promise<{ state: ReviewReplyRow['state']; count: number }[]> {
    return this.database.orm
      .select({ state: reviewReplies.state, count: count() })
      .from(reviewReplies)
      .where(isNotNull(reviewReplies.nextStepAt))
      .groupBy(reviewReplies.state);
  }

  /** Makes due now the replies that waited for a connection. */
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
