import { createHash } from 'node:crypto';
import type { ReviewRow } from '../database/reviews.schema.js';

/** What a person sees of a review and its reply before they answer. */
export type SeenReview = Pick<ReviewRow, 'stars' | 'comment' | 'updatedAt' | 'replyText' | 'replyUpdatedAt'>;

/** A fingerprint of what a person sees: of the review, and of its reply. */
export function basisOf(review: SeenReview): string {
  const { stars, comment, updatedAt, replyText, replyUpdatedAt } = review;
  return `${hashOf(stars, comment, updatedAt)}.${hashOf(replyText, replyUpdatedAt)}`;
}

/** Whether the reply is still the one that a fingerprint was taken with, whatever has become of the review. */
export function isSameReply(basis: string, review: SeenReview): boolean {
  return basis.split('.')[1] === basisOf(review).split('.')[1];
}

function hashOf(...parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}
