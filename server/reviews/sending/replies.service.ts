import { Injectable } from '@nestjs/common';
import { and, desc, eq, inArray, isNotNull, isNull, ne, type SQL } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { GoogleOwner } from '../../business-profile/port/business-profile-provider.js';
import { ownedBy, toGoogleOwner } from '../../business-profile/port/google-owner.js';
import { BusinessProfileProviders } from '../../business-profile/business-profile-providers.js';
import { Clock } from '../../config/clock.js';
import { NOW } from '../../database/database-clock.js';
import { Database, type Orm } from '../../database/database.js';
import {
  reviewReplies,
  type ReviewReplyRow,
  type ReviewRow,
  reviews,
} from '../../database/reviews.schema.js';
import { type Allowance, takeToken, untilToken } from '../../database/token-bucket.js';
import { AppError } from '../../errors/app-error.js';
import { dueIn } from '../../jobs/claims.js';
import type { RequestOwner } from '../../people/current-owner.js';
import {
  brokenBy,
  bytesOf,
  LAST_REPLIES,
  MAX_REPLY_BYTES,
  REPLY_FAULTS,
  REPLY_WARNINGS,
} from '../replies/reply-check.js';
import type { CheckReplyDto, PutReplyDto, ReplyCheckDto } from '../replies/reply-request.dto.js';
import { isReplaceable, mayBeSent } from '../replies/reply-states.js';
import { isSameText } from '../replies/reply-steps.js';
import { supersedeEarlier } from '../replies/reply-succession.js';
import { basisOf, changedReply, isReviewChanged } from '../replies/review-basis.js';
import { lockReview } from '../replies/review-lock.js';
import { isSensitiveCategory } from '../replies/sensitive-categories.js';
import { sha256 } from '../../security/sha256.js';

/** How many replies one person can send, retry and remove: more than a person does for long, and few for a script. */
const ALLOWANCE: Allowance = { capacity: 60, perMinute: 30 };
/** The beginning of the ids of the limit’s buckets. */
export const REPLY_BUCKETS = 'replies';

/** What a person wants done to a reply: this text, or none. */
type Wanted = Pick<ReviewReplyRow, 'kind' | 'text'>;
/** What its author saw, and the reply that it is to replace. */
type Seen = Pick<ReviewReplyRow, 'basis' | 'replacedText' | 'replacedAt'>;
type By = Pick<ReviewReplyRow, 'actor'> & Seen;
type Times = Partial<Pick<typeof reviewReplies.$inferInsert, 'endedAt'>> & { nextStepAt?: SQL | null };

const REMOVAL: Wanted = Object.freeze({ kind: 'DELETE', text: null });

/** Writes, removes, retries and discards replies. They are stored at once, and sent a moment later (`reply-sender.ts`). */
@Injectable()
export class RepliesService {
  constructor(
    private readonly database: Database,
    private readonly providers: BusinessProfileProviders,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a reply in place of the one that was shown. Errors: `validation_failed`, `not_found`, `connect/not-connected`,
   * `too_many_requests`; `reply_changed` with both texts if there is another reply than was shown, at Google or here;
   * `review_changed` if the review says something else than was shown, with both texts if the reply is another one too.
   */
  async put(owner: RequestOwner, id: string, { text, basedOn }: PutReplyDto): Promise<void> {
    const [fault] = brokenBy(REPLY_FAULTS, { text, isSensitive: false, lastTexts: [] });
    if (fault) throw AppError.invalid([{ field: 'text', message: fault.reason }]);
    const wanted = { kind: 'PUT', text: text.replaceAll('\r\n', '\n') } as const;
    await this.replace(owner, id, wanted, basedOn);
  }

  /** Stores the removal of the reply that was shown. Errors: those of `put`, except `review_changed`. */
  async remove(owner: RequestOwner, id: string, basedOn: string): Promise<void> {
    await this.replace(owner, id, REMOVAL, basedOn);
  }

  /**
   * Sends a failed reply again in place of the reply that its author saw, or one in conflict in place of the present one.
   * Errors: `not_found`, `reply_not_failed`, `connect/not-connected`, `too_many_requests`; with `basedOn` those of `put`.
   */
  async retry({ workspaceId, actor }: RequestOwner, id: string, basedOn?: string): Promise<void> {
    const owner = await this.ownerOf(workspaceId);
    await this.take(actor);
    await this.database.transaction(async (tx) => {
      const review = await lockShown(tx, owner, id);
      const replies = await repliesTo(tx, review);
      const last = failedOf(replies);
      if (basedOn !== undefined) refuseUnseen(basedOn, review, replies, last);
      const seen =
        last.state === 'failed'
          ? { basis: basedOn ?? last.basis, replacedText: last.replacedText, replacedAt: last.replacedAt }
          : seenNow(review, basedOn ?? basisOf(review, last.version));
      await this.add(tx, review, replies, last, { actor, ...seen });
    });
  }

  /**
   * Discards a reply that failed or is in conflict. Errors: `not_found`, `reply_not_failed`, `connect/not-connected`; with
   * `basedOn` also `reply_changed`.
   */
  async discard(workspaceId: string, id: string, basedOn?: string): Promise<void> {
    const owner = await this.ownerOf(workspaceId);
    await this.database.transaction(async (tx) => {
      const review = await lockShown(tx, owner, id);
      const replies = await repliesTo(tx, review);
      failedOf(replies);
      if (basedOn !== undefined) refuseUnseen(basedOn, review, replies, REMOVAL);
      await this.supersede(tx, replies);
    });
  }

  /** Checks a text without storing it. Errors: `not_found`, `connect/not-connected`. */
  async check(workspaceId: string, { reviewId, text }: CheckReplyDto): Promise<ReplyCheckDto> {
    const { provider, owner } = await this.providers.sourceOf(workspaceId);
    const google = toGoogleOwner(owner);
    const [review] = await this.database.orm
      .select()
      .from(reviews)
      .where(and(eq(reviews.id, reviewId), ownedBy(google, reviews)));
    if (!review) throw AppError.of('not_found');
    const location = await provider.knownLocation(owner, review.locationId);
    const facts = {
      text,
      isSensitive: isSensitiveCategory((location?.categories ?? []).flatMap((one) => [one.id, one.name])),
      lastTexts: await this.lastTexts(google, review),
    };
    return {
      bytes: bytesOf(text.trim()),
      limit: MAX_REPLY_BYTES,
      faults: brokenBy(REPLY_FAULTS, facts),
      warnings: brokenBy(REPLY_WARNINGS, facts),
    };
  }

  private async replace(by: RequestOwner, id: string, wanted: Wanted, basedOn: string): Promise<void> {
    const owner = await this.ownerOf(by.workspaceId);
    await this.take(by.actor);
    await this.database.transaction(async (tx) => {
      const review = await lockShown(tx, owner, id);
      const replies = await repliesTo(tx, review);
      const [last] = replies;
      if (last && isSameRequest(last, wanted, basedOn)) return;
      refuseUnseen(basedOn, review, replies, wanted);
      if (last && isUnderWay(last, review) && isAlike(last, wanted)) return;
      const made = { actor: by.actor, ...seenNow(review, basedOn) };
      if (!isAtGoogle(review, wanted) || replies.some(mayBeSent))
        await this.add(tx, review, replies, wanted, made);
      // Google has it already, so a reply that was to be sent is withdrawn. The new row makes that known to those who saw it.
      else if (replies.some(isReplaceable)) await this.addSettled(tx, review, replies, wanted, made);
    });
  }

  /** Stores a reply that is to be sent, in place of those of which Google certainly has nothing. */
  private async add(
    tx: Orm,
    review: ReviewRow,
    replies: ReviewReplyRow[],
    { kind, text }: Wanted,
    by: By,
  ): Promise<void> {
    await this.supersede(tx, replies);
    // While an earlier one may have been sent, it waits for the outcome of that.
    const nextStepAt = replies.some(mayBeSent) ? null : NOW;
    await this.insert(tx, review, replies, { kind, text, ...by, state: 'waiting', nextStepAt });
  }

  /** Stores a reply that Google has already, in place of those that were to be sent. */
  private async addSettled(
    tx: Orm,
    review: ReviewRow,
    replies: ReviewReplyRow[],
    { kind, text }: Wanted,
    by: By,
  ): Promise<void> {
    await this.supersede(tx, replies);
    const isInReview = kind === 'PUT' && review.replyState === 'IN_REVIEW';
    const state = kind === 'DELETE' ? 'removed' : isInReview ? 'in_review' : 'public';
    const at = this.clock.now();
    const times = isInReview ? { nextStepAt: NOW } : { endedAt: at };
    const row = await this.insert(tx, review, replies, { kind, text, ...by, state, ...times });
    await supersedeEarlier(tx, row, at);
  }

  private async insert(
    tx: Orm,
    { id, workspaceId, subject }: ReviewRow,
    [last]: ReviewReplyRow[],
    columns: Wanted & By & Pick<typeof reviewReplies.$inferInsert, 'state'> & Times,
  ): Promise<ReviewReplyRow> {
    const [row] = await tx
      .insert(reviewReplies)
      .values({
        id: randomUUID(),
        reviewId: id,
        workspaceId,
        subject,
        version: (last?.version ?? 0) + 1,
        createdAt: this.clock.now(),
        ...columns,
      })
      .returning();
    return row!;
  }

  private async supersede(tx: Orm, replies: ReviewReplyRow[]): Promise<void> {
    const ids = replies.filter(isReplaceable).map(({ id }) => id);
    if (ids.length === 0) return;
    await tx
      .update(reviewReplies)
      .set({ state: 'superseded', ...dueIn(null), endedAt: this.clock.now() })
      .where(inArray(reviewReplies.id, ids));
  }

  private lastTexts(owner: GoogleOwner, { id, locationId }: ReviewRow): Promise<string[]> {
    return this.database.orm
      .select({ text: reviews.replyText })
      .from(reviews)
      .where(
        and(
          ownedBy(owner, reviews),
          eq(reviews.locationId, locationId),
          isNull(reviews.goneAt),
          isNotNull(reviews.replyText),
          ne(reviews.id, id),
        ),
      )
      .orderBy(desc(reviews.replyUpdatedAt))
      .limit(LAST_REPLIES)
      .then((rows) => rows.flatMap(({ text }) => text ?? []));
  }

  private async ownerOf(workspaceId: string): Promise<GoogleOwner> {
    return toGoogleOwner((await this.providers.sourceOf(workspaceId)).owner);
  }

  /** Counts one reply of a person, over all workspaces. Errors: `too_many_requests`. */
  private async take(actor: string): Promise<void> {
    const bucket = `${REPLY_BUCKETS} ${sha256(actor)}`;
    if ((await takeToken(this.database.orm, bucket, ALLOWANCE)) !== undefined) return;
    const waitMs = await untilToken(this.database.orm, bucket, ALLOWANCE);
    throw AppError.until('too_many_requests', Math.max(1, Math.ceil(waitMs / 1000)));
  }
}

/** Locks a review that is there. Errors: `not_found`. */
async function lockShown(tx: Orm, owner: GoogleOwner, id: string): Promise<ReviewRow> {
  const review = await lockReview(tx, id, and(ownedBy(owner, reviews), isNull(reviews.goneAt)));
  if (!review) throw AppError.of('not_found');
  return review;
}

/** All that was done here to the reply of a review, the latest first. */
function repliesTo(tx: Orm, { id }: ReviewRow): Promise<ReviewReplyRow[]> {
  return tx
    .select()
    .from(reviewReplies)
    .where(eq(reviewReplies.reviewId, id))
    .orderBy(desc(reviewReplies.version))
    .for('update');
}

/** Errors: `reply_changed`, `review_changed`, where the reply or the review is another one than was seen. */
function refuseUnseen(basedOn: string, review: ReviewRow, replies: ReviewReplyRow[], wanted: Wanted): void {
  const changed = changedReply(basedOn, review, replies);
  // A removal is about the reply alone, not about the review.
  const isOther = wanted.kind === 'PUT' && isReviewChanged(basedOn, review);
  if (changed)
    throw AppError.replyChanged(changed.text, wanted.text, isOther ? 'review_changed' : 'reply_changed');
  if (isOther) throw AppError.of('review_changed');
}

/** Errors: `reply_not_failed`. */
function failedOf([last]: ReviewReplyRow[]): ReviewReplyRow {
  if (last?.state !== 'failed' && last?.state !== 'conflict') throw AppError.of('reply_not_failed');
  return last;
}

function seenNow({ replyText, replyUpdatedAt }: ReviewRow, basis: string): Seen {
  return { basis, replacedText: replyText, replacedAt: replyUpdatedAt };
}

/** Whether an equal request changes nothing: this reply may have been sent, or it waits and is about the present review. */
function isUnderWay(reply: ReviewReplyRow, review: ReviewRow): boolean {
  return mayBeSent(reply) || (reply.state === 'waiting' && !isReviewChanged(reply.basis, review));
}

/** Whether it is the same request, from the same view: its answer may have been lost. */
function isSameRequest(last: ReviewReplyRow, wanted: Wanted, basedOn: string): boolean {
  return last.basis === basedOn && isAlike(last, wanted) && last.state !== 'superseded';
}

function isAlike(reply: Wanted, { kind, text }: Wanted): boolean {
  return reply.kind === kind && reply.text === text;
}

/** Whether Google has it already. A rejected reply may be sent once more as it is. */
function isAtGoogle({ replyText, replyState }: ReviewRow, { text }: Wanted): boolean {
  if (replyText === null || text === null) return replyText === text;
  return replyState !== 'REJECTED' && isSameText(replyText, text);
}
