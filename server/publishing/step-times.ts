/** How long a claim holds: three times what one request to the platform may take. */
export const LEASE_MS = 24_000;
/** How much of a claim must be left when the request leaves. */
export const SEND_MS = 8_000;
/** How far a sweep for due posts looks ahead: further than to the next one, whatever may delay it. */
export const SWEEP_AHEAD_MS = 2 * 60_000;

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How long after it went live a post is looked at again: reviews go on. */
const RECHECKS_MS = [HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS];

/** When to look next for something that began at `since`: soon at first, then at growing distances. */
export function growing(since: Date, now: Date, between: { least: number; most: number }): Date {
  const elapsed = now.getTime() - since.getTime();
  return after(now, Math.min(between.most, Math.max(between.least, elapsed)));
}

/** When to look next for a post that may have been taken. */
export const nextLook = (since: Date, now: Date, hasSettled = false): Date =>
  growing(since, now, { least: 5 * SECOND_MS, most: (hasSettled ? 15 : 2) * MINUTE_MS });

/** When to look next for an earlier attempt, where the list could not be had. */
export const nextTry = (since: Date, now: Date): Date =>
  growing(since, now, { least: 15 * SECOND_MS, most: 10 * MINUTE_MS });

/** When to ask next what a review has come to. */
export const nextReview = (since: Date, now: Date): Date =>
  growing(since, now, { least: 5 * SECOND_MS, most: 12 * HOUR_MS });

/** When to ask next what a review has come to, where there was no answer: it says nothing about how long it takes. */
export const nextAnswer = (since: Date, now: Date): Date =>
  growing(since, now, { least: 5 * SECOND_MS, most: 2 * MINUTE_MS });

/** When to look next at a post that is live; null: no more. */
export function nextRecheck(publishedAt: Date, now: Date): Date | null {
  const elapsed = now.getTime() - publishedAt.getTime();
  const due = RECHECKS_MS.find((distance) => distance > elapsed);
  return due === undefined ? null : after(publishedAt, due);
}

/**
 * How long the posts of a Google account wait after Google has refused some for the moment: at least as long as it
 * asks, longer each time in a row, up to half an hour, and never two processes in step.
 * @param random from 0 to 1
 */
export function pauseMs(times: number, retryAfterMs: number, random: number): number {
  const backOff = Math.min(30 * MINUTE_MS, 15 * SECOND_MS * 2 ** (times - 1));
  return Math.max(retryAfterMs, backOff) * (1 + random / 4);
}

/** How long after a fault of ours a step is taken again, for the given number of times in a row. */
export function faultMs(times: number): number {
  return Math.min(10 * MINUTE_MS, 5 * SECOND_MS * 2 ** (times - 1));
}

/** How long a post waits that our own limits hold back: longer the later it is already. */
export function turnMs(lateMs: number, random: number): number {
  return Math.min(MINUTE_MS, Math.max(2 * SECOND_MS, lateMs / 8)) * (0.5 + random / 2);
}

export function after(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms);
}
