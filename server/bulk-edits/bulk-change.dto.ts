import { applyDecorators } from '@nestjs/common';
import { ApiProperty, PickType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { isLinkTemplate } from '../campaigns/plan/location-text.js';
import { UpdateLocationDto } from '../listings/location-change.dto.js';
import { MAX_ITEMS } from '../campaigns/selections/selection.dto.js';
import { CLOSING_TIME, OPENING_TIME } from '../listings/opening-hours.js';
import { SpecialPeriodDto } from '../listings/location-hours.dto.js';
import { AreSpecialDays, IsDay } from '../listings/special-days.js';
import { Clearable, IfGiven, MAX_LOCATION_ID, Nested } from '../security/validation.js';
import { WebAddress } from '../security/web-address.js';
import { FILLED_ANSWERS, type HolidayRun, SPECIAL_HOURS_MODES, type BulkChange } from './bulk-change.js';

/** How many dates a bulk edit can be about: more than a year of holidays. */
const MAX_DATES = 100;
/** How many answers for holidays one request can have, and opening times a day. */
const MAX_RUNS = 500;
const MAX_PARTS = 5;
const MAX_LABELS = 20;
const MAX_LABEL = 255;

/** Special hours for many locations. */
export class BulkSpecialHoursDto {
  /** `merge`: only the dates that are named change. `replace`: all special hours of a location go, past ones too. */
  @IsIn(SPECIAL_HOURS_MODES, { message: 'Mode must be merge or replace' })
  mode!: (typeof SPECIAL_HOURS_MODES)[number];

  /** With `merge` they replace those of the same dates. */
  @ApiProperty({ maxItems: MAX_DATES })
  @AreSpecialDays()
  @ArrayMaxSize(MAX_DATES, { message: `At most ${MAX_DATES} special hours are possible at once` })
  @ValidateNested({ each: true, message: 'Each of the special hours must be an object' })
  @IsObject({ each: true, message: 'Each of the special hours must be an object' })
  @Type(() => SpecialPeriodDto)
  @IsArray({ message: 'Special hours must be a list' })
  periods!: SpecialPeriodDto[];

  /**
   * Dates whose special hours go, so that the regular ones hold; only with `merge`.
   * @example ['2030-12-24']
   */
  @ApiProperty({
    required: false,
    maxItems: MAX_DATES,
    items: { type: 'string', format: 'date', maxLength: 10 },
  })
  @IfGiven()
  @IsDay('Each date to clear', { each: true })
  @ArrayUnique({ message: 'Each date can be cleared only once' })
  @ArrayMaxSize(MAX_DATES, { message: `At most ${MAX_DATES} dates can be cleared at once` })
  @IsArray({ message: 'Dates to clear must be a list' })
  clear?: string[];
}

/** Opening times of an answer. */
export class AnswerHoursDto {
  /** @example '09:00' */
  @ApiProperty({ maxLength: 5 })
  @Matches(OPENING_TIME, { message: 'Opening time must be HH:mm from 00:00 to 23:59' })
  openTime!: string;

  /**
   * `24:00` is the end of the day; before the opening time: on the next day.
   * @example '13:00'
   */
  @ApiProperty({ maxLength: 5 })
  @Matches(CLOSING_TIME, { message: 'Closing time must be HH:mm from 00:00 to 24:00' })
  closeTime!: string;
}

/** One answer for dates at locations. */
export class HolidayRunDto implements HolidayRun {
  /** `as_usual`: the regular hours of that day become special hours, so that customers see them confirmed. */
  @IsIn(FILLED_ANSWERS, { message: 'Answer must be closed, hours or as_usual' })
  answer!: (typeof FILLED_ANSWERS)[number];

  /** With the answer `hours` alone. */
  @ApiProperty({ required: false, maxItems: MAX_PARTS })
  @IfGiven()
  @ArrayMaxSize(MAX_PARTS, { message: `At most ${MAX_PARTS} opening times are possible on a day` })
  @ValidateNested({ each: true, message: 'Each opening time must be an object' })
  @IsObject({ each: true, message: 'Each opening time must be an object' })
  @Type(() => AnswerHoursDto)
  @IsArray({ message: 'Opening times must be a list' })
  hours?: AnswerHoursDto[];

  /** @example ['2030-12-25'] */
  @ApiProperty({ minItems: 1, maxItems: MAX_DATES, items: { type: 'string', format: 'date', maxLength: 10 } })
  @IsDay('Each date', { each: true })
  @ArrayUnique({ message: 'Each date can be answered only once' })
  @ArrayMaxSize(MAX_DATES, { message: `At most ${MAX_DATES} dates can be answered at once` })
  @ArrayMinSize(1, { message: 'At least one date is required' })
  @IsArray({ message: 'Dates must be a list' })
  dates!: string[];

  /** Which of the chosen locations; left out: all of them. */
  @ApiProperty({
    required: false,
    maxItems: MAX_ITEMS,
    items: { type: 'string', maxLength: MAX_LOCATION_ID },
  })
  @IfGiven()
  @MaxLength(MAX_LOCATION_ID, {
    each: true,
    message: `Locations must be at most ${MAX_LOCATION_ID} characters each`,
  })
  @ArrayMaxSize(MAX_ITEMS, { message: `At most ${MAX_ITEMS} of them can be sent at once` })
  @IsString({ each: true, message: 'Locations must be texts' })
  @IsArray({ message: 'Locations must be a list' })
  locationIds?: string[];

  /** Whether dates for which a location has special hours already stay as they are there. */
  @IsBoolean({ message: 'Fill must be true or false' })
  isFill!: boolean;
}

/** A list of answers for holidays. */
export function HolidayRuns(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: [HolidayRunDto], required: false, maxItems: MAX_RUNS }),
    IfGiven(),
    ArrayMaxSize(MAX_RUNS, { message: `At most ${MAX_RUNS} answers can be given at once` }),
    ArrayMinSize(1, { message: 'At least one answer is required' }),
    ValidateNested({ each: true, message: 'Each answer must be an object' }),
    IsObject({ each: true, message: 'Each answer must be an object' }),
    Type(() => HolidayRunDto),
    IsArray({ message: 'Answers for holidays must be a list' }),
  );
}

/** A list of labels. */
function Labels(name: string): PropertyDecorator {
  return (target, key) => {
    for (const decorate of [
      ApiProperty({ maxItems: MAX_LABELS, items: { type: 'string', minLength: 1, maxLength: MAX_LABEL } }),
      MaxLength(MAX_LABEL, { each: true, message: `Each label must be at most ${MAX_LABEL} characters` }),
      MinLength(1, { each: true, message: 'A label can’t be empty' }),
      ArrayUnique({ message: `${name} must be different from each other` }),
      ArrayMaxSize(MAX_LABELS, { message: `At most ${MAX_LABELS} labels are possible at once` }),
      IsString({ each: true, message: `${name} must be texts` }),
      IsArray({ message: `${name} must be a list` }),
    ])
      decorate(target, key);
  };
}

/** Labels that locations get or lose. Their others stay. */
export class BulkLabelsDto {
  @Labels('Labels to add')
  add!: string[];

  @Labels('Labels to remove')
  remove!: string[];
}

/** What changes at each location: at least one field. Fields that are left out stay as they are. */
export class BulkChangeDto
  extends PickType(UpdateLocationDto, [
    'regularHours',
    'moreHours',
    'description',
    'phoneNumber',
    'openStatus',
  ] as const)
  implements BulkChange
{
  @IfGiven()
  @Nested(() => BulkSpecialHoursDto, 'Special hours must be an object')
  specialHours?: BulkSpecialHoursDto;

  /**
   * May have the variables `{name}`, `{city}`, `{street}` and `{storeCode}`, percent-encoded where they are replaced, and may
   * begin with `{website}`. Null or an empty text removes it.
   * @example 'https://www.example.com/shops/{storeCode}'
   */
  @IsOptional()
  @Clearable()
  @WebAddress('Website', isLinkTemplate)
  websiteUri?: string | null;

  /** Answers for holidays, in place of `specialHours`. Of several for a date at a location the last one counts. */
  @HolidayRuns()
  holidays?: HolidayRunDto[];

  @IfGiven()
  @Nested(() => BulkLabelsDto, 'Labels must be an object')
  labels?: BulkLabelsDto;
}
