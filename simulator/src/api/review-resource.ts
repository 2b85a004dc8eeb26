import { replyStateOf, type ReplyState, type Review, type ReviewReply } from '../reviews/review.js';
import type { State } from '../state.js';

const STARS = Object.freeze(['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'] as const);
/** What Google calls somebody who wrote without a name. */
export const ANONYMOUS = 'A Google User';
/** Since then Google says the state of a reply. */
const STATES_SINCE = Date.parse('2026-04-01T00:00:00Z');

/** A review as Google answers it. */
export interface ReviewResource {
  name: string;
  reviewId: string;
  reviewer: { displayName: string; profilePhotoUrl?: string; isAnonymous?: true };
  starRating: (typeof STARS)[number];
  comment?: string;
  createTime: string;
  updateTime: string;
  reviewReply?: ReviewReplyResource;
  reviewMediaItems?: { thumbnailUrl: string; thumbnailLabel: string; videoUrl?: string }[];
  reviewReplyUrl?: string;
}

export interface ReviewReplyResource {
  comment: string;
  updateTime: string;
  reviewReplyState?: ReplyState;
  policyViolation?: string;
}

/** A review in the name of the account that it was asked for under. */
export function reviewResource(
  state: State,
  { origin, review, accountId }: { origin: string; review: Review; accountId: string },
): ReviewResource {
  const { id, locationId, reviewer, stars, comment, media, createTime, updateTime, reply } = review;
  const page = `${origin}/place/${locationId}?review=${id}`;
  return {
    name: `accounts/${accountId}/locations/${locationId}/reviews/${id}`,
    reviewId: id,
    reviewer: reviewer
      ? { displayName: reviewer.name, profilePhotoUrl: `${origin}/photos/${portraitOf(reviewer)}.svg` }
      : { displayName: ANONYMOUS, isAnonymous: true },
    starRating: STARS[stars - 1] ?? 'FIVE',
    ...(comment !== undefined && { comment: commentOf(review) }),
    createTime: new Date(createTime).toISOString(),
    updateTime: new Date(updateTime).toISOString(),
    ...(reply && { reviewReply: replyResource(state, reply) }),
    ...(media && {
      reviewMediaItems: media.map(({ label, isVideo }, index) => ({
        thumbnailUrl: `${origin}/photos/${id}-${index + 1}.svg`,
        thumbnailLabel: label,
        ...(isVideo && { videoUrl: page }),
      })),
    }),
    ...(state.settings.reviewReplyUrls && { reviewReplyUrl: page }),
  };
}

/** The name of a reviewer's picture, which ends with the initials that it shows. */
function portraitOf({ name, photo }: NonNullable<Review['reviewer']>): string {
  const words = name.match(/\p{L}\S*/gu) ?? [];
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0]);
  return encodeURIComponent(`${photo}-${letters.join('').toUpperCase()}`);
}

export function replyResource(state: State, reply: ReviewReply): ReviewReplyResource {
  const { comment, updateTime, policyViolation } = reply;
  const current = replyStateOf(reply, state.clock.now().getTime());
  const hasState = state.settings.olderReplyStates || updateTime >= STATES_SINCE;
  return {
    comment,
    updateTime: new Date(updateTime).toISOString(),
    ...(hasState && { reviewReplyState: current }),
    ...(hasState && current === 'REJECTED' && policyViolation !== undefined && { policyViolation }),
  };
}

/** The figures of a location over all its reviews; none without any. */
export function figuresOf(
  { settings }: State,
  reviews: readonly Review[],
): { averageRating?: number; totalReviewCount?: number } {
  if (reviews.length === 0) return {};
  const average = reviews.reduce((sum, { stars }) => sum + stars, 0) / reviews.length;
  return {
    averageRating: settings.roundedAverages ? Math.round(average * 10) / 10 : average,
    totalReviewCount: reviews.length,
  };
}

/** The one text in which Google gives the original and its translation. */
function commentOf({ comment = '', translation }: Review): string {
  if (!translation) return comment;
  return translation.isFirst
    ? `(Translated by Google) ${translation.text}\n\n(Original)\n${comment}`
    : `${comment}\n\n(Translated by Google)\n${translation.text}`;
}
