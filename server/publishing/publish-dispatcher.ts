import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import { ConnectionsService } from '../business-profile/connection/connections.service.js';
import { waitAtMost } from '../jobs/bounded-wait.js';
import { IntervalTasks } from '../jobs/interval-tasks.js';
import { FairQueue } from './fair-queue.js';
import { HoldsRepository } from './holds.repository.js';
import { LedgerRepository } from './ledger.repository.js';
import { PostPublisher } from './post-publisher.js';
import { SendStep } from './send-step.js';

/** How often due posts are read, and so how late a post may start to go out. */
const READ_EVERY_MS = 250;
const RELEASE_EVERY_MS = 20_000;

/**
 * How many posts are sent at once: as many as Google's quota serves during a step's longest wait for its turn, plus what
 * the sources take at once, up to about a full bucket of that quota.
 */
const SENDING = { waiting: 16, most: 64 };
/** How many follow-ups run at once. They are separate, so that published posts never delay due ones. */
const FOLLOWING_UP = 4;

/** How long a stop waits for posts that were sent: their deadline, and a little to record the result. */
const STOP_WITHIN_MS = 9_000;

/**
 * Starts the next step of each post that is due. `posts.next_step_at` alone says when that is: every process reads the due
 * posts repeatedly and queues them in memory. Nothing has to be woken, and nothing can be lost: a post that was
 * changed, moved or left behind by a dead process is due when its row says so. Several processes read the same posts; the
 * claim decides which of them takes the step.
 */
@Injectable()
export class PublishDispatcher implements OnModuleInit, OnModuleDestroy {
  private readonly queues = {
    send: new FairQueue(
      () => Math.min(SENDING.most, SENDING.waiting + this.providers.publishingCapacity()),
      (id) => this.publisher.step(id),
    ),
    'follow-up': new FairQueue(
      () => FOLLOWING_UP,
      (id) => this.publisher.step(id),
    ),
  };

  constructor(
    private readonly intervalTasks: IntervalTasks,
    private readonly connections: ConnectionsService,
    private readonly providers: BusinessProfileProviders,
    private readonly ledger: LedgerRepository,
    private readonly holds: HoldsRepository,
    private readonly publisher: PostPublisher,
    private readonly sending: SendStep,
  ) {}

  onModuleInit(): void {
    this.intervalTasks.repeat('Reading due posts', READ_EVERY_MS, () => this.dispatch());
    this.intervalTasks.repeat('Releasing held posts', RELEASE_EVERY_MS, () => this.holds.release());
    this.connections.whenConnected(async (connection) => {
      await this.holds.recheckNow(connection);
      await this.holds.release();
    });
  }

  /** How many posts are queued in this process. */
  get waiting(): { send: number; 'follow-up': number } {
    return { send: this.queues.send.backlog, 'follow-up': this.queues['follow-up'].backlog };
  }

  /** Reads what is due and queues what is not queued yet. */
  async dispatch(): Promise<void> {
    const due = await this.ledger.due();
    this.queues.send.add(due.filter(({ isOut }) => !isOut));
    this.queues['follow-up'].add(due.filter(({ isOut }) => isOut));
  }

  /** Sends nothing more and waits for what was sent. What takes longer is looked for at Google later. */
  async onModuleDestroy(): Promise<void> {
    this.sending.stop();
    await waitAtMost(STOP_WITHIN_MS, Promise.all(Object.values(this.queues).map((queue) => queue.stop())));
  }
}
