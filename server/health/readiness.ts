import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { setTimeout as delay } from 'node:timers/promises';
import { Env } from '../config/env.js';
import { Database } from '../database/database.js';
import { migrationOf, newestMigration } from '../database/migrate.js';
import { untilAborted } from '../jobs/bounded-wait.js';
import { DueWork } from '../jobs/due-work.js';
import { IntervalTasks } from '../jobs/interval-tasks.js';

/** A database that takes longer counts as unreachable. The platform that asks gives up soon after. */
const DATABASE_WITHIN_MS = 2_000;

/** Work that was not read lately may be read the next moment, such as after a halt of the machine: it has this long for it. */
const LOOK_AGAIN_MS = 5_000;

const BEAT_EVERY_MS = 5_000;
/** After this time two beats were missed: the database cannot be written to. */
const BEAT_HOLDS_MS = 3 * BEAT_EVERY_MS;
/**
 * A write that always needs new disk space, which changing a row often does not, and leaves nothing behind. It is as large
 * as the largest request.
 */
const BEAT = `create temp table shingle_beat on commit drop
  as select repeat('.', 1000) as filling from generate_series(1, 100)`;

/** Whether this process should be sent requests. */
@Injectable()
export class Readiness implements BeforeApplicationShutdown {
  private readonly newest = newestMigration();
  private stopBeganAt: number | undefined;
  /** When the database was last written to, by `performance.now()`; the start writes to it just before. */
  private beatAt = performance.now();
  /** Since when no look has found the due work read, by `performance.now()`. */
  private unreadSince: number | undefined;

  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly dueWork: DueWork,
    intervalTasks: IntervalTasks,
  ) {
    intervalTasks.repeat('Writing to the database', BEAT_EVERY_MS, () => this.beat());
  }

  /** Makes this process report not ready, because it is about to end. */
  beginStop(): void {
    this.stopBeganAt = performance.now();
  }

  /** Whether the end of this process has begun. */
  get isStopping(): boolean {
    return this.stopBeganAt !== undefined;
  }

  /** Keeps taking requests until the load balancer has noticed. */
  async beforeApplicationShutdown(): Promise<void> {
    if (this.stopBeganAt === undefined) return;
    await delay(Math.max(0, this.stopBeganAt + this.env.stopGraceMs - performance.now()));
  }

  /**
   * Why this process is not ready; undefined when it is ready: it is not about to stop, it still reads what is due, it has
   * written to the database lately, and the database answers in time and has every migration that this program knows. Newer
   * migrations do no harm: while a new version is rolled out, the old one goes on serving. How long the work takes that is
   * due, or how much of it there is, never counts.
   */
  async hindrance(): Promise<string | undefined> {
    if (this.isStopping) return 'the process stops';
    if (this.isUnread()) return 'due work is no longer read';
    if (performance.now() - this.beatAt > BEAT_HOLDS_MS) return 'nothing can be written to the database';
    try {
      const signal = AbortSignal.timeout(DATABASE_WITHIN_MS);
      const migration = await untilAborted(migrationOf(this.database.orm), signal);
      return migration >= this.newest ? undefined : 'the database lacks migrations';
    } catch {
      return 'the database does not answer';
    }
  }

  /** Only what a second look finds, too: the first may come before anything could be read. */
  private isUnread(): boolean {
    const now = performance.now();
    if (this.dueWork.isRead) this.unreadSince = undefined;
    else this.unreadSince ??= now;
    return this.unreadSince !== undefined && now - this.unreadSince >= LOOK_AGAIN_MS;
  }

  private async beat(): Promise<void> {
    await this.database.executeSql(BEAT);
    this.beatAt = performance.now();
  }
}

/** While this process stops, asks clients to open their next connection to another process. */
export function closeWhileStopping(readiness: Readiness): RequestHandler {
  return (_request: Request, response: Response, next: NextFunction) => {
    if (readiness.isStopping) response.setHeader('Connection', 'close');
    next();
  };
}
