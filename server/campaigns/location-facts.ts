import type { PostedLocation } from '../business-profile/mirror/posted-locations.js';
import type { LocationFacts } from '../database/campaigns.schema.js';

/** What the variables of a text stand for at a location; null: it has none. */
export function factsOf({ location, city, street }: PostedLocation): LocationFacts {
  const { name, storeCode, websiteUri: website } = location;
  return { name, city, street, storeCode, website };
}
