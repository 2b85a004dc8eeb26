/** How much smaller than the other one of two numbers of locations may be. */
const LEAST_SHARE = 0.99;

/**
 * Whether sums over so many locations can be compared: the number is the same, but for one in a hundred. A single location
 * that Google stops counting does not end the comparison of thousands, but that of a few.
 */
export function areAlike(one: number, other: number): boolean {
  return Math.min(one, other) >= LEAST_SHARE * Math.max(one, other);
}
