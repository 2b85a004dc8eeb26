import { Injectable } from '@nestjs/common';
import { and, asc, eq, gt, or } from 'drizzle-orm';
import { Clock } from '../config/clock.js';
import {
  type CampaignRow,
  campaigns,
  campaignTargets,
  type TargetRow,
} from '../database/campaigns.schema.js';
import { Database } from '../database/database.js';
import { posts } from '../database/schema.js';
import { AppError } from '../errors/app-error.js';
import { PhotosService } from '../photos/photos.service.js';
import { isIn } from '../posts/post-filter.js';
import { checkFields, withFields } from './campaign-fields.js';
import type { UpdateCampaignDto } from './campaign.dto.js';
import { CampaignPlanner } from './plan/campaign-planner.js';
import { type LocationFault, toFieldErrors } from './plan/location-faults.js';
import { isActiveTarget, isChangeable } from './work/target-filter.js';

/** How many locations are checked at a time. */
const PART = 500;

/** Changes the text and the time of a confirmed campaign for what is not out yet. */
@Injectable()
export class CampaignChanges {
  constructor(
    private readonly database: Database,
    private readonly planner: CampaignPlanner,
    private readonly photos: PhotosService,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a change that every location which is not out can have; the dispatcher brings it to their posts.
   * Errors: `validation_failed`, `not_found` for the photo, `campaign_changed` when another change came first.
   */
  async apply(row: CampaignRow, change: UpdateCampaignDto): Promise<void> {
    const { choice, withExceptions = false, ...given } = change;
    const ofChoice = { field: 'choice', message: 'The locations of a confirmed campaign can’t be changed' };
    checkFields(given, this.clock.now(), choice ? [ofChoice] : []);
    await this.photos.keep(row.workspaceId, given.postBody?.photoId);
    const revision = row.revision + 1;
    const timeRevision = given.time ? revision : row.timeRevision;
    const changed: CampaignRow = { ...withFields(row, given), revision, timeRevision };
    const earliest = await this.refuseFaults(changed, withExceptions);
    // What is out keeps its time.
    const hasBegun = row.firstAt <= this.clock.now();
    const firstAt = given.time && earliest && !hasBegun ? earliest : row.firstAt;
    await this.store(row, { ...changed, firstAt }, withExceptions);
  }

  private async store(row: CampaignRow, changed: CampaignRow, withExceptions: boolean): Promise<void> {
    await this.database.transaction(async (tx) => {
      const { id, name, body, wallTime, publishAt, timeZone, spreadMinutes, closedDays } = changed;
      const { firstAt, revision, timeRevision } = changed;
      const stored = await tx
        .update(campaigns)
        .set({
          ...{ name, body, wallTime, publishAt, timeZone, spreadMinutes, closedDays },
          ...{ firstAt, revision, timeRevision },
          state: 'scheduling',
          version: row.version + 1,
          updatedAt: this.clock.now(),
        })
        .where(
          and(
            eq(campaigns.id, id),
            eq(campaigns.version, row.version),
            or(eq(campaigns.state, 'scheduling'), eq(campaigns.state, 'scheduled')),
          ),
        )
        .returning({ id: campaigns.id });
      if (stored.length === 0) throw AppError.of('campaign_changed');
      // From now on they follow the campaign, until they are changed individually again.
      if (withExceptions)
        await tx
          .update(posts)
          .set({ isCampaignException: false })
          .where(
            and(eq(posts.campaignId, id), eq(posts.isCampaignException, true), isIn(['SCHEDULED', 'FAILED'])),
          );
    });
  }

  /** Errors: `validation_failed`. @returns when the first post that is not out goes out; undefined: all are */
  private async refuseFaults(changed: CampaignRow, withExceptions: boolean): Promise<Date | undefined> {
    const faults: LocationFault[] = [];
    let earliest: Date | undefined;
    for (let last: TargetRow | undefined; ;) {
      const part = await this.notOut(changed.id, withExceptions, last);
      const planned = await this.planner.targetsNow(changed, part);
      for (const { locationId, locationName } of part) {
        const { leftOut: rule = null, publishAt = null } = planned.get(locationId) ?? {};
        if (publishAt && !(earliest && earliest <= publishAt)) earliest = publishAt;
        if (rule !== null) faults.push({ locationName, rule });
      }
      last = part.at(-1);
      if (part.length < PART) break;
    }
    if (faults.length > 0) throw AppError.invalid(toFieldErrors(faults));
    return earliest;
  }

  /** The next targets whose posts a change of the campaign changes, by position. */
  private async notOut(
    id: string,
    withExceptions: boolean,
    last: TargetRow | undefined,
  ): Promise<TargetRow[]> {
    const { position } = campaignTargets;
    const rows = await this.database.orm
      .select({ target: campaignTargets })
      .from(campaignTargets)
      .leftJoin(posts, eq(posts.id, campaignTargets.postId))
      .where(and(isActiveTarget(id), isChangeable(withExceptions), last && gt(position, last.position)))
      .orderBy(asc(position))
      .limit(PART);
    return rows.map(({ target }) => target);
  }
}
