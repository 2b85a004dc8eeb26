import { frozen } from '../../config/frozen.js';
import type { BusinessAccount } from '../business-profile-provider.js';
import { BRIGHTWATER_DENTAL } from './data/brightwater-dental.js';
import { HEARTH_AND_CRUMB } from './data/hearth-and-crumb.js';
import { LANTERNLIGHT_MARKETING } from './data/lanternlight-marketing.js';
import { MY_BUSINESSES } from './data/my-businesses.js';
import { QUAYSIDE_HOTELS } from './data/quayside-hotels.js';
import { SPOKE_AND_CHAIN } from './data/spoke-and-chain.js';
import type { SampleAccount } from './sample-account.js';

/** The accounts with their locations, the personal one first. */
export const SAMPLE_GROUPS: readonly SampleAccount[] = frozen([
  MY_BUSINESSES,
  HEARTH_AND_CRUMB,
  BRIGHTWATER_DENTAL,
  SPOKE_AND_CHAIN,
  QUAYSIDE_HOTELS,
  LANTERNLIGHT_MARKETING,
]);

/** The business accounts that every user on sample data has. */
export const SAMPLE_ACCOUNTS: readonly BusinessAccount[] = frozen(
  SAMPLE_GROUPS.map(({ locations, ...account }) => ({
    ...account,
    locationCount: locations.length,
    profilePhotoUrl: null,
  })),
);
