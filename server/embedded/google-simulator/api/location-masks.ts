/** What a mask of locations may name, and whether it can be written. */
const PATHS: Record<string, 'written' | 'fixed' | 'read'> = {
  name: 'read',
  languageCode: 'fixed',
  storeCode: 'written',
  title: 'written',
  labels: 'written',
  phoneNumbers: 'written',
  'phoneNumbers.primaryPhone': 'written',
  'phoneNumbers.additionalPhones': 'written',
  categories: 'written',
  storefrontAddress: 'written',
  websiteUri: 'written',
  regularHours: 'written',
  specialHours: 'written',
  moreHours: 'written',
  serviceArea: 'written',
  serviceItems: 'written',
  adWordsLocationExtensions: 'written',
  relationshipData: 'written',
  openInfo: 'written',
  'openInfo.status': 'written',
  'openInfo.openingDate': 'written',
  profile: 'written',
  'profile.description': 'written',
  latlng: 'fixed',
  metadata: 'read',
};

/** The top-level fields of a location. */
export const LOCATION_FIELDS = Object.freeze(Object.keys(PATHS).filter((path) => !path.includes('.')));

export const canBeRead = (path: string): boolean => Object.hasOwn(PATHS, path);

export const canBeWritten = (path: string): boolean =>
  Object.hasOwn(PATHS, path) && PATHS[path] === 'written';
