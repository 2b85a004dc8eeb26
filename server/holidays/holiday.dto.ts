import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray, IsIn, IsOptional, IsUUID, Matches } from 'class-validator';
import { SpecialPeriodDto } from '../listings/location-hours.dto.js';
import { IsDay } from '../listings/special-days.js';
import { NumberCursor } from '../security/list-cursor.js';
import { MAX_PAGE, PageLimit, QueryText } from '../security/validation.js';
import { HOLIDAY_SORTS, type HolidaySort } from './holiday-places.js';
import { HOLIDAY_ANSWERS } from './usual-hours.js';

/** How many dates a person can add. */
const MAX_ADDED = 12;
const DAY_LENGTH = 10;
/** ISO 3166-1. */
const COUNTRY = /^[A-Z]{2}$/;

interface DaysRule {
  most: number;
  twice: string;
  tooMany: string;
}

/** Days in the query, separated by commas. A key that is there twice comes as a list, which is refused. */
export function Days({ most, twice, tooMany }: DaysRule): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      type: 'string',
      minLength: 1,
      maxLength: most * (DAY_LENGTH + 1),
      required: false,
      example: '2030-12-24,2030-12-31',
    }),
    IsOptional(),
    IsDay('Each date', { each: true }),
    ArrayUnique({ message: twice }),
    ArrayMaxSize(most, { message: tooMany }),
    IsArray({ message: 'Dates must be days, separated by commas' }),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? value.split(',').filter(Boolean) : value === undefined ? value : false,
    ),
  );
}

/** Which locations are meant, those that fit all given parameters, and which dates besides their public holidays. */
export class HolidayScopeDto {
  /** The business account that shows them. */
  @QueryText('Account')
  accountId?: string;

  /** One of their labels. */
  @QueryText('Label')
  label?: string;

  /** Words in any order, each a part of a name, an address or a store code. */
  @QueryText('Search')
  search?: string;

  /** The locations of this selection. */
  @ApiPropertyOptional({ format: 'uuid', maxLength: 36 })
  @IsOptional()
  @IsUUID('all', { message: 'Selection must be the id of a selection' })
  selectionId?: string;

  /**
   * Their country, ISO 3166-1.
   * @example 'GB'
   */
  @IsOptional()
  @ApiProperty({ required: false, minLength: 2, maxLength: 2, pattern: COUNTRY.source })
  @Matches(COUNTRY, { message: 'Country must be a code of two capital letters, such as GB' })
  country?: string;

  /** Dates that count for all locations, separated by commas, at most 12. */
  @Days({
    most: MAX_ADDED,
    twice: 'Each date can be added only once',
    tooMany: `At most ${MAX_ADDED} dates can be added`,
  })
  dates?: string[];
}

/** In which order the locations are. */
export function InOrder(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ required: false, enum: HOLIDAY_SORTS }),
    IsOptional(),
    IsIn(HOLIDAY_SORTS, { message: 'Sort must be name or storeCode' }),
  );
}

export class HolidayQueryDto extends HolidayScopeDto {
  /** By name, unless given. Store code: those without one last. */
  @InOrder()
  sort?: HolidaySort;

  /** How many locations come before. */
  @NumberCursor()
  cursor?: string;

  /** How many at most. */
  @PageLimit()
  limit?: number;
}

/** A date in the next 90 days on which any of the locations has a public holiday, or that was added. */
export class HolidayDateDto {
  /** @example '2030-12-25' */
  @ApiProperty({ format: 'date' })
  date!: string;

  /** What it is called, in English where it has an English name; the name of most locations first. Empty: it was added. */
  names!: string[];
  isAdded!: boolean;

  /**
   * How many locations have a holiday then; all for which it has not passed, if it was added.
   * @example 500
   */
  locations!: number;

  /**
   * How many of these have no special hours for it.
   * @example 14
   */
  notSaid!: number;
}

export class HolidayCountryDto {
  /** ISO 3166-1; null: Google has no address. */
  code!: string | null;

  /** @example 412 */
  locations!: number;
}

export class HolidayDatesDto {
  /** In their order. */
  items!: HolidayDateDto[];

  /**
   * How many locations are meant.
   * @example 500
   */
  locations!: number;

  /**
   * How many answers are missing, over all dates.
   * @example 72
   */
  notSaid!: number;

  /** At how many locations only the holidays of the whole country are known, as Google does not say the state. */
  regionUnknown!: number;

  /** The countries of the locations, whatever country was asked for; that of most locations first. */
  countries!: HolidayCountryDto[];
}

/** What a location says of a date. */
export class HolidayDayDto {
  /** @example '2030-12-25' */
  @ApiProperty({ format: 'date' })
  date!: string;

  /**
   * What the public holiday is called; null: it is none there.
   * @example 'Christmas Day'
   */
  holiday!: string | null;

  /** `as_usual`: the special hours confirm the regular ones. `not_said`: there are no special hours. */
  answer!: (typeof HOLIDAY_ANSWERS)[number];

  /** Its special hours. */
  periods!: SpecialPeriodDto[];
}

export class HolidayRowDto {
  locationId!: string;

  /** @example 'Hearth & Crumb, Market Square' */
  locationName!: string;

  /** @example 'HC-01' */
  storeCode!: string | null;

  /** ISO 3166-1; null: Google has no address. */
  country!: string | null;

  /** Whether the holidays of its state or province are known as well, and not only those of the country. */
  isRegionKnown!: boolean;

  /** Whether it has regular hours, without which Google takes no special hours. */
  takesSpecialHours!: boolean;

  /** Its public holidays in the next 90 days, added dates, and other days with special hours, in their order. */
  days!: HolidayDayDto[];
}

export class HolidayListDto {
  /** In the order that was asked for. */
  @ApiProperty({ maxItems: MAX_PAGE })
  items!: HolidayRowDto[];

  /** Give it back as `cursor` for the next part; null at the end. */
  nextCursor!: string | null;
}
