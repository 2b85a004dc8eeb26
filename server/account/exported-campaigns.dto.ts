import { ApiProperty } from '@nestjs/swagger';
import type { CAMPAIGN_STATES, CLOSED_DAYS, UNDO_OUTCOMES } from '../database/campaigns.schema.js';
import type { CampaignRow, SelectionRow, TargetRow } from '../database/campaigns.schema.js';
import { AsGiven, AsGivenValue } from './raw-json.js';

/** One text for many locations. Its posts are among the posts. */
export class ExportedCampaignDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  /** Google's key of the Google account whose locations it is for. */
  googleAccount!: string;
  state!: (typeof CAMPAIGN_STATES)[number];
  isPaused!: boolean;

  /** The content of its posts with the variables. */
  @AsGiven()
  postBody!: object;

  /** How its locations were chosen. */
  @AsGiven()
  choice!: object;
  wallTime!: string | null;

  @ApiProperty({ format: 'date-time' })
  publishAt!: string | null;
  timeZone!: string;
  spreadMinutes!: number;
  closedDays!: (typeof CLOSED_DAYS)[number];

  /** The plan: counts and times of its posts. */
  @AsGivenValue()
  plan!: unknown;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  confirmedAt!: string | null;

  @ApiProperty({ format: 'date-time' })
  undoneAt!: string | null;
}

/** A location of a campaign. */
export class ExportedCampaignLocationDto {
  @ApiProperty({ format: 'uuid' })
  campaignId!: string;
  accountId!: string;
  locationId!: string;
  locationName!: string;
  storeCode!: string | null;

  /** The values of the variables there. */
  @AsGiven()
  facts!: object;
  timeZone!: string | null;
  wallTime!: string | null;

  @ApiProperty({ format: 'date-time' })
  publishAt!: string | null;

  /** A text of its own. */
  ownText!: string | null;

  /** The rule why it gets no post. */
  leftOut!: string | null;
  warnings!: string[];

  @ApiProperty({ format: 'uuid' })
  postId!: string | null;

  /** What an undo did to its post, and why Google still has it or may have it. */
  undo!: (typeof UNDO_OUTCOMES)[number] | null;
  undoError!: string | null;
}

/** Chosen locations. */
export class ExportedSelectionDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;
  googleAccount!: string;

  /** Null: it served one campaign. */
  name!: string | null;
  isLive!: boolean;

  @AsGiven()
  choice!: object;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;
}

export function toExportedCampaign(row: CampaignRow): ExportedCampaignDto {
  const { id, subject, state, isPaused, body, choice, wallTime, timeZone, spreadMinutes, closedDays, plan } =
    row;
  return {
    ...{ id, googleAccount: subject, state, isPaused, postBody: body, choice, wallTime, timeZone },
    ...{ spreadMinutes, closedDays, plan },
    publishAt: row.publishAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    undoneAt: row.undoneAt?.toISOString() ?? null,
  };
}

export function toExportedCampaignLocation(row: TargetRow): ExportedCampaignLocationDto {
  const { campaignId, accountId, locationId, locationName, storeCode, facts, timeZone, wallTime } = row;
  const { ownText, leftOut, warnings, postId, undo, undoError } = row;
  return {
    ...{ campaignId, accountId, locationId, locationName, storeCode, facts, timeZone, wallTime },
    ...{ ownText, leftOut, warnings, postId, undo, undoError },
    publishAt: row.publishAt?.toISOString() ?? null,
  };
}

export function toExportedSelection(row: SelectionRow): ExportedSelectionDto {
  const { id, subject, name, isLive, choice, createdAt, updatedAt } = row;
  return {
    ...{ id, googleAccount: subject, name, isLive, choice },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
