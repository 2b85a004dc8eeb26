import { Injectable } from '@nestjs/common';
import { and, eq, not } from 'drizzle-orm';
import type { GoogleOwner } from '../../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../../business-profile/port/google-owner.js';
import { Database } from '../../database/database.js';
import { statisticsReadings } from '../../database/statistics.schema.js';
import { type DueTask, DueWork } from '../../jobs/due-work.js';
import { raiseWatermark } from './statistics-days.repository.js';
import { lock } from './statistics-readings.repository.js';
import { ensureSums } from './statistics-sums.js';

/** How often owners with locations that no sums hold are looked for; soon after a new version has started there are none. */
const READ_EVERY_MS = 60_000;
/** How many locations are added in one step: each in a transaction of its own, a few milliseconds long. */
const SLICE = 50;

/**
 * Adds up by week and by month what is from an older version or from a backup, in slices. Until all of an owner’s locations
 * are done, answers are made from days.
 */
@Injectable()
export class SumsWork {
  readonly work;

  constructor(
    private readonly dueWork: DueWork,
    private readonly database: Database,
  ) {
    this.work = dueWork.add({
      name: 'sums',
      everyMs: READ_EVERY_MS,
      read: () => this.due(),
      limits: { add: () => 1 },
      step: (owner) => this.step(owner),
    });
  }

  private async due(): Promise<(DueTask<'add'> & GoogleOwner)[]> {
    const { workspaceId, subject, hasSums } = statisticsReadings;
    const owners = await this.database.orm
      .selectDistinct({ workspaceId, subject })
      .from(statisticsReadings)
      .where(not(hasSums));
    return owners.map((owner) => ({
      ...owner,
      id: `${owner.workspaceId} ${owner.subject}`,
      owner: owner.workspaceId,
      exclusiveKey: owner.workspaceId,
      lane: 'add',
      dueAt: 0,
    }));
  }

  /** @returns whether there may be more */
  private async step(owner: GoogleOwner): Promise<boolean> {
    const { id, hasSums } = statisticsReadings;
    const rows = await this.database.orm
      .select({ id })
      .from(statisticsReadings)
      .where(and(ownedBy(owner, statisticsReadings), not(hasSums)))
      .limit(SLICE);
    for (const row of rows) {
      this.dueWork.stopping.throwIfAborted();
      await addSums(this.database, row.id);
    }
    return rows.length === SLICE;
  }
}

/** Adds a location to the sums, unless they hold it: two processes may do this at once. */
export function addSums(database: Database, id: string): Promise<void> {
  return database.transaction(async (tx) => {
    const row = await lock(tx, eq(statisticsReadings.id, id));
    if (!row || row.hasSums) return;
    await raiseWatermark(tx, row, null);
    await ensureSums(tx, row);
  });
}
