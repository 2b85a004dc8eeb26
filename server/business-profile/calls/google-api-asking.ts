import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { and, eq, sql } from 'drizzle-orm';
import { dayAfter, dayOf } from '../../config/days.js';
import { Clock } from '../../config/clock.js';
import { type GoogleApiName, googleConnections } from '../../database/connection.schema.js';
import { Database } from '../../database/database.js';
import { mirrorLocations } from '../../database/mirror.schema.js';
import { AppError } from '../../errors/app-error.js';
import { IntervalTasks } from '../../jobs/interval-tasks.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import { GoogleApis } from '../connection/google-apis.js';
import type { PostPlace } from '../port/remote-post.js';
import { GoogleApi } from './google-api.js';
import type { GoogleTurn } from './google-calls.js';

const LOOK_EVERY_MS = 60_000;
/** How many days ago Google's figures of a day are complete. */
const COUNTED_DAYS_AGO = 10;
const TURN: GoogleTurn = { priority: 'follow-up', withinMs: 20_000, isAsking: true };

/** Asks Google whether it has opened an API by now: one call every 15 minutes for each that is closed, for all processes. */
@Injectable()
export class GoogleApiAsking implements OnModuleInit {
  private readonly logger = new Logger('GoogleApis');

  constructor(
    private readonly apis: GoogleApis,
    private readonly api: GoogleApi,
    private readonly database: Database,
    private readonly intervalTasks: IntervalTasks,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.intervalTasks.repeat('Asking whether Google has opened its APIs', LOOK_EVERY_MS, () =>
      this.askDue(),
    );
  }

  /** Asks for the APIs that are due. As with every call, the answer is noted as the state of the API. */
  async askDue(): Promise<void> {
    for (const name of await this.apis.claimAsking()) {
      const place = await this.somePlace();
      const outcome = place ? await this.ask(name, place) : 'no location to ask for';
      this.logger.log({ event: 'google_api.asked', api: name, outcome });
    }
  }

  /** @returns how it went, for the log */
  private async ask(name: GoogleApiName, { owner, ...place }: PostPlace & { owner: GoogleOwner }) {
    const { locationId } = place;
    try {
      if (name === 'v4') await firstOf(this.api.listLocalPosts(owner, place, TURN));
      if (name === 'verifications') await this.api.voiceOfMerchant(owner, locationId, TURN);
      if (name === 'performance') {
        const day = dayAfter(dayOf(this.clock.now()), -COUNTED_DAYS_AGO);
        await this.api.dailyMetrics(owner, locationId, { from: day, to: day }, TURN);
      }
      return 'open';
    } catch (error) {
      if (error instanceof AppError) return error.code;
      throw error;
    }
  }

  /** A location of a random workspace whose connection works. */
  private async somePlace(): Promise<(PostPlace & { owner: GoogleOwner }) | undefined> {
    const { workspaceId, subject, state } = googleConnections;
    const place = this.database.orm
      .select({ accountId: mirrorLocations.accountId, locationId: mirrorLocations.id })
      .from(mirrorLocations)
      .where(
        and(
          eq(mirrorLocations.workspaceId, workspaceId),
          eq(mirrorLocations.subject, subject),
          eq(mirrorLocations.isPrimary, true),
        ),
      )
      .limit(1)
      .as('place');
    const [found] = await this.database.orm
      .select({ workspaceId, subject, accountId: place.accountId, locationId: place.locationId })
      .from(googleConnections)
      .innerJoinLateral(place, sql`true`)
      .where(eq(state, 'connected'))
      .orderBy(sql`random()`)
      .limit(1);
    if (!found) return undefined;
    const { accountId, locationId, ...owner } = found;
    return { owner, accountId, locationId };
  }
}

/** Asks for the first page only. */
async function firstOf<Page>(pages: AsyncIterable<Page>): Promise<void> {
  for await (const page of pages) {
    void page;
    return;
  }
}
