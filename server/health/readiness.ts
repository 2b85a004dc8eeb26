import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { Env } from '../config/env.js';
import { Database } from '../database/database.js';
import { migrationOf, newestMigration } from '../database/migrate.js';
import { Repeater } from '../jobs/repeater.js';
import { untilAborted } from '../jobs/until-aborted.js';

/** A database that takes longer is as good as away, and whoever asks gives up soon after. */
const DATABASE_WITHIN_MS = 2_000;

/** Whether this process should be sent requests. */
@Injectable()
export class Readiness implements BeforeApplicationShutdown {
  private readonly newest = newestMigration();
  private stopBeganAt: number | undefined;

  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly repeater: Repeater,
  ) {}

  /** From now on this process is not ready, since it is about to end. */
  beginStop(): void {
    this.stopBeganAt = performance.now();
  }

  /** Whether the end of this process has begun. */
  get isStopping(): boolean {
    return this.stopBeganAt !== undefined;
  }

  /** Requests are taken for a little longer, until whoever sends them has noticed. */
  async beforeApplicationShutdown(): Promise<void> {
    if (this.stopBeganAt === undefined) return;
    await delay(Math.max(0, this.stopBeganAt + this.env.stopGraceMs - performance.now()));
  }

  /**
   * Why this process is not ready; undefined when it is: it is not about to stop, its rounds are being made, and the
   * database answers in time and has every migration that this program knows. Newer ones do no harm: while a new version
   * is rolled out, the old one goes on serving.
   */
  async hindrance(): Promise<string | undefined> {
    if (this.isStopping) return 'the process stops';
    if (!this.repeater.isBeating) return 'rounds are no longer made';
    try {
      const signal = AbortSignal.timeout(DATABASE_WITHIN_MS);
      const migration = await untilAborted(migrationOf(this.database.orm), signal);
      return migration >= this.newest ? undefined : 'the database lacks migrations';
    } catch {
      return 'the database does not answer';
    }
  }
}
