import { Injectable, type OnModuleInit } from '@nestjs/common';
import { and, count, eq, gt, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { Clock } from '../../config/clock.js';
import { HOUR_MS } from '../../config/durations.js';
import { Env } from '../../config/env.js';
import { locationChanges } from '../../database/changes.schema.js';
import { googleConnections, googleUpdateHours } from '../../database/connection.schema.js';
import { NOW } from '../../database/database-clock.js';
import { Database } from '../../database/database.js';
import { AppError } from '../../errors/app-error.js';
import { IntervalTasks } from '../../jobs/interval-tasks.js';
import { type Demand, levelOf, shareOf } from './fair-share.js';
import type { Priority } from './quota.js';

/** The share of a day that queued changes leave to changes for which a person waits. */
const RESERVE = 0.3;
/** Processes that ask in the same moment may all take the last one, so the last few are never used. */
const MARGIN = 10;
/** The whole hours that hold the last day. */
const DAY = sql`interval '25 hours'`;
const FORGET_EVERY_MS = HOUR_MS;
/** How old a count of what waits may be by which changes are shared as they are sent. */
const COUNTED_FOR_MS = 1_000;

/**
 * Counts the changes of locations that are sent to Google, which limits them for each project and day (google-apis-3.md). It
 * is not known when Google's day begins, so the limit is kept in any 24 hours. Queued changes leave some to those for which a
 * person waits, and share the rest fairly among the workspaces that have any.
 */
@Injectable()
export class DayUpdates implements OnModuleInit {
  private counted: { at: number; waiting: Map<string, number> } | undefined;

  constructor(
    private readonly database: Database,
    private readonly env: Env,
    private readonly intervalTasks: IntervalTasks,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.intervalTasks.repeat('Forgetting counted changes', FORGET_EVERY_MS, () => this.forgetOld());
  }

  /** Counts a change that is about to be sent. Errors: `google/day-full`. */
  async take(priority: Priority, workspaceId: string): Promise<void> {
    if (priority === 'bulk') await this.requireRoom(workspaceId);
    const used = sql`(select coalesce(sum(${googleUpdateHours.count}), 0) from ${googleUpdateHours} where ${isOfDay()})`;
    const { rows } = (await this.database.orm.execute(
      sql`insert into ${googleUpdateHours} (hour, count)
          select date_trunc('hour', shingle_now()), 1 where ${used} < ${this.limitOf(priority)}
          on conflict (hour) do update set count = ${googleUpdateHours.count} + 1
          returning hour`,
    )) as { rows: unknown[] };
    if (rows.length === 0) throw AppError.of('google/day-full');
  }

  /** How many may be sent now: `single` with a person who waits, `queued` without. */
  async left(): Promise<{ single: number; queued: number }> {
    const [row] = await this.database.orm
      .select({ used: sql`coalesce(sum(${googleUpdateHours.count}), 0)`.mapWith(Number) })
      .from(googleUpdateHours)
      .where(isOfDay());
    const of = (priority: Priority) => Math.max(0, this.limitOf(priority) - (row?.used ?? 0));
    return { single: of('save'), queued: of('bulk') };
  }

  /** Errors: `google/day-full` if a queued change of a workspace has to wait until others had theirs, or for the next day. */
  async requireRoom(workspaceId: string): Promise<void> {
    const { queued } = await this.left();
    if (queued === 0) throw AppError.of('google/day-full');
    const { left } = await this.shareOf(queued, workspaceId, await this.waitingLately());
    if (left === 0) throw AppError.of('google/day-full');
  }

  /**
   * How many queued changes a workspace may send now and in any further 24 hours, while others have theirs too.
   * @returns `waiting`: how many of its own wait for that already
   */
  async leftFor(workspaceId: string): Promise<{ queued: number; queuedPerDay: number; waiting: number }> {
    const { queued } = await this.left();
    const { left, own, others } = await this.shareOf(queued, workspaceId, await this.waiting());
    const perDay = this.limitOf('bulk');
    const level = levelOf(perDay, [Infinity, ...others.map(({ waiting }) => waiting)]);
    return { queued: left, queuedPerDay: level, waiting: own.waiting };
  }

  private async shareOf(
    queued: number,
    workspaceId: string,
    waiting: ReadonlyMap<string, number>,
  ): Promise<{ left: number; own: Demand; others: Demand[] }> {
    const own = waiting.get(workspaceId) ?? 0;
    const ids = [...waiting.keys()].filter((id) => id !== workspaceId);
    // While no other has any, nothing is shared.
    if (ids.length === 0) return { left: queued, own: { sent: 0, waiting: own }, others: [] };
    const sent = await this.sentBy([workspaceId, ...ids]);
    const demandOf = (id: string): Demand => ({ sent: sent.get(id) ?? 0, waiting: waiting.get(id) ?? 0 });
    const others = ids.map(demandOf);
    return { left: shareOf(queued, demandOf(workspaceId), others), own: demandOf(workspaceId), others };
  }

  /** The same as `waiting`, counted at most once a second: many thousand may wait. */
  private async waitingLately(): Promise<ReadonlyMap<string, number>> {
    const at = this.clock.now().getTime();
    if (!this.counted || Math.abs(at - this.counted.at) >= COUNTED_FOR_MS)
      this.counted = { at, waiting: await this.waiting() };
    return this.counted.waiting;
  }

  /** How many changes of each workspace wait for nothing but their turn. */
  private async waiting(): Promise<Map<string, number>> {
    const { workspaceId, state, nextStepAt, timesPutOff } = locationChanges;
    // What Google does not accept for now needs no room until it is tried again.
    const isPutOff = and(gt(timesPutOff, 0), gt(nextStepAt, NOW));
    const isConnected = and(
      eq(googleConnections.workspaceId, workspaceId),
      eq(googleConnections.state, 'connected'),
    );
    const rows = await this.database.orm
      .select({ id: workspaceId, waiting: count() })
      .from(locationChanges)
      .innerJoin(googleConnections, isConnected)
      .where(and(isNotNull(nextStepAt), eq(state, 'waiting'), sql`(${isPutOff}) is not true`))
      .groupBy(workspaceId);
    return new Map(rows.map(({ id, waiting }) => [id, waiting]));
  }

  /** How many changes some workspaces have sent in the last day. */
  private async sentBy(ids: string[]): Promise<Map<string, number>> {
    const { workspaceId, sentAt } = locationChanges;
    const rows = await this.database.orm
      .select({ id: workspaceId, sent: count() })
      .from(locationChanges)
      .where(and(inArray(workspaceId, ids), gt(sentAt, sql`${NOW} - ${DAY}`)))
      .groupBy(workspaceId);
    return new Map(rows.map(({ id, sent }) => [id, sent]));
  }

  private limitOf(priority: Priority): number {
    const most = Math.max(0, this.env.GOOGLE_UPDATES_PER_DAY - MARGIN);
    return priority === 'bulk' ? Math.floor(most * (1 - RESERVE)) : most;
  }

  private async forgetOld(): Promise<void> {
    await this.database.orm
      .delete(googleUpdateHours)
      .where(lt(googleUpdateHours.hour, sql`shingle_now() - interval '2 days'`));
  }
}

function isOfDay() {
  return sql`${googleUpdateHours.hour} > shingle_now() - ${DAY}`;
}
