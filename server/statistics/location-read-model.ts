import { Injectable } from '@nestjs/common';
import { and, between, eq, lt, max, type SQL, sql } from 'drizzle-orm';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { Clock } from '../config/clock.js';
import { dayAfter, type DayRange } from '../config/days.js';
import { Database } from '../database/database.js';
import { keywordMonths, statisticsDays } from '../database/statistics.schema.js';
import { type LocationStatisticsDto, NO_STATISTICS, type StatisticDto } from './location-statistics.dto.js';
import { StatisticsReader, monthStart } from './reading/statistics-reader.js';
import { STATISTICS_COLUMNS, type StatisticsColumn } from './reading/statistics-columns.js';
import type { ReadingRow } from './reading/statistics-readings.repository.js';

/** How many days the details of a location cover. */
const SHOWN_DAYS = 30;

/** What the details of a location show of its statistics. */
@Injectable()
export class LocationReadModel {
  constructor(
    private readonly reader: StatisticsReader,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * The 30 days up to the last that is counted; the searches are those of the last month that Google has counted. Null
   * where Google gives none. A location that was never read is read at once. Errors: `google/reconnect`, `google/busy`,
   * `google/unavailable`.
   */
  async read(owner: GoogleOwner, locationId: string): Promise<LocationStatisticsDto> {
    const row = await this.reader.readUnlessKnown(owner, locationId);
    const to = row?.countedUntil ?? null;
    if (!row || to === null) return NO_STATISTICS;
    const from = dayAfter(to, 1 - SHOWN_DAYS);
    const [sums, words] = await Promise.all([
      this.sumsOf(row, { from, to }),
      this.lastWords(row, monthStart(this.clock.now(), 0)),
    ]);
    const { desktopMaps, desktopSearch, mobileMaps, mobileSearch } = sums;
    return {
      from,
      to,
      profileViews: exactly(sumOf([desktopMaps, desktopSearch, mobileMaps, mobileSearch])),
      searchQueries:
        words.length === 0
          ? null
          : {
              // A sum with a count that is only known to be below a number is an upper bound too.
              value: words.reduce((sum, { value, threshold }) => sum + (value ?? threshold ?? 0), 0),
              isBelow: words.some(({ threshold }) => threshold !== null),
            },
      directionRequests: exactly(sums.directions),
      phoneCalls: exactly(sums.calls),
    };
  }

  /** The sums of a location’s days; null where one of the days is unknown. */
  private async sumsOf(
    { id }: ReadingRow,
    { from, to }: DayRange,
  ): Promise<Record<StatisticsColumn, number | null>> {
    const known = STATISTICS_COLUMNS.map((column) => {
      const number = statisticsDays[column];
      return [column, sql`case when count(*) = count(${number}) then sum(${number}) end`.mapWith(Number)];
    });
    const [row] = await this.database.orm
      .select(Object.fromEntries(known) as Record<StatisticsColumn, SQL<number | null>>)
      .from(statisticsDays)
      .where(and(eq(statisticsDays.readingId, id), between(statisticsDays.day, from, to)));
    return row!;
  }

  /** The words of the latest read month before another that has any; empty for none. */
  private async lastWords(
    { id }: ReadingRow,
    before: string,
  ): Promise<(typeof keywordMonths.$inferSelect)[]> {
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

function exactly(value: number | null): StatisticDto | null {
  return value === null ? null : { value, isBelow: false };
}

/** Null where one of the numbers is unknown. */
function sumOf(numbers: (number | null)[]): number | null {
  return numbers.reduce((sum, number) => (sum === null || number === null ? null : sum + number), 0);
}
