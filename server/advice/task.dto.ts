import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { PROFILE_FIELDS, type ProfileField } from '../business-profile/translation/profile-fields.js';
import { ActorDto, ChangeValueDto } from '../changes/change.dto.js';
import { FINDING_STATES, type FindingState } from '../database/advice.schema.js';
import { NumberCursor } from '../security/list-cursor.js';
import { MAX_PAGE, PageLimit } from '../security/validation.js';

/** How many locations a task in a list names. */
export const NAMED_LOCATIONS = 4;
/** How many dates a cure can have. */
const MOST_DATES = 100;
/** How many rules there can be. */
export const MOST_RULES = 100;

const CURES = Object.freeze(['change', 'field', 'holidays', 'google-edits', 'locks', 'google'] as const);

export class TaskQueryDto {
  /** Only tasks with findings in this state: `open`, unless given. */
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

/** Where it is written. */
export class AdviceSourceDto {
  title!: string;
  url!: string;

  /** When a person last compared the rule with it. */
  @ApiProperty({ format: 'date' })
  comparedOn!: string;

  /** False: others advise it, and Google does not require it. */
  isGoogle!: boolean;
}

/** What was read. */
export class EvidenceDto {
  /**
   * Where Google keeps it, as a path into the location.
   * @example 'phoneNumbers.primaryPhone'
   */
  path!: string;

  /**
   * Completes the sentence that begins with the path.
   * @example 'is empty'
   */
  says!: string;
}

/**
 * What cures it. `change`: the field gets the value that follows from the data. `field`: a person knows the value. `holidays`:
 * hours for these dates. `google-edits`: an answer to an edit of Google. `locks`: an answer to a lock that waits. `google`: only
 * Google’s own page can do it.
 */
export class CureDto {
  @ApiProperty({ enum: CURES })
  kind!: (typeof CURES)[number];

  /** Of `change` and `field`. */
  @ApiProperty({ enum: PROFILE_FIELDS, nullable: true, type: 'string' })
  field!: ProfileField | null;

  /** Of `holidays`. */
  @ApiProperty({ type: 'array', maxItems: MOST_DATES, items: { type: 'string', format: 'date' } })
  dates!: string[];

  /** Of `google`. */
  url!: string | null;

  /** Of `change`: the value as last read. Null for a task of several locations. */
  before!: ChangeValueDto | null;

  /** Of `change`: the value that cures it. Null for a task whose locations get different values. */
  after!: ChangeValueDto | null;
}

/** Why something comes before something else: `total` = `severity` × log10(10 + `views`). */
export class AdviceOrderDto {
  total!: number;

  /** 5: hidden. 4: breaks a rule. 3: missing. 2: inconsistent. 1: stale. */
  severity!: number;

  /** How often its locations were seen in 28 days. */
  views!: number;
}

/** That a person does not want it. */
export class DismissalDto {
  /** In the words of the person. */
  reason!: string;
  by!: ActorDto | null;

  @ApiProperty({ format: 'date-time' })
  at!: string;

  /** The first day on which it counts again; null: never. */
  @ApiProperty({ format: 'date' })
  until!: string | null;
}

/** A location of a task. */
export class FoundLocationDto {
  @ApiProperty({ format: 'uuid' })
  findingId!: string;
  locationId!: string;

  /** @example 'Hearth & Crumb, Quayside' */
  locationName!: string;

  /** @example 'HC-044' */
  storeCode!: string | null;
}

/** What the same cure cures: all findings of a rule, or of one of its groups, in one state. */
export class TaskDto {
  /** The same for the same rule and group at all times. */
  key!: string;

  /** @example 'description-missing' */
  ruleId!: string;

  /** 5: hidden. 4: breaks a rule. 3: missing. 2: inconsistent. 1: stale. */
  severity!: number;

  /** @example 'Write a description: 6 locations' */
  title!: string;
  locations!: number;

  /** The first by name. */
  @ApiProperty({ maxItems: NAMED_LOCATIONS })
  first!: FoundLocationDto[];

  /** Of the first location. */
  evidence!: EvidenceDto;

  /** When Google was asked for it. */
  @ApiProperty({ format: 'date-time' })
  readAt!: string;
  source!: AdviceSourceDto;
  order!: AdviceOrderDto;
  cure!: CureDto;

  /** When it was first found at any of its locations. */
  @ApiProperty({ format: 'date-time' })
  since!: string;

  /** Of the first location; null: none. */
  dismissal!: DismissalDto | null;

  /** Of `waiting`: when the last change was sent, or asked for. */
  @ApiProperty({ format: 'date-time' })
  sentAt!: string | null;
}

export class TaskCountsDto {
  open!: number;
  waiting!: number;
  dismissed!: number;
  done!: number;
}

/** A rule that could not be checked everywhere. */
export class UnknownRuleDto {
  ruleId!: string;
  title!: string;

  /** At how many locations. */
  locations!: number;
}

/** What was checked. */
export class AdviceCheckDto {
  /** `checking`: not all locations have been checked yet. */
  @ApiProperty({ enum: ['checking', 'checked'] })
  state!: 'checking' | 'checked';

  /** When the last location was checked; null: none was. */
  @ApiProperty({ format: 'date-time' })
  checkedAt!: string | null;

  /** How many locations have been checked, and against how many rules. */
  locations!: number;
  rules!: number;

  /** What could not be read: it opens and closes nothing. */
  @ApiProperty({ maxItems: MOST_RULES })
  unknown!: UnknownRuleDto[];
}

export class TaskListDto {
  /** Those that matter most first. */
  @ApiProperty({ maxItems: MAX_PAGE })
  items!: TaskDto[];

  /** How many tasks there are in each state. */
  counts!: TaskCountsDto;

  /** How many findings are open, at single locations. */
  findings!: number;
  check!: AdviceCheckDto;

  /** Give it back as `cursor` for the next part; null at the end. */
  nextCursor!: string | null;
}
