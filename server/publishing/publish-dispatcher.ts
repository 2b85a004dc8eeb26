import { Injectable, type OnModuleInit } from '@nestjs/common';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import { ConnectionsService } from '../business-profile/connection/connections.service.js';
import { GoogleApis } from '../business-profile/connection/google-apis.js';
import { DueWork } from '../jobs/due-work.js';
import { IntervalTasks } from '../jobs/interval-tasks.js';
import { HoldsRepository } from './holds.repository.js';
import { LedgerRepository } from './ledger.repository.js';
import { PostPublisher } from './post-publisher.js';

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

/** Starts the next step of each post that is due: `posts.next_step_at` alone says when that is. */
@Injectable()
export class PublishDispatcher implements OnModuleInit {
  readonly work;

  constructor(
    dueWork: DueWork,
    private readonly intervalTasks: IntervalTasks,
    private readonly connections: ConnectionsService,
    private readonly apis: GoogleApis,
    private readonly providers: BusinessProfileProviders,
    private readonly ledger: LedgerRepository,
    private readonly holds: HoldsRepository,
    private readonly publisher: PostPublisher,
  ) {
    this.work = dueWork.add({
      name: 'posts',
      everyMs: READ_EVERY_MS,
      read: () => this.ledger.due(),
      limits: {
        send: () => Math.min(SENDING.most, SENDING.waiting + this.providers.publishingCapacity()),
        'follow-up': () => FOLLOWING_UP,
      },
      step: ({ id }) => this.publisher.step(id),
    });
  }

  onModuleInit(): void {
    this.apis.whenOpened(async (api) => {
      if (api === 'v4') await this.holds.openedNow();
    });
    this.intervalTasks.repeat('Releasing held posts', RELEASE_EVERY_MS, () => this.holds.release());
    this.connections.whenConnected(async (connection) => {
      await this.holds.recheckNow(connection);
      await this.holds.release();
    });
  }
}
