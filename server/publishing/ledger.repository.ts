import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { NOW } from '../database/database-clock.js';
import { Database, type Orm } from '../database/database.js';
import { posts, publishAttempts } from '../database/schema.js';
import { WAITING_DETAILS } from '../database/waiting-details.js';
import { rootOf } from '../errors/database-errors.js';
import { ClaimOver, claimRows, isDue, isHeld, lockClaim } from '../jobs/claims.js';
import { readDue } from '../jobs/due-rows.js';
import type { DueTask } from '../jobs/due-work.js';
import { noteEvents } from '../notices/events/outbox.js';
import { mayHaveArrived } from '../posts/being-sent.js';
import type { AttemptRow } from '../posts/posts.repository.js';
import { postEvents } from './post-events.js';
import { PostClaim, type PostResult, LEASE_MS } from './steps.js';

/**
 * Stores an intent if the claim holds and the post's campaign lets it go, in one statement, so that neither another claim nor
 * a change of the campaign comes between: the campaign's row is locked before the post's, as everywhere, and a pause,
 * a change and an undo of it lock that row too.
 */
const INTENT = `
  with campaign as materialized (
    select state, is_paused, revision from campaigns where id = $9 for share
  )
  insert into publish_attempts
    (post_id, attempt, started_at, sent_at, google_date, account_id, location_id, body_hash)
  select id, attempt, $3::timestamptz, $4::timestamptz, $5::timestamptz, $6, $7, $8
    from posts
   where id = $1 and attempt = $2 and lease_until > shingle_now()
     and ($9::uuid is null or exists (
       select 1 from campaign
        where state in ('scheduling', 'scheduled') and not is_paused and not exists (
          select 1 from campaign_targets target where target.post_id = $1 and target.revision < campaign.revision)))
     for update
  on conflict (post_id, attempt) do update
    set (sent_at, google_date, account_id, location_id, body_hash) =
      (excluded.sent_at, excluded.google_date, excluded.account_id, excluded.location_id, excluded.body_hash)
  returning post_id`;
/** SQLSTATE of Postgres. */
const UNIQUE_VIOLATION = '23505';
/** Calls in the same turn of the event loop share one query; nothing is remembered. */
const TOGETHER = { cache: false, maxBatchSize: 100 };

/** A post that was taken by the platform is followed up, not sent. */
export type PostLane = 'send' | 'follow-up';

/** Thrown when another post has the platform's name by now: nothing is recorded, and the claim still holds. */
export class NameTaken extends Error {}

/**
 * Records what happens to posts at the platform. Each change is made under a claim that holds, or not at all: a claim has a
 * number (`posts.attempt`), and a later claim ends the earlier ones.
 */
@Injectable()
export class LedgerRepository {
  private readonly claims = new DataLoader((ids: readonly string[]) => this.claimAll(ids), TOGETHER);
  private readonly unconfirmed = new DataLoader(
    (ids: readonly string[]) => this.findUnconfirmed(ids),
    TOGETHER,
  );

  constructor(private readonly database: Database) {}

  /**
   * Claims a post that is due and not claimed; undefined otherwise. While the claim holds nothing else changes the post.
   * If the process dies, the post is due again when the claim ends.
   */
  claim(id: string): Promise<PostClaim | undefined> {
    return this.claims.load(id);
  }

  /**
   * Commits the intent to send, before anything leaves. Errors: `ClaimOver` when the claim does not hold any more, or the
   * campaign has been paused, changed or undone since; then nothing may leave.
   */
  async intend(
    claim: PostClaim,
    attempt: Pick<AttemptRow, 'googleDate' | 'accountId' | 'locationId' | 'bodyHash'>,
  ): Promise<void> {
    const { googleDate, accountId, locationId, bodyHash } = attempt;
    const times = [claim.claimedAt, claim.now(), googleDate].map((time) => time?.toISOString() ?? null);
    const { id, attempt: number, campaignId } = claim.post;
    const values = [id, number, ...times, accountId, locationId, bodyHash, campaignId];
    const { rows } = await this.database.executeSql(INTENT, values);
    if (rows.length === 0) throw new ClaimOver('the claim is over, or the campaign holds the post back');
    claim.checkThatSendingFits();
  }

  /**
   * Records the result of a step and ends the claim. False, and nothing recorded, when the claim is over already.
   * Errors: `NameTaken`.
   */
  async finish(claim: PostClaim, result: PostResult): Promise<boolean> {
    const { answeredName } = result;
    try {
      return await this.record(claim, result).catch((error: unknown) => {
        if (answeredName === undefined || !isNameTaken(error)) throw error;
        return this.record(claim, result, (tx) => this.takeName(tx, answeredName, claim));
      });
    } catch (error) {
      if (isNameTaken(error)) throw new NameTaken('the name is another post’s', { cause: error });
      throw error;
    }
  }

  /** The attempts of a claimed post that may have published it: their outcome is not known, or Google did not list them. */
  async unconfirmedAttempts({ post: { id, attempt } }: PostClaim): Promise<AttemptRow[]> {
    // Each claim has a number, so that there is no attempt before the first.
    return attempt === 1 ? [] : this.unconfirmed.load(id);
  }

  /** When a post of that name was sent. */
  async sentAt(postId: string, googleName: string): Promise<Date | null> {
    const [attempt] = await this.database.orm
      .select({ sentAt: publishAttempts.sentAt })
      .from(publishAttempts)
      .where(and(eq(publishAttempts.postId, postId), eq(publishAttempts.googleName, googleName)));
    return attempt?.sentAt ?? null;
  }

  /** The posts that are due: of each location the first to be sent and the first to be followed up. */
  due(): Promise<DueTask<PostLane>[]> {
    const isOut = sql`(${posts.status} = 'PUBLISHED' or coalesce(${posts.detail}, '') = 'in_review')`;
    const { workspaceId, locationId } = posts;
    const lane = sql<PostLane>`case when ${isOut} then 'follow-up' else 'send' end`;
    return readDue(this.database.orm, posts, {
      exclusiveKey: locationId,
      lane,
      each: [workspaceId, locationId],
    });
  }

  private async claimAll(ids: readonly string[]): Promise<(PostClaim | undefined)[]> {
    // What another transaction has locked is not waited for: it is still due at the next reading.
    const due = this.database.orm
      .select({ id: posts.id })
      .from(posts)
      .where(and(inArray(posts.id, [...ids]), isDue(posts)))
      .for('update', { skipLocked: true });
    const wasSure = or(eq(posts.status, 'SCHEDULED'), inArray(posts.detail, [...WAITING_DETAILS]));
    const claimed = await claimRows(this.database.orm, posts, LEASE_MS, inArray(posts.id, due), {
      status: sql`case when ${posts.status} = 'SCHEDULED' then 'QUEUED' else ${posts.status} end`,
      detail: sql`case when ${wasSure} then null else ${posts.detail} end`,
    });
    const claims = new Map(claimed.map(({ row, clock }) => [row.id, new PostClaim(row, clock)]));
    return ids.map((id) => {
      const claim = claims.get(id);
      // An id that was asked for twice is claimed once.
      claims.delete(id);
      return claim;
    });
  }

  private async findUnconfirmed(ids: readonly string[]): Promise<AttemptRow[][]> {
    const rows = await this.database.orm
      .select()
      .from(publishAttempts)
      .where(and(inArray(publishAttempts.postId, [...ids]), mayHaveArrived()))
      .orderBy(asc(publishAttempts.attempt));
    return ids.map((id) => rows.filter(({ postId }) => postId === id));
  }

  /** @param before what to do first in the same transaction, while the claim holds */
  private record(
    claim: PostClaim,
    { post: change, attempts = [] }: PostResult,
    before?: (tx: Orm) => Promise<void>,
  ): Promise<boolean> {
    const { id, status } = claim.post;
    const isFinal = change.status === 'PUBLISHED' || change.status === 'FAILED';
    const grows = isFinal && change.status !== status;
    return this.database.transaction(async (tx) => {
      if (before && (await lockClaim(tx, posts, claim.post))) await before(tx);
      const recorded = await tx
        .update(posts)
        .set({
          ...change,
          ...(grows && { version: sql`${posts.version} + 1` }),
          leaseUntil: null,
          updatedAt: claim.now(),
        })
        .where(isHeld(posts, claim.post))
        .returning({ id: posts.id });
      if (recorded.length === 0) return false;
      for (const { change: attemptChange, ...which } of attempts)
        await tx
          .update(publishAttempts)
          .set(attemptChange)
          .where(
            and(
              eq(publishAttempts.postId, id),
              'number' in which
                ? eq(publishAttempts.attempt, which.number)
                : eq(publishAttempts.googleName, which.googleName),
            ),
          );
      await noteEvents(tx, postEvents(claim, change));
      return true;
    });
  }

  /** Takes the name from another post that was believed to have it: the outcome of that post is open again. */
  private async takeName(tx: Orm, name: string, { post }: PostClaim): Promise<void> {
    const [other] = await tx
      .update(posts)
      .set({
        status: 'QUEUED',
        detail: 'unconfirmed',
        googleName: null,
        googleUrl: null,
        publishedAt: null,
        errorDetails: null,
        nextStepAt: NOW,
      })
      .where(and(eq(posts.googleName, name), ne(posts.id, post.id)))
      .returning({ id: posts.id });
    if (!other) return;
    await tx
      .update(publishAttempts)
      .set({ outcome: 'unconfirmed', googleName: null, endedAt: null })
      .where(and(eq(publishAttempts.postId, other.id), eq(publishAttempts.googleName, name)));
  }
}

/** Both databases name the violated constraint in the same fields. */
function isNameTaken(error: unknown): boolean {
  const { code, constraint } = rootOf(error) as { code?: unknown; constraint?: unknown };
  return code === UNIQUE_VIOLATION && constraint === 'posts_google_name';
}
