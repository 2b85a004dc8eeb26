import { Injectable } from '@nestjs/common';
import { and, eq, lt } from 'drizzle-orm';
import { type CampaignRow, campaigns } from '../database/campaigns.schema.js';
import { Database, type Orm } from '../database/database.js';
import { lockWorkspaceExclusively } from '../database/workspace-lock.js';
import { AppError } from '../errors/app-error.js';

/** How many drafts a workspace can have. */
const MAX_DRAFTS = 50;

/** Stores campaigns that are planned and not confirmed yet. */
@Injectable()
export class CampaignDraftsRepository {
  constructor(private readonly database: Database) {}

  /** A campaign of the workspace in any state. */
  async find(workspaceId: string, id: string): Promise<CampaignRow | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(campaigns)
      .where(and(eq(campaigns.workspaceId, workspaceId), eq(campaigns.id, id)));
    return row;
  }

  /**
   * Stores a new draft. The workspace's row stays locked until the transaction ends, so that several requests at once do not
   * all take the last place. Errors: `too_many_campaigns`.
   */
  async add(tx: Orm, draft: CampaignRow): Promise<void> {
    const { workspaceId } = draft;
    await lockWorkspaceExclusively(tx, workspaceId);
    const drafts = and(eq(campaigns.workspaceId, workspaceId), eq(campaigns.state, 'draft'));
    if ((await tx.$count(campaigns, drafts)) >= MAX_DRAFTS) throw AppError.of('too_many_campaigns');
    await tx.insert(campaigns).values(draft);
  }

  /** False when the workspace has no draft of that id. */
  async delete(workspaceId: string, id: string): Promise<boolean> {
    const deleted = await this.database.orm
      .delete(campaigns)
      .where(and(eq(campaigns.workspaceId, workspaceId), eq(campaigns.id, id), eq(campaigns.state, 'draft')))
      .returning({ id: campaigns.id });
    return deleted.length > 0;
  }

  /** Deletes the drafts that were last changed before an instant. Answers how many. */
  async dropOld(before: Date): Promise<number> {
    const dropped = await this.database.orm
      .delete(campaigns)
      .where(and(eq(campaigns.state, 'draft'), lt(campaigns.updatedAt, before)))
      .returning({ id: campaigns.id });
    return dropped.length;
  }

  transaction<T>(work: (tx: Orm) => Promise<T>): Promise<T> {
    return this.database.transaction(work);
  }
}
