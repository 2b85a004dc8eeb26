import { createRandom } from '../seeded-random.js';
import { category, CHRISTMAS, googleDay, hoursOn, TODAY } from './facts.js';
import type { Case, Profile } from './profile-case.js';
import { FAULTS } from './profile-faults.js';
import { INNOCENTS } from './profile-innocents.js';

export const PROFILES = 400;

/** Of a chain: the name that all have, its country, towns and language, and what a number looks like there. */
const CHAINS = [
  {
    account: 'hearth',
    title: 'Hearth & Crumb',
    country: 'GB',
    language: 'en',
    trade: 'bakery',
    towns: ['Leeds', 'York', 'Bath'],
  },
  {
    account: 'marlowe',
    title: 'Marlowe Fitness',
    country: 'US',
    language: 'en',
    trade: 'gym',
    towns: ['Austin', 'Boise', 'Salem'],
  },
  {
    account: 'kranz',
    title: 'Blumen Kranz',
    country: 'DE',
    language: 'de',
    trade: 'florist',
    towns: ['Köln', 'Bremen', 'Ulm'],
  },
  {
    account: 'lumiere',
    title: 'Optique Lumière',
    country: 'FR',
    language: 'fr',
    trade: 'optician',
    towns: ['Lyon', 'Nantes', 'Lille'],
  },
] as const;
const CHAIN_SIZE = 60;

const SINGLES = [
  'Okonjo Ceramics',
  'Tilda Bikes',
  'Harbour Dental',
  'Fenwick Optics',
  'Sato Ramen',
  'Vega Tattoo',
] as const;

const TEXT =
  'Our small team looks after every customer by name, keeps a quiet corner for children, and is happy to answer questions before a visit.';

/**
 * Profiles with known faults, and with things that only look like one. Always the same for a seed. Nothing here knows the
 * rules: a label is what a person would say who reads the guidelines.
 */
export function createProfiles(seed: number): Profile[] {
  const random = createRandom(seed);
  const profiles = Array.from({ length: PROFILES }, (_, index) => createProfile(index, random));
  spoil(profiles, random);
  return profiles;
}

function createProfile(index: number, random: () => number): Profile {
  const chain = CHAINS[Math.floor(index / CHAIN_SIZE)];
  const { title, country, language, trade, towns } = chain ?? {
    title: `${SINGLES[index % SINGLES.length] ?? ''} ${roman(index)}`,
    country: 'GB',
    language: 'en',
    trade: 'store',
    towns: ['Leeds', 'Bath'],
  };
  const town = towns[Math.floor(random() * towns.length)] ?? '';
  return {
    id: `l${index}`,
    accountId: chain?.account ?? `single-${index}`,
    google: {
      name: `locations/${index}`,
      title,
      storeCode: `${trade.slice(0, 2).toUpperCase()}-${1000 + index}`,
      phoneNumbers: { primaryPhone: numberOf(country, index) },
      storefrontAddress: {
        regionCode: country,
        postalCode: String(10_000 + index),
        locality: town,
        addressLines: [country === 'DE' ? `Lindenweg ${index + 1}` : `${index + 1} Linden Way`],
      },
      websiteUri: `https://www.${chain?.account ?? `shop-${index}`}.example/visit/${index}`,
      categories: { primaryCategory: category(chain ? trade : 'gift_shop') },
      openInfo: { status: 'OPEN' },
      regularHours: hoursOn(6, 9, 17 + Math.floor(random() * 3)),
      specialHours: { specialHourPeriods: [{ startDate: googleDay(CHRISTMAS), closed: true }] },
      profile: { description: TEXT },
      languageCode: language,
      metadata: { hasVoiceOfMerchant: true },
    },
    state: 'VERIFIED',
    today: TODAY,
    openEdits: [],
    inReview: [],
    overruled: [],
    holidays: [{ date: CHRISTMAS, name: 'Christmas Day' }],
    views: null,
    labels: [],
    name: undefined,
    what: [],
  };
}

/** A number of the country that no other profile has. */
function numberOf(country: string, index: number): string {
  const tail = String(1000 + index);
  if (country === 'US') return `+1 512 555 ${tail}`;
  if (country === 'DE') return `+49 30 901 8${tail}`;
  if (country === 'FR') return `+33 1 42 68 ${tail.slice(0, 2)} ${tail.slice(2)}`;
  return `020 7946 ${tail}`;
}

/** A number in letters, so that names differ and have no digits. */
function roman(index: number): string {
  return `${String.fromCharCode(65 + (index % 26))}${'aeiou'[Math.floor(index / 26) % 5] ?? ''}l`;
}

/** Gives each fault and each innocent thing to some profiles; a profile has at most one of a field. */
function spoil(profiles: Profile[], random: () => number): void {
  const touched = new Map<string, Set<string>>();
  const free = (profile: Profile, { touches, fits }: Case) =>
    touches.every((field) => !touched.get(profile.id)?.has(field)) && (fits?.(profile) ?? true);
  const give = (each: Case, count: number) => {
    for (let given = 0; given < count; given++) {
      const candidates = profiles.filter((profile) => free(profile, each));
      const start = Math.floor(random() * candidates.length);
      const chosen = candidates.slice(start, start + (each.together ?? 1));
      if (chosen.length < (each.together ?? 1)) continue;
      each.apply(chosen);
      for (const profile of chosen) {
        touched.set(profile.id, new Set([...(touched.get(profile.id) ?? []), ...each.touches]));
        profile.labels.push(...each.labels);
        profile.what.push(each.what);
      }
    }
  };
  for (const fault of FAULTS) give(fault, fault.times ?? 4);
  for (const innocent of INNOCENTS) give(innocent, 2);
}
