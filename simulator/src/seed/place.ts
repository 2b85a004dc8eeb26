import type { Location, OpenStatus, TimePeriod } from '../model.js';
import type { CategoryKey } from './categories.js';
import { type Profile, withDetails } from './profile-details.js';

/** A location in few words. It lacks what is left out. */
interface PlaceSeed extends Profile {
  id: string;
  accountIds: readonly string[];
  managers?: readonly string[];
  title: string;
  /** The first is the primary one. */
  categories: readonly [CategoryKey, ...CategoryKey[]];
  phone?: string;
  website?: string;
  /** Street, town, post code. */
  address?: readonly [street: string, locality: string, postalCode: string, administrativeArea?: string];
  /** ISO 3166-1. */
  regionCode?: string;
  hours?: TimePeriod[];
  storeCode?: string;
  serviceArea?: string;
  verification?: Location['verification'];
  differences?: Location['differences'];
  status?: OpenStatus;
}

/** The location that a seed describes. */
export function place(seed: PlaceSeed): Location {
  const { id, title, phone, website, address, regionCode = 'GB', hours, storeCode } = seed;
  const [primary, ...additional] = seed.categories.map((key) => ({ name: `categories/gcid:${key}` }));
  const location: Location = {
    id,
    accountIds: [...seed.accountIds],
    ...(seed.managers && { managers: [...seed.managers] }),
    fields: {
      title,
      languageCode: 'en',
      ...(storeCode && { storeCode }),
      ...(phone && { phoneNumbers: { primaryPhone: phone } }),
      categories: {
        primaryCategory: primary ?? { name: '' },
        ...(additional.length > 0 && { additionalCategories: additional }),
      },
      ...(address && { storefrontAddress: addressOf(address, regionCode) }),
      ...(website && { websiteUri: website }),
      ...(hours && { regularHours: { periods: hours } }),
      ...(seed.serviceArea && { serviceArea: areaOf(seed.serviceArea, regionCode) }),
      openInfo: { status: seed.status ?? 'OPEN', canReopen: true },
    },
    differences: seed.differences ?? {},
    verification: seed.verification ?? 'VERIFIED',
    isRemoved: false,
  };
  return withDetails(location, seed);
}

function addressOf(
  [street, locality, postalCode, administrativeArea]: NonNullable<PlaceSeed['address']>,
  regionCode: string,
) {
  return {
    regionCode,
    languageCode: 'en',
    ...(postalCode && { postalCode }),
    ...(administrativeArea && { administrativeArea }),
    locality,
    addressLines: [street],
  };
}

function areaOf(placeName: string, regionCode: string) {
  return {
    businessType: 'CUSTOMER_LOCATION_ONLY',
    regionCode,
    places: {
      placeInfos: [{ placeName, placeId: `sim-area-${placeName.toLowerCase().replace(/\W+/g, '-')}` }],
    },
  };
}
