import { Injectable } from '@nestjs/common';
import type { BusinessProfileProvider } from '../business-profile/business-profile-provider.js';
import { hashOfPost, mayBeUnread, type RemotePost } from '../business-profile/remote-post.js';
import { Env } from '../config/env.js';
import { AppError } from '../errors/app-error.js';
import type { AttemptRow } from '../posts/posts.repository.js';
import { PostAccess } from './access.js';
import {
  type Claim,
  DOUBTS,
  FAILURES,
  failed,
  notConfirmed,
  type Result,
  taken,
  unconfirmed,
  waiting,
  after,
  LEASE_MS,
  nextLook,
  nextTry,
} from './steps.js';
import { LedgerRepository } from './ledger.repository.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The largest difference between two synchronized clocks. */
const TOLERANCE_MS = 30_000;

/** A post in the platform's list, and the attempt that created it. */
interface Found {
  attempt: AttemptRow;
  remote: NamedPost;
}

/** Looks in the platform's list for a post that may have been taken, before anything is sent again. */
@Injectable()
export class ReconcileStep {
  private readonly settleMs: number;
  private readonly lateMs: number;

  constructor(
    private readonly env: Env,
    private readonly ledger: LedgerRepository,
    private readonly access: PostAccess,
  ) {
    this.settleMs = LEASE_MS + env.PUBLISH_SETTLE_MINUTES * MINUTE_MS;
    this.lateMs = env.PUBLISH_LATE_HOURS * HOUR_MS;
  }

  /**
   * @param attempts the post's attempts whose outcome is unknown, or that were not found
   * @returns what was found or decided; undefined when nothing was found and the post may be sent
   */
  async take(claim: Claim, attempts: AttemptRow[]): Promise<Result | undefined> {
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
    { post }: Claim,
    attempts: AttemptRow[],
  ): Promise<Found | undefined | 'unknown'> {
    try {
      const lists = new Map<string, RemotePost[]>();
      let mayBeThere = false;
      for (const attempt of attempts) {
        const place = {
          accountId: attempt.accountId ?? post.accountId,
          locationId: attempt.locationId ?? post.locationId,
        };
        const listed = lists.get(place.locationId) ?? (await collect(provider.listPublished(post, place)));
        lists.set(place.locationId, listed);
        const alike = listed.filter(({ bodyHash }) => bodyHash === null || bodyHash === attempt.bodyHash);
        const ours = await this.ledger.ours(alike.flatMap(({ name }) => name ?? []));
        const remote = findSent(attempt, alike, ours, await this.ledger.rivalsOf(attempt));
        if (remote) return { attempt, remote };
        mayBeThere ||= mayBeAmong(attempt, alike, ours);
      }
      return mayBeThere ? 'unknown' : undefined;
    } catch (error) {
      if (error instanceof AppError) return 'unknown';
      throw error;
    }
  }

  private adopt(claim: Claim, { attempt, remote }: Found): Result {
    const { post } = claim;
    const now = claim.now();
    const result = taken(post, remote, { sentAt: attempt.sentAt ?? now, now });
    // The text has changed, so the post at Google is not the one in the calendar.
    if (attempt.bodyHash !== hashOfPost(post.body))
      return {
        post: failed(FAILURES.earlierVersion),
        attempts: [{ number: attempt.attempt, change: result.attempt }],
      };
    return { post: result.post, attempts: [{ number: attempt.attempt, change: result.attempt }] };
  }

  /** Nothing is listed. Within the settle window it may still appear; after that Google's answer decides. */
  private decide(claim: Claim, open: AttemptRow[]): Result {
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

  private isLate(claim: Claim): boolean {
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
  private wait(claim: Claim, open: AttemptRow[]): Result {
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

async function collect(pages: AsyncIterable<RemotePost[]>): Promise<RemotePost[]> {
  const all: RemotePost[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

/** Something that was sent, by the hash of its content and the time just before sending. */
export interface Sent {
  postId: string;
  bodyHash: string | null;
  sentAt: Date | null;
  /** The same time by the platform's own clock, if known. */
  googleDate: Date | null;
}

type NamedPost = RemotePost & { name: string };

/**
 * Finds the listed post that was created by what was sent: the same content, not created earlier, not known as ours. Of
 * several it takes the nearest in time, unless that one is nearer to a rival.
 * @param rivals others with the same content at the same place whose outcome is unknown too
 */
export function findSent(
  sent: Sent,
  listed: RemotePost[],
  ours: ReadonlySet<string>,
  rivals: Sent[] = [],
): NamedPost | undefined {
  const candidates = listed
    .filter((post): post is NamedPost => post.name !== null && !ours.has(post.name))
    .filter(({ bodyHash }) => bodyHash !== null && bodyHash === sent.bodyHash)
    .filter(({ createTime }) => !isBefore(createTime, sent))
    .filter((post) =>
      rivals.every((rival) => isBefore(post.createTime, rival) || isNearer(post, sent, rival)),
    );
  return candidates.sort((a, b) => distance(a, sent) - distance(b, sent))[0];
}

/**
 * Whether one of the listed posts may have been created by what was sent, but cannot be read: not created earlier, not known as
 * ours.
 */
export function mayBeAmong(sent: Sent, listed: RemotePost[], ours: ReadonlySet<string>): boolean {
  return listed.some(
    (post) =>
      mayBeUnread(post, sent.bodyHash) &&
      !(post.name !== null && ours.has(post.name)) &&
      !isBefore(post.createTime, sent),
  );
}

function isBefore(createTime: Date | null, sent: Sent): boolean {
  return createTime !== null && createTime.getTime() < momentOf(sent) - TOLERANCE_MS;
}

/** Decides between two that are equally near, always in the same way. */
function isNearer(post: RemotePost, sent: Sent, rival: Sent): boolean {
  const [own, other] = [distance(post, sent), distance(post, rival)];
  return own < other || (own === other && sent.postId < rival.postId);
}

function distance({ createTime }: RemotePost, sent: Sent): number {
  return createTime === null ? Infinity : Math.abs(createTime.getTime() - momentOf(sent));
}

function momentOf({ googleDate, sentAt }: Sent): number {
  return (googleDate ?? sentAt)?.getTime() ?? Infinity;
}
