import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { PROFILE_FIELDS, type ProfileField } from '../business-profile/translation/profile-fields.js';
import { LocationChoiceDto } from '../campaigns/selections/selection.dto.js';
import { ActorDto, ChangeValueDto } from '../changes/change.dto.js';
import { LOCK_EVENT_KINDS, LOCK_WAITS } from '../database/locks.schema.js';
import { ListCursor, NumberCursor } from '../security/list-cursor.js';
import { MAX_LOCATION_ID, MAX_PAGE, Nested, PageLimit, QueryText } from '../security/validation.js';

/** The fields that can be locked: all that can be changed here. */
export const LOCKABLE_FIELDS = Object.freeze(
  PROFILE_FIELDS.filter((field): field is Exclude<ProfileField, 'address'> => field !== 'address'),
);
/** How many locations one request takes out. */
const MOST_TAKEN_OUT = 1_000;
/** How many waiting edits, and how many events, a lock in a list has. */
export const LISTED_WAITING = 5;
export const LISTED_EVENTS = 3;

export class NewLocksDto {
  /** Each becomes a lock of its own. */
  @ApiProperty({ enum: LOCKABLE_FIELDS, isArray: true, minItems: 1, maxItems: LOCKABLE_FIELDS.length })
  @IsIn(LOCKABLE_FIELDS, { each: true, message: 'Each field must be one that can be locked' })
  @ArrayMaxSize(LOCKABLE_FIELDS.length, {
    message: `At most ${LOCKABLE_FIELDS.length} fields can be sent at once`,
  })
  @ArrayMinSize(1, { message: 'Please choose at least one field' })
  @IsArray({ message: 'Fields must be a list' })
  fields!: ProfileField[];

  @Nested(() => LocationChoiceDto, 'Please choose locations')
  choice!: LocationChoiceDto;
}

export class UpdateLockDto {
  /** Locations that leave the lock. Without any location left, the lock ends. */
  @ApiProperty({
    type: 'array',
    minItems: 1,
    maxItems: MOST_TAKEN_OUT,
    items: { type: 'string', maxLength: MAX_LOCATION_ID },
  })
  @MaxLength(MAX_LOCATION_ID, {
    each: true,
    message: `Left-out locations must be at most ${MAX_LOCATION_ID} characters each`,
  })
  @ArrayMaxSize(MOST_TAKEN_OUT, { message: 'At most 1,000 of them can be sent at once' })
  @ArrayMinSize(1, { message: 'Please choose at least one location' })
  @IsString({ each: true, message: 'Left-out locations must be texts' })
  @IsArray({ message: 'Left-out locations must be a list' })
  without!: string[];
}

export class LockQueryDto {
  /** Only locks of this location, with what they did there. */
  @QueryText('Location')
  locationId?: string;

  /** `waiting`: only locks that wait for a person. */
  @IsOptional()
  @IsIn(['waiting'], { message: 'State must be waiting' })
  state?: 'waiting';

  /** `nextCursor` of the answer before. */
  @NumberCursor()
  cursor?: string;

  /** How many at most. */
  @PageLimit()
  limit?: number;
}

export class LockEventQueryDto {
  /** `nextCursor` of the answer before. */
  @ListCursor()
  cursor?: string;

  /** How many at most. */
  @PageLimit()
  limit?: number;
}

/** A location as it is called now. */
export class LockedLocationDto {
  accountId!: string;
  locationId!: string;

  /** @example 'Hearth & Crumb, Quayside' */
  name!: string;

  /** @example 'HC-044' */
  storeCode!: string | null;
}

export class LockedLocationsDto {
  count!: number;

  /** The first by name, or the one that was asked for. */
  first!: LockedLocationDto;
}

/** How often the field was put back within the last days. Of many locations, the highest of each. */
export class LockUsageDto {
  /** Against one value with the same kept value. */
  value!: number;

  /** Against whatever value. */
  field!: number;
}

/** How often a lock acts at a location at most, within so many days. */
export class LockLimitsDto extends LockUsageDto {
  days!: number;
}

/** An edit of Google that waits for a person. */
export class WaitingEditDto extends LockedLocationDto {
  /** Answer it by `POST /api/google-edits/{id}/reject` or `accept`. */
  @ApiProperty({ format: 'uuid' })
  editId!: string;

  /** The owner’s value. */
  yours!: ChangeValueDto;

  /** What the public sees instead. */
  google!: ChangeValueDto;

  @ApiProperty({ format: 'date-time' })
  since!: string;

  /** `value`: this value was put back too often. `field`: the field was. `closed`: Google says that the location is closed. */
  @ApiProperty({ enum: LOCK_WAITS })
  why!: (typeof LOCK_WAITS)[number];
}

/** Something that happened to a locked field. */
export class LockEventDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ format: 'date-time' })
  at!: string;

  /**
   * `put_back`: the owner’s value was sent once more. `came_again`: the public version differed again. `taken_over`: the owner
   * changed the value elsewhere, and the new one is kept. `changed`: it was changed here. `waits`: the limits are reached.
   * `asked`: Google says that the location is closed. `answered`: a person kept the owner’s value. `not_sent`: the value
   * couldn’t be put back.
   */
  @ApiProperty({ enum: LOCK_EVENT_KINDS })
  kind!: (typeof LOCK_EVENT_KINDS)[number];

  /** Null: it is about all locations of the lock. */
  locationId!: string | null;
  locationName!: string | null;
  storeCode!: string | null;

  /** The value that was kept, or is kept from then on; null where there is none to say. */
  value!: ChangeValueDto | null;

  /** Of `came_again`: for how long the owner’s value was public, in milliseconds. */
  heldMs!: number | null;

  /** The line of the change log, which may have been deleted by age. */
  @ApiProperty({ format: 'uuid' })
  changeId!: string | null;

  /** Why it could not be put back, as a sentence. */
  reason!: string | null;
}

/** A field that is kept as its owner has it: what Google or the public changes is put back. */
export class LockDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ enum: LOCKABLE_FIELDS })
  field!: ProfileField;

  /**
   * What its locations are called together.
   * @example 'label Walk-in'
   */
  title!: string | null;
  locations!: LockedLocationsDto;

  /** The owner’s value at Google, which is kept; null where there are many locations. */
  kept!: ChangeValueDto | null;
  used!: LockUsageDto;
  limits!: LockLimitsDto;

  /** The latest edits that wait for a person. */
  @ApiProperty({ maxItems: LISTED_WAITING })
  waiting!: WaitingEditDto[];
  waitingCount!: number;

  /** The latest events, the newest first. */
  @ApiProperty({ maxItems: LISTED_EVENTS })
  events!: LockEventDto[];

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
  createdBy!: ActorDto | null;
}

export class LockCountsDto {
  all!: number;

  /** How many locks wait for a person. */
  waiting!: number;
}

export class LockListDto {
  /** Those that wait for a person first, then the one with the newest event first. */
  @ApiProperty({ maxItems: MAX_PAGE })
  items!: LockDto[];
  counts!: LockCountsDto;

  /** Give it back as `cursor` for the next part; null at the end. */
  nextCursor!: string | null;
}

export class MadeLocksDto {
  /** One for each field of which anything was locked now. */
  @ApiProperty({ maxItems: LOCKABLE_FIELDS.length })
  items!: LockDto[];

  /** How many fields of locations are locked now. */
  locked!: number;

  /** How many were locked before, and stay in their lock. */
  already!: number;
}

export class LockEventListDto {
  @ApiProperty({ maxItems: MAX_PAGE })
  items!: LockEventDto[];

  /** Give it back as `cursor` for the next part; null at the end. */
  nextCursor!: string | null;
}
