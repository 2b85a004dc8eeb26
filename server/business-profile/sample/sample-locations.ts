import { frozen } from '../../config/frozen.js';
import type { Location } from '../business-profile-provider.js';
import { SAMPLE_GROUPS } from './sample-accounts.js';
import { category } from './sample-categories.js';

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

const BY_ID = new Map(SAMPLE_LOCATIONS.map((location) => [location.id, location]));

/** A location by its id, or undefined when the sample data does not have it. */
export function findSampleLocation(id: string): Location | undefined {
  return BY_ID.get(id);
}
