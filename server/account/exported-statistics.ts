import { asc, getTableColumns, inArray } from 'drizzle-orm';
import { frozen } from '../config/frozen.js';
import { keywordMonths, metricDays, metricReadings } from '../database/statistics.schema.js';
import type { ExportedList } from './exported-list.js';
import type { ExportedFiguresDto } from './exported-statistics.dto.js';

/** The figures of all locations, each with its days and search words. */
export const FIGURES: ExportedList<ExportedFiguresDto, typeof metricReadings.$inferSelect> = frozen({
  from: metricReadings,
  owner: metricReadings.workspaceId,
  order: [metricReadings.id],
  fields: { ...getTableColumns(metricReadings) },
  // Each has up to 550 days.
  page: 2,
  toItems: async (readings, orm) => {
    const ids = readings.map(({ id }) => id);
    const days = await orm
      .select()
      .from(metricDays)
      .where(inArray(metricDays.readingId, ids))
      .orderBy(asc(metricDays.day));
    const words = await orm
      .select()
      .from(keywordMonths)
      .where(inArray(keywordMonths.readingId, ids))
      .orderBy(asc(keywordMonths.month), asc(keywordMonths.word));
    const daysOf = Map.groupBy(days, ({ readingId }) => readingId);
    const wordsOf = Map.groupBy(words, ({ readingId }) => readingId);
    return readings.map(({ id, subject, locationId, readAt, countedUntil }) => ({
      googleAccount: subject,
      locationId,
      readAt,
      countedUntil,
      days: (daysOf.get(id) ?? []).map(({ readingId: _, ...day }) => day),
      searchWords: (wordsOf.get(id) ?? []).map(({ readingId: _, month, ...word }) => ({
        month: month.slice(0, 7),
        ...word,
      })),
    }));
  },
});
