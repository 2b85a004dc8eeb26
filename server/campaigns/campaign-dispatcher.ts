import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { and, asc, count, eq, exists, inArray, or, sql } from 'drizzle-orm';
import { type CampaignRow, campaigns } from '../database/campaigns.schema.js';
import { googleConnections } from '../database/connection.schema.js';
import { Database } from '../database/database.js';
import { posts } from '../database/schema.js';
import { rootOf } from '../errors/database-errors.js';
import { waitAtMost } from '../jobs/bounded-wait.js';
import { IntervalTasks } from '../jobs/interval-tasks.js';
import { SLICE } from './campaign-locks.js';
import { CampaignScheduler } from './campaign-scheduler.js';
import { CampaignUndo } from './campaign-undo.js';

const LOOK_EVERY_MS = 1_000;
/** How long a stop waits for a slice. */
const STOP_WITHIN_MS = 4_000;

/**
 * Works through the campaigns whose posts are to be made, changed or taken back, slice by slice. Workspaces take turns, and
 * so do the campaigns of each: the one that was worked on longest ago is next. What is to be done is read from the database
 * each time, so that any process goes on where another ended.
 */
@Injectable()
export class CampaignDispatcher implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('Campaigns');
  private running: Promise<void> | undefined;
  private isStopping = false;

  constructor(
    private readonly intervalTasks: IntervalTasks,
    private readonly database: Database,
    private readonly scheduler: CampaignScheduler,
    private readonly undo: CampaignUndo,
  ) {}

  onModuleInit(): void {
    this.intervalTasks.repeat('Working on campaigns', LOOK_EVERY_MS, () => this.dispatch());
  }

  /** Begins at once in this process; others begin within a second. */
  kick(): void {
    this.dispatch().catch((error: unknown) => {
      this.logger.error({ event: 'campaigns.fault', reason: String(rootOf(error)) });
    });
  }

  /** Works until there is nothing to do. A campaign whose work fails does not keep others waiting. */
  dispatch(): Promise<void> {
    this.running ??= this.workOff().finally(() => (this.running = undefined));
    return this.running;
  }

  /** How many campaigns are at work, and how long ago the one made progress that has waited longest. */
  async countAtWork(): Promise<{ state: CampaignRow['state']; count: number; idleSeconds: number }[]> {
    const { state, updatedAt } = campaigns;
    const idle = sql`extract(epoch from shingle_now() - min(${updatedAt}))`;
    const idleSeconds = sql`greatest(0, ${idle})`.mapWith(Number);
    return this.database.orm
      .select({ state, count: count(), idleSeconds })
      .from(campaigns)
      .where(inArray(state, ['scheduling', 'undoing']))
      .groupBy(state);
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    await waitAtMost(STOP_WITHIN_MS, this.running?.catch(() => undefined) ?? Promise.resolve());
  }

  private async workOff(): Promise<void> {
    await this.release();
    const faults: unknown[] = [];
    for (let isBusy = true; isBusy && faults.length === 0;) {
      isBusy = false;
      for (const own of await this.atWork())
        for (const campaign of own) {
          if (this.isStopping) return;
          const isDone = await this.step(campaign).catch((error: unknown) => {
            faults.push(error);
            return false;
          });
          if (!isDone) continue;
          isBusy = true;
          break;
        }
    }
    if (faults.length > 0) throw faults[0];
  }

  private step(campaign: CampaignRow): Promise<boolean> {
    return campaign.state === 'undoing' ? this.undo.step(campaign) : this.scheduler.step(campaign);
  }

  /**
   * The campaigns of each workspace that something is to be done for. Posts are made for the connected Google account alone;
   * what waits is cancelled without one, too.
   */
  private async atWork(): Promise<CampaignRow[][]> {
    const { state, updatedAt, workspaceId, subject } = campaigns;
    const isConnected = exists(
      this.database.orm
        .select({ id: googleConnections.id })
        .from(googleConnections)
        .where(and(eq(googleConnections.workspaceId, workspaceId), eq(googleConnections.subject, subject))),
    );
    const rows = await this.database.orm
      .select()
      .from(campaigns)
      .where(and(inArray(state, ['scheduling', 'undoing']), or(eq(state, 'undoing'), isConnected)))
      .orderBy(asc(updatedAt), asc(campaigns.id));
    return [...Map.groupBy(rows, (row) => row.workspaceId).values()];
  }

  /** Releases posts that were held back by a pause which is over. */
  private async release(): Promise<void> {
    for (let released = SLICE; released === SLICE && !this.isStopping;) {
      const paused = this.database.orm
        .select({ id: posts.id })
        .from(posts)
        .innerJoin(campaigns, eq(campaigns.id, posts.campaignId))
        .where(
          and(
            eq(posts.detail, 'campaign_paused'),
            eq(posts.status, 'SCHEDULED'),
            eq(campaigns.isPaused, false),
            inArray(campaigns.state, ['scheduling', 'scheduled']),
          ),
        )
        .limit(SLICE)
        .for('update', { of: posts, skipLocked: true });
      const rows = await this.database.orm
        .update(posts)
        .set({ detail: null, nextStepAt: sql`${posts.publishAt}` })
        .where(inArray(posts.id, paused))
        .returning({ id: posts.id });
      released = rows.length;
      if (released > 0) this.logger.log({ event: 'campaigns.resumed', posts: released });
    }
  }
}
