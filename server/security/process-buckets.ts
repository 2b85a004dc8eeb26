import { LRUCache } from 'lru-cache';
import type { Clock } from '../config/clock.js';
import type { Limit } from './throttle-limits.js';

/** About 10 MB; whoever is pushed out has been quiet for the longest time. */
const KEPT = 50_000;

/** Token buckets in the memory of this process. */
export class ProcessBuckets {
  private readonly buckets = new LRUCache<string, { tokens: number; at: number }>({ max: KEPT });

  constructor(private readonly clock: Clock) {}

  /** Takes one. @returns 0, or, where there is none, how long it takes (ms) until there is one */
  take(key: string, { limit, ttl }: Limit): number {
    const now = this.clock.now().getTime();
    let bucket = this.buckets.get(key);
    if (!bucket) this.buckets.set(key, (bucket = { tokens: limit, at: now }));
    const gained = (Math.max(0, now - bucket.at) * limit) / ttl;
    bucket.tokens = Math.min(limit, bucket.tokens + gained);
    bucket.at = now;
    if (bucket.tokens < 1) return ((1 - bucket.tokens) * ttl) / limit;
    bucket.tokens -= 1;
    return 0;
  }
}
