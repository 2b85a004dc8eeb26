import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { Type } from 'class-transformer';
import { figure } from '../config/figure.js';
import { MAX_SUMMARY } from '../posts/post-body.dto.js';
import { IfGiven, PageLimit, QueryText, Trimmed } from '../security/validation.js';
import { Visible } from '../security/visible-text.js';
import { FindingDto } from '../posts/preflight.dto.js';
import { RULE_IDS } from './plan/campaign-rules.js';

/** The states of a location; `CampaignProgressDto` says what each means. */
const TARGET_STATES = Object.freeze([
  'left_out',
  'waiting',
  'scheduled',
  'paused',
  'held',
  'publishing',
  'in_review',
  'published',
  'failed',
  'unconfirmed',
  'removed',
  'cancelled',
  'deleted',
  'leftover',
] as const);
export type TargetState = (typeof TARGET_STATES)[number];

/** How many locations one request can name. */
export const MAX_TARGETS = 100;

/** One finding about the post of a location. */
export class TargetFindingDto extends OmitType(FindingDto, ['id'] as const) {
  /** The rule. */
  @ApiProperty({ enum: RULE_IDS })
  id!: (typeof RULE_IDS)[number];
}

export class TargetDto {
  locationId!: string;
  accountId!: string;

  /** @example 'Hearth & Crumb, Market Square' */
  locationName!: string;

  /** @example 'HC-01' */
  storeCode!: string | null;
  state!: TargetState;

  /** The text as its customers will read it. */
  summary!: string;

  /** Whether the text is its own instead of the campaign's. */
  hasOwnText!: boolean;

  /** When its post goes out; null: it cannot be said. */
  @ApiProperty({ format: 'date-time' })
  publishAt!: string | null;

  /** The location's zone; null: it is not known. */
  timeZone!: string | null;

  /** Why it is left out, and what may go wrong with its post; what blocks it first. */
  findings!: TargetFindingDto[];

  /** Its post; null: there is none. */
  @ApiProperty({ format: 'uuid' })
  postId!: string | null;

  /** Whether its post was changed individually. */
  isException!: boolean;

  @ApiProperty({ format: 'date-time' })
  publishedAt!: string | null;
  googleUrl!: string | null;

  /** Why its post failed, or was not removed at Google, in plain words. */
  errorDetails!: string | null;
}

export class TargetListDto {
  /** Faults first, then by name. */
  items!: TargetDto[];

  /** How many there are with the search and the state that were asked for. */
  matched!: number;
  nextCursor!: string | null;
}

export class TargetQueryDto {
  /** Only those in this state; `gone`: those whose post was taken back, so `removed`, `cancelled` and `deleted`. */
  @IsOptional()
  @IsIn([...TARGET_STATES, 'gone'], { message: 'State must be one of a location’s states' })
  state?: TargetState | 'gone';

  /** Only those to which this rule applies, such as `location-suspended`. */
  @QueryText('Rule')
  rule?: string;

  /** Words in any order, each a part of the location's name or store code. */
  @QueryText('Search')
  search?: string;

  /** `nextCursor` of the answer before. */
  @ApiPropertyOptional({ maxLength: 12 })
  @IsOptional()
  @Matches(/^\d{1,6}$/, { message: 'Cursor must be one that this list gave' })
  cursor?: string;

  @PageLimit()
  limit?: number;
}

export class TargetChangeDto {
  @Trimmed()
  @IsNotEmpty({ message: 'Location must be the id of a location' })
  @MaxLength(200, { message: 'Location must be at most 200 characters' })
  @IsString({ message: 'Location must be the id of a location' })
  locationId!: string;

  /** A text of its own; null: that of the campaign again. */
  @ValidateIf((_body, value) => value !== undefined && value !== null)
  @ApiPropertyOptional({ type: 'string', nullable: true, maxLength: MAX_SUMMARY })
  @Visible('Post content is required')
  @MaxLength(MAX_SUMMARY, { message: `Post content must be at most ${figure(MAX_SUMMARY)} characters` })
  @IsString({ message: 'Post content is required' })
  summary?: string | null;

  /** True: it gets no post. False: it gets one again. */
  @IfGiven()
  @IsBoolean({ message: 'Left out must be true or false' })
  isLeftOut?: boolean;
}

export class TargetChangesDto {
  /** Of 1 to 100 locations. */
  @ApiProperty({ maxItems: MAX_TARGETS })
  @ValidateNested({ each: true, message: 'Each item must name a location and a change' })
  @IsObject({ each: true, message: 'Each item must name a location and a change' })
  @ArrayMaxSize(MAX_TARGETS, { message: `At most ${MAX_TARGETS} locations can be changed at once` })
  @ArrayMinSize(1, { message: 'At least one location is required' })
  @IsArray({ message: 'Items must be a list' })
  @Type(() => TargetChangeDto)
  items!: TargetChangeDto[];

  /** The version whose plan the change is based on. The campaign can have got another name since. */
  @Min(1, { message: 'Version must be at least 1' })
  @Max(1_000_000_000, { message: 'Version is too large' })
  @IsInt({ message: 'Version must be a whole number' })
  version!: number;
}

export class RetryTargetsDto {
  /** Which locations; default: all whose post failed. */
  @ApiPropertyOptional({ maxItems: MAX_TARGETS, items: { type: 'string', maxLength: 200 } })
  @IsOptional()
  @MaxLength(200, { each: true, message: 'Each location must be an id of at most 200 characters' })
  @ArrayMaxSize(MAX_TARGETS, { message: `At most ${MAX_TARGETS} locations can be named` })
  @IsString({ each: true, message: 'Locations must be ids' })
  @IsArray({ message: 'Locations must be a list' })
  locationIds?: string[];
}
