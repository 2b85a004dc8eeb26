import { ApiProperty, PickType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { isLinkTemplate } from '../campaigns/plan/location-text.js';
import { UpdateLocationDto } from '../listings/location-change.dto.js';
import { SpecialPeriodDto } from '../listings/location-hours.dto.js';
import { AreSpecialDays, IsDay } from '../listings/special-days.js';
import { Clearable, IfGiven, Nested } from '../security/validation.js';
import { WebAddress } from '../security/web-address.js';
import { SPECIAL_HOURS_MODES, type BulkChange } from './bulk-change.js';

/** How many dates a bulk edit can be about: more than a year of holidays. */
const MAX_DATES = 100;
const MAX_LABELS = 20;
const MAX_LABEL = 255;

/** Special hours for many locations. */
export class BulkSpecialHoursDto {
  /** `merge`: only the dates that are named change. `replace`: all special hours of a location go, past ones too. */
  @IsIn(SPECIAL_HOURS_MODES, { message: 'Mode must be merge or replace' })
  mode!: (typeof SPECIAL_HOURS_MODES)[number];

  /** With `merge` they replace those of the same dates. */
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

  @IfGiven()
  @Nested(() => BulkLabelsDto, 'Labels must be an object')
  labels?: BulkLabelsDto;
}
