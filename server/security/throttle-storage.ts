import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../config/clock.js';
import { HOUR_MS } from '../config/durations.js';
import { Database } from '../database/database.js';
import { forgetBuckets, putTokenBack, takeToken, untilToken } from '../database/token-bucket.js';
import { IntervalTasks } from '../jobs/interval-tasks.js';
import { type Limit, LONGEST_TTL_MS } from './throttle-limits.js';

/** How the ids of our buckets begin. */
const KIND = 'throttle';
const FORGET_EVERY_MS = HOUR_MS;
const REMEMBERED_REFUSALS = 10_000;

/**
 * Counts requests and attempts in token buckets of the database, so that several servers share one limit. A refused
 * request takes no token and does not lengthen the wait.
 */
@Injectable()
export class ThrottleStorage implements OnModuleInit {
  /** Until when a bucket is certainly empty: earlier requests do not reach the database. */
  private readonly refusals = new LRUCache<string, { from: number; until: number }>({
    max: REMEMBERED_REFUSALS,
  });

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly intervalTasks: IntervalTasks,
  ) {}

  onModuleInit(): void {
    this.intervalTasks.repeat('Forgetting unused throttles', FORGET_EVERY_MS, () => this.forgetFull());
  }

  /** Deletes the buckets that are full again: there is one for each address and account that was ever tried. */
  forgetFull(): Promise<void> {
    return forgetBuckets(this.database.orm, KIND, LONGEST_TTL_MS / 60_000);
  }

  /** Takes a token from a bucket of the database. @returns 0, or, when it is empty, the wait (ms) until it has one */
  async take(key: string, { limit, ttl }: Limit): Promise<number> {
    const id = `${KIND} ${key}`;
    const now = this.clock.now().getTime();
    const known = this.refusals.get(id);
    // If the clock was set back, it does not show how much of the wait is over.
    if (known && now >= known.from && now < known.until) return known.until - now;
    const allowance = { capacity: limit, perMinute: (limit * 60_000) / ttl };
    if ((await takeToken(this.database.orm, id, allowance)) !== undefined) return 0;
    const waitMs = Math.max(1, await untilToken(this.database.orm, id, allowance));
    this.refusals.set(id, { from: now, until: now + waitMs });
    return waitMs;
  }

  /** Puts back a token that `take` took and that was not needed. */
  async putBack(key: string): Promise<void> {
    const id = `${KIND} ${key}`;
    await putTokenBack(this.database.orm, id);
    this.refusals.delete(id);
  }
}

/** About 10 MB; the least recently used bucket is dropped first. */
const KEPT = 50_000;

/** Token buckets in the memory of this process. */
export class ProcessBuckets {
  private readonly buckets = new LRUCache<string, { tokens: number; at: number }>({ max: KEPT });

  constructor(private readonly clock: Clock) {}

  /** Takes a token. @returns 0, or, when the bucket is empty, the wait (ms) until it has one */
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
