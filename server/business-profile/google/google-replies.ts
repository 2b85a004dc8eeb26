import { Injectable } from '@nestjs/common';
import { AppError } from '../../errors/app-error.js';
import type { GoogleOwner } from '../business-profile-provider.js';
import { GoogleApi } from './google-api.js';
import { GoogleTimeouts } from './google-clock.js';
import { GoogleFailure } from './google-errors.js';
import type { Priority } from './quota.js';
import type { GoogleReviewReply } from './google-types.js';
import { type SendWords, toSendFailure } from './send-failure.js';

/** The reply of a review as Google gives it. */
export interface ReplyAtGoogle {
  text: string;
  updatedAt: Date | null;
  state: 'IN_REVIEW' | 'PUBLIC' | 'REJECTED';
  /** Google's name of the reason for a rejection. */
  violation: string | null;
}

/** What a look at Google shows of a review: its reply; that it has none; that Google has no such review, or serves none. */
export type SeenReply = ReplyAtGoogle | 'no reply' | 'no review' | 'not served';

/** Called immediately before sending, and again before sending with a renewed access token. If it throws, nothing is sent. */
type BeforeSending = () => Promise<void>;

/** Replies to reviews at Google. Errors of both writes: `PublishFailure`. */
@Injectable()
export class GoogleReplies {
  constructor(
    private readonly api: GoogleApi,
    private readonly timeouts: GoogleTimeouts,
  ) {}

  /** Writes the reply to a review, once, in place of the one that it may have. */
  put(owner: GoogleOwner, name: string, text: string, beforeSending: BeforeSending): Promise<ReplyAtGoogle> {
    return this.send(beforeSending, async (turn) => {
      const answer = await this.api.putReviewReply(owner, name, text, turn);
      return toReply({ comment: text, ...answer });
    });
  }

  /** Removes the reply to a review, once. */
  remove(owner: GoogleOwner, name: string, beforeSending: BeforeSending): Promise<void> {
    return this.send(beforeSending, (turn) => this.api.deleteReviewReply(owner, name, turn));
  }

  /** Looks at the reply of a review. Errors: those of `GoogleApi`, but not `not_found`. */
  async look(owner: GoogleOwner, name: string, priority: Priority): Promise<SeenReply> {
    try {
      const { reviewReply } = await this.api.getReview(owner, name, {
        priority,
        waitMs: this.timeouts.turnMs,
      });
      return reviewReply ? toReply(reviewReply) : 'no reply';
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'not_found') return 'no review';
      // Google refuses even to show the reviews of a location that is not verified.
      if (error.cause instanceof GoogleFailure && error.cause.kind === 'refused') return 'not served';
      throw error;
    }
  }

  private async send<Answer>(
    beforeSending: BeforeSending,
    call: (turn: { priority: Priority; waitMs: number; beforeSending: BeforeSending }) => Promise<Answer>,
  ): Promise<Answer> {
    let hasLeft = false;
    const leave = async (): Promise<void> => {
      await beforeSending();
      hasLeft = true;
    };
    try {
      return await call({ priority: 'save', waitMs: this.timeouts.turnMs, beforeSending: leave });
    } catch (error) {
      throw toSendFailure(error, hasLeft, WORDS);
    }
  }
}

/** A reply as Google gives it. One without a state is from before Google gave any, and public. */
export function toReply({
  comment = '',
  updateTime,
  reviewReplyState,
  policyViolation,
}: GoogleReviewReply): ReplyAtGoogle {
  const time = Date.parse(updateTime ?? '');
  const state = STATES[reviewReplyState ?? ''] ?? 'PUBLIC';
  return {
    text: comment,
    updatedAt: Number.isNaN(time) ? null : new Date(time),
    state,
    violation: state === 'REJECTED' ? (policyViolation ?? null) : null,
  };
}

const STATES: Partial<Record<string, ReplyAtGoogle['state']>> = {
  PENDING: 'IN_REVIEW',
  APPROVED: 'PUBLIC',
  REJECTED: 'REJECTED',
};

/** What Google's refusal of a reply means, for the person who wrote it. */
const WORDS: SendWords = {
  gone: 'The review is no longer on Google, or you no longer manage its location.',
  forbidden: 'Google doesn’t allow your account to reply for this location.',
  invalid(failure) {
    const [violation] = failure?.violations ?? [];
    return violation
      ? `Google refused this reply: ${violation.description}`
      : 'Google refused this reply. Its location may not be verified.';
  },
};
