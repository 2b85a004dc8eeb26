import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { ConnectionsService } from '../business-profile/connections.service.js';
import { GoogleQuota } from '../business-profile/google/quota.js';
import { Jobs } from '../jobs/jobs.js';
import { Repeater } from '../jobs/repeater.js';
import { type DuePost, PublishJobs } from '../posts/publish-jobs.js';
import { FairRunner } from './fair-runner.js';
import { HoldsRepository } from './holds.repository.js';
import { LedgerRepository } from './ledger.repository.js';
import { PostPublisher } from './post-publisher.js';
import { SendStep } from './send-step.js';
import { SWEEP_AHEAD_MS } from './step-times.js';

/**
 * As many as Google's quota serves while a step waits for its turn at most, and what the quota still allows at once, up to
 * about a full bucket: the more are under way together, the less each of them costs the database.
 */
const SENDING = { waiting: 16, most: 64 };
/** Beside them, so that what is out already never stands in the way of what is due. */
const FOLLOWING_UP = 4;

const SWEEP_EVERY_MS = 20_000;
/** How long a stop waits for what has left: its deadline, and a little to write down what came of it. */
const STOP_WITHIN_MS = 9_000;

/**
 * Wakes posts that are due. A job says no more than that a post is due; it is done as soon as the post stands in this
 * process's line. Whatever is lost on the way, a sweep finds again: the posts themselves say when they are due.
 */
@Injectable()
export class PublishPostJob implements OnModuleInit, OnModuleDestroy {
  private readonly lines = {
    send: new FairRunner(
      () => Math.min(SENDING.most, SENDING.waiting + this.quota.lastLeft('v4')),
      (id) => this.publisher.step(id),
    ),
    'follow-up': new FairRunner(
      () => FOLLOWING_UP,
      (id) => this.publisher.step(id),
    ),
  };

  constructor(
    private readonly engine: Jobs,
    private readonly repeater: Repeater,
    private readonly jobs: PublishJobs,
    private readonly connections: ConnectionsService,
    private readonly quota: GoogleQuota,
    private readonly ledger: LedgerRepository,
    private readonly holds: HoldsRepository,
    private readonly publisher: PostPublisher,
    private readonly sending: SendStep,
  ) {}

  onModuleInit(): void {
    this.engine.work('publish-post', ({ payload: { postId, uid, locationId, dueAt, kind } }) => {
      this.lines[kind].add({ id: postId, owner: uid, place: locationId, dueAt });
      return Promise.resolve();
    });
    this.repeater.repeat('Looking for due posts', SWEEP_EVERY_MS, () => this.sweep());
    this.connections.whenConnected(async (connection) => {
      await this.holds.hurry(connection);
      await this.sweep();
    });
  }

  /** How many posts wait in this process for their turn. */
  get waiting(): { send: number; 'follow-up': number } {
    return { send: this.lines.send.backlog, 'follow-up': this.lines['follow-up'].backlog };
  }

  /** Lets go what is held no longer, and makes the jobs that are missing. */
  async sweep(): Promise<void> {
    await this.holds.release();
    const isInLine = ({ id }: DuePost) => Object.values(this.lines).some((line) => line.has(id));
    for await (const due of this.ledger.due(SWEEP_AHEAD_MS))
      await this.jobs.sendAll(due.filter((post) => !isInLine(post)));
  }

  /** Nothing leaves any more; what has left is waited for. What waits is given back, and what takes longer looked for later. */
  async onModuleDestroy(): Promise<void> {
    this.sending.stop();
    const patience = new AbortController();
    const tooLong = delay(STOP_WITHIN_MS, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([Promise.all(Object.values(this.lines).map((line) => line.stop())), tooLong]);
    patience.abort();
  }
}
