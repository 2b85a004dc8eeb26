import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { rootOf } from '../errors/database-errors.js';
import { LedgerRepository, NameTaken } from './ledger.repository.js';
import { ReconcileStep } from './reconcile-step.js';
import { PublishingMetrics } from './publishing.metrics.js';
import { RefusalReasons } from './refusal-reasons.js';
import { type PostClaim, type PostResult, after, faultMs } from './steps.js';
import { ReviewStep } from './review-step.js';
import { SendStep } from './send-step.js';

/** For how many posts failed steps are counted. */
const REMEMBERED = 10_000;

/**
 * Takes posts from one step to the next. A post is sent once, looked for while it is unknown whether it was taken, and
 * followed up until it is live and for a while after. Each step runs under a claim.
 */
@Injectable()
export class PostPublisher {
  private readonly logger = new Logger('Publishing');
  /** How many steps in a row failed for each post in this process because of an error of ours. */
  private readonly faults = new LRUCache<string, number>({ max: REMEMBERED });

  constructor(
    private readonly ledger: LedgerRepository,
    private readonly sending: SendStep,
    private readonly reconciling: ReconcileStep,
    private readonly reviewing: ReviewStep,
    private readonly reasons: RefusalReasons,
    private readonly metrics: PublishingMetrics,
  ) {}

  /** Takes the next step with a post if it is due and not claimed. It never throws: a failed step is repeated. */
  async step(id: string): Promise<void> {
    try {
      const claim = await this.ledger.claim(id);
      if (claim) await this.work(claim);
    } catch (error) {
      this.log('error', { post: id, outcome: 'fault', reason: String(rootOf(error)) });
    }
  }

  private async work(claim: PostClaim): Promise<void> {
    const result = await this.resultOf(claim).then(
      (reached) => {
        this.faults.delete(claim.post.id);
        return this.reasons.explain(claim, reached);
      },
      (error: unknown) => this.afterFault(claim, error),
    );
    await this.conclude(claim, result).catch((error: unknown) => {
      if (!(error instanceof NameTaken)) throw error;
      // The name in the platform's answer belongs to this post: the retry finds the other post that has it.
      return this.conclude(claim, result.answeredName === undefined ? dueAgain(claim) : result);
    });
  }

  /** Schedules the same step again, soon at first, because most errors are temporary. */
  private afterFault(claim: PostClaim, error: unknown): PostResult {
    const { id, status, detail } = claim.post;
    // During a send the claim expires on its own. Only after that may another step check what was sent.
    if (status === 'QUEUED' && detail === null) throw error;
    const times = (this.faults.get(id) ?? 0) + 1;
    this.faults.set(id, times);
    this.log('error', { post: id, outcome: 'fault', reason: String(rootOf(error)) });
    return { post: { status, detail, nextStepAt: after(claim.now(), faultMs(times)) } };
  }

  /** Records and logs the result of a step. Errors: `NameTaken`. */
  private async conclude(claim: PostClaim, result: PostResult): Promise<void> {
    const isRecorded = await this.ledger.finish(claim, result);
    const { status, detail, nextStepAt } = result.post;
    const end = status === 'FAILED' ? 'failed' : (detail ?? status.toLowerCase());
    const outcome = isRecorded ? end : 'late';
    this.metrics.noteStep(outcome);
    for (const { change } of result.attempts ?? [])
      if (isRecorded && change.outcome) this.metrics.noteAttempt(change.outcome);
    if (isRecorded && result.answeredName !== undefined)
      this.metrics.noteLag(claim.now().getTime() - claim.post.publishAt.getTime());
    this.log(isRecorded ? 'log' : 'warn', {
      post: claim.post.id,
      attempt: claim.post.attempt,
      outcome,
      next: nextStepAt,
      tookMs: claim.now().getTime() - claim.claimedAt.getTime(),
    });
  }

  private async resultOf(claim: PostClaim): Promise<PostResult> {
    const { status, detail, googleName } = claim.post;
    if (googleName !== null && status === 'PUBLISHED') return this.reviewing.takeRecheck(claim, googleName);
    if (googleName !== null && detail === 'in_review') return this.reviewing.takeReview(claim, googleName);
    const [unconfirmed, context] = await Promise.all([
      this.ledger.unconfirmedAttempts(claim),
      this.sending.loadSendContext(claim),
    ]);
    if (unconfirmed.length === 0) return this.sending.take(claim, context);
    const seen = await this.reconciling.take(claim, unconfirmed);
    return seen ?? this.sending.take(claim);
  }

  private log(level: 'log' | 'warn' | 'error', facts: object): void {
    this.logger[level]({ event: 'publishing', ...facts });
  }
}

/** The found name now belongs to another post, so this post is due at once and is looked for again. */
function dueAgain(claim: PostClaim): PostResult {
  const { status, detail } = claim.post;
  return { post: { status, detail, nextStepAt: claim.claimedAt } };
}
