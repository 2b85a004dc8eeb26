import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ConnectionsService } from '../../business-profile/connection/connections.service.js';
import { HOUR_MS } from '../../config/durations.js';
import { Database } from '../../database/database.js';
import { forgetBuckets } from '../../database/token-bucket.js';
import { DueWork } from '../../jobs/due-work.js';
import { IntervalTasks } from '../../jobs/interval-tasks.js';
import { REPLY_BUCKETS } from './replies.service.js';
import { ReplyLedger } from './reply-ledger.js';
import { ReplySender } from './reply-sender.js';

/** How often replies that are due are read. */
const READ_EVERY_MS = 1_000;
/** How many replies one process sends at once: Google's quota allows no more in the time that one takes. */
const SENT_AT_ONCE = 4;
/** How many status checks one process makes at once. */
const CHECKED_AT_ONCE = 2;
const FORGET_EVERY_MS = HOUR_MS;
/** After so long without use a person's limit is full again. */
const FULL_AFTER_MINUTES = 2;

/** Starts the next step of each reply that is due: `review_replies.next_step_at` alone says when that is. */
@Injectable()
export class ReplyDispatcher implements OnModuleInit {
  readonly work;

  constructor(
    dueWork: DueWork,
    private readonly intervalTasks: IntervalTasks,
    private readonly connections: ConnectionsService,
    private readonly ledger: ReplyLedger,
    private readonly sender: ReplySender,
    private readonly database: Database,
  ) {
    this.work = dueWork.add({
      name: 'replies to reviews',
      everyMs: READ_EVERY_MS,
      read: () => this.ledger.due(),
      limits: { send: () => SENT_AT_ONCE, 'follow-up': () => CHECKED_AT_ONCE },
      step: ({ id }) => this.sender.step(id),
    });
  }

  onModuleInit(): void {
    this.intervalTasks.repeat('Forgetting full limits of replies', FORGET_EVERY_MS, () =>
      forgetBuckets(this.database.orm, REPLY_BUCKETS, FULL_AFTER_MINUTES),
    );
    this.connections.whenConnected((owner) => this.ledger.recheckNow(owner));
  }
}
