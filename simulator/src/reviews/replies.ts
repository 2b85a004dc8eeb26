import { hasPhoneNumber } from '../api/local-post-rules.js';
import type { State } from '../state.js';
import type { Decision } from './reply-verdicts.js';
import type { Review } from './review.js';

/** How many of the last replies at a location a new one must not repeat. */
const LAST_REPLIES = 5;

/** A review with a reply that is written now, in place of one that it may have had. Google reviews it again. */
export function withReply(state: State, review: Review, comment: string): Review {
  const now = state.clock.now().getTime();
  const decision = state.replyVerdicts.take(review.locationId) ?? decisionOn(state, review, comment);
  return {
    ...review,
    ...(state.settings.repliesUpdateReviews && { updateTime: now }),
    reply: { comment, updateTime: now, reviewedAt: now + state.settings.replyReviewMs, ...decision },
  };
}

export function withoutReply({ reply: _, ...review }: Review): Review {
  return review;
}

/** What Google's review makes of a text: it refuses telephone numbers, web addresses, and what the place has just said. */
function decisionOn(state: State, { id, locationId }: Review, comment: string): Decision {
  if (hasPhoneNumber(comment) || /https?:|www\./i.test(comment))
    return { verdict: 'REJECTED', policyViolation: 'ADVERTISING_AND_SOLICITATION' };
  const others = [...state.reviews.of(locationId).values()].flatMap((other) =>
    other.reply && other.id !== id ? [other.reply] : [],
  );
  const last = others.sort((a, b) => b.updateTime - a.updateTime).slice(0, LAST_REPLIES);
  return last.some((reply) => reply.comment.trim() === comment.trim())
    ? { verdict: 'REJECTED', policyViolation: 'REPETITIVE' }
    : { verdict: 'APPROVED' };
}
