import type { RemotePost, NotSentCode } from '../business-profile/port/remote-post.js';
import { SECOND_MS, MINUTE_MS, HOUR_MS } from '../config/durations.js';
import type { AttemptRow, PostRow } from '../posts/posts.repository.js';
import type { ATTEMPT_DOUBTS } from '../database/schema.js';
import type { WAITING_DETAILS } from '../database/waiting-details.js';
import { backOff, growing } from '../jobs/back-off.js';
import { type ClaimClock, ClaimOver } from '../jobs/claims.js';

type AttemptChange = Partial<Pick<AttemptRow, 'outcome' | 'doubt' | 'googleName' | 'error' | 'endedAt'>>;

/** A post that this process alone may work on, until the lease ends. */
export class PostClaim {
  /** @param post as it is in the database since the claim */
  constructor(
    readonly post: PostRow,
    private readonly clock: ClaimClock,
  ) {}

  /** When it was claimed, by the database's clock. What is due then is due at once, while `now` may be a little ahead. */
  get claimedAt(): Date {
    return this.clock.claimedAt;
  }

  /** The database's clock since then. */
  now(): Date {
    return this.clock.now();
  }

  /** Goes by `performance.now()`, which cannot be set and goes on while the process is halted. Errors: `ClaimOver`. */
  checkThatSendingFits(): void {
    if (this.clock.elapsedMs > LEASE_MS - SEND_MS) throw new ClaimOver('too little of the claim is left');
  }
}

/** The state of a post and of its attempts after a step. */
export interface PostResult {
  post: Pick<PostRow, 'status' | 'detail' | 'nextStepAt'> &
    Partial<
      Pick<PostRow, 'googleName' | 'googleUrl' | 'publishedAt' | 'errorDetails' | 'publishAt' | 'wallTime'>
    >;
  attempts?: ({ change: AttemptChange } & ({ number: number } | { googleName: string }))[];
  /** The name in the platform's own answer. It belongs to this post, even if another post was assigned it. */
  answeredName?: string;
}

/** A post that failed. Nothing more happens unless a person asks for it. */
export function failed(errorDetails: string): PostResult['post'] {
  return { status: 'FAILED', detail: null, nextStepAt: null, errorDetails };
}

/** A post that may have been taken and is not listed. Its owner decides whether to retry. */
export function notConfirmed(): PostResult['post'] {
  return { ...failed(FAILURES.unconfirmed), detail: 'unconfirmed' };
}

/** A post that waits for its connection. It is checked once more at the end of its longest wait. */
export function held(detail: 'connection_lost' | 'connection_held', nextStepAt: Date): PostResult['post'] {
  return { status: 'SCHEDULED', detail, nextStepAt };
}

/** A post that its campaign holds back, until it releases or cancels it. */
export function parked(): PostResult['post'] {
  return { status: 'SCHEDULED', detail: 'campaign_paused', nextStepAt: null };
}

/** A post that was certainly not sent and is retried. */
export function waiting(
  nextStepAt: Date,
  detail: (typeof WAITING_DETAILS)[number] = 'waiting_for_quota',
): PostResult['post'] {
  return { status: 'QUEUED', detail, nextStepAt };
}

/** A post that may have been taken. */
export function unconfirmed(nextStepAt: Date): PostResult['post'] {
  return { status: 'QUEUED', detail: 'unconfirmed', nextStepAt };
}

/** The state of a post that the platform has taken and named. */
export function accepted(
  post: PostRow,
  remote: Pick<RemotePost, 'state' | 'searchUrl'> & { name: string },
  { sentAt, now }: { sentAt: Date; now: Date },
): { post: PostResult['post']; attempt: AttemptChange } {
  const known = { googleName: remote.name, errorDetails: null };
  const attempt = { googleName: remote.name, error: null, endedAt: now };
  switch (remote.state) {
    case 'LIVE': {
      const nextStepAt = post.source === 'google' ? nextRecheck(now, now) : null;
      const live = { status: 'PUBLISHED', detail: null, nextStepAt } as const;
      return {
        post: { ...live, ...known, googleUrl: remote.searchUrl, publishedAt: now },
        attempt: { ...attempt, outcome: 'published' },
      };
    }
    case 'REJECTED':
      return {
        post: { ...known, ...failed(FAILURES.rejected) },
        attempt: { ...attempt, outcome: 'rejected', error: FAILURES.rejected },
      };
    case 'PROCESSING':
    case 'OTHER':
      return {
        post: { ...known, status: 'QUEUED', detail: 'in_review', nextStepAt: nextReview(sentAt, now) },
        attempt: { ...attempt, outcome: 'in_review' },
      };
  }
}

/** Why a post failed, for the person who wrote it. */
export const FAILURES = Object.freeze({
  missed: (hours: number) =>
    `This post wasn’t published: it couldn’t be sent to Google for more than ${hours} ${hours === 1 ? 'hour' : 'hours'} after its time. Retry publishes it now.`,
  photoGone:
    'This post wasn’t published: its photo is no longer stored. Edit the post to add the photo again or to remove it.',
  locationGone: 'This post wasn’t published: you no longer manage its location on Google.',
  locationClosed:
    'This post wasn’t published: its location is permanently closed on Google. Reopen it in its details under Locations, then retry.',
  closedThatDay:
    'This post wasn’t published: its location is closed on this day, and its campaign leaves out closed days. Retry publishes it now.',
  noOpenDay:
    'This post wasn’t published: its location is closed on this day and the 14 days after it. Retry publishes it now.',
  campaignUndone: 'This post won’t be published: its campaign was undone.',
  unconfirmed:
    'We couldn’t confirm whether Google published this post. It may be live: check the location on Google. Retry checks there once more before it publishes.',
  earlierVersion:
    'An earlier version of this post is live on Google after all. Delete it there if it’s wrong. Retry publishes this version as well.',
  rejected: 'Google rejected this post.',
  takenDown: 'Google took this post down after it was live.',
  removed: 'This post was removed from Google before it was live.',
} as const);

/** Why an attempt certainly published nothing. */
export const NOT_SENT: Record<NotSentCode, string> = Object.freeze({
  reconnect: 'Shingle no longer had access to the Google account.',
  not_accepted: 'Google didn’t accept Shingle’s access at that moment.',
  held: 'The connection to the Google account was on hold.',
  busy: 'Google wasn’t accepting posts at that moment.',
  no_quota: 'Google hasn’t approved this app for posts yet.',
  limited: 'Google limits posts per minute.',
  unreachable: 'Google couldn’t be reached.',
  too_early: 'It wasn’t time yet by Google’s clock.',
});

/** What the posts of a Google account wait for after one was not sent for such a reason. */
export const WAITING_FOR = Object.freeze({
  busy: 'waiting_for_quota',
  no_quota: 'waiting_for_approval',
  not_accepted: 'waiting_for_sign_in',
  unreachable: 'waiting_for_google',
} as const satisfies Partial<Record<NotSentCode, (typeof WAITING_DETAILS)[number]>>);

/** Why the outcome of an attempt is unknown. */
export const DOUBTS: Record<(typeof ATTEMPT_DOUBTS)[number], string> = Object.freeze({
  error_answer: 'Google responded with an error.',
  no_answer: 'Google didn’t respond.',
  nameless_answer: 'Google accepted the post but didn’t say which one it was.',
  several_alike: 'Google shows several posts with this text.',
  restored:
    'A backup was restored. What happened after it was made isn’t known, so Shingle checks Google first.',
});

/** How long a claim holds: three times what one request to the platform may take. */
export const LEASE_MS = 24_000;
/** How much of a claim must be left when the request is sent. */
const SEND_MS = 8_000;

/** How long a live post is checked, because reviews go on. */
const RECHECKS_MS = [HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS];

/** When to check next for something that began at `since`: soon at first, then at growing intervals. */
export function nextCheck(since: Date, now: Date, between: { least: number; most: number }): Date {
  return after(now, growing(now.getTime() - since.getTime(), between.least, between.most));
}

/** When to look next for a post that may have been taken. */
export const nextLook = (since: Date, now: Date, hasSettled = false): Date =>
  nextCheck(since, now, { least: 5 * SECOND_MS, most: (hasSettled ? 15 : 2) * MINUTE_MS });

/** When to look next for an earlier attempt after the list could not be read. */
export const nextTry = (since: Date, now: Date): Date =>
  nextCheck(since, now, { least: 15 * SECOND_MS, most: 10 * MINUTE_MS });

/** When to check the result of a review next. */
export const nextReview = (since: Date, now: Date): Date =>
  nextCheck(since, now, { least: 5 * SECOND_MS, most: 12 * HOUR_MS });

/** When to check the result of a review next after a check without an answer, which says nothing about its duration. */
export const nextAnswer = (since: Date, now: Date): Date =>
  nextCheck(since, now, { least: 5 * SECOND_MS, most: 2 * MINUTE_MS });

/** When to check a live post next; null when it needs no more checks. */
export function nextRecheck(publishedAt: Date, now: Date): Date | null {
  const elapsed = now.getTime() - publishedAt.getTime();
  const due = RECHECKS_MS.find((distance) => distance > elapsed);
  return due === undefined ? null : after(publishedAt, due);
}

/**
 * How long the posts of a Google account wait after Google refused some for now: at least as long as it asks, longer each
 * time in a row, up to half an hour, and varied so that processes do not retry in step.
 * @param random from 0 to 1
 */
export function pauseMs(times: number, retryAfterMs: number, random: number): number {
  const pause = backOff(times, { firstMs: 15 * SECOND_MS, mostMs: 30 * MINUTE_MS });
  return Math.max(retryAfterMs, pause) * (1 + random / 4);
}

/** How long to wait before repeating a step after an error of ours, by how many times in a row it failed. */
export function faultMs(times: number): number {
  return backOff(times, { firstMs: 5 * SECOND_MS, mostMs: 10 * MINUTE_MS });
}

/** How long a post waits when our own limits hold it back. The later it already is, the longer it waits. */
export function turnMs(lateMs: number, random: number): number {
  return Math.min(MINUTE_MS, Math.max(2 * SECOND_MS, lateMs / 8)) * (0.5 + random / 2);
}

export function after(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms);
}
