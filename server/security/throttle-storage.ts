import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { LRUCache } from 'lru-cache';
import { Clock } from '../config/clock.js';
import { Database } from '../database/database.js';
import { forgetBuckets, putTokenBack, takeToken, untilToken } from '../database/token-bucket.js';
import { Repeater } from '../jobs/repeater.js';
import { ProcessBuckets } from './process-buckets.js';
import { type Limit, LONGEST_TTL_MS } from './throttle-limits.js';

type Verdict = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** The throttler whose buckets are in the memory of each process. */
export const IN_PROCESS = 'user';

/** How the ids of our buckets begin. */
const KIND = 'throttle';
const FORGET_EVERY_MS = 60 * 60_000;
const REMEMBERED_REFUSALS = 10_000;

/**
 * Where requests and tries are counted: in buckets of the database, so that several servers keep one limit. What is
 * refused takes nothing and does not lengthen the wait.
 */
@Injectable()
export class ThrottleStorage implements ThrottlerStorage, OnModuleInit {
  private readonly inProcess: ProcessBuckets;
  /** Until when there is surely nothing to take: whoever goes on trying does not reach the database. */
  private readonly refusals = new LRUCache<string, { from: number; until: number }>({
    max: REMEMBERED_REFUSALS,
  });

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly repeater: Repeater,
  ) {
    this.inProcess = new ProcessBuckets(clock);
  }

  onModuleInit(): void {
    this.repeater.repeat('Forgetting unused throttles', FORGET_EVERY_MS, () => this.forgetFull());
  }

  /** Deletes the buckets that are full again: there is one for each address and account that was ever tried. */
  forgetFull(): Promise<void> {
    return forgetBuckets(this.database.orm, KIND, LONGEST_TTL_MS / 60_000);
  }

  /** Takes one; `timeToBlockExpire` says in seconds when there will be one again. */
  async increment(
    key: string,
    ttl: number,
    limit: number,
    _blockDuration: number,
    throttler: string,
  ): Promise<Verdict> {
    const waitMs =
      throttler === IN_PROCESS
        ? this.inProcess.take(key, { limit, ttl })
        : await this.take(key, { limit, ttl });
    const isBlocked = waitMs > 0;
    const timeToBlockExpire = Math.ceil(waitMs / 1000);
    return { totalHits: limit, timeToExpire: timeToBlockExpire, isBlocked, timeToBlockExpire };
  }

  /** Takes one from a bucket of the database. @returns 0, or, where there is none, how long it takes (ms) until there is one */
  async take(key: string, { limit, ttl }: Limit): Promise<number> {
    const id = `${KIND} ${key}`;
    const now = this.clock.now().getTime();
    const known = this.refusals.get(id);
    // A clock that was put back says nothing of how much of the wait is over.
    if (known && now >= known.from && now < known.until) return known.until - now;
    const allowance = { capacity: limit, perMinute: (limit * 60_000) / ttl };
    if ((await takeToken(this.database.orm, id, allowance)) !== undefined) return 0;
    const waitMs = Math.max(1, await untilToken(this.database.orm, id, allowance));
    this.refusals.set(id, { from: now, until: now + waitMs });
    return waitMs;
  }

  /** Puts back what `take` took for nothing. */
  async putBack(key: string): Promise<void> {
    const id = `${KIND} ${key}`;
    await putTokenBack(this.database.orm, id);
    this.refusals.delete(id);
  }
}
