const LONGEST_MS = 5 * 60_000;

/**
 * How long (ms) to wait before the next poll if nothing has changed for `unchangedMs`: half that time, at least
 * `leastMs`, at most five minutes.
 */
export function growingPause(unchangedMs: number, leastMs: number): number {
  return Math.min(LONGEST_MS, Math.max(leastMs, unchangedMs / 2));
}

const AFTER_FAILURE_MS = { least: 10_000, longest: 60_000 };

/**
 * How long (ms) to wait before the next poll if none has succeeded for `failingMs`. It grows as above, but at most to a
 * minute, so that a page is up to date soon after an outage.
 */
export function pauseAfterFailure(failingMs: number): number {
  return Math.min(AFTER_FAILURE_MS.longest, growingPause(failingMs, AFTER_FAILURE_MS.least));
}
