/** How late something was, in ms. */
export interface Lateness {
  count: number;
  p50: number;
  p99: number;
  most: number;
}

/** The middle, the last but one in a hundred, and the largest. */
export function summary(values: number[]): Lateness {
  const sorted = values.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), most: at(1) };
}

/** In words. */
export function late({ count, p50, p99, most }: Lateness): string {
  return `p50 ${p50} ms, p99 ${p99} ms, most ${most} ms (${count} posts)`;
}
