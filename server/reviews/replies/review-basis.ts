import { createHash } from 'node:crypto';
import { toCanonicalText } from '../../business-profile/port/remote-post.js';
import type { ReviewReplyRow, ReviewRow } from '../../database/reviews.schema.js';
import { isAccepted, UNSETTLED } from './reply-states.js';
import { isSameText } from './reply-steps.js';

/** What a review says: a reply is about this. */
type ReviewContent = Pick<ReviewRow, 'stars' | 'original'>;
/** The reply that Google has, as stored. */
type StoredReply = Pick<ReviewRow, 'replyText' | 'replyUpdatedAt'>;
/** What a person did here to the reply: wrote or removed it. */
type ReplyAction = Pick<
  ReviewReplyRow,
  'version' | 'state' | 'text' | 'basis' | 'replacedText' | 'replacedAt'
>;

/**
 * What a person sees before they answer, as what the field calls a version token (ETag). It has three parts: what the review
 * says, the reply that Google has, and the number of the last action here (0: none). What becomes of that action later is no
 * part of it.
 */
export function basisOf(review: ReviewContent & StoredReply, version: number): string {
  return [contentPart(review), replyPart(review.replyText, review.replyUpdatedAt), version].join('.');
}

/**
 * Whether a review says something else than was seen. Its stars and its own words count, not its time: Google moves the time
 * also for photos, and may do so for a reply. A basis of an earlier version has no third part, and its first one cannot be
 * compared.
 */
export function isReviewChanged(basis: string, review: ReviewContent): boolean {
  const { content, version } = partsOf(basis);
  return version !== undefined && content !== contentPart(review);
}

/**
 * The reply that is there now, in place of the one that was seen; its text is null where there is none. Undefined: the reply is
 * the one that was seen, or that one has only moved on in its sending.
 * @param actions those on this reply, the latest first
 */
export function changedReply(
  basis: string,
  { replyText, replyUpdatedAt }: StoredReply,
  actions: readonly ReplyAction[],
): { text: string | null } | undefined {
  const seen = partsOf(basis);
  const [last] = actions;
  if (seen.version !== undefined && seen.version !== String(last?.version ?? 0))
    return { text: last && UNSETTLED.includes(last.state) ? last.text : replyText };
  if (seen.reply === replyPart(replyText, replyUpdatedAt)) return undefined;
  // By now Google may have the reply that was on its way when the person looked.
  const before = last && [partsOf(last.basis).reply, replyPart(last.replacedText, last.replacedAt)];
  const isOurs = actions.some((one) => isAccepted(one) && isSame(one.text, replyText));
  return before?.includes(seen.reply) && isOurs ? undefined : { text: replyText };
}

function partsOf(basis: string): { content: string; reply: string; version: string | undefined } {
  const [content = '', reply = '', version] = basis.split('.');
  return { content, reply, version };
}

function contentPart({ stars, original }: ReviewContent): string {
  return hashOf(stars, toCanonicalText(original ?? ''));
}

function replyPart(text: string | null, at: Date | null): string {
  return hashOf(text, at);
}

function isSame(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : isSameText(one, other);
}

function hashOf(...parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}
