import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { Type } from 'class-transformer';
import { IsTimeZone } from '../security/time-rules.js';
import { LocationIds, MAX_LOCATION_ID, Trimmed } from '../security/validation.js';
import { ZONE_SOURCES } from './location-zones.js';
import { SUGGESTION_SOURCES } from './place-zone.js';

/** How many locations one request can name. */
export const MAX_ZONES = 100;

export class ZoneSuggestionDto {
  /**
   * IANA name.
   * @example 'America/Chicago'
   */
  timeZone!: string;

  /** What it was concluded from: the state or province (or the postal code), or the coordinates. */
  @ApiProperty({ enum: SUGGESTION_SOURCES })
  source!: (typeof SUGGESTION_SOURCES)[number];

  /**
   * Why it is another one than that of most places of its state or province; null: it is the same, or that is not known.
   * @example 'Navajo Nation: keeps daylight saving time'
   */
  reason!: string | null;
}

/** Which time a location keeps. */
export class LocationZoneDto {
  /** @example 'sample-101' */
  locationId!: string;

  /**
   * IANA name; null while it is not known.
   * @example 'Europe/London'
   */
  timeZone!: string | null;

  /** From where it is known: the country has one zone, or a person has said it. Null while it is not known. */
  @ApiProperty({ enum: ZONE_SOURCES, nullable: true, type: 'string' })
  source!: (typeof ZONE_SOURCES)[number] | null;

  /** What a person may confirm. Nothing uses it before. */
  suggestion!: ZoneSuggestionDto | null;

  /**
   * The zones of its country, one name for those that keep the same time. Empty where its country is not known.
   * @example ['Europe/London']
   */
  choices!: string[];
}

export class LocationZoneListDto {
  items!: LocationZoneDto[];
}

/** A location whose time zone is to be said. */
export class OpenZoneDto extends LocationZoneDto {
  /** @example 'Hearth & Crumb, Market Square' */
  locationName!: string;

  /** @example 'HC-01' */
  storeCode!: string | null;

  /** @example '4 Market Square, Ashbourne DE6 1ES, United Kingdom' */
  address!: string;

  /** @example 'Ashbourne' */
  city!: string | null;

  /**
   * Its state or province, by its name where that is known.
   * @example 'Arizona'
   */
  region!: string | null;

  /**
   * ISO 3166-1 code of its country.
   * @example 'US'
   */
  country!: string | null;
}

export class OpenZoneListDto {
  /** The first 100 by name. */
  items!: OpenZoneDto[];

  /**
   * How many there are in all.
   * @example 12
   */
  total!: number;
}

export class ZoneQueryDto {
  /**
   * Ids of 1 to 100 locations, separated by commas.
   * @example 'sample-101,sample-102'
   */
  @LocationIds(MAX_ZONES)
  locationIds!: string[];
}

export class OpenZoneQueryDto {
  /** Only those that this campaign leaves out because their time zone is not known. */
  @ApiProperty({ format: 'uuid', maxLength: 36, required: false })
  @IsOptional()
  @IsUUID('all', { message: 'Campaign must be the id of a campaign' })
  campaignId?: string;
}

export class NewZoneDto {
  /** @example 'sample-101' */
  @Trimmed()
  @IsNotEmpty({ message: 'Location must be the id of a location' })
  @MaxLength(MAX_LOCATION_ID, { message: `Location must be at most ${MAX_LOCATION_ID} characters` })
  @IsString({ message: 'Location must be the id of a location' })
  locationId!: string;

  /**
   * IANA name. Null forgets what was said before.
   * @example 'America/Chicago'
   */
  @ValidateIf((_body, value) => value !== null)
  @IsTimeZone()
  timeZone!: string | null;
}

export class NewZonesDto {
  /** Of 1 to 100 locations. */
  @ApiProperty({ maxItems: MAX_ZONES })
  @ValidateNested({ each: true, message: 'Each item must name a location and a time zone' })
  @IsObject({ each: true, message: 'Each item must name a location and a time zone' })
  @ArrayMaxSize(MAX_ZONES, { message: `At most ${MAX_ZONES} locations can be changed at once` })
  @ArrayMinSize(1, { message: 'At least one location is required' })
  @IsArray({ message: 'Items must be a list' })
  @Type(() => NewZoneDto)
  items!: NewZoneDto[];
}
