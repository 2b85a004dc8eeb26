import { Injectable, type OnModuleInit } from '@nestjs/common';
import { lt, sql } from 'drizzle-orm';
import { HOUR_MS } from '../../config/durations.js';
import { Env } from '../../config/env.js';
import { googleUpdateHours } from '../../database/connection.schema.js';
import { Database } from '../../database/database.js';
import { AppError } from '../../errors/app-error.js';
import { IntervalTasks } from '../../jobs/interval-tasks.js';
import type { Priority } from './quota.js';

/** The share of a day that queued changes leave to changes for which a person waits. */
const RESERVE = 0.3;
/** Processes that ask in the same moment may all take the last one, so the last few are never used. */
const MARGIN = 10;
/** The whole hours that hold the last day. */
const DAY = sql`interval '25 hours'`;
const FORGET_EVERY_MS = HOUR_MS;

/**
 * Counts the changes of locations that are sent to Google, which limits them for each project and day (google-apis-3.md). It
 * is not known when Google's day begins, so the limit is kept in any 24 hours.
 */
@Injectable()
export class DayUpdates implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly env: Env,
    private readonly intervalTasks: IntervalTasks,
  ) {}

  onModuleInit(): void {
    this.intervalTasks.repeat('Forgetting counted changes', FORGET_EVERY_MS, () => this.forgetOld());
  }

  /** Counts a change that is about to be sent. Errors: `google/day-full`. */
  async take(priority: Priority): Promise<void> {
    const used = sql`(select coalesce(sum(${googleUpdateHours.count}), 0) from ${googleUpdateHours} where ${isOfDay()})`;
    const { rows } = (await this.database.orm.execute(
      sql`insert into ${googleUpdateHours} (hour, count)
          select date_trunc('hour', shingle_now()), 1 where ${used} < ${this.limitOf(priority)}
          on conflict (hour) do update set count = ${googleUpdateHours.count} + 1
          returning hour`,
    )) as { rows: unknown[] };
    if (rows.length === 0) throw AppError.of('google/day-full');
  }

  /** How many may be sent now: `single` with a person who waits, `queued` without; `queuedPerDay`: those in any 24 hours. */
  async left(): Promise<{ single: number; queued: number; queuedPerDay: number }> {
    const [row] = await this.database.orm
      .select({ used: sql`coalesce(sum(${googleUpdateHours.count}), 0)`.mapWith(Number) })
      .from(googleUpdateHours)
      .where(isOfDay());
    const of = (priority: Priority) => Math.max(0, this.limitOf(priority) - (row?.used ?? 0));
    return { single: of('save'), queued: of('bulk'), queuedPerDay: this.limitOf('bulk') };
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
