import { type WriteFailureFacts, toCanonicalText } from '../../business-profile/port/remote-post.js';
import type { RemoteReply, RemoteReview } from '../../business-profile/port/remote-review.js';
import { SECOND_MS, MINUTE_MS, HOUR_MS } from '../../config/durations.js';
import type { ReviewReplyAttemptRow, ReviewReplyRow } from '../../database/reviews.schema.js';
import { growing } from '../../jobs/back-off.js';
import { REPLY_FAILURES } from './reply-failure-words.js';

/** What a look at Google shows: the review's reply; that it has none; that there is no such review; that Google serves none. */
export type ReplyAtGoogle = RemoteReply | 'no reply' | 'no review' | 'not served';

/** What the ledger knows of a reply, as far as its next step depends on it. */
export type ReplyFacts = Pick<
  ReviewReplyRow,
  | 'kind'
  | 'text'
  | 'state'
  | 'replacedText'
  | 'replacedAt'
  | 'timesSent'
  | 'timesLooked'
  | 'sentAt'
  | 'createdAt'
>;

/** What a step of a reply comes to. */
export interface ReplyResult {
  state: ReviewReplyRow['state'];
  /** How long until the next step (ms); null: there is none. */
  nextInMs: number | null;
  /** Why Google does not have the reply, in words (`reply-failure-words.ts`). */
  error?: string;
  violation?: string | null;
  /** Whether this was a status check: a look at a reply in moderation. */
  isStatusCheck?: true;
  /** What Google has, as this step has seen it, to be shown from now on. */
  seen?: Exclude<ReplyAtGoogle, 'not served'>;
  /** The whole review as this step has seen it, where that is to be shown as well. */
  review?: RemoteReview;
  /** What is known by now of the sendings with an unknown outcome. */
  attempt?: Pick<ReviewReplyAttemptRow, 'outcome'> & Partial<Pick<ReviewReplyAttemptRow, 'doubt' | 'error'>>;
}

/**
 * When the status of a reply in moderation is checked: 2, 5, 15 and 60 minutes after Google accepted it, then every 6 hours for
 * three days. After that the readings of the location still show what becomes of it.
 */
const STATUS_CHECKS_MS = [2, 3, 10, 45].map((minutes) => minutes * MINUTE_MS);
const LATER_STATUS_CHECKS = { everyMs: 6 * HOUR_MS, times: 12 };

/** A request may still arrive so long after it was sent: until then a missing reply decides nothing. */
export const SETTLE_MS = 30 * SECOND_MS;
/** A reply with an older intent is not sent again by itself: it may have been at Google, and been removed there. */
export const AGAIN_WITHIN_MS = 10 * MINUTE_MS;
/** How often a reply with an unknown outcome is sent, the first time included. */
export const MOST_SENDINGS = 3;
/** How long a reply waits for a connection, or for an answer, before its author hears that it was not sent. */
export const LATE_MS = 3 * 24 * HOUR_MS;

/** How often Google is asked again without a connection, or while it does not answer. */
const WITHOUT_ACCESS_MS = 5 * MINUTE_MS;

/** The result for a waiting reply after a look at Google; `send`: it goes out now. */
export function beforeSending(reply: ReplyFacts, seen: ReplyAtGoogle): ReplyResult | 'send' {
  if (seen === 'no review') return { ...failed(REPLY_FAILURES.reviewGone), seen };
  if (seen === 'not served') return failed(REPLY_FAILURES.notServed);
  if (isAsReplaced(reply, seen) && !isRemoved(reply, seen)) return 'send';
  // Somebody has done the same elsewhere, or an earlier sending has arrived after all.
  return isWanted(reply, seen) ? accepted(reply, seen) : conflict(seen);
}

/** The result for a reply that Google has accepted. */
export function accepted(reply: ReplyFacts, seen: RemoteReply | 'no reply'): ReplyResult {
  const attempt = { outcome: 'taken' } as const;
  if (seen === 'no reply') return { state: 'removed', nextInMs: null, seen, attempt };
  return { ...stateAtGoogle({ ...reply, timesLooked: 0 }, seen), attempt };
}

/** The result for a sending that Google did not answer with success. */
export function afterFailure(
  reply: ReplyFacts,
  { facts, words }: { facts: WriteFailureFacts; words: string | null },
  now: Date,
): ReplyResult {
  switch (facts.kind) {
    case 'refused': {
      // Google answers the same for a reply that is gone already as for a review that is.
      if (facts.code === 'gone' && reply.kind === 'DELETE') return unconfirmed('error_answer', 0);
      const error = words ?? REPLY_FAILURES.refused;
      return { ...failed(error), attempt: { outcome: 'refused', error } };
    }
    case 'ambiguous':
      return unconfirmed(facts.code, 5 * SECOND_MS);
    case 'not_sent':
      return { ...putOff(reply, facts, now), attempt: { outcome: 'not_sent' } };
  }
}

/** The result for a reply that certainly was not sent: it waits for Google, for our own limits, or for the connection. */
export function putOff(
  reply: ReplyFacts,
  { code, retryAfterMs = 0 }: Extract<WriteFailureFacts, { kind: 'not_sent' }>,
  now: Date,
): ReplyResult {
  // Before its first sending, or if that has not left, Google has nothing of it.
  const state = reply.timesSent > 1 ? 'unconfirmed' : 'waiting';
  const waitedMs = now.getTime() - reply.createdAt.getTime();
  if (state === 'waiting' && waitedMs > LATE_MS) return failed(REPLY_FAILURES.late);
  switch (code) {
    case 'reconnect':
    case 'held':
    case 'no_quota':
      return { state, nextInMs: WITHOUT_ACCESS_MS };
    case 'limited':
      return { state, nextInMs: growing(waitedMs, 2 * SECOND_MS, MINUTE_MS) };
    case 'busy':
    case 'not_accepted':
    case 'unreachable':
    case 'too_early':
      return { state, nextInMs: Math.max(retryAfterMs, growing(waitedMs, 5 * SECOND_MS, 15 * MINUTE_MS)) };
  }
}

/** The result for a reply whose sending had an unknown outcome, after a look at Google; `send`: it goes out once more. */
export function afterLook(reply: ReplyFacts, seen: ReplyAtGoogle, now: Date): ReplyResult | 'send' {
  const attempt = { outcome: 'not_found' } as const;
  if (seen === 'no review') return { ...failed(REPLY_FAILURES.reviewGone), seen, attempt };
  if (seen === 'not served') return unanswered(reply, now);
  if (isProof(reply, seen)) return accepted(reply, seen);
  if (!isAsReplaced(reply, seen)) return { ...conflict(seen), attempt };
  const sinceMs = now.getTime() - (reply.sentAt?.getTime() ?? 0);
  if (sinceMs < SETTLE_MS)
    return { state: 'unconfirmed', nextInMs: Math.min(SETTLE_MS - sinceMs, 10 * SECOND_MS) };
  if (sinceMs > AGAIN_WITHIN_MS && !isUntouched(reply, seen)) return { ...neverConfirmed(), seen };
  if (reply.timesSent < MOST_SENDINGS) return 'send';
  // The same text as before: Google may not count it as a change.
  return isWanted(reply, seen)
    ? accepted(reply, seen)
    : { ...failed(REPLY_FAILURES.notTaken), seen, attempt };
}

/** Whether what Google has proves that it accepted a reply whose sending had an unknown outcome. */
export function isProof(reply: ReplyFacts, seen: RemoteReply | 'no reply'): boolean {
  return isWanted(reply, seen) && (!isAsReplaced(reply, seen) || isRemoved(reply, seen));
}

/** The result for a reply whose sending had an unknown outcome, when Google cannot be asked. */
export function unanswered(reply: ReplyFacts, now: Date): ReplyResult {
  const sinceMs = now.getTime() - (reply.sentAt ?? reply.createdAt).getTime();
  if (sinceMs > LATE_MS) return neverConfirmed();
  return { state: 'unconfirmed', nextInMs: growing(sinceMs, 5 * SECOND_MS, WITHOUT_ACCESS_MS) };
}

/** The result of a status check of a reply in moderation. */
export function afterStatusCheck(reply: ReplyFacts, seen: ReplyAtGoogle): ReplyResult {
  const checked = { ...reply, timesLooked: reply.timesLooked + 1 };
  if (seen === 'not served')
    return { state: 'in_review', nextInMs: nextStatusCheckMs(checked.timesLooked), isStatusCheck: true };
  if (seen === 'no review' || seen === 'no reply') return { state: 'removed', nextInMs: null, seen };
  // Another reply stands in its place.
  if (!isWanted(reply, seen)) return { state: 'superseded', nextInMs: null, seen };
  return { ...stateAtGoogle(checked, seen), isStatusCheck: true };
}

/** The result of a status check for which Google cannot be asked now: it is made later and does not count. */
export function laterStatusCheck(): ReplyResult {
  return { state: 'in_review', nextInMs: WITHOUT_ACCESS_MS };
}

/** How long until the next status check of a reply in moderation (ms); null after the last. */
export function nextStatusCheckMs(timesLooked: number): number | null {
  const early = STATUS_CHECKS_MS[timesLooked];
  if (early !== undefined) return early;
  return timesLooked < STATUS_CHECKS_MS.length + LATER_STATUS_CHECKS.times
    ? LATER_STATUS_CHECKS.everyMs
    : null;
}

/** The result for a reply to a review that was changed since its author read it: the author decides. */
export function reviewChanged(seen: RemoteReply | 'no reply', review: RemoteReview): ReplyResult {
  return { state: 'conflict', nextInMs: null, error: REPLY_FAILURES.reviewChanged, seen, review };
}

/** The result for a reply that is surely not at Google when a newer one takes its place. */
export function replaced(): ReplyResult {
  return {
    state: 'superseded',
    nextInMs: null,
    error: REPLY_FAILURES.newer,
    attempt: { outcome: 'not_found' },
  };
}

/** Whether Google still has the reply that the person saw, with the same text and time, or still has none. */
function isAsReplaced({ replacedText, replacedAt }: ReplyFacts, seen: RemoteReply | 'no reply'): boolean {
  if (seen === 'no reply') return replacedText === null;
  if (replacedText === null || !isSameText(replacedText, seen.text)) return false;
  return !replacedAt || !seen.updatedAt || replacedAt.getTime() === seen.updatedAt.getTime();
}

/** Whether Google certainly had no other reply since the person wrote: its reply has the time of the one that they saw. */
function isUntouched({ replacedAt }: ReplyFacts, seen: RemoteReply | 'no reply'): boolean {
  return seen !== 'no reply' && replacedAt !== null && replacedAt.getTime() === seen.updatedAt?.getTime();
}

function isWanted({ kind, text }: ReplyFacts, seen: RemoteReply | 'no reply'): boolean {
  if (seen === 'no reply') return kind === 'DELETE';
  return kind === 'PUT' && isSameText(text ?? '', seen.text);
}

/** Whether the reply is to be removed, and there is none: somebody has removed it. */
function isRemoved({ kind }: ReplyFacts, seen: RemoteReply | 'no reply'): boolean {
  return kind === 'DELETE' && seen === 'no reply';
}

/** Google may give a text back with other spaces and forms of the same letters. */
export function isSameText(one: string, other: string): boolean {
  return toCanonicalText(one) === toCanonicalText(other);
}

function stateAtGoogle({ timesLooked }: ReplyFacts, seen: RemoteReply): ReplyResult {
  switch (seen.state) {
    case 'IN_REVIEW':
      return { state: 'in_review', nextInMs: nextStatusCheckMs(timesLooked), seen };
    case 'PUBLIC':
      return { state: 'public', nextInMs: null, seen };
    case 'REJECTED':
      return { state: 'rejected', nextInMs: null, violation: seen.violation, seen };
  }
}

function failed(error: string): ReplyResult {
  return { state: 'failed', nextInMs: null, error };
}

function neverConfirmed(): ReplyResult {
  return {
    ...failed(REPLY_FAILURES.notConfirmed),
    attempt: { outcome: 'unconfirmed', doubt: 'no_answer' },
  };
}

function conflict(seen: RemoteReply | 'no reply'): ReplyResult {
  return { state: 'conflict', nextInMs: null, error: REPLY_FAILURES.conflict, seen };
}

function unconfirmed(doubt: 'error_answer' | 'no_answer', nextInMs: number): ReplyResult {
  return { state: 'unconfirmed', nextInMs, attempt: { outcome: 'unconfirmed', doubt } };
}
