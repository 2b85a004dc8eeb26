import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { type LocationChange, OPEN_STATUSES } from '../business-profile/port/location.js';
import { PhoneNumber } from '../security/phone-number.js';
import { Clearable, Nested, OneLine, Trimmed } from '../security/validation.js';
import { Visible } from '../security/visible-text.js';
import { WebAddress } from '../security/web-address.js';
import { ChangedMoreHoursDto, RegularHoursDto, SpecialHoursDto } from './location-hours.dto.js';
import { OpeningDate } from './special-days.js';

const CATEGORY_ID = /^gcid:[a-z0-9_]{1,100}$/;
/** The most characters that Google takes for a description. */
export const MAX_DESCRIPTION = 750;
/** Google refuses a description with a link. What else it takes for one is for Google to say. */
export const NO_WEB_ADDRESS = /^(?!.*(https?:\/\/|\bwww\.|[a-z\d]\.(com|org|net|co\.uk|shop)\b))/is;

/** Fields that are left out keep their value. */
export class UpdateLocationDto implements LocationChange {
  /** @example 'Hearth & Crumb, Market Square' */
  @ValidateIf((change: UpdateLocationDto) => change.name !== undefined)
  @Trimmed()
  @OneLine('Business name')
  @MaxLength(200, { message: 'Business name must be at most 200 characters' })
  @Visible('Business name is required')
  @IsString({ message: 'Business name must be text' })
  name?: string;

  /** @example '4 Market Square, Ashbourne DE6 1ES' */
  @ValidateIf((change: UpdateLocationDto) => change.address !== undefined)
  @Trimmed()
  @OneLine('Address')
  @MaxLength(300, { message: 'Address must be at most 300 characters' })
  @Visible('Address is required')
  @IsString({ message: 'Address must be text' })
  address?: string;

  /**
   * 5 to 15 digits, some of them in brackets, with up to three separators between them; 30 characters in all. What the
   * numbers of a country are like is for Google to say. Null or an empty text removes it.
   * @example '+44 1632 960101'
   */
  @IsOptional()
  @Clearable()
  @PhoneNumber()
  phoneNumber?: string | null;

  /**
   * Null or an empty text removes it.
   * @example 'https://www.example.com'
   */
  @IsOptional()
  @Clearable()
  @WebAddress('Website')
  websiteUri?: string | null;

  /**
   * Ids from `GET /api/categories`, the primary one first.
   * @example ['gcid:bakery', 'gcid:cafe']
   */
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', pattern: CATEGORY_ID.source, maxLength: 105 },
  })
  @ValidateIf((change: UpdateLocationDto) => change.categoryIds !== undefined)
  @ArrayUnique({ message: 'Each category can be added only once' })
  @ArrayMaxSize(10, { message: 'At most 10 categories are possible' })
  @ArrayMinSize(1, { message: 'A primary category is required' })
  @Matches(CATEGORY_ID, {
    each: true,
    message: 'Each category must be an id such as gcid:bakery',
  })
  @IsArray({ message: 'Categories must be a list of ids' })
  categoryIds?: string[];

  /** Replaces all periods; null or no periods: hours not set. */
  @IsOptional()
  @Nested(() => RegularHoursDto, 'Business hours must be an object')
  regularHours?: RegularHoursDto | null;

  /** At most 750 characters, without a web address. Null or an empty text removes it. */
  @IsOptional()
  @Clearable()
  @Matches(NO_WEB_ADDRESS, { message: 'Google doesn’t allow web addresses in the description' })
  @MaxLength(MAX_DESCRIPTION, { message: `Description must be at most ${MAX_DESCRIPTION} characters` })
  @IsString({ message: 'Description must be text' })
  description?: string | null;

  /** Replaces all special hours, those of past days too; null or no periods: none. */
  @IsOptional()
  @Nested(() => SpecialHoursDto, 'Special hours must be an object')
  specialHours?: SpecialHoursDto | null;

  /** Replaces the hours of all types; a type without periods is removed. */
  @ValidateIf((change: UpdateLocationDto) => change.moreHours !== undefined)
  @ArrayUnique((hours: ChangedMoreHoursDto | null) => hours?.hoursTypeId, {
    message: 'Each type of hours can be added only once',
  })
  @ArrayMaxSize(30, { message: 'At most 30 types of hours are possible' })
  @ValidateNested({ each: true, message: 'More hours must be a list of types with their hours' })
  @IsObject({ each: true, message: 'More hours must be a list of types with their hours' })
  @Type(() => ChangedMoreHoursDto)
  @IsArray({ message: 'More hours must be a list of types with their hours' })
  moreHours?: ChangedMoreHoursDto[];

  @ValidateIf((change: UpdateLocationDto) => change.openStatus !== undefined)
  @IsIn(OPEN_STATUSES, { message: 'Opening state must be OPEN, CLOSED_TEMPORARILY or CLOSED_PERMANENTLY' })
  openStatus?: (typeof OPEN_STATUSES)[number];

  /**
   * When the business opened or will open, at most a year ahead. The day may be left out. Null or an empty text
   * removes it.
   * @example '2019-05-04'
   */
  @ApiPropertyOptional({ maxLength: 10 })
  @IsOptional()
  @Clearable()
  @OpeningDate()
  openingDate?: string | null;

  /** The `basis` of the details that the person saw. Without it, nothing is compared. */
  @IsOptional()
  @MaxLength(2000, { message: 'Basis must be the one that the location came with' })
  @IsString({ message: 'Basis must be the one that the location came with' })
  basedOn?: string;

  /** Why, for the change log. */
  @IsOptional()
  @Clearable()
  @MaxLength(300, { message: 'Reason must be at most 300 characters' })
  @IsString({ message: 'Reason must be text' })
  reason?: string | null;
}
