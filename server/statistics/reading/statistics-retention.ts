import { Injectable } from '@nestjs/common';
import { and, eq, isNotNull, lt, not, notExists, or, sql } from 'drizzle-orm';
import { isAnyOf } from '../../database/any-of.js';
import { Database } from '../../database/database.js';
import {
  keywordMonths,
  keywordReadings,
  keywordTotals,
  statisticsReadings,
  statisticsTotals,
  statisticsWatermarks,
} from '../../database/statistics.schema.js';
import { mirrorLocations } from '../../database/mirror.schema.js';
import type { GoogleOwner } from '../../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../../business-profile/port/google-owner.js';
import { lock } from './statistics-readings.repository.js';
import { dropDays, raiseWatermark } from './statistics-days.repository.js';
import { ensureSums } from './statistics-sums.js';
import { dropWords } from './statistics-words.js';

/** Drops statistics that may not be kept. */
@Injectable()
export class StatisticsRetention {
  constructor(private readonly database: Database) {}

  /** Drops the statistics of locations that are no longer listed. */
  async dropGone(): Promise<number> {
    const { workspaceId, subject, locationId } = statisticsReadings;
    const listed = this.database.orm
      .select({ one: sql`1` })
      .from(mirrorLocations)
      .where(
        and(
          eq(mirrorLocations.workspaceId, workspaceId),
          eq(mirrorLocations.subject, subject),
          eq(mirrorLocations.id, locationId),
        ),
      );
    const gone = await this.database.orm
      .select({ id: statisticsReadings.id })
      .from(statisticsReadings)
      .where(notExists(listed))
      .limit(1000);
    for (const { id } of gone)
      await this.database.transaction(async (tx) => {
        const row = await lock(tx, eq(statisticsReadings.id, id));
        if (!row) return;
        await raiseWatermark(tx, row, null);
        await ensureSums(tx, row);
        await dropDays(tx, row);
        await dropWords(tx, row);
        await tx.delete(statisticsReadings).where(eq(statisticsReadings.id, id));
      });
    return gone.length;
  }

  /**
   * Drops numbers that Google has not confirmed since an instant: all days of a location that was not read, or about which
   * Google’s answers have become empty; the days before the last `keptDays` of one whose whole history was not read; and
   * search words.
   */
  async dropOld(before: Date, keptDays: number): Promise<number> {
    const { id, readAt, wholeAt, hasSeries, countedUntil } = statisticsReadings;
    // The whole history has been asked for on each day since, so an empty answer is no accident.
    const hasNothing = or(lt(readAt, before), not(hasSeries));
    const old = await this.database.orm
      .select({
        id,
        until: sql<
          string | null
        >`case when ${hasNothing} then null else (${readAt} at time zone 'UTC')::date - ${keptDays}::int end::text`,
      })
      .from(statisticsReadings)
      .where(or(lt(wholeAt, before), and(lt(readAt, before), isNotNull(countedUntil))))
      .limit(1000);
    for (const row of old)
      await this.database.transaction(async (tx) => {
        const reading = await lock(tx, eq(id, row.id));
        if (!reading) return;
        await raiseWatermark(tx, reading, null);
        await dropDays(tx, reading, row.until ?? undefined);
        await tx
          .update(statisticsReadings)
          .set({ wholeAt: null, ...(row.until === null && { countedUntil: null }) })
          .where(eq(id, row.id));
      });
    return old.length + (await this.dropOldWords(before));
  }

  /** @returns how many months of locations were dropped */
  private async dropOldWords(before: Date): Promise<number> {
    const { readingId, month, readAt } = keywordReadings;
    const old = await this.database.orm
      .selectDistinct({ id: readingId })
      .from(keywordReadings)
      .where(lt(readAt, before))
      .limit(1000);
    let months = 0;
    for (const { id } of old)
      await this.database.transaction(async (tx) => {
        const row = await lock(tx, eq(statisticsReadings.id, id));
        if (!row) return;
        await raiseWatermark(tx, row, null);
        await ensureSums(tx, row);
        const isOld = and(eq(readingId, id), lt(readAt, before));
        const gone = await tx.delete(keywordReadings).where(isOld).returning({ month });
        const ofGone = isAnyOf(
          keywordMonths.month,
          gone.map((each) => each.month),
          'date',
        );
        await dropWords(tx, row, ofGone);
        months += gone.length;
      });
    return months;
  }

  /** Deletes everything of an owner. */
  async forget(owner: GoogleOwner): Promise<void> {
    await this.database.transaction(async (tx) => {
      // The readings first: a running one then stores nothing more.
      for (const table of [statisticsReadings, statisticsTotals, keywordTotals, statisticsWatermarks])
        await tx.delete(table).where(ownedBy(owner, table));
    });
  }
}
