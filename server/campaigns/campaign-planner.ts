import { Injectable } from '@nestjs/common';
import type { CampaignRow, TargetRow } from '../database/campaigns.schema.js';
import type { PostBody } from '../database/schema.js';
import { AppError } from '../errors/app-error.js';

/** What a location's post is to be, by what is known now. */
export interface PlannedTarget {
  /** The rule why it gets no post; null: it gets one. */
  leftOut: string | null;
  warnings: string[];
  timeZone: string | null;
  wallTime: string | null;
  publishAt: Date | null;
  /** Undefined where it is left out. */
  body: PostBody | undefined;
}

/** Works out what each location of a campaign gets, and what is to be said before it is promised. */
@Injectable()
export class CampaignPlanner {
  /** Plans a draft: resolves its choice, and stores its targets and its plan. */
  async plan(_campaign: CampaignRow): Promise<void> {
    throw AppError.of('unavailable');
  }

  /** What some targets of a campaign get by what is known now, by location. Nothing is stored. */
  async targetsNow(
    _campaign: CampaignRow,
    _targets: readonly TargetRow[],
  ): Promise<Map<string, PlannedTarget>> {
    throw AppError.of('unavailable');
  }
}
