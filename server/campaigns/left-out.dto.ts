import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { PlannedRuleDto } from './campaign.dto.js';
import { MAX_TARGETS, TargetFindingDto } from './campaign-target.dto.js';
import { RULE_IDS } from './plan/campaign-rules.js';

/** How many left-out locations of one rule are looked at in one request, and taken in. The others follow. */
export const MOST_LOOKED_AT = 1000;

/** A location that a confirmed campaign leaves out, and what it would get by what is known now. */
export class LeftOutTargetDto {
  locationId!: string;

  /** @example 'Hearth & Crumb, Market Square' */
  locationName!: string;

  /** @example 'HC-01' */
  storeCode!: string | null;

  /** Whether nothing is against its post any more, so that it can be taken in. */
  isReady!: boolean;

  /** Whether its time has passed, so that its post goes out right away. */
  isDue!: boolean;

  /** When its post would go out; null: it cannot be taken in, or the time cannot be said. */
  @ApiProperty({ format: 'date-time' })
  publishAt!: string | null;

  /** The location's zone; null: it is not known. */
  timeZone!: string | null;

  /** What is against its post now, or may go wrong with it. */
  findings!: TargetFindingDto[];
}

/** The locations that one rule has left out. */
export class LeftOutGroupDto extends PlannedRuleDto {
  /** How many of them can be taken in, of the first 1,000 by name. */
  ready!: number;

  /** The first 100: those that can be taken in before the others, each by name. */
  items!: LeftOutTargetDto[];
}

export class LeftOutListDto {
  /** By rule, the largest group first. */
  groups!: LeftOutGroupDto[];
}

export class TakeInDto {
  /** The rule by which they were left out. */
  @ApiProperty({ enum: RULE_IDS })
  @IsIn(RULE_IDS, { message: 'Rule must be one by which locations are left out' })
  rule!: (typeof RULE_IDS)[number];

  /** Which of its locations, 1 to 100; default: all that can be taken in, at most 1,000. */
  @ApiPropertyOptional({ maxItems: MAX_TARGETS, items: { type: 'string', maxLength: 200 } })
  @IsOptional()
  @MaxLength(200, { each: true, message: 'Each location must be an id of at most 200 characters' })
  @ArrayMaxSize(MAX_TARGETS, { message: `At most ${MAX_TARGETS} locations can be named` })
  @ArrayMinSize(1, { message: 'At least one location is required' })
  @IsString({ each: true, message: 'Locations must be ids' })
  @IsArray({ message: 'Locations must be a list' })
  locationIds?: string[];

  /** The version of the campaign that the person has seen. */
  @Min(1, { message: 'Version must be at least 1' })
  @Max(1_000_000_000, { message: 'Version is too large' })
  @IsInt({ message: 'Version must be a whole number' })
  version!: number;
}
