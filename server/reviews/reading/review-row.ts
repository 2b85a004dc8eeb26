import { randomUUID } from 'node:crypto';
import type { GoogleOwner } from '../../business-profile/port/business-profile-provider.js';
import {
  type RemoteReply,
  type RemoteReview,
  toReviewText,
} from '../../business-profile/port/remote-review.js';
import { toSearchText } from '../../business-profile/port/search-text.js';
import type { ReviewRow } from '../../database/reviews.schema.js';
import { positionOf } from './review-position.js';

/** A text that stays the same as long as neither the review nor its reply changes. */
export function versionOf(
  locationId: string,
  googleId: string,
  said: Pick<ReviewRow, 'updatedAt' | 'replyText' | 'replyUpdatedAt' | 'replyState'>,
): string {
  const { updatedAt, replyText, replyUpdatedAt, replyState } = said;
  return JSON.stringify([locationId, googleId, updatedAt, replyText, replyUpdatedAt, replyState]);
}

/** The columns of a review that was read at a time, without the number of that reading. */
export function toReviewRow(
  { workspaceId, subject }: GoogleOwner,
  review: RemoteReview,
  old: ReviewRow | undefined,
  at: Date,
): Omit<ReviewRow, 'readingNo'> {
  const { id, name, url, reply, stars, createdAt, ...said } = review;
  const text = toReviewText(review.comment);
  const replied = replyColumns(reply);
  return {
    ...said,
    ...text,
    ...replied,
    ...positionOf({ stars, createdAt, ...text, ...replied }),
    id: old?.id ?? randomUUID(),
    workspaceId,
    subject,
    googleId: id,
    googleName: name,
    googleUrl: url,
    stars,
    createdAt,
    firstSeenAt: old?.firstSeenAt ?? at,
    firstAnsweredAt: old?.firstAnsweredAt ?? firstAnswer(reply),
    readAt: at,
    goneAt: null,
    searchText: toSearchText([text.original, text.translation, review.reviewerName].join(' ')),
  };
}

/** The columns of the reply that Google has. */
export function replyColumns(
  reply: RemoteReply | null,
): Pick<ReviewRow, 'replyText' | 'replyUpdatedAt' | 'replyState' | 'replyViolation'> {
  return {
    replyText: reply?.text ?? null,
    replyUpdatedAt: reply?.updatedAt ?? null,
    replyState: reply?.state ?? null,
    replyViolation: reply?.violation ?? null,
  };
}

/** When the public could first see this reply, as far as it is known. */
export function firstAnswer(reply: RemoteReply | null): Date | null {
  return reply?.state === 'PUBLIC' ? reply.updatedAt : null;
}
