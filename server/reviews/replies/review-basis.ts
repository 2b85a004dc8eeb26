import { createHash } from 'node:crypto';
import { toCanonicalText } from '../../business-profile/port/remote-post.js';
import type { ReviewReplyRow, ReviewRow } from '../../database/reviews.schema.js';
import { isAccepted, UNSETTLED } from './reply-states.js';
import { isSameText } from './reply-steps.js';

/** What a review says, and an answer is about. */
type Said = Pick<ReviewRow, 'stars' | 'original'>;
type Replied = Pick<ReviewRow, 'replyText' | 'replyUpdatedAt'>;
/** Something that was done here to the reply. */
type Done = Pick<ReviewReplyRow, 'version' | 'state' | 'text' | 'basis' | 'replacedText' | 'replacedAt'>;

/**
 * What a person sees before they answer, in three parts: what the review says, the reply that Google has, and the number of
 * the last thing that was done here to the reply (0: nothing). What becomes of that later is no part of it.
 */
export function basisOf(review: Said & Replied, version: number): string {
  return [saidPart(review), replyPart(review.replyText, review.replyUpdatedAt), version].join('.');
}

/**
 * Whether a review says something else than was seen. Its stars and its own words count, not its time: Google moves that also
 * for photos, and may do so for a reply. Bases of earlier versions have no third part, and their first one cannot be compared.
 */
export function isReviewChanged(basis: string, review: Said): boolean {
  const { said, version } = partsOf(basis);
  return version !== undefined && said !== saidPart(review);
}

/**
 * The reply that is there now, in place of the one that was seen; its text is null where there is none. Undefined: nothing
 * has changed but what became of what was seen.
 * @param done what was done here, the latest first
 */
export function changedReply(
  basis: string,
  { replyText, replyUpdatedAt }: Replied,
  done: readonly Done[],
): { text: string | null } | undefined {
  const seen = partsOf(basis);
  const [last] = done;
  if (seen.version !== undefined && seen.version !== String(last?.version ?? 0))
    return { text: last && UNSETTLED.includes(last.state) ? last.text : replyText };
  if (seen.reply === replyPart(replyText, replyUpdatedAt)) return undefined;
  // Google may have by now what had been done here when it was seen.
  const before = last && [partsOf(last.basis).reply, replyPart(last.replacedText, last.replacedAt)];
  const isOurs = done.some((one) => isAccepted(one) && isSame(one.text, replyText));
  return before?.includes(seen.reply) && isOurs ? undefined : { text: replyText };
}

function partsOf(basis: string): { said: string; reply: string; version: string | undefined } {
  const [said = '', reply = '', version] = basis.split('.');
  return { said, reply, version };
}

function saidPart({ stars, original }: Said): string {
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
