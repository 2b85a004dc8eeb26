import { ApiProperty } from '@nestjs/swagger';
import {
  ACCOUNT_TYPES,
  type BusinessAccount,
  MAX_CATEGORIES,
} from '../business-profile/port/business-profile-provider.js';
import { type Category, VERIFICATION_STATES } from '../business-profile/port/location.js';
import { QueryText } from '../security/validation.js';

export class AccountDto implements BusinessAccount {
  /** @example 'sample-hearth-and-crumb' */
  id!: string;

  /** @example 'Hearth & Crumb Bakeries' */
  name!: string;

  /** Null where Google does not tell. */
  type!: (typeof ACCOUNT_TYPES)[number] | null;
  state!: (typeof VERIFICATION_STATES)[number];

  /** @example 9 */
  locationCount!: number;

  /**
   * How many of its locations are not verified.
   * @example 1
   */
  attentionCount!: number;

  /**
   * How many of these are suspended.
   * @example 0
   */
  suspendedCount!: number;

  /**
   * How many of its locations another of the accounts shows too.
   * @example 0
   */
  sharedCount!: number;

  /** Address of a picture. */
  profilePhotoUrl!: string | null;
}

export class AccountListDto {
  items!: AccountDto[];
}

export class CategoryDto implements Category {
  /** @example 'gcid:bakery' */
  id!: string;

  /** @example 'Bakery' */
  name!: string;
}

export class CategoryListDto {
  @ApiProperty({ maxItems: MAX_CATEGORIES })
  items!: CategoryDto[];
}

export class CategoryQueryDto {
  /**
   * Part of a category's name.
   * @example 'bak'
   */
  @QueryText('Search')
  search?: string;
}
