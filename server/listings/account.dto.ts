import {
  ACCOUNT_TYPES,
  type BusinessAccount,
  VERIFICATION_STATES,
} from '../business-profile/business-profile-provider.js';

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

  /** Address of a picture. */
  profilePhotoUrl!: string | null;
}

export class AccountListDto {
  items!: AccountDto[];
}
