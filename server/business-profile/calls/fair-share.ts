/** What a workspace has sent of a day's changes, and what of it waits. */
export interface Demand {
  sent: number;
  waiting: number;
}

/**
 * How many of the changes that are left a workspace may send, so that others with fewer get all of theirs and those with
 * many as many as each other. What the others do not need is its own.
 */
export function shareOf(left: number, own: Demand, others: readonly Demand[]): number {
  const waiting = others.filter((other) => other.waiting > 0);
  const pool = left + [own, ...waiting].reduce((sum, { sent }) => sum + sent, 0);
  const level = levelOf(pool, [Infinity, ...waiting.map((other) => other.sent + other.waiting)]);
  const kept = waiting.reduce(
    (sum, other) => sum + Math.min(other.waiting, Math.max(0, level - other.sent)),
    0,
  );
  return Math.max(0, left - kept);
}

/** How much each gets at most when a pool is shared, so that what some do not need goes to the others. */
export function levelOf(pool: number, needs: readonly number[]): number {
  let left = pool;
  const rising = [...needs].sort((a, b) => a - b);
  for (const [index, need] of rising.entries()) {
    const level = Math.floor(left / (rising.length - index));
    if (need > level) return level;
    left -= need;
  }
  return Infinity;
}
