import { Injectable } from '@nestjs/common';
import { and, eq, exists, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { changeLines, changeSets, locationChanges } from '../../database/changes.schema.js';
import { inMs } from '../../database/database-clock.js';
import { Database, type Orm } from '../../database/database.js';
import { claimFor, dueIn } from '../../jobs/claims.js';
import { SetStopped } from './change-claim.js';
import { STOPPED } from './change-failures.js';
import { READINGS_BEHIND_MS } from './changes-at-google.js';
import { PlannedChanges, SLICE } from './planned-changes.js';

/** Tries again what failed of a set. */
@Injectable()
export class ChangeRetries {
  constructor(
    private readonly database: Database,
    private readonly planned: PlannedChanges,
  ) {}

  /** How many locations of a set can be tried again. */
  async count(setId: string): Promise<number> {
    const { orm } = this.database;
    return orm.$count(locationChanges, canBeRetried(orm, setId));
  }

  /**
   * Makes the locations of a set that failed wait again, with fresh tries. What waited of a set that was stopped stays unsent.
   * @returns how many
   */
  async retry(setId: string, at: Date): Promise<number> {
    const { orm } = this.database;
    if ((await this.count(setId)) === 0) return 0;
    const isSet = eq(changeSets.id, setId);
    const [stopped] = await orm
      .select({ id: changeSets.id })
      .from(changeSets)
      .where(and(isSet, isNotNull(changeSets.stoppedAt)));
    if (stopped) {
      while (await this.planned.abandonSet(setId, STOPPED, at));
      // Nothing more of it is planned.
      await orm
        .update(changeSets)
        .set({ stoppedAt: null, ...claimFor(0, changeSets), ...dueIn(null) })
        .where(and(isSet, isNotNull(changeSets.stoppedAt)));
    }
    let all = 0;
    for (;;) {
      const some = await this.retrySome(setId);
      all += some;
      if (some < SLICE) return all;
    }
  }

  /** Makes some of them wait again, unless the set has been stopped by now. @returns how many; at most `SLICE` */
  private async retrySome(setId: string): Promise<number> {
    const retried = this.database.transaction(async (tx) => {
      const { id } = locationChanges;
      const some = tx
        .select({ id })
        .from(locationChanges)
        .where(canBeRetried(tx, setId))
        .limit(SLICE)
        .for('update');
      const fresh = { timesSent: 0, sentAt: null, seenAt: null, watchedUntil: null, endedAt: null };
      const rows = await tx
        .update(locationChanges)
        .set({ state: 'waiting', ...dueIn(0), ...fresh, timesPutOff: 0, putOffSince: null })
        .where(inArray(id, some))
        .returning({ id });
      if (rows.length === 0) return 0;
      const isOfThem = inArray(
        changeLines.locationChangeId,
        rows.map((row) => row.id),
      );
      await tx
        .update(changeLines)
        .set({ state: 'waiting', error: null })
        .where(and(isOfThem, inArray(changeLines.state, FAILED)));
      const wanted = await tx
        .update(changeSets)
        .set({ endedAt: null })
        .where(and(eq(changeSets.id, setId), isNull(changeSets.stoppedAt)))
        .returning({ id: changeSets.id });
      if (wanted.length === 0) throw new SetStopped('the set was stopped');
      return rows.length;
    });
    return retried.catch((error: unknown) => {
      if (error instanceof SetStopped) return 0;
      throw error;
    });
  }
}

/** What failed, and Google certainly does not have. */
const FAILED = Object.freeze(['refused', 'not_sent'] as const);

/** What failed. Readings may not show yet what Google accepted of other fields of a location: that one waits a little. */
function canBeRetried(orm: Orm, setId: string): SQL | undefined {
  const { id, state, sentAt } = locationChanges;
  const accepted = orm
    .select({ id: changeLines.id })
    .from(changeLines)
    .where(and(eq(changeLines.locationChangeId, id), inArray(changeLines.state, ['in_review', 'public'])));
  const isFresh = and(gt(sentAt, inMs(-READINGS_BEHIND_MS)), exists(accepted));
  return and(eq(locationChanges.setId, setId), inArray(state, FAILED), sql`(${isFresh}) is not true`);
}
