import { Injectable } from '@nestjs/common';
import { and, count, countDistinct, eq, gte, inArray, isNull, isNotNull, lt, sql } from 'drizzle-orm';
import { ownedBy } from '../business-profile/port/google-owner.js';
import type { ChangeField } from '../business-profile/translation/profile-fields.js';
import { dayAfter, type DayRange, startOfDay } from '../config/days.js';
import { campaigns } from '../database/campaigns.schema.js';
import { Database } from '../database/database.js';
import { changeLines } from '../database/changes.schema.js';
import { posts } from '../database/schema.js';
import { type StatisticsScope, StatisticsScopes } from './statistics-scope.js';
import { type StatisticsEventDto, MAX_EVENTS } from './statistics.dto.js';

/** What the time line shows: what was done to locations, by day. */
@Injectable()
export class EventsReadModel {
  constructor(
    private readonly scopes: StatisticsScopes,
    private readonly database: Database,
  ) {}

  /** The latest events of the range, in the order of their days. */
  async read(scope: StatisticsScope, range: DayRange): Promise<StatisticsEventDto[]> {
    const events = await Promise.all([
      this.changes(scope, range),
      this.posts(scope, range),
      this.campaigns(scope, range),
    ]);
    return events
      .flat()
      .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
      .slice(-MAX_EVENTS);
  }

  /** Changes of the owner's version at Google, made here or elsewhere. */
  private async changes(scope: StatisticsScope, range: DayRange): Promise<StatisticsEventDto[]> {
    const { at, field, view, state, locationId } = changeLines;
    const day = dayIn(at);
    const rows = await this.database.orm
      .select({ day, field, count: count(), locations: countDistinct(locationId) })
      .from(changeLines)
      .where(
        and(
          ownedBy(scope.owner, changeLines),
          ...isWithin(at, range),
          eq(view, 'owner'),
          inArray(state, ['public', 'in_review']),
          this.scopes.contains(scope, locationId),
        ),
      )
      .groupBy(sql`1`, field)
      .orderBy(sql`1 desc`)
      .limit(MAX_EVENTS);
    return rows.map((row) => ({ ...row, kind: 'CHANGE', field: row.field as ChangeField, name: null }));
  }

  private async posts(scope: StatisticsScope, range: DayRange): Promise<StatisticsEventDto[]> {
    const { publishedAt, locationId, campaignId } = posts;
    const rows = await this.database.orm
      .select({ day: dayIn(publishedAt), count: count(), locations: countDistinct(locationId) })
      .from(posts)
      .where(and(this.isPublished(scope, range), isNull(campaignId)))
      .groupBy(sql`1`);
    return rows.map((row) => ({ ...row, kind: 'POST', field: null, name: null }));
  }

  private async campaigns(scope: StatisticsScope, range: DayRange): Promise<StatisticsEventDto[]> {
    const { publishedAt, locationId, campaignId } = posts;
    const { name } = campaigns;
    const rows = await this.database.orm
      .select({ day: dayIn(publishedAt), name, count: count(), locations: countDistinct(locationId) })
      .from(posts)
      .innerJoin(campaigns, eq(campaigns.id, campaignId))
      .where(and(this.isPublished(scope, range), isNotNull(campaignId)))
      .groupBy(sql`1`, campaigns.id)
      .orderBy(sql`1 desc`)
      .limit(MAX_EVENTS);
    return rows.map((row) => ({ ...row, kind: 'CAMPAIGN', field: null }));
  }

  private isPublished(scope: StatisticsScope, range: DayRange) {
    const { status, publishedAt, locationId } = posts;
    return and(
      ownedBy(scope.owner, posts),
      eq(status, 'PUBLISHED'),
      ...isWithin(publishedAt, range),
      this.scopes.contains(scope, locationId),
    );
  }
}

type Instant = typeof changeLines.at | typeof posts.publishedAt;

/** The day of an instant by UTC, as of statistics. */
function dayIn(at: Instant) {
  return sql<string>`(${at} at time zone 'UTC')::date::text`;
}

function isWithin(at: Instant, { from, to }: DayRange) {
  return [gte(at, startOfDay(from)), lt(at, startOfDay(dayAfter(to)))];
}
