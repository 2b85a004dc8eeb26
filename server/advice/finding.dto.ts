import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
  MinLength,
} from 'class-validator';
import { FINDING_STATES, type FindingState } from '../database/advice.schema.js';
import { NumberCursor } from '../security/list-cursor.js';
import { IsDay } from '../security/time-rules.js';
import { IfGiven, MAX_PAGE, OneLine, PageLimit, QueryText, Trimmed } from '../security/validation.js';
import {
  AdviceOrderDto,
  AdviceSourceDto,
  CureDto,
  DismissalDto,
  EvidenceDto,
  FoundLocationDto,
  MOST_RULES,
} from './task.dto.js';

/** How much a finding can say of what was read. */
const MOST_EVIDENCE = 20;
/** How many findings one request names. */
const MOST_IDS = 100;
const SEVERITY_VALUES = Object.freeze([1, 2, 3, 4, 5]);

export class FindingQueryDto {
  /** Only those of this task, by its `key`. */
  @QueryText('Task')
  task?: string;

  /** Only those at this location. */
  @QueryText('Location')
  locationId?: string;

  /** Only those of this rule. */
  @QueryText('Rule')
  rule?: string;

  @ApiPropertyOptional({ type: 'integer', format: 'int32', minimum: 1, maximum: 5 })
  @IsOptional()
  @IsIn(SEVERITY_VALUES, { message: 'Severity must be from 1 to 5' })
  @Type(() => Number)
  severity?: number;

  /** Only those in this state: `open`, unless given. */
  @IsOptional()
  @IsIn(FINDING_STATES, { message: 'State must be open, waiting, dismissed or done' })
  state?: FindingState;

  /** `nextCursor` of the answer before. */
  @NumberCursor()
  cursor?: string;

  /** How many at most. */
  @PageLimit()
  limit?: number;
}

/** Which findings are meant: those of a task, or each by its id. */
export class ChosenFindingsDto {
  /** All of this task that are in question, by its `key`. */
  @ApiPropertyOptional({ maxLength: 200 })
  @IfGiven()
  @MaxLength(200, { message: 'Task must be at most 200 characters' })
  @IsString({ message: 'Task must be one text' })
  task?: string;

  @ApiPropertyOptional({
    type: 'array',
    minItems: 1,
    maxItems: MOST_IDS,
    items: { type: 'string', format: 'uuid', maxLength: 36 },
  })
  @IfGiven()
  @IsUUID('all', { each: true, message: 'Each finding must be an id' })
  @ArrayMaxSize(MOST_IDS, { message: `At most ${MOST_IDS} findings can be sent at once` })
  @ArrayMinSize(1, { message: 'Please choose at least one finding' })
  @IsArray({ message: 'Findings must be a list' })
  ids?: string[];
}

export class DismissFindingsDto extends ChosenFindingsDto {
  /** Why, in the words of the person. */
  @ApiProperty({ minLength: 1, maxLength: 300 })
  @OneLine('Reason')
  @MaxLength(300, { message: 'Reason must be at most 300 characters' })
  @MinLength(1, { message: 'Please say why' })
  @Trimmed()
  @IsString({ message: 'Please say why' })
  reason!: string;

  /** The first day on which they count again; for good, unless given. */
  @IfGiven()
  @IsDay({ message: 'Until must be a date' })
  until?: string;
}

/** How many findings have another state now. */
export class ChangedFindingsDto {
  count!: number;
}

/** What a rule found at one location. */
export class AdviceFindingDto extends FoundLocationDto {
  /** Of its task. */
  key!: string;
  accountId!: string;

  /** @example 'description-missing' */
  ruleId!: string;

  /** 5: hidden. 4: breaks a rule. 3: missing. 2: inconsistent. 1: stale. */
  severity!: number;

  /** @example 'Write a description' */
  title!: string;

  /** Why it matters. */
  why!: string;
  state!: FindingState;

  @ApiProperty({ maxItems: MOST_EVIDENCE })
  evidence!: EvidenceDto[];

  /** When Google was asked for it. */
  @ApiProperty({ format: 'date-time' })
  readAt!: string;
  source!: AdviceSourceDto;
  order!: AdviceOrderDto;
  cure!: CureDto;

  /** When it was first found, since it was last done. */
  @ApiProperty({ format: 'date-time' })
  since!: string;
  dismissal!: DismissalDto | null;

  /** Of `waiting`: when the change was sent, or asked for. */
  @ApiProperty({ format: 'date-time' })
  sentAt!: string | null;

  /** Of `done`: when it was seen that the public has it right. */
  @ApiProperty({ format: 'date-time' })
  doneAt!: string | null;
}

/** How many findings there are in each state, whatever the state that was asked for. */
export class FindingCountsDto {
  open!: number;
  waiting!: number;
  dismissed!: number;
  done!: number;
}

export class AdviceFindingListDto {
  /** Those that matter most first. */
  @ApiProperty({ maxItems: MAX_PAGE })
  items!: AdviceFindingDto[];
  counts!: FindingCountsDto;

  /** Give it back as `cursor` for the next part; null at the end. */
  nextCursor!: string | null;
}

export class RuleQueryDto {
  /** Also how this location does. */
  @QueryText('Location')
  locationId?: string;
}

/** What profiles are checked against. */
export class AdviceRuleDto {
  /** @example 'description-missing' */
  id!: string;

  /** 5: hidden. 4: breaks a rule. 3: missing. 2: inconsistent. 1: stale. */
  severity!: number;
  title!: string;
  why!: string;
  source!: AdviceSourceDto;
}

/** How many rules a location meets. */
export class VerdictCountsDto {
  met!: number;
  notMet!: number;
  notApplicable!: number;

  /** What could not be read. */
  unknown!: number;

  @ApiProperty({ format: 'date-time' })
  checkedAt!: string;
}

export class AdviceRuleListDto {
  @ApiProperty({ maxItems: MOST_RULES })
  items!: AdviceRuleDto[];

  /** Of the location that was asked for; null: none was, or it has not been checked yet. */
  location!: VerdictCountsDto | null;
}
