const LONGEST_MS = 5 * 60_000;

/**
 * How long (ms) to wait before the next poll if nothing has changed for `unchangedMs`: half that time, at least
 * `leastMs`, at most five minutes.
 */
export function growingPause(unchangedMs: number, leastMs: number): number {
  return Math.min(LONGEST_MS, Math.max(leastMs, unchangedMs / 2));
}
