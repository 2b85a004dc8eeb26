import type { Schemas } from '../../../client/api/client.js';

type Account = Schemas['AccountDto'];
type Location = Schemas['LocationDetailsDto'];

/** A group of bakeries with `change`. */
export function account(change: Partial<Account> = {}): Account {
  return {
    id: 'account-1',
    name: 'Hearth & Crumb Bakeries',
    type: 'LOCATION_GROUP',
    state: 'VERIFIED',
    locationCount: 9,
    attentionCount: 0,
    suspendedCount: 0,
    sharedCount: 0,
    profilePhotoUrl: null,
    ...change,
  };
}

/** A bakery that is open on Monday, and on Friday past midnight, with `change`. */
export function location(change: Partial<Location> = {}): Location {
  return {
    id: 'location-1',
    accountId: 'account-1',
    name: 'Hearth & Crumb, Market Square',
    address: '4 Market Square, Ashbourne DE6 1ES',
    phoneNumber: '+44 1632 960101',
    websiteUri: 'https://hearthandcrumb.example.com/ashbourne',
    categories: [
      { id: 'gcid:bakery', name: 'Bakery' },
      { id: 'gcid:cafe', name: 'Cafe' },
      { id: 'gcid:cake_shop', name: 'Cake shop' },
    ],
    state: 'VERIFIED',
    openStatus: 'OPEN',
    storeCode: 'HC-01',
    photos: [],
    regularHours: {
      periods: [
        { openDay: 'MONDAY', openTime: '09:00', closeDay: 'MONDAY', closeTime: '17:30' },
        { openDay: 'FRIDAY', openTime: '20:00', closeDay: 'SATURDAY', closeTime: '02:00' },
      ],
    },
    pendingFields: [],
    isAddressEditable: true,
    editUrl: null,
    mapsUrl: null,
    description: null,
    specialHours: null,
    moreHours: [],
    canReopen: null,
    openingDate: null,
    additionalPhones: [],
    labels: [],
    languageCode: null,
    coordinates: null,
    serviceArea: null,
    services: [],
    canEditServices: false,
    newReviewUrl: null,
    isDuplicate: false,
    basis: '',
    readAt: null,
    ...change,
  };
}

/** A location at Google, whose address only Google's editor can change, with `change`. */
export function googleLocation(change: Partial<Location> = {}): Location {
  return location({
    isAddressEditable: false,
    editUrl: 'https://business.google.com/n/1',
    mapsUrl: 'https://maps.google.com/maps?cid=1',
    ...change,
  });
}

/** An answer with the complete list of locations. */
export function list(items: Schemas['LocationDto'][]): Schemas['LocationListDto'] {
  return { items, matched: items.length, total: items.length, nextCursor: null };
}
