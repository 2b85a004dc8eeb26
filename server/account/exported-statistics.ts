import { asc, getTableColumns, inArray } from 'drizzle-orm';
import { frozen } from '../config/frozen.js';
import { keywordMonths, statisticsDays, statisticsReadings } from '../database/statistics.schema.js';
import type { ExportedList } from './exported-list.js';
import type { ExportedStatisticsDto } from './exported-statistics.dto.js';

/** The statistics of all locations, each with its days and search words. */
export const STATISTICS: ExportedList<ExportedStatisticsDto, typeof statisticsReadings.$inferSelect> = frozen(
  {
    from: statisticsReadings,
    owner: statisticsReadings.workspaceId,
    order: [statisticsReadings.id],
    fields: { ...getTableColumns(statisticsReadings) },
    // Each has up to 550 days.
    page: 2,
    toItems: async (readings, orm) => {
      const ids = readings.map(({ id }) => id);
      const days = await orm
        .select()
        .from(statisticsDays)
        .where(inArray(statisticsDays.readingId, ids))
        .orderBy(asc(statisticsDays.day));
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
  },
);
