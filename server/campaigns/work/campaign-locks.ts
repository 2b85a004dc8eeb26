import { Injectable } from '@nestjs/common';
import { eq } from 'drizzle-orm';
import { Clock } from '../../config/clock.js';
import { type CampaignRow, campaigns } from '../../database/campaigns.schema.js';
import { Database, type Orm } from '../../database/database.js';
import { lockWorkspaceAgainstDeletion } from '../../database/workspace-lock.js';

/** The most posts of one transaction. */
export const SLICE = 250;

/** Lets one process at a time work on a campaign. */
@Injectable()
export class CampaignLocks {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Does a part of the work in one transaction, under the lock of the campaign's row. If anything was done, the campaign has
   * had its turn.
   * @returns undefined when another process works on it, or it has changed since it was read
   */
  hold<Done>(
    { id, workspaceId, state, revision }: CampaignRow,
    work: (tx: Orm) => Promise<Done>,
  ): Promise<Done | undefined> {
    return this.database.transaction(async (tx) => {
      await lockWorkspaceAgainstDeletion(tx, workspaceId);
      const [row] = await tx
        .select({ state: campaigns.state, revision: campaigns.revision })
        .from(campaigns)
        .where(eq(campaigns.id, id))
        .for('no key update', { skipLocked: true });
      if (row?.state !== state || row.revision !== revision) return undefined;
      const done = await work(tx);
      if (done) await tx.update(campaigns).set({ updatedAt: this.clock.now() }).where(eq(campaigns.id, id));
      return done;
    });
  }
}
