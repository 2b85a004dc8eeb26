import { Injectable } from '@nestjs/common';
import { and, desc, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { createHash, randomUUID } from 'node:crypto';
import type { GoogleOwner } from '../business-profile/business-profile-provider.js';
import { ownedBy, toGoogleOwner } from '../business-profile/google-owner.js';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import { Clock } from '../config/clock.js';
import { Database, type Orm } from '../database/database.js';
import { reviewReplies, type ReviewReplyRow, type ReviewRow, reviews } from '../database/reviews.schema.js';
import { type Allowance, takeToken, untilToken } from '../database/token-bucket.js';
import { AppError } from '../errors/app-error.js';
import {
  brokenBy,
  bytesOf,
  LAST_REPLIES,
  MAX_REPLY_BYTES,
  REPLY_FAULTS,
  REPLY_WARNINGS,
} from './reply-check.js';
import type { CheckReplyDto, ReplyCheckDto } from './reply-request.dto.js';
import { isSameText } from './reply-steps.js';
import { basisOf, isSameReply } from './review-basis.js';
import { isSensitiveCategory } from './sensitive-categories.js';

/** So many things one person can do to replies: nobody writes faster for long, and a script stops. */
const ALLOWANCE: Allowance = { capacity: 60, perMinute: 30 };
/** The beginning of the ids of these buckets. */
export const REPLY_BUCKETS = 'replies';

/** A newer reply replaces one that is in one of these; one that may have been sent is waited for. */
const REPLACEABLE = ['waiting', 'failed', 'conflict'] as const;
const TAKEN: readonly ReviewReplyRow['state'][] = ['in_review', 'public', 'rejected', 'removed'];

/** What a person wants done to a reply: this text, or none. */
type Wanted = Pick<ReviewReplyRow, 'kind' | 'text'>;
/** The reply that its author saw, and that it is to replace. */
type Replaced = Pick<ReviewReplyRow, 'basis' | 'replacedText' | 'replacedAt'>;

/** What people do to replies. It is stored at once, and sent a moment later (`reply-sender.ts`). */
@Injectable()
export class RepliesService {
  constructor(
    private readonly database: Database,
    private readonly providers: BusinessProfileProviders,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes a reply, in place of whatever was to be sent. Errors: `validation_failed`, `not_found`,
   * `connect/not-connected`, `too_many_requests`; `reply_changed` with both texts if Google has another reply than was shown.
   */
  async put(uid: string, id: string, { text, basedOn }: { text: string; basedOn: string }): Promise<void> {
    const [fault] = brokenBy(REPLY_FAULTS, { text, isSensitive: false, lastTexts: [] });
    if (fault) throw AppError.invalid([{ field: 'text', message: fault.reason }]);
    const wanted = { kind: 'PUT', text: text.replaceAll('\r\n', '\n') } as const;
    await this.replace(uid, id, wanted, basedOn);
  }

  /** Takes the removal of a reply, in place of whatever was to be sent. Errors: as above. */
  async remove(uid: string, id: string, basedOn: string): Promise<void> {
    await this.replace(uid, id, { kind: 'DELETE', text: null }, basedOn);
  }

  /**
   * Sends again what failed, in place of what its author saw, or what was in conflict with another reply, which it then
   * replaces. Errors: `not_found`, `reply_not_failed`, `connect/not-connected`, `too_many_requests`.
   */
  async retry(uid: string, id: string): Promise<void> {
    const owner = await this.ownerOf(uid);
    await this.take(uid);
    await this.database.transaction(async (tx) => {
      const review = await lockReview(tx, owner, id);
      const replies = await openReplies(tx, review);
      const last = failedOf(replies);
      const seen = last.state === 'failed' ? last : seenNow(review, basisOf(review));
      const { basis, replacedText, replacedAt } = seen;
      await this.add(tx, review, replies, last, { actor: uid, basis, replacedText, replacedAt });
    });
  }

  /** Forgets what failed, or what was in conflict with another reply. Errors: `not_found`, `reply_not_failed`, `connect/not-connected`. */
  async discard(uid: string, id: string): Promise<void> {
    const owner = await this.ownerOf(uid);
    await this.database.transaction(async (tx) => {
      const review = await lockReview(tx, owner, id);
      const replies = await openReplies(tx, review);
      failedOf(replies);
      await this.supersede(tx, replies);
    });
  }

  /** Checks a text without storing it. Errors: `not_found`, `connect/not-connected`. */
  async check(uid: string, { reviewId, text }: CheckReplyDto): Promise<ReplyCheckDto> {
    const { provider, owner } = await this.providers.sourceOf(uid);
    const google = toGoogleOwner(owner);
    const [review] = await this.database.orm.select().from(reviews).where(isReview(google, reviewId));
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

  private async replace(uid: string, id: string, wanted: Wanted, basedOn: string): Promise<void> {
    const owner = await this.ownerOf(uid);
    await this.take(uid);
    await this.database.transaction(async (tx) => {
      const review = await lockReview(tx, owner, id);
      const replies = await openReplies(tx, review);
      const [last] = replies;
      if (!isSameReply(basedOn, review) && !isOwnReply(last, basedOn, review))
        throw AppError.replyChanged(review.replyText, wanted.text);
      if (last && isUnderWay(last) && isAlike(last, wanted)) return;
      const isThere = isAtGoogle(review, wanted) && !replies.some(mayBeSent);
      if (isThere) await this.supersede(tx, replies);
      else await this.add(tx, review, replies, wanted, { actor: uid, ...seenNow(review, basedOn) });
    });
  }

  /** Stores what is to be sent, in place of all that Google certainly has nothing of. */
  private async add(
    tx: Orm,
    review: ReviewRow,
    replies: ReviewReplyRow[],
    { kind, text }: Wanted,
    by: Pick<ReviewReplyRow, 'actor'> & Replaced,
  ): Promise<void> {
    await this.supersede(tx, replies);
    const now = this.clock.now();
    await tx.insert(reviewReplies).values({
      id: randomUUID(),
      reviewId: review.id,
      workspaceId: review.workspaceId,
      subject: review.subject,
      version: (replies[0]?.version ?? 0) + 1,
      kind,
      text,
      ...by,
      state: 'waiting',
      // It waits until it is known what became of one that may have been sent.
      nextStepAt: replies.some(mayBeSent) ? null : sql`shingle_now()`,
      createdAt: now,
    });
  }

  private async supersede(tx: Orm, replies: ReviewReplyRow[]): Promise<void> {
    const ids = replies.flatMap(({ id, state }) => (isIn(REPLACEABLE, state) ? [id] : []));
    if (ids.length === 0) return;
    await tx
      .update(reviewReplies)
      .set({ state: 'superseded', leaseUntil: null, nextStepAt: null, endedAt: this.clock.now() })
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

  private async ownerOf(uid: string): Promise<GoogleOwner> {
    return toGoogleOwner((await this.providers.sourceOf(uid)).owner);
  }

  private async take(uid: string): Promise<void> {
    const bucket = `${REPLY_BUCKETS} ${createHash('sha256').update(uid).digest('hex')}`;
    if ((await takeToken(this.database.orm, bucket, ALLOWANCE)) !== undefined) return;
    const waitMs = await untilToken(this.database.orm, bucket, ALLOWANCE);
    throw AppError.until('too_many_requests', Math.max(1, Math.ceil(waitMs / 1000)));
  }
}

/** Locks a review that is there, so that what is done to its reply is done one after another. Errors: `not_found`. */
async function lockReview(tx: Orm, owner: GoogleOwner, id: string): Promise<ReviewRow> {
  const [review] = await tx
    .select()
    .from(reviews)
    .where(and(isReview(owner, id), isNull(reviews.goneAt)))
    .for('update');
  if (!review) throw AppError.of('not_found');
  return review;
}

/** The latest of what was done to the reply of a review, and all that is not over; the latest first. */
async function openReplies(tx: Orm, { id }: ReviewRow): Promise<ReviewReplyRow[]> {
  const rows = await tx
    .select()
    .from(reviewReplies)
    .where(eq(reviewReplies.reviewId, id))
    .orderBy(desc(reviewReplies.version))
    .for('update');
  return rows.filter(({ state }, index) => index === 0 || isIn(REPLACEABLE, state) || mayBeSent({ state }));
}

/** Errors: `reply_not_failed`. */
function failedOf([last]: ReviewReplyRow[]): ReviewReplyRow {
  if (last?.state !== 'failed' && last?.state !== 'conflict') throw AppError.of('reply_not_failed');
  return last;
}

function isReview(owner: GoogleOwner, id: string): SQL | undefined {
  return and(eq(reviews.id, id), ownedBy(owner, reviews));
}

/** Whether Google may have it or get it: it is known only after a look. */
function mayBeSent({ state }: Pick<ReviewReplyRow, 'state'>): boolean {
  return state === 'sending' || state === 'unconfirmed';
}

function seenNow({ replyText, replyUpdatedAt }: ReviewRow, basis: string): Replaced {
  return { basis, replacedText: replyText, replacedAt: replyUpdatedAt };
}

function isUnderWay(reply: ReviewReplyRow): boolean {
  return reply.state === 'waiting' || mayBeSent(reply);
}

function isAlike(reply: Wanted, { kind, text }: Wanted): boolean {
  return reply.kind === kind && reply.text === text;
}

/** Whether the reply that Google has is the person's own, which it took since they looked. */
function isOwnReply(last: ReviewReplyRow | undefined, basedOn: string, review: ReviewRow): boolean {
  if (last?.basis !== basedOn || !TAKEN.includes(last.state)) return false;
  return last.text === null || review.replyText === null
    ? last.text === review.replyText
    : isSameText(last.text, review.replyText);
}

/** Whether Google has it already. A rejected reply may be sent once more as it is. */
function isAtGoogle({ replyText, replyState }: ReviewRow, { text }: Wanted): boolean {
  if (replyText === null || text === null) return replyText === text;
  return replyState !== 'REJECTED' && isSameText(replyText, text);
}

function isIn<Value extends string>(list: readonly Value[], value: string): value is Value {
  return (list as readonly string[]).includes(value);
}
