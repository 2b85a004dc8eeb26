import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { Env } from '../config/env.js';
import { Database } from '../database/database.js';
import { migrationOf, newestMigration } from '../database/migrate.js';
import { Repeater } from '../jobs/repeater.js';
import { untilAborted } from '../jobs/until-aborted.js';

/** A database that takes longer is as good as away, and whoever asks gives up soon after. */
const DATABASE_WITHIN_MS = 2_000;

const BEAT_EVERY_MS = 5_000;
/** A beat that is older shows that nothing can be written: two have been missed. */
const BEAT_HOLDS_MS = 3 * BEAT_EVERY_MS;
/**
 * A write that always needs new room on the disk, as changing a row often does not, and leaves nothing behind: as much as
 * the largest request.
 */
const BEAT = `create temp table shingle_beat on commit drop
  as select repeat('.', 1000) as filling from generate_series(1, 100)`;

/** Whether this process should be sent requests. */
@Injectable()
export class Readiness implements BeforeApplicationShutdown {
  private readonly newest = newestMigration();
  private stopBeganAt: number | undefined;
  /** When something was last written, by `performance.now()`; the start has written to the database just before. */
  private beatAt = performance.now();

  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly repeater: Repeater,
  ) {
    repeater.repeat('Writing to the database', BEAT_EVERY_MS, () => this.beat());
  }

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
   * Why this process is not ready; undefined when it is: it is not about to stop, its rounds are being made,
   * something was written lately, and the database answers in time and has every migration that this program knows. Newer ones do no harm: while a new version
   * is rolled out, the old one goes on serving.
   */
  async hindrance(): Promise<string | undefined> {
    if (this.isStopping) return 'the process stops';
    if (!this.repeater.isBeating) return 'rounds are no longer made';
    if (performance.now() - this.beatAt > BEAT_HOLDS_MS) return 'nothing can be written to the database';
    try {
      const signal = AbortSignal.timeout(DATABASE_WITHIN_MS);
      const migration = await untilAborted(migrationOf(this.database.orm), signal);
      return migration >= this.newest ? undefined : 'the database lacks migrations';
    } catch {
      return 'the database does not answer';
    }
  }

  private async beat(): Promise<void> {
    await this.database.executeSql(BEAT);
    this.beatAt = performance.now();
  }
}
