import { Injectable } from '@nestjs/common';
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../business-profile/port/google-owner.js';
import { dayAfter } from '../config/days.js';
import { isAnyOf } from '../database/any-of.js';
import { Database } from '../database/database.js';
import { statisticsReadings, statisticsWatermarks, statisticsWeeks } from '../database/statistics.schema.js';
import { periodStart } from '../statistics/statistics-periods.js';

/** Over how many days views are counted: whole weeks, whose sums are kept. */
const VIEW_DAYS = 28;

/** How often locations were seen in the last four whole weeks that Google has counted. */
@Injectable()
export class ViewsReadModel {
  constructor(private readonly database: Database) {}

  /** By location; those that were not counted are left out. */
  async of(owner: GoogleOwner, ids: readonly string[]): Promise<Map<string, number>> {
    const { orm } = this.database;
    const [watermark] = await orm
      .select({ day: statisticsWatermarks.day })
      .from(statisticsWatermarks)
      .where(ownedBy(owner, statisticsWatermarks));
    if (!watermark?.day) return new Map();
    const until = periodStart(dayAfter(watermark.day), 'week');
    const { readingId, week, impressions } = statisticsWeeks;
    const { id, locationId } = statisticsReadings;
    const rows = await orm
      .select({ locationId, views: sql<string | null>`sum(${impressions})` })
      .from(statisticsReadings)
      .innerJoin(statisticsWeeks, eq(readingId, id))
      .where(
        and(
          ownedBy(owner, statisticsReadings),
          isAnyOf(locationId, ids),
          gte(week, dayAfter(until, -VIEW_DAYS)),
          lt(week, until),
        ),
      )
      .groupBy(locationId);
    return new Map(rows.flatMap((row) => (row.views === null ? [] : [[row.locationId, Number(row.views)]])));
  }
}
