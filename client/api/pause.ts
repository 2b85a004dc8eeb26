const LONGEST_MS = 5 * 60_000;

/**
 * How long (ms) to wait before something is asked for again of which nothing has come for so long: soon at first, then
 * half that time, five minutes at most.
 */
export function growingPause(unchangedMs: number, leastMs: number): number {
  return Math.min(LONGEST_MS, Math.max(leastMs, unchangedMs / 2));
}
