import { Injectable } from '@nestjs/common';
import { and, asc, eq, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { Database, type Orm } from '../database/database.js';
import { posts, publishAttempts } from '../database/schema.js';
import type { AttemptRow, PostRow } from '../posts/posts.repository.js';
import { rootOf } from '../errors/root-cause.js';
import { type DuePost, PublishJobs } from '../posts/publish-jobs.js';
import { Claim, NotNow } from './claim.js';
import { LEASE_MS } from './step-times.js';

/** The one clock that decides what is due and who may work on it. */
const NOW = sql`shingle_now()`;
/** SQLSTATE of Postgres. */
const UNIQUE_VIOLATION = '23505';
const LEASE_END = sql`${NOW} + ${sql.raw(`interval '${LEASE_MS} milliseconds'`)}`;

/** What a step makes of a post and of its attempts. */
export interface Result {
  post: Pick<PostRow, 'status' | 'detail' | 'nextStepAt'> & Partial<PostRow>;
  attempts?: ({ change: Partial<AttemptRow> } & ({ number: number } | { googleName: string }))[];
  /** The name that the platform itself has answered: it is this post's, whoever was thought to have it. */
  answeredName?: string;
}

/** Thrown when a name of the platform's has become another post's meanwhile: nothing is recorded, and the claim holds. */
export class NameTaken extends Error {}

/** Where posts stand with the platform: every change is made by whoever holds the claim, or not at all. */
@Injectable()
export class LedgerRepository {
  constructor(
    private readonly database: Database,
    private readonly jobs: PublishJobs,
  ) {}

  /**
   * Claims a post that is due and that nobody works on; undefined otherwise. From then on nobody else changes it, and
   * should nothing come of the claim, the post is due again when it ends.
   */
  async claim(id: string): Promise<Claim | undefined> {
    const askedAt = performance.now();
    const due = this.database.orm
      .select({ id: posts.id })
      .from(posts)
      .where(and(eq(posts.id, id), isDue()))
      .for('update', { skipLocked: true });
    const wasSure = sql`${posts.status} = 'SCHEDULED' or ${posts.detail} = 'waiting_for_quota'`;
    const [post] = await this.database.orm
      .update(posts)
      .set({
        attempt: sql`${posts.attempt} + 1`,
        leaseUntil: LEASE_END,
        nextStepAt: LEASE_END,
        status: sql`case when ${posts.status} = 'SCHEDULED' then 'QUEUED' else ${posts.status} end`,
        detail: sql`case when ${wasSure} then null else ${posts.detail} end`,
      })
      .where(inArray(posts.id, due))
      .returning();
    return post && new Claim(post, askedAt);
  }

  /**
   * Commits the intent to send, before anything leaves. Errors: `NotNow` when the claim does not hold any more; then
   * nothing may leave.
   */
  async intend(
    claim: Claim,
    attempt: Pick<AttemptRow, 'googleDate' | 'accountId' | 'locationId' | 'bodyHash'>,
  ) {
    const { post } = claim;
    const intent = { ...attempt, sentAt: claim.now() };
    await this.database.orm.transaction(async (tx) => {
      const [held] = await tx
        .select({ id: posts.id })
        .from(posts)
        .where(and(isHeldBy(claim), sql`${posts.leaseUntil} > ${NOW}`))
        .for('update');
      if (!held) throw new NotNow('the claim is over');
      await tx
        .insert(publishAttempts)
        .values({ postId: post.id, attempt: post.attempt, startedAt: claim.claimedAt, ...intent })
        .onConflictDoUpdate({ target: [publishAttempts.postId, publishAttempts.attempt], set: intent });
    });
    claim.checkThatSendingFits();
  }

  /**
   * Records what a step has come to and ends the claim, together with the job of the next step. False, and nothing
   * recorded, when the claim is not this one any more. Errors: `NameTaken`.
   */
  async finish(claim: Claim, result: Result): Promise<boolean> {
    const recorded = await this.record(claim, result).catch((error: unknown) => {
      throw isNameTaken(rootOf(error))
        ? new NameTaken('the name is another post’s', { cause: error })
        : error;
    });
    if (recorded) this.jobs.wakeFor(recorded);
    return recorded !== undefined;
  }

  private record(
    claim: Claim,
    { post: change, attempts = [], answeredName }: Result,
  ): Promise<PostRow | undefined> {
    const { post } = claim;
    const isFinal = change.status === 'PUBLISHED' || change.status === 'FAILED';
    return this.database.orm.transaction(async (tx) => {
      const [held] = await tx.select({ id: posts.id }).from(posts).where(isHeldBy(claim)).for('update');
      if (!held) return undefined;
      if (answeredName !== undefined) await this.takeName(tx, answeredName, claim);
      const [row] = await tx
        .update(posts)
        .set({
          ...change,
          leaseUntil: null,
          updatedAt: claim.now(),
          ...(isFinal && change.status !== post.status && { version: sql`${posts.version} + 1` }),
        })
        .where(eq(posts.id, post.id))
        .returning();
      for (const { change: attemptChange, ...which } of attempts)
        await tx
          .update(publishAttempts)
          .set(attemptChange)
          .where(
            and(
              eq(publishAttempts.postId, post.id),
              'number' in which
                ? eq(publishAttempts.attempt, which.number)
                : eq(publishAttempts.googleName, which.googleName),
            ),
          );
      if (row) await this.jobs.send(tx, row);
      return row;
    });
  }

  /** Attempts of a post of which it is not known, or was not found, what came of them. */
  async doubtful(postId: string): Promise<AttemptRow[]> {
    return this.database.orm
      .select()
      .from(publishAttempts)
      .where(
        and(
          eq(publishAttempts.postId, postId),
          isNotNull(publishAttempts.sentAt),
          or(isOpen(), eq(publishAttempts.outcome, 'not_found')),
        ),
      )
      .orderBy(asc(publishAttempts.attempt));
  }

  /** Attempts of other posts with the same content at the same place of which it is not known what came of them. */
  async rivalsOf({ postId, locationId, bodyHash }: AttemptRow): Promise<AttemptRow[]> {
    if (locationId === null || bodyHash === null) return [];
    return this.database.orm
      .select()
      .from(publishAttempts)
      .where(
        and(
          eq(publishAttempts.locationId, locationId),
          eq(publishAttempts.bodyHash, bodyHash),
          ne(publishAttempts.postId, postId),
          isNotNull(publishAttempts.sentAt),
          isOpen(),
        ),
      );
  }

  /** When a post of that name was sent. */
  async sentAt(postId: string, googleName: string): Promise<Date | null> {
    const [attempt] = await this.database.orm
      .select({ sentAt: publishAttempts.sentAt })
      .from(publishAttempts)
      .where(and(eq(publishAttempts.postId, postId), eq(publishAttempts.googleName, googleName)));
    return attempt?.sentAt ?? null;
  }

  /** Which of the names belong to posts of ours. */
  async ours(names: string[]): Promise<Set<string>> {
    if (names.length === 0) return new Set();
    const rows = await this.database.orm
      .select({ name: publishAttempts.googleName })
      .from(publishAttempts)
      .where(inArray(publishAttempts.googleName, names));
    return new Set(rows.flatMap(({ name }) => name ?? []));
  }

  /** Posts that are due within so many milliseconds, or whose claim ends then; the earliest first. */
  async due(withinMs: number, limit: number): Promise<DuePost[]> {
    const { id, uid, locationId, nextStepAt, status, detail } = posts;
    return this.database.orm
      .select({ id, uid, locationId, nextStepAt, status, detail })
      .from(posts)
      .where(lte(posts.nextStepAt, sql`${NOW} + ${`${withinMs} milliseconds`}::interval`))
      .orderBy(asc(posts.nextStepAt))
      .limit(limit);
  }

  /** Another post was taken for the one with this name: what came of that one is open again. */
  private async takeName(tx: Orm, name: string, { post }: Claim): Promise<void> {
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

/** Both databases tell it in the same fields. */
function isNameTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === UNIQUE_VIOLATION && constraint === 'posts_google_name';
}

function isDue(): SQL | undefined {
  return and(
    sql`${posts.nextStepAt} <= ${NOW}`,
    or(isNull(posts.leaseUntil), sql`${posts.leaseUntil} <= ${NOW}`),
  );
}

function isHeldBy({ post }: Claim): SQL | undefined {
  return and(eq(posts.id, post.id), eq(posts.attempt, post.attempt), isNotNull(posts.leaseUntil));
}

function isOpen(): SQL | undefined {
  return or(isNull(publishAttempts.outcome), eq(publishAttempts.outcome, 'unconfirmed'));
}
