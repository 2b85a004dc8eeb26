import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsObject,
  Matches,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import {
  DAYS,
  type MoreHours,
  type OpeningPeriod,
  type SpecialPeriod,
} from '../business-profile/port/location.js';
import { CLOSING_TIME, HasNoOverlap, OPENING_TIME } from './opening-hours.js';
import { AreSpecialDays, IsDay } from './special-days.js';

const OPENING_TIME_WORDS = { message: 'Opening time must be HH:mm from 00:00 to 23:59' };
const CLOSING_TIME_WORDS = { message: 'Closing time must be HH:mm from 00:00 to 24:00' };

export class OpeningPeriodDto implements OpeningPeriod {
  @IsIn(DAYS, { message: 'Opening day must be a day of the week in capitals, such as MONDAY' })
  openDay!: (typeof DAYS)[number];

  /** @example '09:00' */
  @ApiProperty({ maxLength: 5 })
  @Matches(OPENING_TIME, OPENING_TIME_WORDS)
  openTime!: string;

  @IsIn(DAYS, { message: 'Closing day must be a day of the week in capitals, such as MONDAY' })
  closeDay!: (typeof DAYS)[number];

  /**
   * `24:00` is the end of the day.
   * @example '17:30'
   */
  @ApiProperty({ maxLength: 5 })
  @Matches(CLOSING_TIME, CLOSING_TIME_WORDS)
  closeTime!: string;
}

export class RegularHoursDto {
  @HasNoOverlap()
  @ArrayMaxSize(70, { message: 'At most 70 opening periods are possible' })
  @ValidateNested({ each: true, message: 'Each opening period must be an object' })
  @IsObject({ each: true, message: 'Each opening period must be an object' })
  @Type(() => OpeningPeriodDto)
  @IsArray({ message: 'Opening periods must be a list' })
  periods!: OpeningPeriodDto[];
}

/** The hours of one day that replace the regular ones. A day has several of them when it closes in between. */
export class SpecialPeriodDto implements SpecialPeriod {
  /** @example '2030-12-24' */
  @ApiProperty({ format: 'date', maxLength: 10 })
  @IsDay('Date')
  date!: string;

  @IsBoolean({ message: 'Closed must be true or false' })
  isClosed!: boolean;

  /**
   * Null where closed.
   * @example '10:00'
   */
  @ApiProperty({ maxLength: 5 })
  @ValidateIf((_, value) => value !== null)
  @Matches(OPENING_TIME, OPENING_TIME_WORDS)
  openTime!: string | null;

  /**
   * `24:00` is the end of the day. Null where closed.
   * @example '14:00'
   */
  @ApiProperty({ maxLength: 5 })
  @ValidateIf((_, value) => value !== null)
  @Matches(CLOSING_TIME, CLOSING_TIME_WORDS)
  closeTime!: string | null;

  /**
   * The same day or the next. Null where closed.
   * @example '2030-12-24'
   */
  @ApiProperty({ format: 'date', maxLength: 10 })
  @ValidateIf((_, value) => value !== null)
  @IsDay('Closing date')
  closeDate!: string | null;
}

export class SpecialHoursDto {
  @AreSpecialDays()
  @ArrayMaxSize(400, { message: 'At most 400 special hours are possible' })
  @ValidateNested({ each: true, message: 'Each of the special hours must be an object' })
  @IsObject({ each: true, message: 'Each of the special hours must be an object' })
  @Type(() => SpecialPeriodDto)
  @IsArray({ message: 'Special hours must be a list' })
  periods!: SpecialPeriodDto[];
}

/** The hours of one type besides the regular ones, as a change gives them. */
export class ChangedMoreHoursDto extends RegularHoursDto implements Omit<MoreHours, 'name'> {
  /**
   * One of `GET /api/locations/{id}/more-hours-types`.
   * @example 'DELIVERY'
   */
  @ApiProperty({ maxLength: 100 })
  @Matches(/^[A-Z][A-Z\d_]{0,99}$/, { message: 'Type of hours must be an id such as DELIVERY' })
  hoursTypeId!: string;
}

/** The hours of one type besides the regular ones. */
export class MoreHoursDto extends ChangedMoreHoursDto implements MoreHours {
  /** @example 'Delivery' */
  name!: string;
}
