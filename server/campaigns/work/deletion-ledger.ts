import { Injectable } from '@nestjs/common';
import {
  and,
  eq,
  exists,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Owner } from '../../business-profile/port/business-profile-provider.js';
import { campaigns, campaignTargets } from '../../database/campaigns.schema.js';
import { googleConnections } from '../../database/connection.schema.js';
import { DATABASE_NOW, inMs, NOW } from '../../database/database-clock.js';
import { Database, type Orm } from '../../database/database.js';
import { posts, publishAttempts } from '../../database/schema.js';
import { lockWorkspaceAgainstDeletion } from '../../database/workspace-lock.js';
import { isUnclaimed } from '../../jobs/claims.js';
import { type DueTask, FIRST_OF_OWNER } from '../../jobs/due-work.js';
import { mayHaveArrived } from '../../posts/being-sent.js';
import { isOnItsWay } from './target-filter.js';
import { mayBeAtGoogle } from './campaign-undo.js';

type PostRow = typeof posts.$inferSelect;
type AttemptRow = typeof publishAttempts.$inferSelect;

/** Longer than deleting at Google can take: its turn among the edits of a profile, and a look at what is left. */
export const CLAIM_MS = 60_000;

export const MAY_BE_THERE =
  'Google may have this post: it neither confirmed it nor shows it. Check the location on Google.';
export const SEVERAL_ALIKE =
  'Google shows several posts with this text, and we don’t know which one Shingle sent. Check the location on Google.';

/** The result of a try: an outcome, or how long to wait before the next try. */
export type DeletionOutcome =
  | { undo: 'deleted' | 'leftover'; undoError?: string }
  | { waitMs: number; /** It does not count as a try. */ isFree?: boolean };

/** A location of an undone campaign whose post Google has, or may have. */
export interface DueDeletion extends DueTask<'delete'> {
  campaignId: string;
  subject: string;
}

/** A location that this process has claimed. */
export interface DeletionClaim {
  campaignId: string;
  locationId: string;
  owner: Owner;
  postId: string | null;
  leftAtGoogle: string | null;
  /** This one included. */
  tries: number;
  /** When it was claimed, by the database. */
  claimedAt: Date;
}

/** Keeps the claims of posts that are to be deleted at Google: `campaign_targets.undo_next_at` alone says when. */
@Injectable()
export class DeletionLedger {
  constructor(private readonly database: Database) {}

  /** The locations that are due in workspaces with a working connection: in each those that were tried least. */
  async due(): Promise<DueDeletion[]> {
    const { campaignId, locationId, undoTries, undoNextAt, leftAtGoogle } = campaignTargets;
    const { workspaceId, subject } = campaigns;
    const { orm } = this.database;
    const isConnected = exists(
      orm
        .select({ id: googleConnections.id })
        .from(googleConnections)
        .where(
          and(
            eq(googleConnections.workspaceId, workspaceId),
            eq(googleConnections.subject, subject),
            eq(googleConnections.state, 'connected'),
          ),
        ),
    );
    const turn = sql<number>`row_number() over (partition by ${workspaceId} order by ${undoTries}, ${campaignId}, ${locationId})`;
    const due = orm
      .select({ campaignId, locationId, workspaceId, subject, undoNextAt, turn: turn.as('turn') })
      .from(campaigns)
      .innerJoin(campaignTargets, eq(campaignTargets.campaignId, campaigns.id))
      .leftJoin(posts, eq(posts.id, campaignTargets.postId))
      .where(
        and(
          eq(campaigns.state, 'undoing'),
          isConnected,
          isDue(),
          or(
            isNotNull(leftAtGoogle),
            and(isSettled(), or(isNotNull(posts.googleName), exists(mayBeAtGoogle(orm)))),
          ),
        ),
      )
      .as('due');
    const rows = await orm.select().from(due).where(lte(due.turn, FIRST_OF_OWNER));
    return rows.map((row) => ({
      id: `${row.campaignId} ${row.locationId}`,
      owner: row.workspaceId,
      exclusiveKey: row.locationId,
      lane: 'delete',
      dueAt: row.undoNextAt?.getTime() ?? 0,
      campaignId: row.campaignId,
      subject: row.subject,
    }));
  }

  /** Claims a post that is due; undefined where another process was first. */
  async claim({
    owner: workspaceId,
    subject,
    campaignId,
    exclusiveKey: locationId,
  }: DueDeletion): Promise<DeletionClaim | undefined> {
    const { undoTries } = campaignTargets;
    return this.database.transaction(async (tx) => {
      await lockWorkspaceAgainstDeletion(tx, workspaceId);
      const [claimed] = await tx
        .update(campaignTargets)
        .set({ undoTries: sql`${undoTries} + 1`, undoNextAt: inMs(CLAIM_MS) })
        .where(
          and(
            eq(campaignTargets.campaignId, campaignId),
            eq(campaignTargets.locationId, locationId),
            isDue(),
          ),
        )
        .returning({ ...getTableColumns(campaignTargets), claimedAt: DATABASE_NOW });
      if (!claimed) return undefined;
      // Until the claim ends, publishing leaves the post alone.
      if (claimed.postId !== null)
        await tx
          .update(posts)
          .set({ nextStepAt: sql`greatest(${posts.nextStepAt}, ${inMs(CLAIM_MS)})` })
          .where(and(eq(posts.id, claimed.postId), isNotNull(posts.nextStepAt)));
      const { postId, leftAtGoogle, undoTries: tries, claimedAt } = claimed;
      const owner: Owner = { workspaceId, source: 'google', subject };
      return { campaignId, locationId, owner, postId, leftAtGoogle, tries, claimedAt };
    });
  }

  /** The post that is to be deleted, and those of its attempts that Google has taken or may have. */
  async sentOf(postId: string | null): Promise<{ post: PostRow | undefined; attempts: AttemptRow[] }> {
    if (postId === null) return { post: undefined, attempts: [] };
    const isOfPost = eq(publishAttempts.postId, postId);
    const { orm } = this.database;
    const [[post], attempts] = await Promise.all([
      orm.select().from(posts).where(eq(posts.id, postId)),
      orm
        .select()
        .from(publishAttempts)
        .where(and(isOfPost, or(isNotNull(publishAttempts.googleName), mayHaveArrived()))),
    ]);
    return { post, attempts };
  }

  /** Stores the outcome of a try. A post that is deleted there is deleted here; one that may be there stays and does not go out. */
  async record(
    { campaignId, locationId, owner, postId, tries }: DeletionClaim,
    outcome: DeletionOutcome,
  ): Promise<void> {
    // A later claim has another number.
    const isTarget = and(
      eq(campaignTargets.campaignId, campaignId),
      eq(campaignTargets.locationId, locationId),
      eq(campaignTargets.undoTries, tries),
      isNull(campaignTargets.undo),
    );
    await this.database.transaction(async (tx) => {
      await lockWorkspaceAgainstDeletion(tx, owner.workspaceId);
      if ('waitMs' in outcome) {
        const undoNextAt = inMs(outcome.waitMs);
        const undoTries = outcome.isFree ? tries - 1 : tries;
        await tx.update(campaignTargets).set({ undoNextAt, undoTries }).where(isTarget);
        return;
      }
      const ended = await tx
        .update(campaignTargets)
        .set({ ...outcome, undoNextAt: null })
        .where(isTarget)
        .returning({ locationId: campaignTargets.locationId });
      if (ended.length === 0 || postId === null) return;
      if (outcome.undo === 'deleted') await tx.delete(posts).where(eq(posts.id, postId));
      else await keepFromGoingOut(tx, postId);
    });
  }
}

async function keepFromGoingOut(tx: Orm, postId: string): Promise<void> {
  await tx
    .update(posts)
    .set({
      status: 'FAILED',
      detail: 'unconfirmed',
      nextStepAt: null,
      leaseUntil: null,
      errorDetails: MAY_BE_THERE,
      version: sql`${posts.version} + 1`,
    })
    .where(
      and(eq(posts.id, postId), inArray(posts.status, ['SCHEDULED', 'FAILED']), isNull(posts.googleName)),
    );
}

function isDue(): SQL | undefined {
  const { undo, leftOut, undoNextAt } = campaignTargets;
  return and(isNull(undo), isNull(leftOut), or(isNull(undoNextAt), lte(undoNextAt, NOW)));
}

/** Whether the post of a location is neither being worked on nor being looked for. */
function isSettled(): SQL | undefined {
  return and(not(isOnItsWay()), isUnclaimed(posts));
}
