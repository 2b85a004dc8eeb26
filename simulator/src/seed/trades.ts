import { frozen } from '../frozen.js';

/** How the figures of a kind of business go. All numbers are made up, in the proportions of small shops. */
export interface Trade {
  /** The usual number a day by metric; of metrics that are left out there is none. */
  usual: Readonly<Record<string, number>>;
  /** How much of it is on a day of the week, Sunday first. */
  week: readonly number[];
  /** How much of it is in the middle of a month, January first. */
  year: readonly number[];
  /** What people search for beside the name and the category. */
  words: readonly SearchWord[];
}

/** Some words, how many search for them in a usual month, and in which months alone (from 1) where it is not in all. */
type SearchWord = readonly [words: string, usual: number, months?: readonly number[]];

/** The four ways to be seen, by how many see a location in all. */
const seenBy = (impressions: number) => ({
  BUSINESS_IMPRESSIONS_DESKTOP_MAPS: 0.07 * impressions,
  BUSINESS_IMPRESSIONS_DESKTOP_SEARCH: 0.19 * impressions,
  BUSINESS_IMPRESSIONS_MOBILE_MAPS: 0.34 * impressions,
  BUSINESS_IMPRESSIONS_MOBILE_SEARCH: 0.4 * impressions,
});

/** The kinds of business of the made-up world. */
export const TRADES = frozen({
  /** Early, and most on Saturdays; cakes before Christmas, less in August. */
  bakery: {
    usual: { ...seenBy(260), CALL_CLICKS: 5, WEBSITE_CLICKS: 9, BUSINESS_DIRECTION_REQUESTS: 16 },
    week: [0.9, 0.7, 0.75, 0.85, 0.95, 1.2, 1.65],
    year: [0.85, 0.95, 1, 1.05, 1.05, 1, 0.9, 0.8, 0.95, 1, 1.1, 1.4],
    words: [
      ['sourdough bread', 74],
      ['birthday cake to order', 31],
      ['hot cross buns', 88, [3, 4]],
      ['mince pies', 96, [11, 12]],
    ],
  },
  /** A garden by the sea: weekends, sun, holidays. */
  tearoom: {
    usual: {
      ...seenBy(210),
      CALL_CLICKS: 6,
      WEBSITE_CLICKS: 8,
      BUSINESS_DIRECTION_REQUESTS: 15,
      BUSINESS_BOOKINGS: 3,
      BUSINESS_FOOD_MENU_CLICKS: 7,
    },
    week: [1.5, 0.45, 0.5, 0.85, 0.95, 1.2, 1.7],
    year: [0.45, 0.55, 0.75, 1.05, 1.2, 1.3, 1.55, 1.6, 1.2, 0.9, 0.65, 0.75],
    words: [
      ['cream tea', 82],
      ['tea garden with a view', 26],
      ['ice cream by the sea', 64, [6, 7, 8]],
      ['mothers day afternoon tea', 71, [3]],
    ],
  },
  /** Evenings at the end of the week. */
  bar: {
    usual: {
      ...seenBy(340),
      CALL_CLICKS: 6,
      WEBSITE_CLICKS: 10,
      BUSINESS_DIRECTION_REQUESTS: 19,
      BUSINESS_BOOKINGS: 5,
      BUSINESS_FOOD_MENU_CLICKS: 14,
    },
    week: [0.95, 0.4, 0.45, 0.75, 0.95, 1.7, 1.8],
    year: [0.75, 0.85, 0.95, 1, 1.05, 1.1, 1.1, 1.05, 1, 1, 1.05, 1.3],
    words: [
      ['pizza open late', 93],
      ['cocktails', 47],
      ['new years eve party', 120, [12]],
    ],
  },
  /** For boats: the fitting-out in spring, the season until September. */
  chandler: {
    usual: { ...seenBy(150), CALL_CLICKS: 7, WEBSITE_CLICKS: 6, BUSINESS_DIRECTION_REQUESTS: 9 },
    week: [0.45, 0.9, 0.95, 0.95, 1.05, 1.2, 1.5],
    year: [0.55, 0.7, 1.15, 1.5, 1.45, 1.3, 1.2, 1.1, 0.95, 0.75, 0.6, 0.55],
    words: [
      ['boat paint', 38],
      ['rope cut to length', 24],
      ['antifouling', 66, [3, 4, 5]],
      ['crabbing lines', 58, [7, 8]],
    ],
  },
  /** Presents: visitors in summer, and everybody in December. */
  gifts: {
    usual: { ...seenBy(170), CALL_CLICKS: 3, WEBSITE_CLICKS: 11, BUSINESS_DIRECTION_REQUESTS: 8 },
    week: [1.2, 0.7, 0.75, 0.8, 0.9, 1.15, 1.5],
    year: [0.55, 0.75, 0.8, 0.95, 1, 1.05, 1.25, 1.3, 0.9, 0.9, 1.2, 1.8],
    words: [
      ['unusual presents', 43],
      ['gift wrapping', 18],
      ['christmas presents', 90, [11, 12]],
    ],
  },
  /** A workshop: people ring in the week, and come on Saturdays. */
  workshop: {
    usual: { ...seenBy(95), CALL_CLICKS: 5, WEBSITE_CLICKS: 5, BUSINESS_DIRECTION_REQUESTS: 4 },
    week: [0.3, 0.7, 1.1, 1.1, 1.15, 1.2, 1.4],
    year: [0.9, 0.95, 1.05, 1, 1, 0.95, 0.85, 0.8, 1.05, 1.1, 1.2, 1.15],
    words: [
      ['open on saturday', 33],
      ['while you wait', 21],
    ],
  },
  /** Offices and storage: weekdays, and the ends of the leases in summer. */
  office: {
    usual: { ...seenBy(120), CALL_CLICKS: 6, WEBSITE_CLICKS: 7, BUSINESS_DIRECTION_REQUESTS: 5 },
    week: [0.35, 1.25, 1.2, 1.15, 1.15, 1.1, 0.75],
    year: [0.95, 0.9, 1, 1.05, 1.1, 1.2, 1.25, 1.2, 1.1, 1, 0.85, 0.65],
    words: [
      ['storage unit prices', 52],
      ['winter boat storage', 49, [9, 10, 11]],
      ['student storage', 37, [6, 7]],
    ],
  },
  /** Rooms: searched on Sundays and Mondays, for the months to come. */
  rooms: {
    usual: {
      ...seenBy(230),
      CALL_CLICKS: 4,
      WEBSITE_CLICKS: 14,
      BUSINESS_DIRECTION_REQUESTS: 6,
      BUSINESS_BOOKINGS: 2,
    },
    week: [1.3, 1.15, 1, 0.95, 0.9, 0.85, 0.9],
    year: [1.1, 1, 1, 1.1, 1.2, 1.3, 1.35, 1.15, 0.85, 0.75, 0.65, 0.6],
    words: [
      ['rooms with breakfast', 58],
      ['last minute room', 34, [6, 7, 8]],
    ],
  },
  /** Parcels: Mondays, and the weeks before Christmas. */
  parcels: {
    usual: { ...seenBy(175), CALL_CLICKS: 3, WEBSITE_CLICKS: 5, BUSINESS_DIRECTION_REQUESTS: 6 },
    week: [0.4, 1.4, 1.1, 1.05, 1.05, 1.1, 0.95],
    year: [1.05, 0.85, 0.9, 0.9, 0.9, 0.85, 0.85, 0.8, 0.9, 1, 1.3, 1.7],
    words: [
      ['drop off a parcel', 61],
      ['last posting date', 84, [12]],
    ],
  },
  /** Travel: planned in January and before the summer. */
  travel: {
    usual: { ...seenBy(140), CALL_CLICKS: 4, WEBSITE_CLICKS: 8, BUSINESS_DIRECTION_REQUESTS: 4 },
    week: [0.5, 1.3, 1.2, 1.1, 1.05, 1, 0.85],
    year: [1.5, 1.3, 1.1, 1.05, 1.1, 1.1, 1, 0.8, 0.85, 0.8, 0.75, 0.65],
    words: [
      ['cheap flights', 66],
      ['summer holiday deals', 80, [1, 2]],
    ],
  },
} satisfies Record<string, Trade>);
