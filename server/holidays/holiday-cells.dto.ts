import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { MAX_NAMED } from '../campaigns/selections/selection.dto.js';
import { figure } from '../config/figure.js';
import { NumberCursor } from '../security/list-cursor.js';
import { Days, HolidayScopeDto, InOrder } from './holiday.dto.js';
import type { HolidaySort } from './holiday-places.js';
import { COPIED_ANSWERS, type CopiedAnswer } from './last-year.js';

/** How many dates can be asked for: more than the table has. */
const MAX_DATES = 100;
const COUNT = `Count must be from 1 to ${figure(MAX_NAMED)}`;

/** A block of the table: some of its locations, one after the other, on some of its dates. */
export class HolidayCellsDto extends HolidayScopeDto {
  /** Which of the dates of the table, separated by commas; all, unless given. */
  @Days({
    most: MAX_DATES,
    twice: 'Each date can be asked for only once',
    tooMany: `At most ${MAX_DATES} dates can be asked for`,
  })
  on?: string[];

  /** By name, unless given. Store code: those without one last. */
  @InOrder()
  sort?: HolidaySort;

  /** How many locations come before. */
  @NumberCursor()
  cursor?: string;

  /** How many locations at most; 10,000, unless given. */
  @ApiPropertyOptional({ type: 'integer', format: 'int32', minimum: 1, maximum: MAX_NAMED })
  @IsOptional()
  @Max(MAX_NAMED, { message: COUNT })
  @Min(1, { message: COUNT })
  @IsInt({ message: 'Count must be a whole number' })
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
  )
  count?: number;
}

/** Locations with the same dates. */
export class HolidayBlockDto {
  @ApiProperty({ items: { type: 'string', format: 'date' } })
  dates!: string[];
  locationIds!: string[];
}

/** Opening times of a copied answer. */
export class CopiedHoursDto {
  /** @example '09:00' */
  openTime!: string;

  /**
   * Before the opening time: on the next day.
   * @example '13:00'
   */
  closeTime!: string;
}

/** Locations that answered the same for the same dates. */
export class CopiedBlockDto extends HolidayBlockDto {
  @ApiProperty({ enum: COPIED_ANSWERS })
  answer!: CopiedAnswer['answer'];

  /** With the answer `hours` alone. */
  @ApiPropertyOptional()
  hours?: CopiedHoursDto[];
}

/** How many cells of a block can be filled. */
class HolidayCellCountsDto {
  /**
   * How many cells of the block have no answer: the public holidays and added dates without special hours, at locations that
   * take them.
   * @example 72
   */
  notSaid!: number;

  /** How many have special hours already. */
  said!: number;

  /** How many have no answer, at locations without regular hours, for which Google takes no special ones. */
  withoutHours!: number;
}

/** The cells of a block that have no answer. */
export class HolidayBlanksDto extends HolidayCellCountsDto {
  items!: HolidayBlockDto[];
}

/** What locations said a year before, for the cells of a block that have no answer. */
export class LastYearDto extends HolidayCellCountsDto {
  items!: CopiedBlockDto[];

  /** For how many of `notSaid` something was said a year before. */
  found!: number;
}
