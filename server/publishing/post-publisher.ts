import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { rootOf } from '../errors/root-cause.js';
import type { Claim } from './claim.js';
import { LedgerRepository, NameTaken } from './ledger.repository.js';
import { LookStep } from './look-step.js';
import { PublishingMetrics } from './publishing.metrics.js';
import type { Result } from './results.js';
import { ReviewStep } from './review-step.js';
import { SendStep } from './send-step.js';
import { after, faultMs } from './step-times.js';

/** Of how many posts it is remembered that steps with them have failed. */
const REMEMBERED = 10_000;

/**
 * Takes posts from one step to the next: sent once, looked for while it is not known whether they were taken, followed
 * up until they are live and for a while after. Whoever holds the claim may act, and nobody else.
 */
@Injectable()
export class PostPublisher {
  private readonly logger = new Logger('Publishing');
  /** How many steps in a row with a post a fault of ours has spoilt in this process. */
  private readonly faults = new LRUCache<string, number>({ max: REMEMBERED });

  constructor(
    private readonly ledger: LedgerRepository,
    private readonly sending: SendStep,
    private readonly looking: LookStep,
    private readonly reviewing: ReviewStep,
    private readonly metrics: PublishingMetrics,
  ) {}

  /** Takes the next step with a post, if it is due and nobody else is at it. It never throws: what fails is done again. */
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
      // What the platform has answered stands, and whoever has the name by now is seen the second time.
      return this.conclude(claim, result.answeredName === undefined ? lookAgain(claim) : result);
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

  /** Records what a step has come to, and tells it. Errors: `NameTaken`. */
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
    const [doubtful, circumstances] = await Promise.all([
      this.ledger.doubtful(claim),
      this.sending.lookAround(claim),
    ]);
    if (doubtful.length === 0) return this.sending.take(claim, circumstances);
    const seen = await this.looking.take(claim, doubtful);
    return seen ?? this.sending.take(claim);
  }

  private log(level: 'log' | 'warn' | 'error', facts: object): void {
    this.logger[level]({ event: 'publishing', ...facts });
  }
}

/** What was found is another post's meanwhile: as if the claim had ended, so that it is looked for anew at once. */
function lookAgain(claim: Claim): Result {
  const { status, detail } = claim.post;
  return { post: { status, detail, nextStepAt: claim.claimedAt } };
}
