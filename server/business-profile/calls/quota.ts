import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HOUR_MS } from '../../config/durations.js';
import { Database } from '../../database/database.js';
import { type Allowance, forgetBuckets, takeToken, tokensIn } from '../../database/token-bucket.js';
import { AppError } from '../../errors/app-error.js';
import { IntervalTasks } from '../../jobs/interval-tasks.js';
import type { GoogleApiName } from '../../database/connection.schema.js';
import { API_ALLOWANCE } from '../port/api-allowance.js';
import { GoogleTimeouts } from './google-clock.js';

/**
 * The priorities, highest first, with the share of the bucket that each leaves to those above it. Changes of many locations
 * (`bulk`) and readings of whole accounts (`mirror`) may both take hours, so they are equal: workspaces take turns at them.
 */
const RESERVES = { publish: 0, save: 0.1, read: 0.2, 'follow-up': 0.4, bulk: 0.5, mirror: 0.5 } as const;
export type Priority = keyof typeof RESERVES;

/** 10 edits a minute for each profile, over all users. */
const EDITS: Allowance = { capacity: 5, perMinute: 5 };

/**
 * While calls of an API wait, each of many calls of one workspace leaves so many tokens to the others, whose few calls then go
 * at once. A call is one of many if so many others of its priority wait, or if its workspace had a turn so short a time
 * ago (ms).
 */
const MANY = { waiting: 4, withinMs: 500, leave: 2 };

/** The longest pause between two attempts to take a token. */
const MAX_PAUSE_MS = 1000;

/** After a minute without use a bucket is full, and a missing row counts as full. */
const FULL_AFTER_MINUTES = 1;
const FORGET_EVERY_MS = HOUR_MS;

/** A request for one call. */
export interface QuotaClaim {
  workspaceId: string;
  priority: Priority;
  /** The instant of `performance.now()` after which the request gives up. */
  endsAt: number;
}

interface Waiting extends QuotaClaim {
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** The claims that wait in this process for one bucket. */
interface Queue {
  waiting: Waiting[];
  /** The instant of `performance.now()` of each workspace's last turn. The one that has waited longest comes first. */
  turns: Map<string, number>;
  /** Ends the pause between two attempts. */
  wake: () => void;
}

/**
 * Keeps all replicas together within Google's quotas: token buckets in the database. Calls of lower priority leave a part
 * of each bucket to those of higher priority; within one priority, workspaces take turns.
 */
@Injectable()
export class GoogleQuota implements OnModuleInit {
  private readonly queues = new Map<string, Queue>();
  /** The tokens that this process last saw in each API's bucket. There are too many profiles to keep theirs. */
  private readonly seen = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly timeouts: GoogleTimeouts,
    private readonly intervalTasks: IntervalTasks,
  ) {}

  onModuleInit(): void {
    this.intervalTasks.repeat('Forgetting full quotas', FORGET_EVERY_MS, () => this.forgetFull());
  }

  /** Deletes the buckets that are full: there is one for each profile that was ever edited. */
  async forgetFull(): Promise<void> {
    for (const kind of ['google', 'google-edits'])
      await forgetBuckets(this.database.orm, kind, FULL_AFTER_MINUTES);
  }

  /** How many calls each API allows right now, by its name, without APIs that had no recent calls. */
  async left(): Promise<{ service: string; tokens: number }[]> {
    const buckets = await tokensIn(this.database.orm, 'google', API_ALLOWANCE);
    return buckets.map(({ id, tokens }) => ({ service: id.slice('google '.length), tokens }));
  }

  /**
   * The least number of calls that an API still allowed at once when this process last asked; 0 before that.
   */
  lastLeft(service: GoogleApiName): number {
    return Math.floor(this.seen.get(bucketOf(service)) ?? 0);
  }

  /** Resolves when one of Google's APIs may be called once. Errors: `google/busy` when that is not in time. */
  take(service: GoogleApiName, claim: QuotaClaim): Promise<void> {
    return this.waitFor(bucketOf(service), API_ALLOWANCE, claim);
  }

  /** Resolves when one edit may be made to a profile. Errors: `google/busy` when that is not in time. */
  takeEdit(locationId: string, claim: QuotaClaim): Promise<void> {
    return this.waitFor(`google-edits ${locationId}`, EDITS, claim);
  }

  private async waitFor(id: string, allowance: Allowance, claim: QuotaClaim): Promise<void> {
    const queue = this.queues.get(id);
    if (!queue && (await this.takeOne(id, allowance, claim))) return;
    await new Promise<void>((resolve, reject) => {
      const waiting = { ...claim, resolve, reject };
      const present = this.queues.get(id);
      if (present) {
        present.waiting.push(waiting);
        if (!isOneOfMany(present, waiting)) present.wake();
        return;
      }
      const started = { waiting: [waiting], turns: new Map<string, number>(), wake: () => undefined };
      this.queues.set(id, started);
      void this.serve(id, allowance, started);
    });
  }

  /** Serves the waiting claims one after another. */
  private async serve(id: string, allowance: Allowance, queue: Queue): Promise<void> {
    while (queue.waiting.length > 0) {
      const next = chosen(queue);
      try {
        if (await this.takeOne(id, allowance, next, queue)) {
          queue.waiting = queue.waiting.filter((other) => other !== next);
          next.resolve();
          continue;
        }
      } catch (error) {
        queue.waiting = queue.waiting.filter((other) => other !== next);
        next.reject(error);
        continue;
      }
      await this.pause(allowance, queue);
      const now = performance.now();
      const late = queue.waiting.filter(({ endsAt }) => endsAt <= now);
      queue.waiting = queue.waiting.filter(({ endsAt }) => endsAt > now);
      for (const { reject } of late) reject(AppError.of('google/busy'));
    }
    this.queues.delete(id);
  }

  /** Waits until about one more call is allowed, a single call has come, or the first claim runs out of time. */
  private async pause({ perMinute }: Allowance, queue: Queue): Promise<void> {
    const refill = Math.min(60_000 / perMinute, MAX_PAUSE_MS) * (0.5 + this.timeouts.random());
    const first = Math.min(...queue.waiting.map(({ endsAt }) => endsAt)) - performance.now();
    await new Promise<void>((resolve) => {
      queue.wake = resolve;
      void this.timeouts.wait(Math.max(1, Math.min(refill, first))).then(resolve);
    });
  }

  /** Takes one from the bucket if there is enough in it for this claim. @param queue the claims that wait, if any do */
  private async takeOne(
    id: string,
    allowance: Allowance,
    claim: QuotaClaim,
    queue?: Queue,
  ): Promise<boolean> {
    const isApi = allowance === API_ALLOWANCE;
    const forOthers = isApi && queue && isOneOfMany(queue, claim) ? MANY.leave : 0;
    const reserve = Math.floor(allowance.capacity * RESERVES[claim.priority]) + forOthers;
    const left = await takeToken(this.database.orm, id, allowance, reserve);
    if (isApi) this.seen.set(id, left ?? 0);
    if (left === undefined) return false;
    queue?.turns.set(claim.workspaceId, performance.now());
    return true;
  }
}

function isOneOfMany({ waiting, turns }: Queue, { workspaceId, priority }: QuotaClaim): boolean {
  const alike = waiting.filter((other) => other.workspaceId === workspaceId && other.priority === priority);
  const lastTurn = turns.get(workspaceId) ?? -Infinity;
  return alike.length > MANY.waiting || performance.now() - lastTurn < MANY.withinMs;
}

function bucketOf(service: GoogleApiName): string {
  return `google ${service}`;
}

/**
 * The claim with the highest priority; among equals that of the workspace whose last turn is longest ago, then the
 * oldest.
 */
function chosen({ waiting, turns }: Queue): Waiting {
  const rank = ({ priority, workspaceId }: Waiting) =>
    [RESERVES[priority], turns.get(workspaceId) ?? -1] as const;
  return waiting.reduce((best, other) => {
    const [[priority, turn], [otherPriority, otherTurn]] = [rank(best), rank(other)];
    return otherPriority < priority || (otherPriority === priority && otherTurn < turn) ? other : best;
  });
}
