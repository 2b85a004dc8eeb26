import { Injectable } from '@nestjs/common';
import { and, asc, eq, gt, gte, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import {
  type CampaignRow,
  campaigns,
  campaignTargets,
  type TargetRow,
} from '../../database/campaigns.schema.js';
import { Database, type Orm } from '../../database/database.js';
import { insertMany } from '../../database/insert-many.js';
import { posts } from '../../database/schema.js';
import { AppError } from '../../errors/app-error.js';
import { Turns } from '../../jobs/turns.js';
import type { DueCounts } from './plan-summary.js';
import type { SpreadTurn } from './plan-targets.js';

/** How many rows are written or read at once: a few milliseconds. */
const ROWS_AT_ONCE = 250;

/**
 * The first position of locations that were planned to get a post, by name. The positions of left-out locations begin at 0.
 * A location keeps its position until the campaign is planned again, so it keeps its turn in a spread too.
 */
export const FIRST_POSITION = 50_000;

/** A location that a person has given a text of its own, or has left out. */
type OwnChoice = Pick<TargetRow, 'ownText' | 'leftOut'>;

/** Stores plans of campaigns with their locations. */
@Injectable()
export class CampaignPlanRepository {
  constructor(private readonly database: Database) {}

  /** What a person has chosen for single locations, by id. */
  async ownChoices(campaignId: string): Promise<Map<string, OwnChoice>> {
    const { locationId, ownText, leftOut } = campaignTargets;
    const rows = await this.database.orm
      .select({ locationId, ownText, leftOut })
      .from(campaignTargets)
      .where(
        and(eq(campaignTargets.campaignId, campaignId), or(isNotNull(ownText), eq(leftOut, 'left-out'))),
      );
    return new Map(rows.map(({ locationId: id, ...chosen }) => [id, chosen]));
  }

  /** All locations of a campaign by position, or only those with the given ids. */
  async targets(id: string, locationIds?: string[]): Promise<TargetRow[]> {
    const { campaignId, locationId, position } = campaignTargets;
    const all: TargetRow[] = [];
    for (let last = -1; ;) {
      const part = await this.database.orm
        .select()
        .from(campaignTargets)
        .where(and(eq(campaignId, id), locationIds && inArray(locationId, locationIds), gt(position, last)))
        .orderBy(asc(position))
        .limit(ROWS_AT_ONCE);
      all.push(...part);
      if (part.length < ROWS_AT_ONCE) return all;
      last = part.at(-1)?.position ?? Infinity;
    }
  }

  /**
   * Stores a draft with its plan and its locations, in place of those before; what `first` does commits with it.
   * Errors: `campaign_changed` when the draft is another one by now, those of `first`.
   */
  async replace(
    campaign: CampaignRow,
    targets: (typeof campaignTargets.$inferInsert)[],
    first?: (tx: Orm) => Promise<void>,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      await first?.(tx);
      await storeDraft(tx, campaign);
      await tx.delete(campaignTargets).where(eq(campaignTargets.campaignId, campaign.id));
      const turns = new Turns();
      for (let from = 0; from < targets.length; from += ROWS_AT_ONCE) {
        await turns.pass();
        await insertMany(tx, campaignTargets, targets.slice(from, from + ROWS_AT_ONCE));
      }
    });
  }

  /** Stores a draft with its plan and some of its locations. Errors: `campaign_changed` when the draft is another one by now. */
  async change(campaign: CampaignRow, changed: TargetRow[]): Promise<void> {
    const { campaignId, locationId } = campaignTargets;
    await this.database.transaction(async (tx) => {
      await storeDraft(tx, campaign);
      for (const target of changed)
        await tx
          .update(campaignTargets)
          .set(target)
          .where(and(eq(campaignId, campaign.id), eq(locationId, target.locationId)));
    });
  }

  /**
   * The turns of some locations in a spread: of those of one zone, or of all for one instant, that were planned to get a
   * post. The database counts, since each slice of a campaign asks for few of up to 10,000.
   */
  async turns({ id, wallTime }: CampaignRow, locationIds: string[]): Promise<Map<string, SpreadTurn>> {
    const { campaignId, locationId, timeZone, position } = campaignTargets;
    const together = wallTime === null ? sql`` : sql`partition by ${timeZone}`;
    const turns = this.database.orm
      .select({
        locationId,
        before: sql<number>`rank() over (${together} order by ${position}) - 1`.mapWith(Number).as('before'),
        all: sql<number>`count(*) over (${together})`.mapWith(Number).as('all_of_them'),
      })
      .from(campaignTargets)
      .where(and(eq(campaignId, id), gte(position, FIRST_POSITION)))
      .as('turns');
    const rows = await this.database.orm.select().from(turns).where(inArray(turns.locationId, locationIds));
    return new Map(rows.map(({ locationId: location, ...turn }) => [location, turn]));
  }

  /** How many posts of others to Google are due in each minute between two instants. */
  async dueCounts(campaignId: string, { from, to }: { from: Date; to: Date }): Promise<DueCounts> {
    const minute = sql<Date>`date_trunc('minute', ${posts.nextStepAt})`.mapWith(posts.nextStepAt);
    const rows = await this.database.orm
      .select({ minute, count: sql<number>`count(*)`.mapWith(Number) })
      .from(posts)
      .where(
        and(
          gte(posts.nextStepAt, from),
          lt(posts.nextStepAt, to),
          eq(posts.source, 'google'),
          inArray(posts.status, ['SCHEDULED', 'QUEUED']),
          sql`${posts.campaignId} is distinct from ${campaignId}`,
        ),
      )
      .groupBy(minute);
    return new Map(rows.map((row) => [row.minute.getTime(), row.count]));
  }
}

/** Stores what a draft is now. Errors: `campaign_changed`. */
async function storeDraft(tx: Orm, { id, version, ...campaign }: CampaignRow): Promise<void> {
  const { name, body, choice, wallTime, publishAt, timeZone, spreadMinutes, closedDays } = campaign;
  const { plan, plannedAt, createdAt, updatedAt } = campaign;
  const firstAt = plan?.first ? new Date(plan.first.publishAt) : createdAt;
  const stored = await tx
    .update(campaigns)
    .set({
      ...{ name, body, choice, wallTime, publishAt, timeZone, spreadMinutes, closedDays },
      ...{ firstAt, plannedAt, updatedAt, version: version + 1 },
      plan: plan && { ...plan, version: version + 1 },
    })
    .where(and(eq(campaigns.id, id), eq(campaigns.version, version), eq(campaigns.state, 'draft')))
    .returning({ id: campaigns.id });
  if (stored.length === 0) throw AppError.of('campaign_changed');
}
