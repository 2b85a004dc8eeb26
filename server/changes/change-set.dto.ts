import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { CHANGE_FIELDS, type ChangeField } from '../business-profile/translation/profile-fields.js';
import { CHANGE_SET_KINDS } from '../database/changes.schema.js';
import { ListCursor } from '../security/list-cursor.js';
import { MAX_PAGE, PageLimit } from '../security/validation.js';
import { ActorDto, ChangeDto, UndoneFieldDto } from './change.dto.js';

/** How a set stands: it is being sent, it was stopped, or nothing of it waits any more. */
export const SET_STATES = Object.freeze(['running', 'stopped', 'ended'] as const);

/** What became of a location; `not_sent`: Google does not have it. `not_known`: it may have it. */
export const SET_LOCATION_STATES = Object.freeze([
  'waiting',
  'sending',
  'unconfirmed',
  'saved',
  'refused',
  'conflict',
  'not_sent',
  'not_known',
] as const);

/** The parts of the list of a set's locations; `need`: those that failed or were left alone. */
export const SET_PARTS = Object.freeze(['need', 'sent', 'waiting', 'all'] as const);
export type SetPart = (typeof SET_PARTS)[number];

/** How many locations of a set are how far. */
export class SetProgressDto {
  total!: number;

  /** Not over yet. */
  waiting!: number;

  /** Google has all of it. */
  sent!: number;

  /** Google refused some of it, did not take it for a day, or it is not known whether Google has it. */
  failed!: number;

  /** Another value was there by then, or it could not go back: nothing was overwritten. */
  leftAlone!: number;

  /** It was stopped, or the Google account was disconnected, before it was sent. */
  notSent!: number;
}

/** What an undo of the whole set would change, as far as that is known without comparing each location. */
export class SetUndoDto {
  locations!: number;
  changes!: number;

  /** How many of its changes that Google may have do not go back. */
  cannot!: number;

  /** The far-reaching fields that would go back, so that the person should be asked once more. */
  @ApiProperty({ enum: CHANGE_FIELDS, isArray: true, maxItems: 20 })
  asksAgain!: ChangeField[];

  /** Whether an undo of it is on its way. */
  isUnderWay!: boolean;
}

/** What was done together, perhaps at many locations. */
export class ChangeSetDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;
  kind!: (typeof CHANGE_SET_KINDS)[number];

  /** What the person calls it; null: nothing. */
  name!: string | null;
  actor!: ActorDto | null;
  reason!: string | null;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  /** The set that it undoes. */
  @ApiProperty({ format: 'uuid' })
  undoes!: string | null;

  @ApiProperty({ enum: SET_STATES })
  state!: (typeof SET_STATES)[number];

  /** The fields that it changes, as far as its locations are planned. */
  @ApiProperty({ enum: CHANGE_FIELDS, isArray: true, maxItems: 20 })
  fields!: ChangeField[];
  progress!: SetProgressDto;

  /** How many locations can be tried again. */
  canRetry!: number;

  /** About how long the rest takes, in seconds; null when nothing waits, or when Google’s limit for a day is in the way. */
  secondsLeft!: number | null;
  undo!: SetUndoDto;
}

/** A location of a set. */
export class SetLocationDto {
  /** Of the location’s change. */
  @ApiProperty({ format: 'uuid' })
  id!: string;
  locationId!: string;

  /** The location’s name and store code when this was planned. */
  locationName!: string;
  storeCode!: string | null;

  @ApiProperty({ enum: SET_LOCATION_STATES })
  state!: (typeof SET_LOCATION_STATES)[number];

  /** When it is tried again by itself; null: it is its turn soon, or it is over. */
  @ApiProperty({ format: 'date-time' })
  nextTryAt!: string | null;

  @ApiProperty({ maxItems: 20 })
  changes!: ChangeDto[];
}

/** How many locations each part of the list has. Those that are not planned yet are among `waiting`, and are not listed. */
export class SetCountsDto {
  need!: number;
  sent!: number;
  waiting!: number;
  all!: number;
}

export class SetLocationListDto {
  @ApiProperty({ maxItems: MAX_PAGE })
  items!: SetLocationDto[];
  counts!: SetCountsDto;

  /** Give it back as `cursor` for the next part; null at the end. */
  nextCursor!: string | null;
}

export class UndoneFieldListDto {
  @ApiProperty({ maxItems: MAX_PAGE })
  items!: UndoneFieldDto[];

  /** Give it back as `cursor` for the next part; null at the end. */
  nextCursor!: string | null;
}

export class SetUndoQueryDto {
  /** `nextCursor` of the answer before. */
  @ListCursor()
  cursor?: string;

  /** How many at most. */
  @PageLimit()
  limit?: number;
}

export class SetLocationQueryDto extends SetUndoQueryDto {
  /** Which locations. Left out: all. */
  @IsOptional()
  @IsIn(SET_PARTS, { message: 'State must be need, sent, waiting or all' })
  state?: SetPart;
}

/** How many locations are tried again. */
export class RetriedSetDto {
  locations!: number;
}
