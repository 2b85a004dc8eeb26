import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { and, asc, eq, exists, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { BusinessProfileProvider, Owner } from '../business-profile/business-profile-provider.js';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import { campaigns, campaignTargets } from '../database/campaigns.schema.js';
import { googleConnections } from '../database/connection.schema.js';
import { Database, type Orm } from '../database/database.js';
import { posts, publishAttempts } from '../database/schema.js';
import { AppError, type ErrorCode } from '../errors/app-error.js';
import { rootOf } from '../errors/database-errors.js';
import { IntervalTasks } from '../jobs/interval-tasks.js';
import { lockWorkspace } from './campaign-locks.js';
import { mayBeAtGoogle } from './campaign-undo.js';

type AttemptRow = typeof publishAttempts.$inferSelect;

const LOOK_EVERY_MS = 1_000;
/** How many posts one process deletes at Google at a time. */
const AT_ONCE = 4;
/** Longer than deleting at Google can take: its turn among the edits of a profile, and a look at what is left. */
const CLAIM_MS = 60_000;
const HOUR_MS = 60 * 60_000;
/** After so many failures, the last of them about three hours after the first, the post is a leftover. */
const MAX_TRIES = 10;
const WITHOUT_CONNECTION: readonly ErrorCode[] = [
  'google/reconnect',
  'connect/held',
  'connect/not-connected',
];
/** The largest difference between two synchronized clocks. */
const TOLERANCE_MS = 30_000;

const MAY_BE_THERE =
  'Google may have this post: it neither confirmed it nor shows it. Check the location on Google.';

/** What a try has come to: an outcome, or how long to wait before the next. */
type Outcome =
  | { undo: 'deleted' | 'leftover'; undoError?: string }
  | { waitMs: number; /** It does not count as a try. */ isFree?: boolean };

/** A post of an undone campaign that Google has, or may have. */
interface Claim {
  campaignId: string;
  locationId: string;
  owner: Owner;
  postId: string | null;
  leftAtGoogle: string | null;
  /** This one included. */
  tries: number;
}

/**
 * Deletes at Google what undone campaigns have published. The intent commits before each call, and a post that Google no
 * longer has counts as deleted, so that a call can be repeated after any crash. Failures are tried again for hours; what is
 * still there then is named.
 */
@Injectable()
export class CampaignDeletions implements OnModuleInit {
  private readonly logger = new Logger('Campaigns');

  constructor(
    private readonly intervalTasks: IntervalTasks,
    private readonly database: Database,
    private readonly providers: BusinessProfileProviders,
  ) {}

  onModuleInit(): void {
    this.intervalTasks.repeat('Deleting posts of undone campaigns', LOOK_EVERY_MS, () => this.dispatch());
  }

  /** Deletes all that is due. */
  async dispatch(): Promise<void> {
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (let claim = await this.claim(); claim; claim = await this.claim()) await this.take(claim);
    });
    await Promise.all(workers);
  }

  /** Claims the next post that is due: the one that was tried least, of any workspace whose connection works. */
  private async claim(): Promise<Claim | undefined> {
    const { campaignId, locationId, undoTries, leftAtGoogle } = campaignTargets;
    const { orm } = this.database;
    const isConnected = exists(
      orm
        .select({ id: googleConnections.id })
        .from(googleConnections)
        .where(
          and(
            eq(googleConnections.workspaceId, campaigns.workspaceId),
            eq(googleConnections.subject, campaigns.subject),
            eq(googleConnections.state, 'connected'),
          ),
        ),
    );
    const next = await orm
      .select({ target: campaignTargets, workspaceId: campaigns.workspaceId, subject: campaigns.subject })
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
      // Several processes and workspaces share the work.
      .orderBy(asc(undoTries), sql`random()`)
      .limit(1);
    const [found] = next;
    if (!found) return undefined;
    const { target, workspaceId, subject } = found;
    const isTarget = and(eq(campaignId, target.campaignId), eq(locationId, target.locationId));
    return this.database.transaction(async (tx) => {
      await lockWorkspace(tx, workspaceId);
      const end = sql`shingle_now() + ${`${CLAIM_MS} milliseconds`}::interval`;
      const [claimed] = await tx
        .update(campaignTargets)
        .set({ undoTries: sql`${undoTries} + 1`, undoNextAt: sql`${end}` })
        .where(and(isTarget, isDue()))
        .returning();
      if (!claimed) return { ...toClaim(target, workspaceId, subject), tries: 0 };
      // Until then nothing looks after the post.
      if (claimed.postId !== null)
        await tx
          .update(posts)
          .set({ nextStepAt: sql`greatest(${posts.nextStepAt}, ${end})` })
          .where(and(eq(posts.id, claimed.postId), isNotNull(posts.nextStepAt)));
      return toClaim(claimed, workspaceId, subject);
    });
  }

  /** Takes one claimed post away. */
  private async take(claim: Claim): Promise<void> {
    // Another process was first.
    if (claim.tries === 0) return;
    const { campaignId: campaign, locationId: location, tries } = claim;
    const outcome = await this.delete(claim).catch((error: unknown) => this.afterFailure(claim, error));
    await this.record(claim, outcome);
    this.logger.log({
      event: 'campaigns.deletion',
      campaign,
      location,
      tries,
      outcome: 'undo' in outcome ? outcome.undo : 'put_off',
    });
  }

  private async delete({ owner, postId, leftAtGoogle }: Claim): Promise<Outcome> {
    const provider = this.providers.named(owner.source);
    const attempts = await this.attemptsOf(postId);
    const [post] =
      postId === null ? [] : await this.database.orm.select().from(posts).where(eq(posts.id, postId));
    const doubtful = attempts.filter(({ googleName }) => googleName === null);
    const known = [leftAtGoogle, post?.googleName, ...attempts.map(({ googleName }) => googleName)];
    const seen = await this.look(provider, owner, doubtful);
    const names = [...new Set([...known, ...seen])].filter((name) => typeof name === 'string');
    for (const name of names) await provider.deletePublished(owner, name);
    return names.length > 0 ? { undo: 'deleted' } : { undo: 'leftover', undoError: MAY_BE_THERE };
  }

  /** What Google shows by now of attempts that it may have taken. */
  private async look(
    provider: BusinessProfileProvider,
    owner: Owner,
    attempts: AttemptRow[],
  ): Promise<string[]> {
    const found: string[] = [];
    for (const { accountId, locationId, bodyHash, sentAt } of attempts) {
      if (accountId === null || locationId === null || sentAt === null) continue;
      const since = sentAt.getTime() - TOLERANCE_MS;
      for await (const page of provider.listPublished(owner, { accountId, locationId }))
        for (const { name, createTime, bodyHash: hash } of page)
          if (name !== null && hash === bodyHash && (createTime === null || createTime.getTime() >= since))
            found.push(name);
    }
    if (found.length === 0) return [];
    const ours = await this.database.orm
      .select({ name: publishAttempts.googleName })
      .from(publishAttempts)
      .where(inArray(publishAttempts.googleName, found));
    const known = new Set(ours.map(({ name }) => name));
    return found.filter((name) => !known.has(name));
  }

  private async attemptsOf(postId: string | null): Promise<AttemptRow[]> {
    if (postId === null) return [];
    const { googleName, outcome, sentAt } = publishAttempts;
    const mayBeThere = and(
      isNotNull(sentAt),
      or(isNull(outcome), inArray(outcome, ['unconfirmed', 'not_found'])),
    );
    return this.database.orm
      .select()
      .from(publishAttempts)
      .where(and(eq(publishAttempts.postId, postId), or(isNotNull(googleName), mayBeThere)));
  }

  /** A lost connection is waited for, whatever time it takes. */
  private afterFailure({ tries }: Claim, error: unknown): Outcome {
    if (!(error instanceof AppError)) {
      this.logger.error({ event: 'campaigns.fault', reason: String(rootOf(error)) });
      return { waitMs: distanceMs(tries) };
    }
    if (WITHOUT_CONNECTION.some((code) => code === error.code)) return { waitMs: CLAIM_MS, isFree: true };
    if (tries < MAX_TRIES) return { waitMs: distanceMs(tries) };
    return { undo: 'leftover', undoError: `This post is still on Google. ${error.message}` };
  }

  /** What is deleted there is deleted here; what may be there stays as a failed post that does not go out. */
  private async record(
    { campaignId, locationId, owner, postId, tries }: Claim,
    outcome: Outcome,
  ): Promise<void> {
    const isTarget = and(
      eq(campaignTargets.campaignId, campaignId),
      eq(campaignTargets.locationId, locationId),
      isNull(campaignTargets.undo),
    );
    await this.database.transaction(async (tx) => {
      await lockWorkspace(tx, owner.workspaceId);
      if ('waitMs' in outcome) {
        const undoNextAt = sql`shingle_now() + ${`${outcome.waitMs} milliseconds`}::interval`;
        const undoTries = outcome.isFree ? tries - 1 : tries;
        await tx.update(campaignTargets).set({ undoNextAt, undoTries }).where(isTarget);
        return;
      }
      await tx
        .update(campaignTargets)
        .set({ ...outcome, undoNextAt: null })
        .where(isTarget);
      if (postId === null) return;
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

function toClaim(
  { campaignId, locationId, postId, leftAtGoogle, undoTries: tries }: typeof campaignTargets.$inferSelect,
  workspaceId: string,
  subject: string,
): Claim {
  const owner: Owner = { workspaceId, source: 'google', subject };
  return { campaignId, locationId, owner, postId, leftAtGoogle, tries };
}

function isDue(): SQL | undefined {
  const { undo, leftOut, undoNextAt } = campaignTargets;
  return and(isNull(undo), isNull(leftOut), or(isNull(undoNextAt), lte(undoNextAt, sql`shingle_now()`)));
}

/** Nothing is being done with it, and it is not being looked for. */
function isSettled(): SQL | undefined {
  const { status, detail, leaseUntil } = posts;
  const isOnItsWay = sql`(${status} = 'QUEUED' and coalesce(${detail}, 'unconfirmed') = 'unconfirmed')`;
  return and(sql`not ${isOnItsWay}`, or(isNull(leaseUntil), lte(leaseUntil, sql`shingle_now()`)));
}

function distanceMs(tries: number): number {
  return Math.min(HOUR_MS, 15_000 * 2 ** (tries - 1));
}
