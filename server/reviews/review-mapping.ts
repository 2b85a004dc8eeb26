import type { ReviewReplyRow, ReviewRow } from '../database/reviews.schema.js';
import { webLink } from '../security/web-address.js';
import { OWN_REPLY_STEPS, type OwnReplyDto, type ReplyDto } from './replies/reply.dto.js';
import { rejectionReasonOf } from './replies/reply-rejection-words.js';
import { replyStateWords } from './replies/reply-state-words.js';
import { basisOf, isReviewChanged } from './replies/review-basis.js';
import type { ReplyEventDto, ReviewDto } from './review.dto.js';
import type { ListedReview, OwnReply } from './reviews.repository.js';

/** A review as the API shows it. `isAway`: its Google account cannot be read at present. */
export function toReview(
  { review, location, own, version }: ListedReview,
  { isAway }: { isAway: boolean },
): ReviewDto {
  const { replyUpdatedAt } = review;
  const replyAtGoogle = toReplyAtGoogle(review);
  return {
    id: review.id,
    googleName: review.googleName,
    accountId: review.accountId,
    locationId: review.locationId,
    locationName: location.locationName,
    storeCode: location.storeCode,
    stars: review.stars,
    reviewerName: review.reviewerName,
    isAnonymous: review.isAnonymous,
    reviewerPhotoUrl: webLink(review.reviewerPhotoUrl),
    text: review.original,
    translation: review.translation,
    translationIsFirst: review.isTranslationFirst,
    media: toMedia(review),
    createdAt: review.createdAt.toISOString(),
    updatedAt: review.updatedAt.toISOString(),
    isEditedAfterReply: replyUpdatedAt !== null && review.updatedAt > replyUpdatedAt,
    googleUrl: webLink(review.googleUrl),
    replyAtGoogle,
    ownReply: own ? toOwnReply(own, review, replyAtGoogle) : null,
    tab: review.tab,
    readAt: review.readAt.toISOString(),
    isStale: isAway || !location.hasVoice || !location.isListed || location.error !== null,
    goneAt: review.goneAt?.toISOString() ?? null,
    basis: basisOf(review, version),
  };
}

/** Older rows may have addresses as Google sent them. */
function toMedia({ media }: ReviewRow): ReviewDto['media'] {
  return media.flatMap(({ label, thumbnailUrl: given, videoUrl }) => {
    const thumbnailUrl = webLink(given);
    return thumbnailUrl ? [{ label, thumbnailUrl, videoUrl: webLink(videoUrl) }] : [];
  });
}

/** The reply that Google has; null: it has none. */
function toReplyAtGoogle(review: ReviewRow): ReplyDto | null {
  const { replyText, replyUpdatedAt, replyState, replyViolation } = review;
  if (replyText === null || replyState === null) return null;
  return {
    text: replyText,
    updatedAt: replyUpdatedAt?.toISOString() ?? null,
    state: replyState,
    violation: replyViolation,
    reason: replyState === 'REJECTED' ? rejectionReasonOf(replyViolation) : null,
  };
}

function toOwnReply(own: OwnReply, review: ReviewRow, atGoogle: ReplyDto | null): OwnReplyDto | null {
  const state = OWN_REPLY_STEPS.find((step) => step.toLowerCase() === own.state);
  if (!state) return null;
  return {
    kind: own.kind,
    text: own.text,
    state,
    error: own.error,
    theirs: state === 'CONFLICT' ? atGoogle : null,
    actorName: own.actorName ?? '',
    createdAt: own.createdAt.toISOString(),
    nextTryAt: state === 'FAILED' || state === 'CONFLICT' ? null : (own.nextStepAt?.toISOString() ?? null),
    version: own.version,
    isEarlierBeingSent: own.isEarlierBeingSent,
    isReviewChanged: own.kind === 'PUT' && isReviewChanged(own.basis, review),
  };
}

/** What happened to the reply of a review here, the latest first, and before it what Google has from elsewhere. */
export function toHistory(review: ReviewRow, replies: readonly ReviewReplyRow[]): ReplyEventDto[] {
  const events = replies.map((reply) => ({
    state: reply.state,
    at: reply.endedAt ?? reply.sentAt ?? reply.createdAt,
    words: [
      replyStateWords(reply),
      ...(reply.error === null ? [] : [reply.error]),
      ...(reply.state === 'rejected' ? [rejectionReasonOf(reply.violation)?.words ?? ''] : []),
    ]
      .filter(Boolean)
      .join(' '),
  }));
  const isOurs = replies.some(({ text }) => text !== null && text === review.replyText);
  if (review.replyText !== null && review.replyUpdatedAt && !isOurs)
    events.push({
      state: review.replyState === 'REJECTED' ? 'rejected' : 'public',
      at: review.replyUpdatedAt,
      words: 'Someone replied outside Shingle.',
    });
  return events
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ at, ...event }) => ({ ...event, at: at.toISOString() }));
}
