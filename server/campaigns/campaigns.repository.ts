import { Injectable } from '@nestjs/common';
import { and, count, eq, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import { type CampaignRow, campaigns, campaignTargets } from '../database/campaigns.schema.js';
import { Database, type Orm } from '../database/database.js';
import { posts } from '../database/schema.js';
import { lockWorkspaceExclusively } from '../database/workspace-lock.js';
import { AppError } from '../errors/app-error.js';
import { isUnmade } from './work/target-filter.js';

/** How many posts of campaigns may wait for their time in a workspace. */
const MAX_WAITING = 20_000;

/** The new values of a campaign's row; undefined: it stays as it is. */
type CampaignChange = Partial<CampaignRow> | undefined;

/** How many drafts a workspace can have. */
const MAX_DRAFTS = 50;

/** Stores campaigns. Their plans are stored by `CampaignPlanRepository`. */
@Injectable()
export class CampaignsRepository {
  constructor(private readonly database: Database) {}

  /** A campaign of the workspace, in any state and of any Google account. */
  async find(workspaceId: string, id: string): Promise<CampaignRow | undefined> {
    const [row] = await this.database.orm.select().from(campaigns).where(isCampaign(workspaceId, id));
    return row;
  }

  /**
   * Changes the row of a campaign under its lock and that of its workspace, if `work` says how; what `work` does commits
   * with it. Errors: `not_found`, those of `work`.
   */
  async change(
    workspaceId: string,
    id: string,
    updatedAt: Date,
    work: (tx: Orm, row: CampaignRow) => CampaignChange | Promise<CampaignChange>,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockWorkspaceExclusively(tx, workspaceId);
      const [row] = await tx.select().from(campaigns).where(isCampaign(workspaceId, id)).for('no key update');
      if (!row) throw AppError.of('not_found');
      const change = await work(tx, row);
      if (!change) return;
      await tx
        .update(campaigns)
        .set({ ...change, version: row.version + 1, updatedAt })
        .where(eq(campaigns.id, id));
    });
  }

  /** Stores a new draft. Errors: `too_many_campaigns`. */
  async addDraft(tx: Orm, draft: CampaignRow): Promise<void> {
    const { workspaceId } = draft;
    await lockWorkspaceExclusively(tx, workspaceId);
    const drafts = and(eq(campaigns.workspaceId, workspaceId), eq(campaigns.state, 'draft'));
    if ((await tx.$count(campaigns, drafts)) >= MAX_DRAFTS) throw AppError.of('too_many_campaigns');
    await tx.insert(campaigns).values(draft);
  }

  /** False when the workspace has no draft of that id. */
  async deleteDraft(workspaceId: string, id: string): Promise<boolean> {
    const deleted = await this.database.orm
      .delete(campaigns)
      .where(and(isCampaign(workspaceId, id), eq(campaigns.state, 'draft')))
      .returning({ id: campaigns.id });
    return deleted.length > 0;
  }

  /** Deletes the drafts that were last changed before an instant. @returns how many */
  async dropOldDrafts(before: Date): Promise<number> {
    const dropped = await this.database.orm
      .delete(campaigns)
      .where(and(eq(campaigns.state, 'draft'), lt(campaigns.updatedAt, before)))
      .returning({ id: campaigns.id });
    return dropped.length;
  }

  /** How many posts a plan has, and for how many of them the time has passed. */
  async countPlanned(tx: Orm, id: string, now: Date): Promise<{ planned: number; past: number }> {
    const { campaignId, leftOut, publishAt } = campaignTargets;
    const [row] = await tx
      .select({ planned: count(), past: sql`count(*) filter (where ${lte(publishAt, now)})`.mapWith(Number) })
      .from(campaignTargets)
      .where(and(eq(campaignId, id), isNull(leftOut)));
    return row ?? { planned: 0, past: 0 };
  }

  /** Refuses posts for which there is no room beside those of confirmed campaigns that wait. Errors: `too_many_campaign_posts`. */
  async checkRoom(tx: Orm, workspaceId: string, wanted: number): Promise<void> {
    if ((await this.countWaiting(tx, workspaceId)) + wanted > MAX_WAITING)
      throw AppError.of('too_many_campaign_posts');
  }

  /** How many posts of confirmed campaigns wait in a workspace, or are still to be made. */
  private async countWaiting(tx: Orm, workspaceId: string): Promise<number> {
    const waiting = await tx.$count(
      posts,
      and(
        eq(posts.workspaceId, workspaceId),
        inArray(posts.status, ['SCHEDULED', 'QUEUED']),
        isNotNull(posts.campaignId),
      ),
    );
    return waiting + (await countUnmade(tx, workspaceId));
  }
}

/** How many posts of the confirmed campaigns of a workspace are still to be made. */
export async function countUnmade(orm: Orm, workspaceId: string): Promise<number> {
  const [row] = await orm
    .select({ count: count() })
    .from(campaigns)
    .innerJoin(campaignTargets, eq(campaignTargets.campaignId, campaigns.id))
    .where(and(eq(campaigns.workspaceId, workspaceId), eq(campaigns.state, 'scheduling'), isUnmade()));
  return row?.count ?? 0;
}

/** One campaign of a workspace. */
export function isCampaign(workspaceId: string, id: string): SQL | undefined {
  return and(eq(campaigns.workspaceId, workspaceId), eq(campaigns.id, id));
}

export function isUndone({ state }: CampaignRow): boolean {
  return state === 'undoing' || state === 'undone';
}

/** Whether a draft has the plan that it had in a version that a person has seen; it may have been renamed since. */
export function hasPlanOf({ version, plan }: CampaignRow, seen: number): boolean {
  return seen >= (plan?.version ?? version) && seen <= version;
}

/** Errors: `campaign_undone`. */
export function refuseUndone(row: CampaignRow): void {
  if (isUndone(row)) throw AppError.of('campaign_undone');
}

/** Errors: `campaign_not_confirmed`. */
export function refuseDraft({ state }: CampaignRow): void {
  if (state === 'draft') throw AppError.of('campaign_not_confirmed');
}
