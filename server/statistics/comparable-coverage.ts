/** The least share of the greater number of locations that the smaller one must have. */
const LEAST_SHARE = 0.99;

/**
 * Whether two sums, over so many locations each, can be compared: the numbers differ by at most one in a hundred. If Google
 * stops counting a single location, thousands of them can still be compared, and a few no longer.
 */
export function haveSimilarCoverage(one: number, other: number): boolean {
  return Math.min(one, other) >= LEAST_SHARE * Math.max(one, other);
}
