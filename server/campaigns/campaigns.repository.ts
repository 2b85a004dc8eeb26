import { Injectable } from '@nestjs/common';
import { and, count, eq, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import { type CampaignRow, campaigns, campaignTargets } from '../database/campaigns.schema.js';
import { Database, type Orm } from '../database/database.js';
import { posts } from '../database/schema.js';
import { lockWorkspaceExclusively } from '../database/workspace-lock.js';
import { AppError } from '../errors/app-error.js';
import { isUnmade } from './work/target-filter.js';

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

  /** A campaign whose row stays locked until the transaction ends. */
  async lock(tx: Orm, workspaceId: string, id: string): Promise<CampaignRow | undefined> {
    const [row] = await tx.select().from(campaigns).where(isCampaign(workspaceId, id)).for('no key update');
    return row;
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

  /** How many posts of confirmed campaigns wait in a workspace, or are still to be made. */
  async countWaiting(tx: Orm, workspaceId: string): Promise<number> {
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
