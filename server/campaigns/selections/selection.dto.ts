import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { figure } from '../../config/figure.js';
import { VERIFICATION_STATES, type VerificationState } from '../../business-profile/port/location.js';
import { applyDecorators } from '@nestjs/common';
import { IfGiven, Nested, PageLimit } from '../../security/validation.js';
import { OwnName } from '../own-name.js';

/** How many codes or ids one request can name; more go to the server in parts, as a selection. */
export const MAX_ITEMS = 500;
/** The most locations of a choice that names them one by one. */
export const MAX_NAMED = 10_000;
const MAX_ID = 200;
const MAX_CODE = 100;

/** A list of ids or store codes of locations. */
function Codes(name: string, most: number): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: 'array',
      maxItems: MAX_ITEMS,
      items: { type: 'string', maxLength: most },
    }),
    IsOptional(),
    MaxLength(most, { each: true, message: `${name} must be at most ${most} characters each` }),
    ArrayMaxSize(MAX_ITEMS, { message: `At most ${MAX_ITEMS} of them can be sent at once` }),
    IsString({ each: true, message: `${name} must be texts` }),
    IsArray({ message: `${name} must be a list` }),
  );
}

/** Which locations are meant: those that fit everything that is given. Nothing given means all. */
export class LocationChoiceDto {
  /** The business account that shows it. */
  @IsOptional()
  @MaxLength(MAX_ID, { message: `Account must be at most ${MAX_ID} characters` })
  @IsString({ message: 'Account must be the id of an account' })
  accountId?: string;

  /** One of its labels, which only its owner sees. */
  @IsOptional()
  @MaxLength(MAX_ID, { message: `Label must be at most ${MAX_ID} characters` })
  @IsString({ message: 'Label must be one text' })
  label?: string;

  @IsOptional()
  @IsIn(VERIFICATION_STATES, { message: 'State must be VERIFIED, UNVERIFIED or SUSPENDED' })
  state?: VerificationState;

  /** Words in any order, each a part of its name, address or store code. */
  @IsOptional()
  @MaxLength(200, { message: 'Search must be at most 200 characters' })
  @IsString({ message: 'Search must be one text' })
  search?: string;

  /** Its store code is one of these, without regard to case. */
  @Codes('Store codes', MAX_CODE)
  storeCodes?: string[];

  /** It is one of these. */
  @Codes('Locations', MAX_ID)
  locationIds?: string[];

  /** It is none of these. */
  @Codes('Left-out locations', MAX_ID)
  without?: string[];

  /** What a selection chooses, besides: its criteria, and its codes and ids together with those above. */
  @IsOptional()
  @ApiProperty({ format: 'uuid', maxLength: 36 })
  @IsUUID(undefined, { message: 'Selection must be the id of a selection' })
  selectionId?: string;
}

/** Which locations were chosen for a campaign. */
export class CampaignChoiceDto {
  choice!: LocationChoiceDto;
}

export class NewSelectionDto {
  /**
   * Left out: it serves to send many codes in parts, and is dropped after a day.
   * @example 'Bakeries in the north'
   */
  @IsOptional()
  @OwnName()
  name?: string;

  /** Whether locations that fit it later belong to it as well; else it keeps those that fit it now. */
  @IsBoolean({ message: 'Live must be true or false' })
  isLive!: boolean;

  @Nested(() => LocationChoiceDto, 'Choice must be an object')
  choice!: LocationChoiceDto;
}

/** Fields that are left out keep their value. */
export class UpdateSelectionDto {
  @IfGiven()
  @OwnName()
  name?: string;

  /** More codes. */
  @Codes('Store codes', MAX_CODE)
  addStoreCodes?: string[];

  /** More locations. */
  @Codes('Locations', MAX_ID)
  addLocationIds?: string[];
}

export class SelectionDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  /** Null: it is not kept. */
  name!: string | null;
  isLive!: boolean;

  /**
   * How many locations it has now.
   * @example 22
   */
  locationCount!: number;
}

export class SelectionListDto {
  /** By name. */
  items!: SelectionDto[];
}

export class LabelDto {
  /** @example 'north' */
  label!: string;

  /** @example 12 */
  locationCount!: number;
}

export class LabelListDto {
  /** By name, at most 500. */
  items!: LabelDto[];
}

export class ChosenQueryDto {
  @Nested(() => LocationChoiceDto, 'Choice must be an object')
  choice!: LocationChoiceDto;

  /** How many come before the first that is wanted. */
  @IsOptional()
  @Max(MAX_NAMED, { message: `Offset must be from 0 to ${figure(MAX_NAMED)}` })
  @Min(0, { message: `Offset must be from 0 to ${figure(MAX_NAMED)}` })
  @IsInt({ message: 'Offset must be a whole number' })
  offset?: number;

  /** How many at most; default 100. */
  @PageLimit()
  limit?: number;
}

/** What the variables of a text stand for at a location; null: it has none. */
export class LocationVariablesDto {
  name!: string;

  /** @example 'Ashbourne' */
  city!: string | null;

  /** @example '4 Market Square' */
  street!: string | null;
  storeCode!: string | null;
  website!: string | null;
}

export class ChosenLocationDto {
  locationId!: string;

  /** @example 'Hearth & Crumb, Market Square' */
  locationName!: string;

  /** @example 'HC-01' */
  storeCode!: string | null;

  /** @example '4 Market Square, Ashbourne DE6 1ES, United Kingdom' */
  address!: string;

  state!: VerificationState;
  variables!: LocationVariablesDto;
}

export class ChosenLocationsDto {
  /** By name. */
  items!: ChosenLocationDto[];

  /**
   * How many fit in all.
   * @example 22
   */
  matched!: number;

  /** Store codes that no location of the workspace has, at most 100. */
  unknownStoreCodes!: string[];
}
