import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { ConnectionsService } from '../business-profile/connection/connections.service.js';
import { Database } from '../database/database.js';
import { forgetBuckets } from '../database/token-bucket.js';
import { IntervalTasks } from '../jobs/interval-tasks.js';
import { REPLY_BUCKETS } from './replies.service.js';
import { ReplyLedger } from './reply-ledger.js';
import { ReplySender } from './reply-sender.js';

/** How often replies that are due are looked for. */
const LOOK_EVERY_MS = 1_000;
/** How many replies one process sends at once: Google's quota allows no more in the time that one takes. */
const SENT_AT_ONCE = 4;
/** How many it follows up. They are separate, so that what Google reviews never delays what waits. */
const FOLLOWED_AT_ONCE = 2;
const FORGET_EVERY_MS = 60 * 60_000;
/** After so long without use a person's limit is what it was at first. */
const FULL_AFTER_MINUTES = 2;

/** Starts the next step of each reply that is due: `review_replies.next_step_at` alone says when that is. */
@Injectable()
export class ReplyDispatcher implements OnModuleInit, OnModuleDestroy {
  constructor(
    private readonly intervalTasks: IntervalTasks,
    private readonly connections: ConnectionsService,
    private readonly ledger: ReplyLedger,
    private readonly sender: ReplySender,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.intervalTasks.repeat('Sending replies to reviews', LOOK_EVERY_MS, () => this.send());
    this.intervalTasks.repeat('Following up replies to reviews', LOOK_EVERY_MS, () => this.followUp());
    this.intervalTasks.repeat('Forgetting full limits of replies', FORGET_EVERY_MS, () =>
      forgetBuckets(this.database.orm, REPLY_BUCKETS, FULL_AFTER_MINUTES),
    );
    this.connections.whenConnected((owner) => this.ledger.recheckNow(owner));
  }

  /** Takes the next step with every reply that is due and that Google does not have. */
  async send(): Promise<void> {
    await this.work(await this.ledger.due('send'), SENT_AT_ONCE);
  }

  /** Looks at every reply that is due and that Google reviews. */
  async followUp(): Promise<void> {
    await this.work(await this.ledger.due('follow-up'), FOLLOWED_AT_ONCE);
  }

  onModuleDestroy(): void {
    this.sender.stop();
  }

  private async work(due: string[], atOnce: number): Promise<void> {
    const workers = Array.from({ length: atOnce }, async () => {
      for (let id = due.shift(); id !== undefined; id = due.shift()) await this.sender.step(id);
    });
    await Promise.all(workers);
  }
}
