import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import type { ChangeValue } from '../business-profile/changes/change-values.js';
import { CHANGE_FIELDS, type ChangeField } from '../business-profile/translation/profile-fields.js';
import { CHANGE_ORIGINS, CHANGE_SET_KINDS, CHANGE_STATES } from '../database/changes.schema.js';
import { MoreHoursDto, OpeningPeriodDto, SpecialPeriodDto } from '../listings/location-hours.dto.js';
import { WorkspaceName } from '../people/workspace-name.js';
import { IsInstant } from '../security/time-rules.js';
import { ListCursor } from '../security/list-cursor.js';
import { Clearable, MAX_PAGE, PageLimit, QueryText } from '../security/validation.js';

/** A value of a field, in the one member that suits it; all are null where there is none. */
export class ChangeValueDto implements ChangeValue {
  /** @example '+44 1632 960101' */
  text!: string | null;
  items!: string[] | null;

  /** Opening hours. */
  hours!: OpeningPeriodDto[] | null;
  specialHours!: SpecialPeriodDto[] | null;
  moreHours!: MoreHoursDto[] | null;
}

/** Who did something here. */
export class ActorDto {
  uid!: string;

  /** @example 'Robin Ashdown' */
  name!: string;
}

/** How much was done together. */
export class SetSizeDto {
  changes!: number;
  locations!: number;
}

/** One changed field of one location. */
export class ChangeDto {
  /** @example '0d3e8f52-7d3a-4a52-9c2d-5f5b6c0c9a11' */
  @ApiProperty({ format: 'uuid' })
  id!: string;

  /** What was done together here has one set; null for what was only seen. */
  @ApiProperty({ format: 'uuid' })
  setId!: string | null;
  setKind!: (typeof CHANGE_SET_KINDS)[number] | null;

  /** What the person calls the set; null: nothing. */
  setName!: string | null;

  /** Of the whole set, whatever the filter leaves of it. */
  setSize!: SetSizeDto | null;
  accountId!: string;
  locationId!: string;

  /** The location's name at that time. */
  locationName!: string;
  storeCode!: string | null;

  /** `presence`: whether Google lists the location, in `text` as `LISTED` or `NOT_LISTED`. */
  @ApiProperty({ enum: CHANGE_FIELDS })
  field!: ChangeField;
  before!: ChangeValueDto;
  after!: ChangeValueDto;

  /** Whether both values were dropped: they were Google’s, and were not accepted within 30 days. */
  areValuesDropped!: boolean;

  /** `here`: with this product. `elsewhere`: in Google’s own manager. `google`: by Google or the public. */
  origin!: (typeof CHANGE_ORIGINS)[number];

  /** Whether it changed only what the public sees, and not the owner’s own version. */
  isPublicOnly!: boolean;
  actor!: ActorDto | null;

  /** Why, in the words of who did it. */
  reason!: string | null;
  state!: (typeof CHANGE_STATES)[number];

  /** Why Google does not have it, in plain words. */
  error!: string | null;

  /** For a change that was only observed: the earliest time at which it can have happened, ISO 8601. Null for a change made here. */
  @ApiProperty({ format: 'date-time' })
  seenAfter!: string | null;

  /** When it was done here, or seen, ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  at!: string;

  /** When it was seen that the public has it, ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  publicAt!: string | null;

  /** When a location that was no longer listed was seen listed again, ISO 8601; null while it is away, and for fields. */
  @ApiProperty({ format: 'date-time' })
  backAt!: string | null;

  /** The change that it takes back. */
  @ApiProperty({ format: 'uuid' })
  undoes!: string | null;

  /** The change that took it back. */
  @ApiProperty({ format: 'uuid' })
  undoneBy!: string | null;

  /** Why it can’t be undone, as a sentence, as far as that is known without asking Google; null: it can. */
  whyNoUndo!: string | null;
}

/** How many changes there are for each tab. */
export class ChangeCountsDto {
  all!: number;
  here!: number;
  elsewhere!: number;
  google!: number;
}

export class ChangeListDto {
  @ApiProperty({ maxItems: MAX_PAGE })
  items!: ChangeDto[];
  counts!: ChangeCountsDto;

  /** Give it back as `cursor` for the next part; null at the end. */
  nextCursor!: string | null;
}

/** A field that an undo would change. */
export class UndoneFieldDto {
  /** The change that goes back; null where several do. */
  @ApiProperty({ format: 'uuid' })
  changeId!: string | null;
  locationId!: string;
  locationName!: string;

  @ApiProperty({ enum: CHANGE_FIELDS })
  field!: ChangeField;

  /** What the field has now, as last read. */
  current!: ChangeValueDto;

  /** What it would have again. */
  goesBackTo!: ChangeValueDto;

  /** Why it does not go back, as a sentence; null: it does. */
  whyNot!: string | null;

  /** Whether that is because the field has another value by now. */
  hasChangedSince!: boolean;

  /** Whether it is far-reaching, so that the person should be asked once more. */
  asksAgain!: boolean;
}

export class ChangeDetailsDto extends ChangeDto {
  undo!: UndoneFieldDto;
}

/** The set that was made. */
export class MadeSetDto {
  @ApiProperty({ format: 'uuid' })
  setId!: string;
}

/** The fields of a location that would go back to what they were at a moment. */
export class VersionDto {
  @ApiProperty({ format: 'date-time' })
  at!: string;

  /** Stands for the location as it is now: give it back as `basedOn` when it is put back. */
  basis!: string;
  items!: UndoneFieldDto[];
}

export class ChangeQueryDto {
  @QueryText('Location')
  locationId?: string;

  @IsOptional()
  @IsIn(CHANGE_FIELDS, { message: 'Field must be one that changes have, such as phoneNumber' })
  field?: ChangeField;

  @IsOptional()
  @IsIn(CHANGE_ORIGINS, { message: 'Origin must be here, elsewhere or google' })
  origin?: (typeof CHANGE_ORIGINS)[number];

  /** The uid of who did it. */
  @QueryText('By')
  by?: string;

  @IsOptional()
  @IsIn(CHANGE_STATES, { message: 'State must be one that changes have, such as in_review' })
  state?: (typeof CHANGE_STATES)[number];

  /** At or after this instant (ISO 8601 with an offset). */
  @IsOptional()
  @IsInstant({ message: 'From must be a date and time with an offset' })
  from?: string;

  /** Before this instant (ISO 8601 with an offset). */
  @IsOptional()
  @IsInstant({ message: 'To must be a date and time with an offset' })
  to?: string;

  /** Part of a value, or of the location's name or store code. */
  @QueryText('Search')
  search?: string;

  /** `nextCursor` of the answer before. */
  @ListCursor()
  cursor?: string;

  /** How many at most. */
  @PageLimit()
  limit?: number;
}

export class ExportChangesQueryDto extends ChangeQueryDto {
  @WorkspaceName()
  workspace?: string;
}

export class VersionQueryDto {
  /** A moment of the past (ISO 8601 with an offset). */
  @IsInstant({ message: 'At must be a date and time with an offset' })
  at!: string;
}

/** Why something is done. */
export class ReasonDto {
  /**
   * Stands in the change log.
   * @example 'The old number still works until June.'
   */
  @IsOptional()
  @Clearable()
  @MaxLength(300, { message: 'Reason must be at most 300 characters' })
  @IsString({ message: 'Reason must be text' })
  reason?: string | null;
}

export class RestoreDto extends ReasonDto {
  /** A moment of the past (ISO 8601 with an offset). */
  @IsInstant({ message: 'At must be a date and time with an offset' })
  at!: string;

  /** The `basis` of the version that the person saw. Without it, nothing is compared. */
  @IsOptional()
  @MaxLength(2000, { message: 'Basis must be the one that the version came with' })
  @IsString({ message: 'Basis must be the one that the version came with' })
  basedOn?: string;
}
