import type { GoogleLocation } from '../../../dist/server/business-profile/translation/google-types.js';
import { category, closedFrom, daysAgo, hoursOn, TODAY } from './facts.js';
import { type Case, isIn, isSingle, numberOf, type Profile } from './profile-case.js';

function innocent(
  what: string,
  touches: string[],
  change: (profile: Profile) => void,
  more: Partial<Case> = {},
): Case {
  return { what, labels: [], touches, apply: (profiles) => profiles.forEach(change), ...more };
}

const set = (change: Partial<GoogleLocation>) => (profile: Profile) =>
  void Object.assign(profile.google, change);

/** A name that looks wrong and is right. */
const called = (title: string, change: Partial<GoogleLocation> = {}) =>
  innocent(`the name ${title}`, ['name', 'code', 'category', 'address', 'hours'], set({ title, ...change }), {
    fits: isSingle,
  });

const at = (locality: string, regionCode = 'GB', line = '4 Mill Lane') => ({
  storefrontAddress: { regionCode, locality, postalCode: '1', addressLines: [line] },
});

const text = (what: string, sentence: string) =>
  innocent(`the text ${what}`, ['text'], ({ google }) => {
    google.profile = { description: `${google.profile?.description ?? ''} ${sentence}` };
  });

/** What only looks like a fault. */
export const INNOCENTS: readonly Case[] = [
  called('KFC'),
  called('H&M'),
  called('JYSK'),
  called('JCPenney'),
  called('7-Eleven'),
  called('24 Hour Gym', {
    categories: { primaryCategory: category('gym', '24 hour gym') },
    regularHours: hoursOn(7, 0, 24),
  }),
  called('Suite 1000', { storeCode: '1000' }),
  called('Studio 54', { storeCode: 'ST54' }),
  called('Pizzeria Rossi - 1887'),
  called('Pier 39'),
  called('Best & Daughters'),
  called('Dr. Best Dental'),
  called('Best Western Harbour Inn'),
  called('Autoteile24.de'),
  called('St. Moritz Sports'),
  called('100 Montaditos'),
  called('Bank of Leeds', at('Leeds')),
  called('Leeds Lace Museum', at('Leeds')),
  called('Hotel Bristol', at('Bristol')),
  called('Market Street Café', at('Leeds', 'GB', '3 Market Street')),
  called('Museum of Bath', at('Bath')),
  called('Open Kitchen'),
  called('Number Ten'),
  called('Hearth & Hound'),
  innocent(
    'the village Best',
    ['name', 'address', 'phone'],
    (profile) => {
      Object.assign(profile.google, at('Best', 'NL', `Dorpsplein ${numberOf(profile)}`));
      Object.assign(profile.google, {
        title: 'Best Bikes',
        phoneNumbers: { primaryPhone: `0499 39 ${numberOf(profile)}` },
      });
    },
    { fits: isSingle, together: 1 },
  ),
  text('about wool', 'All of it is 100 % wool.'),
  text('about a sum', 'After a £2 million refurbishment there is a lift.'),
  text('about a trade', 'Sales and service since 1985.'),
  text('about dates', 'Opened on 12/05/1985, extended in 2010-2015.'),
  text('about a room', 'You find us in Suite 1000 on floor 12.'),
  text('about mail', 'The workshop is named after St.Ives.'),
  innocent(
    'a street of boxes',
    ['address'],
    ({ google }) => {
      google.storefrontAddress = {
        ...google.storefrontAddress,
        addressLines: ['12 Boxworth Road', 'Suite 1000'],
      };
    },
    { fits: (profile) => isSingle(profile), together: 1 },
  ),
  innocent(
    'a street of a post office',
    ['address'],
    (profile) => {
      const { google } = profile;
      google.storefrontAddress = {
        ...google.storefrontAddress,
        addressLines: [`Postfachweg ${numberOf(profile)}`],
      };
    },
    { fits: isIn('DE') },
  ),
  innocent(
    'an area and an address',
    ['address'],
    set({
      serviceArea: {
        businessType: 'CUSTOMER_AND_BUSINESS_LOCATION',
        places: { placeInfos: [{ placeId: 'p', placeName: 'Leeds' }] },
      },
    }),
  ),
  innocent(
    'an area alone',
    ['address', 'hours', 'special', 'name', 'phone', 'website', 'category'],
    ({ google }) => {
      delete google.storefrontAddress;
      delete google.regularHours;
      delete google.specialHours;
      google.serviceArea = {
        businessType: 'CUSTOMER_LOCATION_ONLY',
        regionCode: 'GB',
        places: { placeInfos: [{ placeId: 'p', placeName: 'Leeds' }] },
      };
    },
    { fits: isSingle },
  ),
  innocent('a number of no country', ['phone'], (profile) => {
    profile.google.phoneNumbers = { primaryPhone: `+800 1234 ${numberOf(profile)}` };
  }),
  innocent(
    'a number of Canada',
    ['phone'],
    (profile) => {
      profile.google.phoneNumbers = { primaryPhone: `+1 416 555 ${numberOf(profile)}` };
    },
    { fits: isIn('US') },
  ),
  innocent('a host like a known one', ['website'], (profile) => {
    profile.google.websiteUri = `https://www.notfacebook.com/${numberOf(profile)}`;
  }),
  {
    ...innocent('one page for two', ['website', 'address'], () => undefined),
    together: 2,
    apply: (profiles) => {
      const page = `https://www.two-of-${profiles[0]?.id ?? ''}.example/`;
      for (const { google } of profiles) google.websiteUri = page;
    },
  },
  {
    ...innocent('two dentists in one office', ['name', 'phone', 'address', 'category'], () => undefined, {
      fits: isSingle,
    }),
    together: 2,
    apply: ([one, other]) => {
      if (!one || !other) return;
      const { phoneNumbers, storefrontAddress, categories } = structuredClone(one.google);
      Object.assign(one.google, { title: 'Dr. Ada Jones' });
      Object.assign(other.google, { title: 'Dr. Ben Smith', phoneNumbers, storefrontAddress, categories });
    },
  },
  innocent(
    'a gas station by night',
    ['hours', 'category', 'name'],
    set({
      regularHours: hoursOn(7, 0, 24),
      categories: { primaryCategory: category('gas_station') },
    }),
    { fits: isSingle },
  ),
  innocent('a club by night', ['hours'], set({ regularHours: hoursOn(7, 5, 3) })),
  innocent(
    'a hotel',
    ['hours', 'text', 'category', 'special'],
    ({ google }) => {
      Object.assign(google, { profile: {}, categories: { primaryCategory: category('hotel') } });
      delete google.regularHours;
      delete google.specialHours;
    },
    { fits: isSingle },
  ),
  innocent(
    'closed for six days',
    ['special'],
    set({
      specialHours: {
        specialHourPeriods: [
          ...closedFrom(TODAY, 6).specialHourPeriods,
          ...closedFrom('2026-12-25', 1).specialHourPeriods,
        ],
      },
    }),
  ),
  innocent(
    'closed in spring',
    ['special'],
    set({
      specialHours: {
        specialHourPeriods: [
          ...closedFrom('2026-03-01', 30).specialHourPeriods,
          ...closedFrom('2026-12-25', 1).specialHourPeriods,
        ],
      },
    }),
  ),
  innocent('closed for good', ['status', 'special', 'hours'], ({ google }) => {
    google.openInfo = { status: 'CLOSED_PERMANENTLY' };
    delete google.specialHours;
    delete google.regularHours;
  }),
  innocent('an edit of two days', ['edit'], (profile) => {
    profile.openEdits = [{ field: 'name', since: daysAgo(2) }];
  }),
  innocent('a review of two days', ['review'], (profile) => {
    profile.inReview = [{ field: 'name', since: daysAgo(2) }];
  }),
  innocent(
    'a special category with a general one behind',
    ['category'],
    set({
      categories: {
        primaryCategory: category('ramen_restaurant'),
        additionalCategories: [category('restaurant')],
      },
    }),
    { fits: isSingle },
  ),
];
