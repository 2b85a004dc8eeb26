import { asc, eq, not, sql } from 'drizzle-orm';
import type { GoogleOwner } from '../../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../../business-profile/port/google-owner.js';
import { type Database, liftTimeLimits } from '../../database/database.js';
import {
  statisticsDays,
  statisticsReadings,
  statisticsTotals,
  statisticsWatermarks,
} from '../../database/statistics.schema.js';
import { forEachColumn } from './statistics-columns.js';
import { raiseWatermark } from './statistics-days.repository.js';
import { forgetSums } from './statistics-sums.js';
import { addSums } from './sums-work.js';

const READ_AT_ONCE = 1000;

/**
 * Adds up all sums of statistics again: of days by owner and by week, and of search words by month. Servers can go on during
 * this, and take a part in it.
 * @returns how many Google accounts there are
 */
export async function rebuildSums(database: Database): Promise<number> {
  const { workspaceId, subject } = statisticsWatermarks;
  const owners = await database.orm.select({ workspaceId, subject }).from(statisticsWatermarks);
  for (const owner of owners) await rebuildTotals(database, owner);
  await database.transaction(async (tx) => {
    await liftTimeLimits(tx);
    await forgetSums(tx);
  });
  const { id, hasSums } = statisticsReadings;
  for (;;) {
    const rows = await database.orm
      .select({ id })
      .from(statisticsReadings)
      .where(not(hasSums))
      .limit(READ_AT_ONCE);
    for (const row of rows) await addSums(database, row.id);
    if (rows.length === 0) return owners.length;
  }
}

/** Locks all locations of an owner and then the watermark, as each change of days does for one. */
async function rebuildTotals(database: Database, owner: GoogleOwner): Promise<void> {
  const { id } = statisticsReadings;
  await database.transaction(async (tx) => {
    await liftTimeLimits(tx);
    const readings = await tx
      .select({ id })
      .from(statisticsReadings)
      .where(ownedBy(owner, statisticsReadings))
      .orderBy(asc(id))
      .for('share');
    // Those of a Google account that is being disconnected are going.
    if (readings.length === 0) return;
    await raiseWatermark(tx, owner, null);
    await tx.delete(statisticsTotals).where(ownedBy(owner, statisticsTotals));
    await tx.execute(sql`
      insert into ${statisticsTotals}
        (workspace_id, subject, day, ${forEachColumn(({ name }) => name)}, ${forEachColumn(({ known }) => known)})
      select ${owner.workspaceId}, ${owner.subject}, day,
        ${forEachColumn(({ name }) => sql`coalesce(sum(${name}), 0)`)}, ${forEachColumn(({ name }) => sql`count(${name})`)}
      from ${statisticsDays} join ${statisticsReadings} on ${eq(id, statisticsDays.readingId)}
      where ${ownedBy(owner, statisticsReadings)} group by day`);
  });
}
