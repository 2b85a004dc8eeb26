import { Injectable } from '@nestjs/common';
import type { BusinessProfileProvider } from '../business-profile/port/business-profile-provider.js';
import { hashOfPost } from '../business-profile/port/remote-post.js';
import { MINUTE_MS, HOUR_MS } from '../config/durations.js';
import { Env } from '../config/env.js';
import { AppError } from '../errors/app-error.js';
import { FindSent, type FoundPost } from '../posts/find-sent.js';
import type { AttemptRow } from '../posts/posts.repository.js';
import { PostAccess } from './access.js';
import {
  type PostClaim,
  DOUBTS,
  FAILURES,
  failed,
  notConfirmed,
  type PostResult,
  accepted,
  unconfirmed,
  waiting,
  after,
  LEASE_MS,
  nextLook,
  nextTry,
} from './steps.js';

/** Looks in the platform's list for a post that may have been taken, before anything is sent again. */
@Injectable()
export class ReconcileStep {
  private readonly settleMs: number;
  private readonly lateMs: number;

  constructor(
    private readonly env: Env,
    private readonly findSent: FindSent,
    private readonly access: PostAccess,
  ) {
    this.settleMs = LEASE_MS + env.PUBLISH_SETTLE_MINUTES * MINUTE_MS;
    this.lateMs = env.PUBLISH_LATE_HOURS * HOUR_MS;
  }

  /**
   * @param attempts the post's attempts whose outcome is unknown, or that were not found
   * @returns what was found or decided; undefined when nothing was found and the post may be sent
   */
  async take(claim: PostClaim, attempts: AttemptRow[]): Promise<PostResult | undefined> {
    const { post } = claim;
    const open = attempts.filter(({ outcome }) => outcome !== 'not_found');
    // A sample post is only logged, so there is nothing to look for, and sending it twice is harmless.
    if (post.source === 'sample') return undefined;
    const access = await this.access.of(post);
    // Without a connection, or after too long, nothing is sent anyway.
    if (open.length === 0 && (access.state !== 'open' || this.isLate(claim))) return undefined;
    const found = access.state === 'open' ? await this.find(access.provider, claim, attempts) : 'unknown';
    if (found === 'unknown')
      return open.length > 0
        ? this.wait(claim, open)
        : { post: waiting(nextTry(post.publishAt, claim.now())) };
    if (found) return this.adopt(claim, found);
    if (open.length > 0) return this.decide(claim, open);
    const settled = this.settledAt(attempts);
    return claim.now() < settled ? { post: waiting(settled) } : undefined;
  }

  private async find(
    provider: BusinessProfileProvider,
    { post }: PostClaim,
    attempts: AttemptRow[],
  ): Promise<FoundPost | undefined | 'unknown'> {
    const { accountId, locationId } = post;
    const placed = attempts.map((attempt) => ({
      ...attempt,
      accountId: attempt.accountId ?? accountId,
      locationId: attempt.locationId ?? locationId,
    }));
    try {
      const { found, mayBeMore } = await this.findSent.of(provider, post, placed);
      return found[0] ?? (mayBeMore ? 'unknown' : undefined);
    } catch (error) {
      if (error instanceof AppError) return 'unknown';
      throw error;
    }
  }

  private adopt(claim: PostClaim, { attempt, remote, isAlone }: FoundPost): PostResult {
    const { post } = claim;
    const now = claim.now();
    const result = accepted(post, remote, { sentAt: attempt.sentAt ?? now, now });
    // The nearest in time is the likely one, but what may be somebody else's is never deleted.
    const change = { ...result.attempt, ...(!isAlone && { doubt: 'several_alike' as const }) };
    // The text has changed, so the post at Google is not the one in the calendar.
    if (attempt.bodyHash !== hashOfPost(post.body))
      return {
        post: failed(FAILURES.earlierVersion),
        attempts: [{ number: attempt.attempt, change }],
      };
    return { post: result.post, attempts: [{ number: attempt.attempt, change }] };
  }

  /** Nothing is listed. Within the settle window it may still appear; after that Google's answer decides. */
  private decide(claim: PostClaim, open: AttemptRow[]): PostResult {
    const now = claim.now();
    const settled = this.settledAt(open);
    if (now < settled) return this.wait(claim, open);
    const mayBeSent = open.every((attempt) => this.maySendAgain(attempt));
    const attempts = open.map(({ attempt, doubt }) => ({
      number: attempt,
      change: {
        outcome: 'not_found' as const,
        doubt: doubt ?? ('no_answer' as const),
        error: DOUBTS[doubt ?? 'no_answer'],
        endedAt: now,
      },
    }));
    if (!mayBeSent) return { post: notConfirmed(), attempts };
    return { post: { status: 'SCHEDULED', detail: null, nextStepAt: claim.claimedAt }, attempts };
  }

  private isLate(claim: PostClaim): boolean {
    return claim.now().getTime() - claim.post.publishAt.getTime() > this.lateMs;
  }

  /** Whether it is sent again automatically: as the operator configured, and never if Google said that it took the post. */
  private maySendAgain({ doubt }: AttemptRow): boolean {
    if (doubt === 'nameless_answer') return false;
    switch (this.env.PUBLISH_UNCONFIRMED) {
      case 'hold':
        return false;
      case 'resend-answered':
        return doubt === 'error_answer';
      case 'resend':
        return true;
    }
  }

  /** The outcome cannot be known yet. A post that has waited for very long fails with a reason. */
  private wait(claim: PostClaim, open: AttemptRow[]): PostResult {
    const now = claim.now();
    const settled = this.settledAt(open);
    if (now.getTime() > settled.getTime() + this.lateMs) {
      const change = { outcome: 'not_found', endedAt: now } as const;
      return {
        post: notConfirmed(),
        attempts: open.map(({ attempt }) => ({ number: attempt, change })),
      };
    }
    const since = open.at(-1)?.sentAt ?? now;
    const next = nextLook(since, now, now >= settled);
    const change = { outcome: 'unconfirmed' } as const;
    return {
      post: unconfirmed(now < settled && next > settled ? settled : next),
      attempts: open.map(({ attempt, doubt }) => ({
        number: attempt,
        change: { ...change, doubt: doubt ?? 'no_answer', error: DOUBTS[doubt ?? 'no_answer'] },
      })),
    };
  }

  /** Until when an accepted post may be missing from lists, counted from the end of the claim that it was sent under. */
  private settledAt(attempts: AttemptRow[]): Date {
    return after(new Date(Math.max(...attempts.map(({ startedAt }) => startedAt.getTime()))), this.settleMs);
  }
}
