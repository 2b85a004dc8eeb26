import { Injectable } from '@nestjs/common';
import { and, between, eq, lt, max, type SQL, sql } from 'drizzle-orm';
import { Database } from '../../database/database.js';
import { keywordMonths, metricDays } from '../../database/statistics.schema.js';
import type { ReadingRow } from './statistics-readings.repository.js';
import { STATISTICS_COLUMNS, type StatisticsColumn } from './statistics-columns.js';

/** What is stored of the figures of one location. */
@Injectable()
export class StoredStatisticsRepository {
  constructor(private readonly database: Database) {}

  /** The sums of a location’s days, and whether each metric is known on all of them; by metric. */
  async sums(
    { id }: ReadingRow,
    { from, to }: { from: string; to: string },
  ): Promise<Record<StatisticsColumn, number | null>> {
    const known = STATISTICS_COLUMNS.map((column) => {
      const number = metricDays[column];
      return [column, sql`case when count(*) = count(${number}) then sum(${number}) end`.mapWith(Number)];
    });
    const [row] = await this.database.orm
      .select(Object.fromEntries(known) as Record<StatisticsColumn, SQL<number | null>>)
      .from(metricDays)
      .where(and(eq(metricDays.readingId, id), between(metricDays.day, from, to)));
    return row!;
  }

  /** The words of the latest read month before another that has any; empty for none. */
  async lastWords({ id }: ReadingRow, before: string): Promise<(typeof keywordMonths.$inferSelect)[]> {
    const { readingId, month } = keywordMonths;
    const last = this.database.orm
      .select({ month: max(month) })
      .from(keywordMonths)
      .where(and(eq(readingId, id), lt(month, before)));
    return this.database.orm
      .select()
      .from(keywordMonths)
      .where(and(eq(readingId, id), eq(month, last)));
  }
}
