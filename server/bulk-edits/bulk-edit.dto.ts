import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { CHANGE_FIELDS, type ChangeField } from '../business-profile/translation/profile-fields.js';
import { OwnName } from '../campaigns/own-name.js';
import { LocationChoiceDto } from '../campaigns/selections/selection.dto.js';
import { ActorDto, ChangeValueDto, ReasonDto } from '../changes/change.dto.js';
import { BULK_EDIT_STATES, BULK_TARGET_STATES } from '../database/bulk-edits.schema.js';
import { SpecialPeriodDto } from '../listings/location-hours.dto.js';
import { NumberCursor } from '../security/list-cursor.js';
import { IfGiven, MAX_PAGE, Nested, PageLimit, QueryText } from '../security/validation.js';
import { BulkChangeDto, HolidayRunDto, HolidayRuns } from './bulk-change.dto.js';
import { BULK_RULE_IDS, type BulkRuleId } from './bulk-edit-rules.js';

/** How many drafts a person can have open; the oldest is dropped for one more. */
export const MOST_DRAFTS = 20;

export class NewBulkEditDto {
  @Nested(() => LocationChoiceDto, 'Please choose locations')
  choice!: LocationChoiceDto;

  @Nested(() => BulkChangeDto, 'Please say what changes')
  change!: BulkChangeDto;

  /**
   * What people call it.
   * @example 'Christmas hours'
   */
  @IfGiven()
  @OwnName()
  name?: string;
}

/** The version of the draft that a person saw. */
class SeenVersionDto extends ReasonDto {
  /** The version that it is based on; when it is no longer the newest, the answer is 409. */
  @Min(1, { message: 'Version must be at least 1' })
  @Max(1_000_000_000, { message: 'Version is too large' })
  @IsInt({ message: 'Version must be a whole number' })
  version!: number;
}

/** Fields that are left out keep their value. Every change is previewed again. */
export class UpdateBulkEditDto {
  /** The version that the change is based on; when it is no longer the newest, the answer is 409. */
  @Min(1, { message: 'Version must be at least 1' })
  @Max(1_000_000_000, { message: 'Version is too large' })
  @IsInt({ message: 'Version must be a whole number' })
  version!: number;

  @IfGiven()
  @Nested(() => LocationChoiceDto, 'Please choose locations')
  choice?: LocationChoiceDto;

  @IfGiven()
  @Nested(() => BulkChangeDto, 'Please say what changes')
  change?: BulkChangeDto;

  /** Answers that come after those of the draft, or of `change`: more than one request can hold are sent in parts. */
  @HolidayRuns()
  addHolidays?: HolidayRunDto[];

  /** @example 'Christmas hours' */
  @IfGiven()
  @OwnName()
  name?: string;
}

export class ConfirmBulkEditDto extends SeenVersionDto {}

/** How many locations a rule concerns. */
export class BulkRuleCountDto {
  @ApiProperty({ enum: BULK_RULE_IDS })
  reason!: BulkRuleId;

  /**
   * In two or three words.
   * @example 'Suspended'
   */
  title!: string;

  /** @example 'Google has suspended this location and doesn’t take changes to it.' */
  message!: string;

  /** @example 4 */
  count!: number;
}

/** Special hours at the changing locations on dates that the edit is not about. They stay with `merge`, and go with `replace`. */
export class OtherSpecialDatesDto {
  /** @example 1206 */
  dates!: number;

  /** @example 388 */
  locations!: number;
}

export class BulkCountsDto {
  /** How many locations the choice means: the sum of the next three. */
  chosen!: number;
  changes!: number;

  /** They have all values already. */
  same!: number;
  leftOut!: number;

  /** Those of `changes` that have a warning. */
  warnings!: number;

  /** How many fields are to change at a location. */
  fields!: number;
  otherSpecialDates!: OtherSpecialDatesDto;

  /** Why locations are left out, most first. */
  byReason!: BulkRuleCountDto[];

  /** What may go wrong at locations that change, most first. */
  byWarning!: BulkRuleCountDto[];
}

/** How long it takes within Google’s limits, as long as nothing else uses them. */
export class BulkPlanDto {
  /** How many seconds the calls of all locations take: each is read, changed and read again. */
  seconds!: number;

  /** How many days it takes because of Google’s limit of updates a day; null: no more than one. */
  days!: number | null;

  /** How many updates bulk edits may still send in these 24 hours. */
  updatesLeftToday!: number;

  /** Whether that is fewer than there are locations. */
  isOverToday!: boolean;
}

/** Changes of the same locations that were not sent yet. */
export class WaitingSetDto {
  @ApiProperty({ format: 'uuid' })
  setId!: string;
  name!: string | null;

  /** How many of the locations they are about. */
  locations!: number;
}

/** What Google said when it was asked first. */
export class BulkValidationDto {
  /** At how many locations it was asked. */
  asked!: number;
  refused!: number;
}

/** A bulk edit that was not confirmed yet, with its preview. */
export class BulkEditDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;
  name!: string | null;

  /** `confirmed`: it is a set of changes with the same id. */
  @ApiProperty({ enum: BULK_EDIT_STATES })
  state!: (typeof BULK_EDIT_STATES)[number];

  /** Grows with each change, also when locations have changed at Google since. */
  version!: number;
  actor!: ActorDto;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  /** When it is dropped unless it is confirmed: 24 hours after its last change. */
  @ApiProperty({ format: 'date-time' })
  expiresAt!: string;

  /** As it was resolved: with what a selection meant at that time. */
  choice!: LocationChoiceDto;
  change!: BulkChangeDto;
  counts!: BulkCountsDto;
  plan!: BulkPlanDto;

  /** Sets whose changes of the same locations wait. They are sent first. */
  waitingElsewhere!: WaitingSetDto[];

  /** What cannot be taken back at Google, as sentences. */
  oneWay!: string[];

  /** Null: Google was not asked. */
  validated!: BulkValidationDto | null;
}

export class BulkEditListDto {
  /** Whether this server lets many locations be changed at once. */
  isOn!: boolean;

  /** Drafts of the workspace, the latest changed first. */
  @ApiProperty({ maxItems: MOST_DRAFTS })
  items!: BulkEditDto[];
}

export class BulkRowQueryDto {
  /** Only those in this state; `warning`: those that change and have a warning. */
  @IsOptional()
  @IsIn(['warning', ...BULK_TARGET_STATES], { message: 'State must be warning, changes, same or left_out' })
  state?: 'warning' | (typeof BULK_TARGET_STATES)[number];

  /** Only those to which this rule applies, such as `location-suspended`. */
  @QueryText('Rule')
  rule?: string;

  /** `nextCursor` of the answer before. */
  @NumberCursor()
  cursor?: string;

  @PageLimit()
  limit?: number;
}

/** A rule that applies to a location. */
export class BulkReasonDto {
  @ApiProperty({ enum: BULK_RULE_IDS })
  id!: BulkRuleId;
  message!: string;
}

export class BulkWarningDto extends BulkReasonDto {
  /** Null: it concerns the whole location. */
  @ApiProperty({ enum: CHANGE_FIELDS })
  field!: ChangeField | null;
}

/** The special hours of one date; null: none are set, so that the regular ones hold. */
export class BulkDateDto {
  /** @example '2030-12-24' */
  @ApiProperty({ format: 'date' })
  date!: string;
  before!: SpecialPeriodDto[] | null;
  after!: SpecialPeriodDto[] | null;
  isSame!: boolean;
}

export class BulkFieldDto {
  @ApiProperty({ enum: CHANGE_FIELDS })
  field!: ChangeField;
  before!: ChangeValueDto;
  after!: ChangeValueDto;

  /** Whether nothing is sent for it: it has the value already, or Google does not let it change. */
  isSame!: boolean;

  /** Of special hours: the dates that the edit is about, in their order. */
  @ApiPropertyOptional({ maxItems: 200 })
  dates?: BulkDateDto[];
}

/** What becomes of one location. */
export class BulkRowDto {
  locationId!: string;

  /** @example 'Hearth & Crumb, Market Square' */
  locationName!: string;

  /** @example 'HC-01' */
  storeCode!: string | null;

  @ApiProperty({ enum: BULK_TARGET_STATES })
  state!: (typeof BULK_TARGET_STATES)[number];

  /** Why it is left out. */
  reason!: BulkReasonDto | null;
  warnings!: BulkWarningDto[];

  /** Empty where it is left out. */
  fields!: BulkFieldDto[];
}

export class BulkRowListDto {
  /** Those that change before those that are the same and those that are left out; with warnings first, then by name. */
  @ApiProperty({ maxItems: MAX_PAGE })
  items!: BulkRowDto[];
  nextCursor!: string | null;
}
