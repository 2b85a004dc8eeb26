import { Injectable, Logger } from '@nestjs/common';
import { and, asc, count, eq, exists, inArray, or, type SQL, sql } from 'drizzle-orm';
import { type CampaignRow, campaigns } from '../../database/campaigns.schema.js';
import { googleConnections } from '../../database/connection.schema.js';
import { Database } from '../../database/database.js';
import { posts } from '../../database/schema.js';
import { type DueTask, DueWork } from '../../jobs/due-work.js';
import { SLICE } from './campaign-locks.js';
import { CampaignScheduler } from './campaign-scheduler.js';
import { CampaignUndo } from './campaign-undo.js';

interface DueCampaign extends DueTask<'slice'> {
  campaign: CampaignRow;
}

const READ_EVERY_MS = 1_000;
/** How many slices one process works on at once, each of another workspace. */
const AT_ONCE = 2;

/**
 * Works through the campaigns whose posts are to be made, changed, released or taken back, slice by slice. Workspaces take
 * turns, and so do the campaigns of each: the one that was worked on longest ago is next. The next slice is read from the
 * database each time, so that any process continues where another ended.
 */
@Injectable()
export class CampaignDispatcher {
  private readonly logger = new Logger('Campaigns');
  readonly work;

  constructor(
    dueWork: DueWork,
    private readonly database: Database,
    private readonly scheduler: CampaignScheduler,
    private readonly undo: CampaignUndo,
  ) {
    this.work = dueWork.add({
      name: 'campaigns',
      everyMs: READ_EVERY_MS,
      read: () => this.due(),
      limits: { slice: () => AT_ONCE },
      step: ({ campaign }) => this.step(campaign),
    });
  }

  /** Begins at once in this process; others begin within a second. */
  kick(): void {
    this.work.lookSoon();
  }

  /** How many campaigns are being worked on, and for how long the longest waiting one has made no progress. */
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

  /** Works on one slice. False: there was nothing to do for now. */
  private async step(campaign: CampaignRow): Promise<boolean> {
    if (!campaign.isPaused && (await this.release(campaign)) > 0) return true;
    if (campaign.state === 'undoing') return this.undo.step(campaign);
    return campaign.state === 'scheduling' && this.scheduler.step(campaign);
  }

  /**
   * The campaigns with work to do. Posts are made for the connected Google account alone; waiting posts are cancelled
   * without one as well.
   */
  private async due(): Promise<DueCampaign[]> {
    const { state, updatedAt, workspaceId, subject, isPaused } = campaigns;
    const { orm } = this.database;
    const isConnected = exists(
      orm
        .select({ id: googleConnections.id })
        .from(googleConnections)
        .where(and(eq(googleConnections.workspaceId, workspaceId), eq(googleConnections.subject, subject))),
    );
    const isAtWork = and(inArray(state, ['scheduling', 'undoing']), or(eq(state, 'undoing'), isConnected));
    const hasHeldBack = and(
      inArray(state, ['scheduling', 'scheduled']),
      eq(isPaused, false),
      inArray(campaigns.id, orm.select({ id: posts.campaignId }).from(posts).where(isHeldBack())),
    );
    const rows = await orm
      .select()
      .from(campaigns)
      .where(or(isAtWork, hasHeldBack))
      .orderBy(asc(updatedAt), asc(campaigns.id));
    return rows.map((campaign) => ({
      id: campaign.id,
      owner: campaign.workspaceId,
      // One slice of a workspace at a time, since each locks it.
      exclusiveKey: campaign.workspaceId,
      lane: 'slice',
      dueAt: campaign.updatedAt.getTime(),
      campaign,
    }));
  }

  /** Releases a slice of the posts that were held back by a pause which is over. @returns how many */
  private async release({ id }: CampaignRow): Promise<number> {
    const isOver = exists(
      this.database.orm
        .select({ id: campaigns.id })
        .from(campaigns)
        .where(
          and(
            eq(campaigns.id, id),
            eq(campaigns.isPaused, false),
            inArray(campaigns.state, ['scheduling', 'scheduled']),
          ),
        ),
    );
    const heldBack = this.database.orm
      .select({ id: posts.id })
      .from(posts)
      .where(and(eq(posts.campaignId, id), isHeldBack(), isOver))
      .limit(SLICE)
      .for('update', { skipLocked: true });
    const rows = await this.database.orm
      .update(posts)
      .set({ detail: null, nextStepAt: sql`${posts.publishAt}` })
      .where(inArray(posts.id, heldBack))
      .returning({ id: posts.id });
    if (rows.length > 0) this.logger.log({ event: 'campaigns.resumed', campaign: id, posts: rows.length });
    return rows.length;
  }
}

function isHeldBack(): SQL | undefined {
  return and(eq(posts.detail, 'campaign_paused'), eq(posts.status, 'SCHEDULED'));
}
