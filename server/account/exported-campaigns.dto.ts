import { ApiProperty } from '@nestjs/swagger';
import type { CAMPAIGN_STATES, CLOSED_DAYS, UNDO_OUTCOMES } from '../database/campaigns.schema.js';
import { RawJson, RawJsonValue } from './raw-json.js';

/** One text for many locations. Its posts are among the posts. */
export class ExportedCampaignDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  /** Google's key of the Google account whose locations it is for. */
  googleAccount!: string;

  /** What the person calls it. */
  name!: string;
  state!: (typeof CAMPAIGN_STATES)[number];
  isPaused!: boolean;

  /** The content of its posts with the variables. */
  @RawJson()
  postBody!: object;

  /** How its locations were chosen. */
  @RawJson()
  choice!: object;
  wallTime!: string | null;

  @ApiProperty({ format: 'date-time' })
  publishAt!: string | null;
  timeZone!: string;
  spreadMinutes!: number;
  closedDays!: (typeof CLOSED_DAYS)[number];

  /** The plan: counts and times of its posts. */
  @RawJsonValue()
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
  @RawJson()
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

  @RawJson()
  choice!: object;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;
}
