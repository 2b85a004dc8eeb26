import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { and, eq, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { ConnectionsService } from '../business-profile/connection/connections.service.js';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { Clock } from '../config/clock.js';
import { HOUR_MS, MINUTE_MS } from '../config/durations.js';
import { adviceChecks, adviceTasks, type FindingState } from '../database/advice.schema.js';
import { inMs, NOW } from '../database/database-clock.js';
import { Database, type Orm } from '../database/database.js';
import { mirrorImports } from '../database/mirror.schema.js';
import { lockWorkspaceAgainstDeletion } from '../database/workspace-lock.js';
import { rootOf } from '../errors/database-errors.js';
import { ClaimOver, claimRows, type Claimed, endClaim, holdClaim, isUnclaimed } from '../jobs/claims.js';
import { type DueTask, DueWork } from '../jobs/due-work.js';
import { inTurns } from '../jobs/turns.js';
import { AdviceFacts, type LookedAt, PAGE } from './advice-facts.js';
import { changesOf, toNote } from './finding-changes.js';
import { FindingsWriter } from './findings-writer.js';
import { judge, type Judgement } from './judge.js';
import { AdviceRules } from './advice-rules.js';
import { type Siblings, siblingsOf } from './rules/siblings.js';

const READ_EVERY_MS = 2_000;
/** How many workspaces one process checks at once. */
const AT_ONCE = 2;
/** How long a look may go on without storing anything, until another process may take over. */
const CLAIM_MS = 5 * MINUTE_MS;
/** A day begins somewhere at every hour, and what is judged by the date is judged again then. */
const EVERY_MS = HOUR_MS;
/** How long until the next try after a check that failed. */
const AGAIN_MS = 5 * MINUTE_MS;
/** After a look for what has changed, the next such look waits for so many times as long as it took. */
const REST = 20;
/** How many slices of locations one step judges before other workspaces have their turn. */
const MOST_SLICES = 10;
/** Up to so many locations, all are judged again as soon as one has changed, since they are compared with each other. */
const JUDGED_WHOLE = PAGE;

interface CheckTask extends DueTask<'check'> {
  of: GoogleOwner;
}

/** What came of a step. */
interface Counted {
  judged: number;
  opened: number;
  done: number;
  broken: number;
}

/**
 * Judges the locations of connected workspaces by the rules: each once a day at its place, and as soon as anything has changed
 * that rules judge by. It reads the database alone. A step looks at all locations of a workspace, and judges those that are due
 * in slices, each in a commit of its own.
 */
@Injectable()
export class AdviceChecker implements OnModuleInit {
  private readonly logger = new Logger('Advice');
  readonly work;

  constructor(
    dueWork: DueWork,
    private readonly database: Database,
    private readonly facts: AdviceFacts,
    private readonly writer: FindingsWriter,
    private readonly rules: AdviceRules,
    private readonly connections: ConnectionsService,
    private readonly clock: Clock,
  ) {
    this.work = dueWork.add<'check', CheckTask>({
      name: 'advice',
      everyMs: READ_EVERY_MS,
      read: () => this.due(),
      limits: { check: () => AT_ONCE },
      step: ({ of }) => this.step(of, dueWork.stopping),
    });
  }

  onModuleInit(): void {
    this.connections.whenDisconnected((owner) => this.writer.forget(owner));
  }

  /** How many findings there are in each state. */
  async countFindings(): Promise<{ state: FindingState; count: number }[]> {
    const { state, locations } = adviceTasks;
    return this.database.orm
      .select({ state, count: sql`sum(${locations})`.mapWith(Number) })
      .from(adviceTasks)
      .groupBy(state);
  }

  /** The owners whose locations have been read, and of whom a check is due or something was read since the last. */
  private async due(): Promise<CheckTask[]> {
    const { workspaceId, subject, asOf } = mirrorImports;
    const { id, nextStepAt } = adviceChecks;
    const rows = await this.database.orm
      .select({
        workspaceId,
        subject,
        dueAt: sql`extract(epoch from coalesce(${nextStepAt}, ${NOW})) * 1000`.mapWith(Number),
      })
      .from(mirrorImports)
      .leftJoin(adviceChecks, isCheckOf())
      .where(and(isNotNull(asOf), or(isNull(id), isDueNow())));
    return rows.map(({ dueAt, ...of }) => ({
      id: `${of.workspaceId} ${of.subject}`,
      owner: of.workspaceId,
      exclusiveKey: of.workspaceId,
      lane: 'check',
      dueAt,
      of,
    }));
  }

  /** Looks at an owner's locations, and judges those that are due. @returns whether there may be more */
  private async step(owner: GoogleOwner, stopping: AbortSignal): Promise<boolean> {
    const begunAt = performance.now();
    const claim = await this.claim(owner);
    if (!claim) return false;
    try {
      const { siblings, due } = await this.look(owner, stopping);
      const counted: Counted = { judged: 0, opened: 0, done: 0, broken: 0 };
      for (let slice = 0; slice < MOST_SLICES && slice * PAGE < due.length; slice += 1) {
        stopping.throwIfAborted();
        const ids = due.slice(slice * PAGE, (slice + 1) * PAGE);
        await this.checkSlice(owner, claim, ids, siblings, counted);
      }
      const isMore = due.length > MOST_SLICES * PAGE;
      const ms = Math.round(performance.now() - begunAt);
      await this.end(owner, claim, isMore, ms * REST);
      if (counted.judged > 0)
        this.logger.log({ event: 'advice.checked', workspace: owner.workspaceId, ...counted, ms });
      return isMore;
    } catch (error) {
      if (error instanceof ClaimOver) return false;
      const nextInMs = stopping.aborted ? 0 : AGAIN_MS;
      await endClaim(this.database.orm, adviceChecks, claim, nextInMs, { pauseUntil: inMs(nextInMs) });
      throw error;
    }
  }

  private async claim(owner: GoogleOwner): Promise<(Claimed & { readings: number }) | undefined> {
    const { orm } = this.database;
    await orm.execute(sql`
      insert into ${adviceChecks} (id, workspace_id, subject, next_step_at)
      select gen_random_uuid(), workspace_id, subject, ${NOW} from ${mirrorImports}
      where workspace_id = ${owner.workspaceId} and subject = ${owner.subject} on conflict do nothing`);
    const { readings, workspaceId, subject } = mirrorImports;
    const now = sql<number>`(select ${readings} from ${mirrorImports} where ${and(
      eq(workspaceId, owner.workspaceId),
      eq(subject, owner.subject),
    )})`;
    const isDue = or(
      lte(adviceChecks.nextStepAt, NOW),
      and(
        ne(adviceChecks.readings, now),
        or(isNull(adviceChecks.pauseUntil), lte(adviceChecks.pauseUntil, NOW)),
      ),
    );
    const which = and(
      eq(adviceChecks.workspaceId, owner.workspaceId),
      eq(adviceChecks.subject, owner.subject),
      isUnclaimed(adviceChecks),
      isDue,
    );
    const [claimed] = await claimRows(orm, adviceChecks, CLAIM_MS, which, { readings: now });
    return claimed?.row;
  }

  /** Reads all locations once, in parts: what they have in common, and which have changed since they were judged. */
  private async look(
    owner: GoogleOwner,
    stopping: AbortSignal,
  ): Promise<{ siblings: Siblings; due: string[] }> {
    const judged = await this.writer.hashes(owner);
    const all: LookedAt[] = [];
    for (let page = await this.facts.page(owner, ''); page.length > 0;) {
      stopping.throwIfAborted();
      all.push(...page);
      page = page.length < PAGE ? [] : await this.facts.page(owner, page.at(-1)!.id);
    }
    const changed = all.filter(({ id, factsHash }) => judged.get(id) !== factsHash);
    const due = changed.length > 0 && all.length <= JUDGED_WHOLE ? all : changed;
    return { siblings: siblingsOf(all), due: due.map(({ id }) => id) };
  }

  /** A location with which something is wrong holds up no other one: nothing of it is opened or closed. */
  private async checkSlice(...slice: Parameters<AdviceChecker['check']>): Promise<void> {
    const [owner, claim, ids, siblings, counted] = slice;
    try {
      await this.check(...slice);
    } catch (error) {
      if (error instanceof ClaimOver) throw error;
      this.logger.error({ event: 'advice.fault', reason: String(rootOf(error)) });
      for (const id of ids)
        await this.check(owner, claim, [id], siblings, counted).catch((fault: unknown) =>
          this.leaveOut(owner, claim, id, fault),
        );
    }
  }

  /** Notes of a location that nothing of it could be checked. */
  private async leaveOut(owner: GoogleOwner, claim: Claimed, id: string, error: unknown): Promise<void> {
    if (error instanceof ClaimOver) throw error;
    this.logger.error({ event: 'advice.left_out', location: id, reason: String(rootOf(error)) });
    const unknown = this.rules.all.map((rule) => rule.id);
    const note = { ...owner, locationId: id, factsHash: '', checkedAt: this.clock.now(), met: 0 };
    await this.holding(owner, claim, async (tx) => {
      await this.writer.note(tx, owner, [{ ...note, notApplicable: 0, unknown }]);
    });
  }

  private async check(
    owner: GoogleOwner,
    claim: Claimed,
    ids: readonly string[],
    siblings: Siblings,
    counted: Counted,
  ): Promise<void> {
    const places = await this.facts.of(owner, ids, siblings);
    const judgements = await inTurns(places, (facts) => judge(facts, this.rules.all));
    this.logBroken(judgements);
    const now = this.clock.now();
    await this.holding(owner, claim, async (tx) => {
      const stored = Map.groupBy(await this.writer.of(tx, owner, ids), ({ locationId }) => locationId);
      const changes = await inTurns(places, (facts, index) =>
        changesOf(owner, facts, judgements[index]!, stored.get(facts.id) ?? [], now),
      );
      await this.writer.store(
        tx,
        changes.flatMap(({ kept }) => kept),
        changes.flatMap(({ gone }) => gone),
      );
      await this.writer.note(
        tx,
        owner,
        places.map((facts, index) => toNote(owner, facts, judgements[index]!, now)),
      );
      for (const { opened, done } of changes) {
        counted.opened += opened;
        counted.done += done;
      }
    });
    counted.judged += places.length;
    counted.broken += judgements.reduce((sum, { broken }) => sum + broken.length, 0);
  }

  /** Works in a transaction under the claim, which locks the workspace first, as its deletion does. Errors: `ClaimOver`. */
  private holding(owner: GoogleOwner, claim: Claimed, work: (tx: Orm) => Promise<void>): Promise<void> {
    return this.database.transaction(async (tx) => {
      await lockWorkspaceAgainstDeletion(tx, owner.workspaceId);
      await holdClaim(tx, adviceChecks, claim, CLAIM_MS);
      await work(tx);
    });
  }

  private async end(owner: GoogleOwner, claim: Claimed, isMore: boolean, pauseMs: number): Promise<void> {
    const now = this.clock.now();
    await this.holding(owner, claim, async (tx) => {
      if (!isMore) await this.writer.settle(tx, owner, now);
      const ended = isMore ? {} : { ...(await this.writer.count(tx, owner)), checkedAt: now };
      await endClaim(tx, adviceChecks, claim, isMore ? 0 : EVERY_MS, { ...ended, pauseUntil: inMs(pauseMs) });
    });
  }

  /** Says of each rule once per slice that it failed, with one of the reasons. */
  private logBroken(judgements: readonly Judgement[]): void {
    const byRule = Map.groupBy(
      judgements.flatMap(({ broken }) => broken),
      ({ rule }) => rule,
    );
    for (const [rule, faults] of byRule) {
      const reason = String(rootOf(faults[0]!.error));
      this.logger.error({ event: 'advice.rule_failed', rule, locations: faults.length, reason });
    }
  }
}

function isCheckOf() {
  return and(
    eq(adviceChecks.workspaceId, mirrorImports.workspaceId),
    eq(adviceChecks.subject, mirrorImports.subject),
  );
}

/** Whether a check is due, or something was read since it began, unless it has just been looked at. */
function isDueNow() {
  const { nextStepAt, pauseUntil, readings } = adviceChecks;
  const hasRested = or(isNull(pauseUntil), lte(pauseUntil, NOW));
  const isRead = and(ne(readings, mirrorImports.readings), hasRested, isUnclaimed(adviceChecks));
  return or(lte(nextStepAt, NOW), isRead);
}
