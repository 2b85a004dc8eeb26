import { Injectable } from '@nestjs/common';
import {
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { batched } from '../database/batched.js';
import { Database, type Orm } from '../database/database.js';
import { posts, publishAttempts } from '../database/schema.js';
import type { AttemptRow } from '../posts/posts.repository.js';
import { rootOf } from '../errors/root-cause.js';
import { type DuePost, PublishJobs } from '../posts/publish-jobs.js';
import { Claim, NotNow } from './claim.js';
import { commitIntents, type Intent } from './intents.js';
import { type Finished, writeRecord, writeRecords } from './record.js';
import type { Result } from './results.js';
import { LEASE_MS, SWEEP_AHEAD_MS } from './step-times.js';

/** The one clock that decides what is due and who may work on it. */
const NOW = sql`shingle_now()`;
/** SQLSTATE of Postgres. */
const UNIQUE_VIOLATION = '23505';
/** How many due posts are read at once. */
const DUE_AT_ONCE = 500;
const LEASE_END = sql`${NOW} + ${sql.raw(`interval '${LEASE_MS} milliseconds'`)}`;

/** Thrown when a name of the platform's has become another post's meanwhile: nothing is recorded, and the claim holds. */
export class NameTaken extends Error {}

/** Where posts stand with the platform: every change is made by whoever holds the claim, or not at all. */
@Injectable()
export class LedgerRepository {
  private readonly claiming;
  private readonly findingDoubtful;

  constructor(
    private readonly database: Database,
    private readonly jobs: PublishJobs,
  ) {
    this.claiming = prepareClaiming(database.byKey);
    this.findingDoubtful = prepareFindingDoubtful(database.byKey);
  }

  /**
   * Claims a post that is due and that nobody works on; undefined otherwise. From then on nobody else changes it, and
   * should nothing come of the claim, the post is due again when it ends.
   */
  claim(id: string): Promise<Claim | undefined> {
    return this.claimNext(id);
  }

  private readonly claimNext = batched<string, Claim | undefined>(async (ids) => {
    const askedAt = performance.now();
    const rows = await this.claiming.execute({ ids });
    const claims = new Map(rows.map((post) => [post.id, new Claim(post, askedAt)]));
    return takeEach(claims, ids);
  });

  /**
   * Commits the intent to send, before anything leaves. Errors: `NotNow` when the claim does not hold any more; then
   * nothing may leave.
   */
  async intend(
    claim: Claim,
    attempt: Pick<AttemptRow, 'googleDate' | 'accountId' | 'locationId' | 'bodyHash'>,
  ): Promise<void> {
    const { post, claimedAt: startedAt } = claim;
    const intent = { postId: post.id, attempt: post.attempt, startedAt, sentAt: claim.now(), ...attempt };
    // Nobody waits for a post that somebody else has locked but who is to send that very post.
    const stands =
      (await this.intendNext(intent)) || (await commitIntents(this.database, [intent], 'wait'))[0];
    if (!stands) throw new NotNow('the claim is over');
    claim.checkThatSendingFits();
  }

  private readonly intendNext = batched<Intent, boolean>((intents) =>
    commitIntents(this.database, intents, 'leave out'),
  );

  /**
   * Records what a step has come to and ends the claim, together with the job of the next step if that is soon. False,
   * and nothing recorded, when the claim is not this one any more. Errors: `NameTaken`.
   */
  async finish(claim: Claim, result: Result): Promise<boolean> {
    const isNextSoon = isSoon(result.post, claim);
    // What is out of the ordinary is done alone, also where it has spoilt what it was to be recorded with.
    const isRecorded =
      (!isNextSoon && (await this.recordNext({ claim, result }).catch(() => false))) ||
      (await this.recordAlone(claim, result).catch((error: unknown) => {
        throw isNameTaken(rootOf(error))
          ? new NameTaken('the name is another post’s', { cause: error })
          : error;
      }));
    if (isRecorded && isNextSoon) this.jobs.wakeFor(result.post);
    return isRecorded;
  }

  private readonly recordNext = batched<Finished, boolean>((finished) =>
    writeRecords(this.database, finished),
  );

  private recordAlone(claim: Claim, result: Result): Promise<boolean> {
    return this.database.orm.transaction(async (tx) => {
      const [held] = await tx.select({ id: posts.id }).from(posts).where(isHeldBy(claim)).for('update');
      if (!held) return false;
      if (result.answeredName !== undefined) await this.takeName(tx, result.answeredName, claim);
      await writeRecord(tx, { claim, result });
      await this.jobs.send(tx, { ...claim.post, ...result.post });
      return true;
    });
  }

  /** Attempts of a claimed post of which it is not known, or was not found, what came of them. */
  async doubtful({ post: { id, attempt } }: Claim): Promise<AttemptRow[]> {
    // Each claim counts as one, so that there is none before the first.
    return attempt === 1 ? [] : this.doubtfulNext(id);
  }

  private readonly doubtfulNext = batched<string, AttemptRow[]>(async (ids) => {
    const rows = await this.findingDoubtful.execute({ ids });
    return ids.map((id) => rows.filter(({ postId }) => postId === id));
  });

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

  /** Posts that are due within so many milliseconds, or whose claim ends then; the earliest first, in parts. */
  async *due(withinMs: number): AsyncGenerator<DuePost[]> {
    const { id, uid, locationId, nextStepAt, status, detail } = posts;
    let after: DuePost | undefined;
    do {
      const part: DuePost[] = await this.database.orm
        .select({ id, uid, locationId, nextStepAt, status, detail })
        .from(posts)
        .where(
          and(
            lte(nextStepAt, sql`${NOW} + ${`${withinMs} milliseconds`}::interval`),
            after && sql`(${nextStepAt}, ${id}) > (${after.nextStepAt?.toISOString()}, ${after.id})`,
          ),
        )
        .orderBy(asc(nextStepAt), asc(id))
        .limit(DUE_AT_ONCE);
      yield part;
      after = part.length < DUE_AT_ONCE ? undefined : part.at(-1);
    } while (after);
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

/** Which of the `ids` it is. */
function isGiven(id: SQLWrapper): SQL {
  return sql`${id} = any(${sql.placeholder('ids')}::uuid[])`;
}

function prepareClaiming(orm: Database['byKey']) {
  const due = orm
    .select({ id: posts.id })
    .from(posts)
    .where(and(isGiven(posts.id), isDue()))
    .for('update', { skipLocked: true });
  const wasSure = sql`${posts.status} = 'SCHEDULED' or ${posts.detail} = 'waiting_for_quota'`;
  return orm
    .update(posts)
    .set({
      attempt: sql`${posts.attempt} + 1`,
      leaseUntil: LEASE_END,
      nextStepAt: LEASE_END,
      status: sql`case when ${posts.status} = 'SCHEDULED' then 'QUEUED' else ${posts.status} end`,
      detail: sql`case when ${wasSure} then null else ${posts.detail} end`,
    })
    .where(inArray(posts.id, due))
    .returning()
    .prepare('claim_posts');
}

function prepareFindingDoubtful(orm: Database['byKey']) {
  return orm
    .select()
    .from(publishAttempts)
    .where(
      and(
        isGiven(publishAttempts.postId),
        isNotNull(publishAttempts.sentAt),
        or(isOpen(), eq(publishAttempts.outcome, 'not_found')),
      ),
    )
    .orderBy(asc(publishAttempts.attempt))
    .prepare('doubtful_attempts');
}

/** Each value once: who comes first has it. */
function takeEach<Value>(values: Map<string, Value>, keys: string[]): (Value | undefined)[] {
  return keys.map((key) => {
    const value = values.get(key);
    values.delete(key);
    return value;
  });
}

/** Whether a sweep may come too late for it, so that its job must be made at once. */
function isSoon({ nextStepAt }: Pick<DuePost, 'nextStepAt'>, claim: Claim): boolean {
  return nextStepAt !== null && nextStepAt.getTime() - claim.now().getTime() < SWEEP_AHEAD_MS;
}

/** Both databases tell it in the same fields. */
function isNameTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === UNIQUE_VIOLATION && constraint === 'posts_google_name';
}

/** Of posts that are given by their ids: as a bare comparison it could be taken for the way to find them. */
function isDue(): SQL | undefined {
  return and(
    sql`coalesce(${posts.nextStepAt} <= ${NOW}, false)`,
    or(isNull(posts.leaseUntil), sql`${posts.leaseUntil} <= ${NOW}`),
  );
}

function isHeldBy({ post }: Claim): SQL | undefined {
  return and(eq(posts.id, post.id), eq(posts.attempt, post.attempt), isNotNull(posts.leaseUntil));
}

function isOpen(): SQL | undefined {
  return or(isNull(publishAttempts.outcome), eq(publishAttempts.outcome, 'unconfirmed'));
}
