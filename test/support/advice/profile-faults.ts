import type { GoogleLocation } from '../../../dist/server/business-profile/translation/google-types.js';
import { category, closedFrom, daysAgo, googleDay, hoursOn, TODAY } from './facts.js';
import { type Case, isChain, isIn, isSingle, numberOf, type Profile } from './profile-case.js';
import type { RuleId } from './rule-ids.js';

/** A fault of one profile. */
function fault(
  rule: RuleId,
  what: string,
  touches: string[],
  change: (profile: Profile) => void,
  more: Partial<Case> = {},
): Case {
  return { what, labels: [rule], touches, apply: (profiles) => profiles.forEach(change), ...more };
}

/** A name with something besides it; the name itself is the cure. */
function extra(
  rule: RuleId,
  what: string,
  spoiled: (profile: Profile, title: string) => string,
  more = {},
): Case {
  return fault(
    rule,
    what,
    ['name', 'code'],
    (profile) => {
      const title = profile.google.title ?? '';
      profile.name = title;
      profile.google.title = spoiled(profile, title);
    },
    { times: 2, ...more },
  );
}

const description = (what: string, text: (own: string) => string, more: Partial<Case> = {}) =>
  fault(
    'description-forbidden',
    what,
    ['text'],
    ({ google }) => {
      google.profile = { description: text(google.profile?.description ?? '') };
    },
    { times: 2, ...more },
  );

const address = (what: string, line: string, country: string) =>
  fault(
    'address-po-box',
    what,
    ['address'],
    ({ google }) => {
      google.storefrontAddress = { ...google.storefrontAddress, addressLines: [line] };
    },
    { fits: isIn(country), times: 1 },
  );

const town = ({ google }: Profile) => google.storefrontAddress?.locality ?? '';
const set = (change: Partial<GoogleLocation>) => (profile: Profile) =>
  void Object.assign(profile.google, change);

const NAMES: Case[] = [
  extra('name-extras', 'a phone number', (_, title) => `${title} 020 7946 0999`),
  extra('name-extras', 'a page', (_, title) => `${title} | www.visit-us.com`),
  extra('name-extras', 'a host', (_, title) => `${title} - visit-us.de`),
  extra('name-extras', 'opening hours', (_, title) => `${title} (Open 24 Hours)`),
  extra('name-extras', 'opening days', (_, title) => `${title} | Open Sundays`),
  extra('name-extras', '24/7', (_, title) => `${title} 24/7`),
  extra('name-extras', 'German hours', (_, title) => `${title} – durchgehend geöffnet`, { fits: isIn('DE') }),
  extra('name-extras', 'French hours', (_, title) => `${title}, ouvert 7j/7`, { fits: isIn('FR') }),
  extra('name-extras', 'a store number', (_, title) => `${title} - 2872`),
  extra('name-extras', 'a number sign', (_, title) => `${title} #44`),
  extra('name-extras', 'its store code', ({ google }, title) => `${title} ${google.storeCode ?? ''}`),
  extra('name-extras', 'a sign', (_, title) => `${title}®`),
  extra('name-extras', 'a sign in letters', (_, title) => `${title} (TM)`),
  extra('name-extras', 'a picture', (_, title) => `${title} ⭐⭐`),
  extra('name-extras', 'a ranking', (_, title) => `#1 ${title}`),
  extra('name-extras', 'praise', (_, title) => `The Best ${title}`, { fits: isSingle }),
  extra('name-extras', 'more praise', (_, title) => `Top-Rated ${title}`),
  extra('name-extras', 'French praise', (_, title) => `La meilleure ${title}`, { fits: isIn('FR') }),
  extra('name-extras', 'German praise', (_, title) => `Günstigste ${title}`, { fits: isIn('DE') }),
  extra('name-place', 'the town', (profile, title) => `${title} ${town(profile)}`),
  extra('name-place', 'the town in brackets', (profile, title) => `${title} (${town(profile)})`),
  extra('name-place', 'the town after a dash', (profile, title) => `${title} – ${town(profile)}`),
  extra('name-place', 'the street', (_, title) => `${title} Linden Way`, {
    touches: ['name', 'code', 'address'],
    fits: (profile: Profile) => !isIn('DE')(profile),
  }),
  extra('name-caps', 'capitals', (_, title) => title.toUpperCase(), { fits: isSingle, times: 3 }),
  fault(
    'name-differs',
    'another name',
    ['name'],
    (profile) => {
      profile.name = profile.google.title;
      profile.google.title = 'Corner Workshop';
    },
    { fits: isChain },
  ),
];

const PLACES: Case[] = [
  address('a box', 'PO Box 88', 'GB'),
  address('a box with dots', 'P.O. Box 1204', 'US'),
  address('a German box', 'Postfach 101', 'DE'),
  address('a French box', 'B.P. 12', 'FR'),
  address('a page in the address', '4 Linden Way, www.visit-us.com', 'GB'),
  address('a number in the address', '4 Linden Way, (512) 555-0143', 'US'),
  fault(
    'area-inconsistent',
    'visits, and an address',
    ['address', 'hours'],
    set({
      serviceArea: {
        businessType: 'CUSTOMER_LOCATION_ONLY',
        places: { placeInfos: [{ placeId: 'p', placeName: 'Leeds' }] },
      },
    }),
  ),
  fault(
    'area-inconsistent',
    'neither address nor area',
    ['address', 'name', 'phone', 'website', 'category', 'hours'],
    ({ google }) => {
      delete google.storefrontAddress;
    },
  ),
];

const REACHED: Case[] = [
  fault('phone-missing', 'no number', ['phone'], set({ phoneNumbers: {} })),
  {
    ...fault('phone-shared', 'one number for two', ['phone', 'address'], () => undefined),
    together: 2,
    apply: (profiles) =>
      profiles.forEach(({ google }) => (google.phoneNumbers = profiles[0]?.google.phoneNumbers)),
    fits: isIn('DE'),
  },
  fault('phone-region', 'a number of Italy', ['phone'], (profile) => {
    profile.google.phoneNumbers = { primaryPhone: `+39 06 6982 ${numberOf(profile)}` };
  }),
  fault('website-missing', 'no page', ['website'], set({ websiteUri: undefined })),
  fault('website-elsewhere', 'a social network', ['website'], (profile) => {
    profile.google.websiteUri = `https://www.instagram.com/visit${numberOf(profile)}`;
  }),
  fault('website-elsewhere', 'a short link', ['website'], (profile) => {
    profile.google.websiteUri = `http://tinyurl.com/x${numberOf(profile)}`;
  }),
  {
    ...fault('website-shared', 'one page for three', ['website', 'address'], () => undefined),
    together: 3,
    apply: (profiles) => {
      const page = `https://www.all-${profiles[0]?.id ?? ''}.example/`;
      profiles.forEach(
        ({ google }, index) => (google.websiteUri = index === 1 ? `${page}?utm_medium=maps` : page),
      );
    },
  },
];

const REST: Case[] = [
  fault('voice-missing', 'not verified', ['state'], (profile) => {
    profile.state = 'UNVERIFIED';
    profile.google.metadata = {};
  }),
  fault('suspended', 'suspended', ['state'], (profile) => {
    profile.state = 'SUSPENDED';
    profile.google.metadata = { hasVoiceOfMerchant: false };
  }),
  fault(
    'duplicate',
    'Google names the other',
    ['state'],
    set({
      metadata: { hasVoiceOfMerchant: true, duplicateLocation: 'locations/77' },
    }),
  ),
  {
    ...fault('duplicate', 'two profiles for one', ['name', 'phone', 'address', 'category'], () => undefined, {
      fits: isSingle,
    }),
    together: 2,
    apply: ([one, other]) => {
      if (!one || !other) return;
      const { title, phoneNumbers, storefrontAddress, categories } = structuredClone(one.google);
      Object.assign(other.google, { title, phoneNumbers, storefrontAddress, categories });
    },
  },
  fault('google-edit-open', 'an edit of five days', ['edit'], (profile) => {
    profile.openEdits = [{ field: 'regularHours', since: daysAgo(5) }];
  }),
  fault('own-edit-stuck', 'a review of ten days', ['review'], (profile) => {
    profile.inReview = [{ field: 'description', since: daysAgo(10) }];
  }),
  fault(
    'category-unspecific',
    'the general one first',
    ['category'],
    set({
      categories: {
        primaryCategory: category('restaurant'),
        additionalCategories: [category('ramen_restaurant')],
      },
    }),
    { fits: isSingle },
  ),
  fault(
    'category-differs',
    'another main one',
    ['category', 'name'],
    set({
      categories: { primaryCategory: category('cafe') },
    }),
    { fits: isChain, times: 6 },
  ),
  fault(
    'hours-missing',
    'no hours',
    ['hours', 'special'],
    set({ regularHours: undefined, specialHours: undefined }),
  ),
  fault('hours-odd', 'always open', ['hours', 'name'], set({ regularHours: hoursOn(7, 0, 24) }), {
    fits: (profile) => !isIn('US')(profile),
  }),
  fault(
    'hours-odd',
    'ten minutes',
    ['hours'],
    set({
      regularHours: {
        periods: [
          ...hoursOn(3, 9, 17).periods,
          {
            openDay: 'SATURDAY',
            openTime: { hours: 9 },
            closeDay: 'SATURDAY',
            closeTime: { hours: 9, minutes: 10 },
          },
        ],
      },
    }),
  ),
  fault(
    'hours-odd',
    'a.m. for p.m.',
    ['hours'],
    set({
      regularHours: {
        periods: [
          ...hoursOn(3, 9, 17).periods,
          { openDay: 'SATURDAY', openTime: { hours: 9 }, closeDay: 'SUNDAY', closeTime: { hours: 6 } },
        ],
      },
    }),
  ),
  fault(
    'holiday-unset',
    'nothing about Christmas',
    ['special', 'hours', 'status'],
    set({ specialHours: undefined }),
  ),
  fault(
    'special-too-long',
    'closed for ten days',
    ['special', 'status', 'hours'],
    set({ specialHours: closedFrom('2026-12-20', 10) }),
  ),
  fault(
    'closed-but-busy',
    'closed, with hours',
    ['special', 'status', 'hours'],
    set({
      openInfo: { status: 'CLOSED_TEMPORARILY' },
      specialHours: {
        specialHourPeriods: [
          { startDate: googleDay(TODAY, 3), openTime: { hours: 10 }, closeTime: { hours: 14 } },
        ],
      },
    }),
  ),
  fault('description-missing', 'no text', ['text'], set({ profile: {} })),
  fault(
    'description-missing',
    'a short text',
    ['text'],
    set({ profile: { description: 'Come and see us soon.' } }),
  ),
  description('a page', (own) => `${own} More at https://www.visit-us.com/menu.`),
  description('a number', (own) => `${own} Ring 01632 960 555.`),
  description('a discount', (own) => `This week 15% off. ${own}`),
  description('a price', (own) => `Loaves for £3.50. ${own}`),
  description('a price in euros', (own) => `${own} Menü ab 9,90 €.`, { fits: isIn('DE') }),
  description('an offer', (own) => `Ask for our special offers. ${own}`),
  description('a French offer', (own) => `${own} Tout est en promotion.`, { fits: isIn('FR') }),
  description('a German offer', (own) => `${own} Jetzt mit Rabatt!`, { fits: isIn('DE') }),
  description('tags', (own) => `<p>${own}</p>`),
  description('a long text', (own) => Array.from({ length: 7 }, () => own).join(' ')),
  fault(
    'lock-overruled',
    'a lock that waits',
    ['lock'],
    (profile) => void (profile.overruled = ['websiteUri']),
  ),
  fault('store-code-missing', 'no code', ['code'], set({ storeCode: undefined })),
];

/** What is wrong, by a person who reads the guidelines. */
export const FAULTS: readonly Case[] = [...NAMES, ...PLACES, ...REACHED, ...REST];
