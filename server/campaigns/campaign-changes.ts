import { Injectable } from '@nestjs/common';
import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { Clock } from '../config/clock.js';
import {
  type CampaignRow,
  campaigns,
  campaignTargets,
  type TargetRow,
} from '../database/campaigns.schema.js';
import { Database } from '../database/database.js';
import { posts } from '../database/schema.js';
import { AppError, type FieldError } from '../errors/app-error.js';
import { PhotosService } from '../photos/photos.service.js';
import { isIn } from '../posts/post-filter.js';
import { faultsOfTemplate, toTemplate, toTime } from './campaign-drafts.service.js';
import { CampaignPlanner } from './plan/campaign-planner.js';
import { campaignRule } from './plan/campaign-rules.js';
import { faultsOfTime } from './plan/campaign-times.js';
import type { UpdateCampaignDto } from './campaign.dto.js';

/** How many locations are checked at a time. */
const PART = 500;

/** A location that cannot have a change, and the rule against it. */
interface Fault {
  locationName: string;
  rule: string;
}

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
    const { choice, time, postBody, withExceptions = false } = change;
    const newTime = time && toTime(time);
    const faults: FieldError[] = [
      ...(choice
        ? [{ field: 'choice', message: 'The locations of a confirmed campaign can’t be changed' }]
        : []),
      ...(newTime ? faultsOfTime(newTime, this.clock.now()) : []),
      ...(postBody ? faultsOfTemplate(postBody) : []),
    ];
    if (faults.length > 0) throw AppError.invalid(faults);
    await this.photos.keep(row.workspaceId, postBody?.photoId);
    const revision = row.revision + 1;
    const changed: CampaignRow = {
      ...row,
      ...newTime,
      ...(postBody && { body: toTemplate(postBody) }),
      ...(newTime && { timeRevision: revision }),
      revision,
    };
    await this.refuseFaults(changed, withExceptions);
    await this.store(row, changed, withExceptions);
  }

  private async store(row: CampaignRow, changed: CampaignRow, withExceptions: boolean): Promise<void> {
    await this.database.transaction(async (tx) => {
      const { id, body, wallTime, publishAt, timeZone, spreadMinutes, closedDays, revision, timeRevision } =
        changed;
      const stored = await tx
        .update(campaigns)
        .set({
          ...{ body, wallTime, publishAt, timeZone, spreadMinutes, closedDays, revision, timeRevision },
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
      // From now on they are like the others, until they are changed by themselves again.
      if (withExceptions)
        await tx
          .update(posts)
          .set({ isCampaignException: false })
          .where(
            and(eq(posts.campaignId, id), eq(posts.isCampaignException, true), isIn(['SCHEDULED', 'FAILED'])),
          );
    });
  }

  private async refuseFaults(changed: CampaignRow, withExceptions: boolean): Promise<void> {
    const faults: Fault[] = [];
    for (let last: TargetRow | undefined; ;) {
      const part = await this.notOut(changed.id, withExceptions, last);
      const planned = await this.planner.targetsNow(changed, part);
      for (const { locationId, locationName } of part) {
        const rule = planned.get(locationId)?.leftOut ?? null;
        if (rule !== null) faults.push({ locationName, rule });
      }
      last = part.at(-1);
      if (part.length < PART) break;
    }
    const byRule = [...Map.groupBy(faults, ({ rule }) => rule)];
    if (byRule.length > 0) throw AppError.invalid(byRule.map(([rule, of]) => toFieldError(rule, of)));
  }

  /** Locations that a change reaches, by their place in the list. */
  private async notOut(
    id: string,
    withExceptions: boolean,
    last: TargetRow | undefined,
  ): Promise<TargetRow[]> {
    const { campaignId, leftOut, undo, revision, position } = campaignTargets;
    const waits = and(
      isIn(['SCHEDULED', 'FAILED']),
      withExceptions ? undefined : eq(posts.isCampaignException, false),
    );
    const rows = await this.database.orm
      .select({ target: campaignTargets })
      .from(campaignTargets)
      .leftJoin(posts, eq(posts.id, campaignTargets.postId))
      .where(
        and(
          eq(campaignId, id),
          isNull(leftOut),
          isNull(undo),
          or(eq(revision, 0), and(sql`${posts.id} is not null`, waits)),
          last && gt(position, last.position),
        ),
      )
      .orderBy(asc(position))
      .limit(PART);
    return rows.map(({ target }) => target);
  }
}

function toFieldError(ruleId: string, [first, ...others]: Fault[]): FieldError {
  const rule = campaignRule(ruleId);
  const count = others.length + 1;
  const who =
    count === 1
      ? `${first?.locationName} can’t have this`
      : `${count} locations can’t have this, ${first?.locationName} among them`;
  return { field: rule?.field ?? 'postBody', message: `${who}: ${rule?.reason ?? ruleId}` };
}
