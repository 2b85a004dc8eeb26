import { eq } from 'drizzle-orm';
import type { Orm } from '../../database/database.js';
import { keywordTotals, statisticsReadings } from '../../database/statistics.schema.js';
import { replaceWeeks } from './statistics-weeks.js';
import { addWords } from './statistics-words.js';

type Reading = Pick<typeof statisticsReadings.$inferSelect, 'id' | 'workspaceId' | 'subject' | 'hasSums'>;

/**
 * Adds a location to the sums by week and by month, unless they hold it. Its row is locked, and its owner’s watermark.
 * Whatever changes search words does this first.
 */
export async function ensureSums(tx: Orm, row: Reading): Promise<void> {
  if (row.hasSums) return;
  await replaceWeeks(tx, row.id);
  await addWords(tx, row);
  await tx.update(statisticsReadings).set({ hasSums: true }).where(eq(statisticsReadings.id, row.id));
}

/** Has the sums by week and by month of all locations added up again, by the servers: until then answers come from days. */
export async function forgetSums(tx: Orm): Promise<void> {
  // First, since whatever changes sums has the location’s row locked.
  await tx.update(statisticsReadings).set({ hasSums: false });
  await tx.delete(keywordTotals);
}
