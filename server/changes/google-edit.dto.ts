import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn, IsOptional, IsUUID } from 'class-validator';
import { PROFILE_FIELDS, type ProfileField } from '../business-profile/translation/profile-fields.js';
import { GOOGLE_EDIT_STATES } from '../database/changes.schema.js';
import { ListCursor } from '../security/list-cursor.js';
import { IfGiven, MAX_PAGE, PageLimit, QueryText } from '../security/validation.js';
import { ActorDto, ChangeValueDto, ReasonDto } from './change.dto.js';

/** The most edits that one request decides. */
const MOST_DECIDED = 500;
const DECISIONS = Object.freeze(['accept', 'reject'] as const);

/** A value that Google or the public put in place of the owner’s. */
export class GoogleEditDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;
  accountId!: string;
  locationId!: string;
  locationName!: string;
  storeCode!: string | null;

  @ApiProperty({ enum: PROFILE_FIELDS })
  field!: ProfileField;

  /** The owner’s value. */
  yours!: ChangeValueDto;

  /** What the public sees instead. */
  google!: ChangeValueDto;

  @ApiProperty({ format: 'date-time' })
  firstSeenAt!: string;

  @ApiProperty({ format: 'date-time' })
  lastSeenAt!: string;

  /** How many times Google put this value there; more than once: it came back after an answer. */
  times!: number;

  /** `GONE`: it ended without an answer from here. */
  state!: (typeof GOOGLE_EDIT_STATES)[number];

  @ApiProperty({ format: 'date-time' })
  decidedAt!: string | null;
  decidedBy!: ActorDto | null;

  /** The change that the answer was. */
  @ApiProperty({ format: 'uuid' })
  changeId!: string | null;

  /** Why it can’t be answered here, as a sentence; null: it can. */
  whyNoAnswer!: string | null;

  /** Whether the field of the location is locked. */
  isLocked!: boolean;
}

export class GoogleEditCountsDto {
  open!: number;
  accepted!: number;
  rejected!: number;
  gone!: number;
}

/** How many edits of one field wait for an answer. */
export class OpenFieldDto {
  @ApiProperty({ enum: PROFILE_FIELDS })
  field!: ProfileField;
  count!: number;
}

export class GoogleEditListDto {
  @ApiProperty({ maxItems: MAX_PAGE })
  items!: GoogleEditDto[];
  counts!: GoogleEditCountsDto;

  /** The fields of those that wait, the most first. */
  openFields!: OpenFieldDto[];

  /** Give it back as `cursor` for the next part; null at the end. */
  nextCursor!: string | null;
}

export class GoogleEditQueryDto {
  @IsOptional()
  @IsIn(GOOGLE_EDIT_STATES, { message: 'State must be OPEN, ACCEPTED, REJECTED or GONE' })
  state?: (typeof GOOGLE_EDIT_STATES)[number];

  @IsOptional()
  @IsIn(PROFILE_FIELDS, { message: 'Field must be one that changes have, such as phoneNumber' })
  field?: ProfileField;

  @QueryText('Location')
  locationId?: string;

  /** `nextCursor` of the answer before. */
  @ListCursor()
  cursor?: string;

  /** How many at most. */
  @PageLimit()
  limit?: number;
}

/** An answer to an edit of Google. */
export class AnswerEditDto extends ReasonDto {
  /** Whether the field is locked as well: what Google or the public changes there later is put back by itself. */
  @IfGiven()
  @IsBoolean({ message: 'Keep must be true or false' })
  keep?: boolean;
}

export class DecideEditsDto extends AnswerEditDto {
  /** Ids from `GET /api/google-edits`. */
  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'uuid', maxLength: 36 },
    minItems: 1,
    maxItems: MOST_DECIDED,
  })
  @ArrayMaxSize(MOST_DECIDED, { message: `At most ${MOST_DECIDED} edits can be answered at once` })
  @ArrayMinSize(1, { message: 'Choose at least one edit' })
  @IsUUID(undefined, { each: true, message: 'Each edit must be an id that the list gave' })
  @IsArray({ message: 'Edits must be a list of ids' })
  ids!: string[];

  /** `accept`: use Google’s value. `reject`: keep the owner’s. */
  @IsIn(DECISIONS, { message: 'Decision must be accept or reject' })
  decision!: (typeof DECISIONS)[number];
}
