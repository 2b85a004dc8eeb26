import { frozen } from '../../config/frozen.js';
import type { BusinessAccount } from '../port/business-profile-provider.js';
import type { Location } from '../port/location.js';
import { category } from './data/sample-categories.js';
import { BRIGHTWATER_DENTAL, HEARTH_AND_CRUMB, SPOKE_AND_CHAIN } from './data/chains.js';
import { LANTERNLIGHT_MARKETING, MY_BUSINESSES, QUAYSIDE_HOTELS } from './data/small-accounts.js';
import type { SampleAccount } from './data/sample-account.js';

/** The accounts with their locations, the personal one first. */
const SAMPLE_GROUPS: readonly SampleAccount[] = frozen([
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
    attentionCount: locations.filter(({ state }) => state !== 'VERIFIED').length,
    suspendedCount: locations.filter(({ state }) => state === 'SUSPENDED').length,
    // Each of the sample is of one account.
    sharedCount: 0,
    profilePhotoUrl: null,
  })),
);

/** The locations that every user on sample data has, before their own edits. */
export const SAMPLE_LOCATIONS: readonly Location[] = frozen<Location[]>(
  SAMPLE_GROUPS.flatMap((account) =>
    account.locations.map(({ categories, hours, ...location }) => ({
      ...location,
      accountId: account.id,
      categories: categories.map(category),
      openStatus: 'OPEN',
      photos: [],
      regularHours: hours && { periods: hours },
      pendingFields: [],
      isAddressEditable: true,
      editUrl: null,
      mapsUrl: null,
    })),
  ),
);

/** The time of the sample's locations by their country, with which their addresses end. Each country's lie in one zone. */
const TIME_ZONES: Readonly<Record<string, string>> = frozen({
  'United Kingdom': 'Europe/London',
  Ireland: 'Europe/Dublin',
  USA: 'America/Los_Angeles',
  Canada: 'America/Toronto',
  Australia: 'Australia/Sydney',
  'New Zealand': 'Pacific/Auckland',
});

/** IANA name of the zone of a location of the sample. */
export function timeZoneOf({ address }: Location): string {
  return TIME_ZONES[address.split(', ').at(-1) ?? ''] ?? 'UTC';
}

const BY_ID = new Map(SAMPLE_LOCATIONS.map((location) => [location.id, location]));

/** A location by its id, or undefined when the sample data does not have it. */
export function findSampleLocation(id: string): Location | undefined {
  return BY_ID.get(id);
}
