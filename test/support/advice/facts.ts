import type { Facts } from '../../../dist/server/advice/rules/rule.js';
import { siblingsOf } from '../../../dist/server/advice/rules/siblings.js';
import type {
  GoogleLocation,
  GoogleOpeningPeriod,
} from '../../../dist/server/business-profile/translation/google-types.js';

export const TODAY = '2026-11-28';
export const CHRISTMAS = '2026-12-25';

const WEEK = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];

/** The same hours on each of the first days of the week. `to` of at most `from` is on the next day. */
export function hoursOn(days: number, from: number, to: number): { periods: GoogleOpeningPeriod[] } {
  return {
    periods: WEEK.slice(0, days).map((openDay, index) => ({
      openDay,
      openTime: from === 0 ? {} : { hours: from },
      closeDay: to > from ? openDay : (WEEK[(index + 1) % WEEK.length] ?? ''),
      closeTime: { hours: to },
    })),
  };
}

/** The day so many days after another one, in Google's shape. */
export function googleDay(day: string, later = 0): { year: number; month: number; day: number } {
  const date = new Date(Date.parse(day) + later * 86_400_000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Closed on so many days in a row. */
export function closedFrom(day: string, days: number) {
  return {
    specialHourPeriods: Array.from({ length: days }, (_, index) => ({
      startDate: googleDay(day, index),
      closed: true,
    })),
  };
}

export function daysAgo(days: number): Date {
  return new Date(Date.parse(TODAY) - days * 86_400_000);
}

export function category(id: string, displayName = id) {
  return { name: `categories/gcid:${id}`, displayName };
}

/** A location that breaks no rule. */
export function healthy(change: Partial<GoogleLocation> = {}): GoogleLocation {
  return {
    name: 'locations/1',
    title: 'Okonjo Ceramics',
    storeCode: 'OC-1',
    phoneNumbers: { primaryPhone: '+44 20 7946 0201' },
    storefrontAddress: {
      regionCode: 'GB',
      postalCode: 'LS1 4AB',
      locality: 'Leeds',
      addressLines: ['12 Tannery Row'],
    },
    websiteUri: 'https://okonjo.example/leeds',
    categories: { primaryCategory: category('pottery_store', 'Pottery store') },
    openInfo: { status: 'OPEN' },
    regularHours: hoursOn(6, 9, 17),
    specialHours: { specialHourPeriods: [{ startDate: googleDay(CHRISTMAS), closed: true }] },
    profile: {
      description:
        'We throw, glaze and fire plates, bowls and mugs in our own kiln, and teach small groups of beginners on four evenings a week.',
    },
    languageCode: 'en',
    metadata: { hasVoiceOfMerchant: true },
    ...change,
  };
}

/** All that is known of a location, `l1` of the account `a`, and of the others of the workspace. */
export function factsOf(
  google: GoogleLocation,
  {
    others = [],
    ...change
  }: Partial<Omit<Facts, 'google' | 'siblings'>> & { others?: GoogleLocation[] } = {},
): Facts {
  const known = { id: 'l1', accountId: 'a', google };
  const rows = others.map((other, index) => ({ id: `o${index + 1}`, accountId: 'a', google: other }));
  return {
    ...known,
    state: 'VERIFIED',
    today: TODAY,
    openEdits: [],
    inReview: [],
    overruled: [],
    holidays: [{ date: CHRISTMAS, name: 'Christmas Day' }],
    views: null,
    siblings: siblingsOf([known, ...rows]),
    ...change,
  };
}

/** Other locations that break no rule, each at its own address, with its own number and page. */
export function othersLike(count: number, change: (index: number) => Partial<GoogleLocation> = () => ({})) {
  return Array.from({ length: count }, (_, index) =>
    healthy({
      name: `locations/${index + 2}`,
      storeCode: `OC-${index + 2}`,
      phoneNumbers: { primaryPhone: `+44 20 7946 0${300 + index}` },
      storefrontAddress: {
        regionCode: 'GB',
        postalCode: 'YO1 7HH',
        locality: 'York',
        addressLines: [`${index + 1} Stonegate`],
      },
      websiteUri: `https://okonjo.example/york-${index + 1}`,
      ...change(index),
    }),
  );
}

/** What a payload has at a path such as `a.b[0].c`; null where there is nothing. */
export function resolved(payload: unknown, path: string): unknown {
  const steps = path.replace(/\[(\d+)\]/g, '.$1').split('.');
  return steps.reduce<unknown>(
    (value, step) => (value as Record<string, unknown> | null)?.[step] ?? null,
    payload,
  );
}
