import { Injectable } from '@nestjs/common';
import type { RemotePost } from '../business-profile/port/remote-post.js';
import { MINUTE_MS, HOUR_MS } from '../config/durations.js';
import { Env } from '../config/env.js';
import { AppError } from '../errors/app-error.js';
import { PostAccess } from './access.js';
import {
  type PostClaim,
  FAILURES,
  failed,
  type PostResult,
  accepted,
  after,
  nextCheck,
  nextAnswer,
  nextRecheck,
  nextReview,
} from './steps.js';
import { LedgerRepository } from './ledger.repository.js';

/** How often posts are checked while the connection is lost. Once it is back they are checked at once anyway. */
const WITHOUT_ACCESS = { least: 15 * MINUTE_MS, most: 6 * HOUR_MS };

/** Follows up posts that Google has taken: the result of the review, and whether the post is still there. */
@Injectable()
export class ReviewStep {
  private readonly settleMs: number;

  constructor(
    env: Env,
    private readonly ledger: LedgerRepository,
    private readonly access: PostAccess,
  ) {
    this.settleMs = env.PUBLISH_SETTLE_MINUTES * MINUTE_MS;
  }

  /** Checks a post whose review has no result yet. */
  async takeReview(claim: PostClaim, name: string): Promise<PostResult> {
    const { post } = claim;
    const sentAt = await this.ledger.sentAt(post.id, name);
    const since = sentAt ?? post.publishAt;
    const now = claim.now();
    const remote = await this.ask(claim, name);
    const inReview = { status: 'QUEUED', detail: 'in_review' } as const;
    if (remote === 'unknown') return { post: { ...inReview, nextStepAt: nextAnswer(since, now) } };
    if (remote === 'no access')
      return { post: { ...inReview, nextStepAt: nextCheck(since, now, WITHOUT_ACCESS) } };
    if (remote === 'gone') {
      if (now < after(since, this.settleMs))
        return { post: { ...inReview, nextStepAt: nextReview(since, now) } };
      const change = { outcome: 'rejected', error: FAILURES.removed, endedAt: now } as const;
      return { post: failed(FAILURES.removed), attempts: [{ googleName: name, change }] };
    }
    const { post: change, attempt } = accepted(post, { ...remote, name }, { sentAt: since, now });
    return { post: change, attempts: [{ googleName: name, change: attempt }] };
  }

  /** Checks a live post, which Google may still take down. */
  async takeRecheck(claim: PostClaim, name: string): Promise<PostResult> {
    const { post } = claim;
    const now = claim.now();
    const remote = await this.ask(claim, name);
    const nextStepAt = nextRecheck(post.publishedAt ?? now, now);
    const live = { status: 'PUBLISHED', detail: null } as const;
    if (remote === 'unknown' || remote === 'no access') return { post: { ...live, nextStepAt } };
    // It was deleted at Google on purpose, and it stays published here.
    if (remote === 'gone') return { post: { ...live, nextStepAt: null, googleUrl: null } };
    if (remote.state !== 'REJECTED')
      return { post: { ...live, nextStepAt, googleUrl: remote.searchUrl ?? post.googleUrl } };
    const change = { outcome: 'rejected', error: FAILURES.takenDown, endedAt: now } as const;
    return {
      post: { ...failed(FAILURES.takenDown), googleUrl: null },
      attempts: [{ googleName: name, change }],
    };
  }

  private async ask(
    { post }: PostClaim,
    name: string,
  ): Promise<Pick<RemotePost, 'state' | 'searchUrl'> | 'gone' | 'unknown' | 'no access'> {
    const access = await this.access.of(post);
    // Google may open it at any time, and until then this costs no call.
    if (access.state === 'no_quota') return 'unknown';
    if (access.state !== 'open') return 'no access';
    try {
      return await access.provider.getPublished(post, name);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.code === 'not_found' ? 'gone' : 'unknown';
    }
  }
}
