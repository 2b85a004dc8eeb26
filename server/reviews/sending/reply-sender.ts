import { Injectable, Logger } from '@nestjs/common';
import { BusinessProfileProviders } from '../../business-profile/business-profile-providers.js';
import { GoogleReviews } from '../../business-profile/google/google-reviews.js';
import { WriteFailure, type NotSentCode } from '../../business-profile/port/remote-post.js';
import { type RemoteReview, toReviewText } from '../../business-profile/port/remote-review.js';
import type { ReviewReplyRow } from '../../database/reviews.schema.js';
import { AppError } from '../../errors/app-error.js';
import { rootOf } from '../../errors/database-errors.js';
import { ClaimOver } from '../../jobs/claims.js';
import { DueWork } from '../../jobs/due-work.js';
import { ProcessStops } from '../../jobs/process-stops.js';
import { Replaced, type ReplyClaim, ReplyLedger } from './reply-ledger.js';
import { ReplyMetrics } from './reply.metrics.js';
import {
  afterFailure,
  afterStatusCheck,
  afterLook,
  beforeSending,
  laterStatusCheck,
  putOff,
  replaced,
  type ReplyResult,
  reviewChanged,
  type ReplyAtGoogle,
  accepted,
  unanswered,
} from '../replies/reply-steps.js';
import { isReviewChanged } from '../replies/review-basis.js';

/** How long until a step is repeated after an error of ours. */
const AFTER_FAULT_MS = 15_000;

/** How long a look at Google waits at most for its turn in the quota, while its claim holds. */
const TURN_MS = 8_000;

/**
 * Takes replies from one step to the next. It looks at Google before it sends, so that another person’s reply is never
 * overwritten and no changed review gets an answer to its former text; it sends in one call; and it looks for a reply with an
 * unknown outcome before it sends it again.
 */
@Injectable()
export class ReplySender {
  private readonly logger = new Logger('Replies');

  constructor(
    private readonly ledger: ReplyLedger,
    private readonly google: GoogleReviews,
    private readonly providers: BusinessProfileProviders,
    private readonly metrics: ReplyMetrics,
    private readonly dueWork: DueWork,
  ) {}

  /** Takes the next step with a reply if it is due and not claimed. It never throws: a failed step is repeated. */
  async step(id: string): Promise<void> {
    try {
      const claim = await this.ledger.claim(id);
      if (!claim) return;
      const result = await this.resultOf(claim).catch((error: unknown) => this.afterFault(claim, error));
      if (result) await this.conclude(claim, result);
    } catch (error) {
      this.logger.error({ event: 'replies', reply: id, outcome: 'fault', reason: String(rootOf(error)) });
    }
  }

  private async conclude(claim: ReplyClaim, result: ReplyResult): Promise<void> {
    const isRecorded = await this.ledger.finish(claim, result, claim.clock.now());
    const outcome = isRecorded ? result.state : 'late';
    this.metrics.noteStep(outcome);
    this.logger[isRecorded ? 'log' : 'warn']({
      event: 'replies',
      reply: claim.reply.id,
      attempt: claim.reply.attempt,
      outcome,
      nextInMs: result.nextInMs,
    });
  }

  /** Repeats the step soon. Where the reply may have left, the claim ends by itself, and then a look decides. */
  private afterFault({ reply, hasIntended }: ReplyClaim, error: unknown): ReplyResult | undefined {
    if (error instanceof ProcessStops) return { state: restingState(reply), nextInMs: 0 };
    this.logger.error({
      event: 'replies',
      reply: reply.id,
      outcome: 'fault',
      reason: String(rootOf(error)),
    });
    return hasIntended ? undefined : { state: restingState(reply), nextInMs: AFTER_FAULT_MS };
  }

  private async resultOf(claim: ReplyClaim): Promise<ReplyResult> {
    const { reply } = claim;
    const seen = await this.look(claim);
    if ('code' in seen) return this.withoutLook(claim, seen.code);
    if (reply.state === 'in_review') return afterStatusCheck(reply, seen.review);
    const isNew = reply.state === 'waiting';
    const decided = isNew
      ? beforeSending(reply, seen.review)
      : afterLook(reply, seen.review, claim.clock.now());
    // Its author decides, and should see the review as it is now.
    if (decided !== 'send')
      return decided.state === 'conflict' && seen.remote ? { ...decided, review: seen.remote } : decided;
    // Google does not have it, and a newer one takes its place.
    if (!isNew && (await this.ledger.hasSuccessor(claim))) return replaced();
    if (isAboutOther(reply, seen.remote))
      return {
        ...reviewChanged(seen.remote.reply ?? 'no reply', seen.remote),
        ...(!isNew && { attempt: { outcome: 'not_found' } }),
      };
    return this.send(claim);
  }

  /** What Google has now, or why it cannot be asked. */
  private async look({
    reply,
    review,
    owner,
  }: ReplyClaim): Promise<{ review: ReplyAtGoogle; remote?: RemoteReview } | { code: NotSentCode }> {
    const { owner: current, connection } = await this.providers.sourceOf(owner.workspaceId);
    if (current.subject !== owner.subject || connection === 'reconnect') return { code: 'reconnect' };
    if (connection !== 'connected') return { code: connection === 'held' ? 'held' : 'no_quota' };
    const priority = reply.state === 'in_review' ? 'follow-up' : 'save';
    try {
      const remote = await this.google.get(owner, review.googleName, {
        priority,
        waitMs: TURN_MS,
        signal: this.dueWork.stopping,
      });
      return { review: remote.reply ?? 'no reply', remote };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      switch (error.code) {
        case 'not_found':
          return { review: 'no review' };
        case 'google/unverified':
          return { review: 'not served' };
        case 'google/reconnect':
        case 'connect/not-connected':
          return { code: 'reconnect' };
        case 'connect/held':
          return { code: 'held' };
        case 'google/no-quota':
          return { code: 'no_quota' };
        case 'google/busy':
          // Without an answer from Google it was our own limit that refused.
          return { code: error.cause ? 'busy' : 'limited' };
        default:
          return { code: 'unreachable' };
      }
    }
  }

  private withoutLook(claim: ReplyClaim, code: NotSentCode): ReplyResult {
    const { reply } = claim;
    if (reply.state === 'in_review') return laterStatusCheck();
    const now = claim.clock.now();
    return reply.state === 'waiting'
      ? putOff(reply, { kind: 'not_sent', code }, now)
      : unanswered(reply, now);
  }

  private async send(claim: ReplyClaim): Promise<ReplyResult> {
    const { reply, review, owner } = claim;
    const state = restingState(reply);
    const { stopping: signal } = this.dueWork;
    const options = {
      signal,
      beforeSending: async () => {
        signal.throwIfAborted();
        await this.ledger.intend(claim, claim.clock.now());
      },
    };
    try {
      if (reply.kind === 'DELETE') {
        await this.google.deleteReply(owner, review.googleName, options);
        return accepted(reply, 'no reply');
      }
      return accepted(reply, await this.google.putReply(owner, review.googleName, reply.text ?? '', options));
    } catch (error) {
      // Nothing has left: another process tries again at once, or this one a little later.
      if (error instanceof ProcessStops) return { state, nextInMs: 0, attempt: { outcome: 'not_sent' } };
      if (error instanceof Replaced) return replaced();
      if (error instanceof ClaimOver) return { state, nextInMs: 1000, attempt: { outcome: 'not_sent' } };
      if (error instanceof WriteFailure) return afterFailure(reply, error, claim.clock.now());
      throw error;
    }
  }
}

/** Whether a reply answers a review that says something else by now. A removal is about the reply alone. */
function isAboutOther({ kind, basis }: ReviewReplyRow, remote?: RemoteReview): remote is RemoteReview {
  if (kind === 'DELETE' || !remote) return false;
  return isReviewChanged(basis, { stars: remote.stars, ...toReviewText(remote.comment) });
}

/** The state of a reply without a claim: if its process died while sending it, the outcome is unknown. */
function restingState({ state }: ReviewReplyRow): ReviewReplyRow['state'] {
  return state === 'sending' ? 'unconfirmed' : state;
}
