import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { rootOf } from '../errors/database-errors.js';
import { type Claim, LedgerRepository, NameTaken } from './ledger.repository.js';
import { ReconcileStep } from './reconcile-step.js';
import { PublishingMetrics } from './publishing.metrics.js';
import { type Result, after, faultMs } from './results.js';
import { ReviewStep } from './review-step.js';
import { SendStep } from './send-step.js';

/** Of how many posts it is remembered that steps with them have failed. */
const REMEMBERED = 10_000;

/**
 * Takes posts from one step to the next: sent once, looked for while it is not known whether they were taken, followed
 * up until they are live and for a while after. Each step is taken under a claim.
 */
@Injectable()
export class PostPublisher {
  private readonly logger = new Logger('Publishing');
  /** How many steps in a row with a post a fault of ours has spoilt in this process. */
  private readonly faults = new LRUCache<string, number>({ max: REMEMBERED });

  constructor(
    private readonly ledger: LedgerRepository,
    private readonly sending: SendStep,
    private readonly reconciling: ReconcileStep,
    private readonly reviewing: ReviewStep,
    private readonly metrics: PublishingMetrics,
  ) {}

  /** Takes the next step with a post, if it is due and not claimed. It never throws: a step that fails is taken again. */
  async step(id: string): Promise<void> {
    try {
      const claim = await this.ledger.claim(id);
      if (claim) await this.work(claim);
    } catch (error) {
      this.log('error', { post: id, outcome: 'fault', reason: String(rootOf(error)) });
    }
  }

  private async work(claim: Claim): Promise<void> {
    const result = await this.resultOf(claim).then(
      (reached) => {
        this.faults.delete(claim.post.id);
        return reached;
      },
      (error: unknown) => this.afterFault(claim, error),
    );
    await this.conclude(claim, result).catch((error: unknown) => {
      if (!(error instanceof NameTaken)) throw error;
      // A name that the platform has answered is this post's: the second time, the other post that has it is found.
      return this.conclude(claim, result.answeredName === undefined ? dueAgain(claim) : result);
    });
  }

  /** The same step is taken again, soon at first: most faults pass. */
  private afterFault(claim: Claim, error: unknown): Result {
    const { id, status, detail } = claim.post;
    // While it is being sent the claim runs out by itself; only then it may be asked what has left.
    if (status === 'QUEUED' && detail === null) throw error;
    const times = (this.faults.get(id) ?? 0) + 1;
    this.faults.set(id, times);
    this.log('error', { post: id, outcome: 'fault', reason: String(rootOf(error)) });
    return { post: { status, detail, nextStepAt: after(claim.now(), faultMs(times)) } };
  }

  /** Records and logs the result of a step. Errors: `NameTaken`. */
  private async conclude(claim: Claim, result: Result): Promise<void> {
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

  private async resultOf(claim: Claim): Promise<Result> {
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

/** The name that was found is another post's by now: the post is due at once, to be looked for again. */
function dueAgain(claim: Claim): Result {
  const { status, detail } = claim.post;
  return { post: { status, detail, nextStepAt: claim.claimedAt } };
}
