import { Injectable } from '@nestjs/common';
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import {
  type CampaignRow,
  campaigns,
  campaignTargets,
  type SelectionRow,
  selections,
  type TargetRow,
} from '../database/campaigns.schema.js';
import { googleConnections } from '../database/connection.schema.js';
import { Database } from '../database/database.js';
import { keywordMonths, statisticsDays, statisticsReadings } from '../database/statistics.schema.js';
import { mirrorAccounts, mirrorLocations } from '../database/mirror.schema.js';
import {
  type ChangeRow,
  changeSets,
  type ChangeSetRow,
  type GoogleEditRow,
  googleEdits,
  profileChanges,
  profileSaves,
  type SaveRow,
} from '../database/changes.schema.js';
import { noticeDeliveries, noticeEvents, notices, noticeSettings } from '../database/notices.schema.js';
import { posts, publishAttempts, sampleEdits, sessions } from '../database/schema.js';
import { locationSettings } from '../database/zones.schema.js';
import type { AttemptRow, PostRow } from '../posts/posts.repository.js';
import { type PostUndo, undosOf } from '../posts/undone-posts.js';
import type { ExportedStatisticsRow } from './exported-statistics.dto.js';

type LocationRow = typeof mirrorLocations.$inferSelect;
export type TimeZoneRow = typeof locationSettings.$inferSelect;
export type NoticeRow = typeof notices.$inferSelect;
export type NoticeEventRow = typeof noticeEvents.$inferSelect;
export type NoticeDeliveryRow = typeof noticeDeliveries.$inferSelect;

/** A line of the change log, with what it was done and sent with. */
export interface ExportedChangeRow {
  change: ChangeRow;
  set: ChangeSetRow | null;
  save: SaveRow | null;
}

/** Reads everything that belongs to a user, for the export: what may be long in pages. */
@Injectable()
export class AccountRepository {
  constructor(private readonly database: Database) {}

  async connection(uid: string): Promise<typeof googleConnections.$inferSelect | undefined> {
    const { orm } = this.database;
    const [row] = await orm.select().from(googleConnections).where(eq(googleConnections.workspaceId, uid));
    return row;
  }

  sessions(uid: string): Promise<(typeof sessions.$inferSelect)[]> {
    const { orm } = this.database;
    return orm.select().from(sessions).where(eq(sessions.uid, uid)).orderBy(asc(sessions.createdAt));
  }

  sampleEdits(uid: string): Promise<(typeof sampleEdits.$inferSelect)[]> {
    const { orm } = this.database;
    return orm
      .select()
      .from(sampleEdits)
      .where(eq(sampleEdits.workspaceId, uid))
      .orderBy(asc(sampleEdits.locationId));
  }

  /** Ordered by key. */
  timeZones(uid: string, after: TimeZoneRow | undefined, limit: number): Promise<TimeZoneRow[]> {
    const { workspaceId, subject, locationId } = locationSettings;
    const isNext = after && sql`(${subject}, ${locationId}) > (${after.subject}, ${after.locationId})`;
    return this.database.orm
      .select()
      .from(locationSettings)
      .where(and(eq(workspaceId, uid), isNext))
      .orderBy(asc(subject), asc(locationId))
      .limit(limit);
  }

  /** Oldest first; the two columns never change, so no page repeats or skips a post. */
  posts(uid: string, after: PostRow | undefined, limit: number): Promise<PostRow[]> {
    const { createdAt, id } = posts;
    const isNext =
      after &&
      sql`(${createdAt}, ${id}) > (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`;
    return this.database.orm
      .select()
      .from(posts)
      .where(and(eq(posts.workspaceId, uid), isNext))
      .orderBy(asc(createdAt), asc(id))
      .limit(limit);
  }

  /** What became of those of the posts whose campaign was undone, by the post's id. */
  undos(rows: readonly PostRow[]): Promise<ReadonlyMap<string, PostUndo>> {
    return undosOf(this.database.orm, rows);
  }

  attempts(postIds: string[]): Promise<AttemptRow[]> {
    return this.database.orm
      .select()
      .from(publishAttempts)
      .where(inArray(publishAttempts.postId, postIds))
      .orderBy(asc(publishAttempts.attempt));
  }

  /** Oldest first. */
  campaigns(uid: string, after: CampaignRow | undefined, limit: number): Promise<CampaignRow[]> {
    const { createdAt, id } = campaigns;
    const isNext =
      after &&
      sql`(${createdAt}, ${id}) > (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`;
    return this.database.orm
      .select()
      .from(campaigns)
      .where(and(eq(campaigns.workspaceId, uid), isNext))
      .orderBy(asc(createdAt), asc(id))
      .limit(limit);
  }

  /** Ordered by key. */
  async campaignLocations(uid: string, after: TargetRow | undefined, limit: number): Promise<TargetRow[]> {
    const { campaignId, locationId } = campaignTargets;
    const isNext =
      after && sql`(${campaignId}, ${locationId}) > (${after.campaignId}::uuid, ${after.locationId})`;
    const rows = await this.database.orm
      .select({ target: campaignTargets })
      .from(campaignTargets)
      .innerJoin(campaigns, eq(campaigns.id, campaignId))
      .where(and(eq(campaigns.workspaceId, uid), isNext))
      .orderBy(asc(campaignId), asc(locationId))
      .limit(limit);
    return rows.map(({ target }) => target);
  }

  selections(uid: string): Promise<SelectionRow[]> {
    return this.database.orm
      .select()
      .from(selections)
      .where(eq(selections.workspaceId, uid))
      .orderBy(asc(selections.createdAt), asc(selections.id));
  }

  businessAccounts(uid: string): Promise<(typeof mirrorAccounts.$inferSelect)[]> {
    const { subject, position } = mirrorAccounts;
    return this.database.orm
      .select()
      .from(mirrorAccounts)
      .where(eq(mirrorAccounts.workspaceId, uid))
      .orderBy(asc(subject), asc(position));
  }

  /** Ordered by key. */
  locations(uid: string, after: LocationRow | undefined, limit: number): Promise<LocationRow[]> {
    const { subject, accountId, id } = mirrorLocations;
    const isNext =
      after && sql`(${subject}, ${accountId}, ${id}) > (${after.subject}, ${after.accountId}, ${after.id})`;
    return this.database.orm
      .select()
      .from(mirrorLocations)
      .where(and(eq(mirrorLocations.workspaceId, uid), isNext))
      .orderBy(asc(subject), asc(accountId), asc(id))
      .limit(limit);
  }

  /** Ordered by id; each with all its days and search words. */
  async statistics(
    uid: string,
    after: ExportedStatisticsRow | undefined,
    limit: number,
  ): Promise<ExportedStatisticsRow[]> {
    const { workspaceId, id } = statisticsReadings;
    const readings = await this.database.orm
      .select()
      .from(statisticsReadings)
      .where(and(eq(workspaceId, uid), after && gt(id, after.reading.id)))
      .orderBy(asc(id))
      .limit(limit);
    if (readings.length === 0) return [];
    const ids = readings.map((reading) => reading.id);
    const days = await this.database.orm
      .select()
      .from(statisticsDays)
      .where(inArray(statisticsDays.readingId, ids))
      .orderBy(asc(statisticsDays.day));
    const words = await this.database.orm
      .select()
      .from(keywordMonths)
      .where(inArray(keywordMonths.readingId, ids))
      .orderBy(asc(keywordMonths.month), asc(keywordMonths.word));
    const daysOf = Map.groupBy(days, ({ readingId }) => readingId);
    const wordsOf = Map.groupBy(words, ({ readingId }) => readingId);
    return readings.map((reading) => ({
      reading,
      days: daysOf.get(reading.id) ?? [],
      words: wordsOf.get(reading.id) ?? [],
    }));
  }

  /** The change log with what was done and sent, oldest first. */
  changes(uid: string, after: ExportedChangeRow | undefined, limit: number): Promise<ExportedChangeRow[]> {
    const { at, id } = profileChanges;
    const isNext =
      after &&
      sql`(${at}, ${id}) > (${after.change.at.toISOString()}::timestamptz, ${after.change.id}::uuid)`;
    return this.database.orm
      .select({ change: profileChanges, set: changeSets, save: profileSaves })
      .from(profileChanges)
      .leftJoin(changeSets, eq(changeSets.id, profileChanges.setId))
      .leftJoin(profileSaves, eq(profileSaves.id, profileChanges.saveId))
      .where(and(eq(profileChanges.workspaceId, uid), isNext))
      .orderBy(asc(at), asc(id))
      .limit(limit);
  }

  /** Oldest first. */
  notices(uid: string, after: NoticeRow | undefined, limit: number): Promise<NoticeRow[]> {
    const { firstAt, id } = notices;
    const isNext =
      after && sql`(${firstAt}, ${id}) > (${after.firstAt.toISOString()}::timestamptz, ${after.id}::uuid)`;
    return this.database.orm
      .select()
      .from(notices)
      .where(and(eq(notices.workspaceId, uid), isNext))
      .orderBy(asc(firstAt), asc(id))
      .limit(limit);
  }

  async noticeSettings(uid: string): Promise<typeof noticeSettings.$inferSelect | undefined> {
    const [row] = await this.database.orm.select().from(noticeSettings).where(eq(noticeSettings.uid, uid));
    return row;
  }

  /** Ordered by key. */
  noticeEvents(uid: string, after: NoticeEventRow | undefined, limit: number): Promise<NoticeEventRow[]> {
    const { workspaceId, key } = noticeEvents;
    return this.database.orm
      .select()
      .from(noticeEvents)
      .where(and(eq(workspaceId, uid), after && gt(key, after.key)))
      .orderBy(asc(key))
      .limit(limit);
  }

  /** Ordered by id. */
  noticeDeliveries(
    uid: string,
    after: NoticeDeliveryRow | undefined,
    limit: number,
  ): Promise<NoticeDeliveryRow[]> {
    const { workspaceId, id } = noticeDeliveries;
    return this.database.orm
      .select()
      .from(noticeDeliveries)
      .where(and(eq(workspaceId, uid), after && gt(id, after.id)))
      .orderBy(asc(id))
      .limit(limit);
  }

  /** Ordered by key. */
  googleEdits(uid: string, after: GoogleEditRow | undefined, limit: number): Promise<GoogleEditRow[]> {
    const { subject, locationId, field, valueHash } = googleEdits;
    const isNext =
      after &&
      sql`(${subject}, ${locationId}, ${field}, ${valueHash}) > (${after.subject}, ${after.locationId}, ${after.field}, ${after.valueHash})`;
    return this.database.orm
      .select()
      .from(googleEdits)
      .where(and(eq(googleEdits.workspaceId, uid), isNext))
      .orderBy(asc(subject), asc(locationId), asc(field), asc(valueHash))
      .limit(limit);
  }
}
