/** How long to wait after so many failures in a row (1 or more), in milliseconds: twice as long each time, up to a limit. */
export function backOff(times: number, { firstMs, mostMs }: { firstMs: number; mostMs: number }): number {
  // Beyond that every limit is reached, and a larger power is no number.
  return Math.min(mostMs, firstMs * 2 ** Math.min(times - 1, 30));
}

/**
 * How long to wait before the next look at something that has gone on for so long (all in milliseconds): as long again,
 * within limits.
 */
export function growing(elapsedMs: number, leastMs: number, mostMs: number): number {
  return Math.min(mostMs, Math.max(leastMs, elapsedMs));
}
