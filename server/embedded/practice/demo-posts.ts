import { MINUTE_MS } from '../../config/durations.js';
import { addDays, toWallTime } from '../../config/wall-time.js';
import { frozen } from '../../config/frozen.js';
import type { PostBody } from '../../database/schema.js';
import type { PostBodyDto } from '../../posts/post-body.dto.js';

/** The zone of all practice locations. */
export const TIME_ZONE = 'Europe/London';

/** A post of a demo person. All times are relative. */
export interface DemoPost {
  /** The name of its location. */
  location: string;
  /** The day from today, and the hour in UTC; or the minutes from now. */
  due: { days: number; hour: number } | { minutes: number };
  summary: string;
  /** STANDARD unless one of the next is given. */
  button?: NonNullable<PostBody['callToAction']>;
  event?: { title: string; inDays: [first: number, last: number]; hours: [start: number, end: number] };
  offer?: NonNullable<PostBody['offer']>;
  /** What became of one whose time is over: `sent` unless given, and then the simulated Google decides. */
  end?: 'sent' | 'in-review' | 'unconfirmed' | 'location-closed';
}

const CHANDLERS = 'Harbour Chandlers, North Quay';
const KIOSK = 'Harbour Chandlers, Slipway Kiosk';
const SAIL_LOFT = 'Saltmere Sail Loft';
const READING_ROOM = 'Saltmere Cottages Reading Room';
const ESTATES = 'Saltmere Estates';
const TEA_GARDEN = 'Saltmere Tea Garden';
const FRAMING = 'Lantern & Loom Framing';

/** Published, in review, and failed in each way. */
export const PAST_POSTS: readonly DemoPost[] = frozen([
  {
    location: CHANDLERS,
    due: { days: -20, hour: 8 },
    summary: 'New ropes are in: twelve colours of braided line, cut to length while you wait.',
  },
  {
    location: TEA_GARDEN,
    due: { days: -18, hour: 10 },
    summary:
      'The garden is open again. Cream tea for two is on the table from three, with or without the rain.',
    button: { actionType: 'BOOK', url: 'https://saltmere-tea-garden.example.com/book' },
  },
  {
    location: FRAMING,
    due: { days: -16, hour: 9 },
    summary: 'Bring the print that has been in its tube for years. We frame one piece a day while you watch.',
  },
  {
    location: SAIL_LOFT,
    due: { days: -13, hour: 11 },
    summary: 'Bags from old sails: each one has been around the headland at least once.',
    button: { actionType: 'SHOP', url: 'https://saltmere-sail-loft.example.com/bags' },
  },
  {
    location: ESTATES,
    due: { days: -11, hour: 9 },
    summary: 'Dry storage for the winter: three units with a door wide enough for a dinghy have become free.',
  },
  {
    location: READING_ROOM,
    due: { days: -9, hour: 10 },
    summary: 'Story hour moves to Thursday. Tea for the parents, cushions for the rest.',
    end: 'location-closed',
  },
  {
    location: CHANDLERS,
    due: { days: -8, hour: 8 },
    summary: 'Everything for the fitting-out, a tenth off until the end of the month.',
    offer: { couponCode: 'FITOUT', termsConditions: 'Not on engines. In the shop only.' },
    event: { title: 'Fitting-out weeks', inDays: [-8, 12], hours: [8, 17] },
  },
  {
    location: TEA_GARDEN,
    due: { days: -6, hour: 12 },
    summary: 'Birthday coming up? Call us on 01632 960407 and we lay the long table for you.',
  },
  {
    location: FRAMING,
    due: { days: -4, hour: 14 },
    summary: 'Ash frames in five widths, oiled in the back room, from twenty-four pounds.',
  },
  {
    location: KIOSK,
    due: { days: -3, hour: 9 },
    summary: 'Low water is at noon on Saturday. Buckets, lines and bait from ten.',
    end: 'unconfirmed',
  },
  {
    location: SAIL_LOFT,
    due: { days: -2, hour: 10 },
    summary: 'The window is new: look for the tin boats in the top row.',
  },
  {
    location: CHANDLERS,
    due: { days: -1, hour: 15 },
    summary: 'Tide tables for next year are here, the waterproof ones too.',
  },
  {
    location: TEA_GARDEN,
    due: { minutes: -25 },
    summary: 'Ginger scones until they are gone, which is usually about four.',
    end: 'in-review',
  },
]);

/** What is still to come; the first goes out while the visitor watches. */
export const SCHEDULED_POSTS: readonly DemoPost[] = frozen([
  {
    location: TEA_GARDEN,
    due: { minutes: 2 },
    summary: 'The last table in the sun is free. First come, first served.',
  },
  {
    location: CHANDLERS,
    due: { days: 1, hour: 8 },
    summary: 'Oilskins in small sizes have arrived, for sailors from four years on.',
  },
  {
    location: FRAMING,
    due: { days: 2, hour: 9 },
    summary: 'A morning for slow looking: how to choose a mount, with coffee.',
    event: { title: 'Choosing a mount', inDays: [6, 6], hours: [10, 12] },
  },
  {
    location: SAIL_LOFT,
    due: { days: 3, hour: 10 },
    summary: 'Postcards of the old harbour, printed on the press upstairs.',
    button: { actionType: 'SHOP', url: 'https://saltmere-sail-loft.example.com/cards' },
  },
  {
    location: ESTATES,
    due: { days: 5, hour: 9 },
    summary: 'Moving on a Monday? The first week of storage is ours if you book by Friday.',
    offer: { couponCode: 'MONDAY', termsConditions: 'New customers, one unit each.' },
  },
  {
    location: TEA_GARDEN,
    due: { days: 7, hour: 10 },
    summary: 'The rhubarb is ready, so the crumble is back.',
  },
  {
    location: CHANDLERS,
    due: { days: 9, hour: 8 },
    summary: 'Knots for beginners, on the bench outside: eight knots in an hour.',
    event: { title: 'Knots for beginners', inDays: [12, 12], hours: [14, 15] },
  },
  {
    location: FRAMING,
    due: { days: 11, hour: 13 },
    summary: 'Mirrors from old window frames, no two alike.',
    button: { actionType: 'LEARN_MORE', url: 'https://lantern-and-loom.example.com/mirrors' },
  },
  {
    location: SAIL_LOFT,
    due: { days: 14, hour: 10 },
    summary: 'A sail that raced in 1962 is on the wall for a fortnight. Come and look up.',
  },
]);

/** For the world of shops, which is not connected any more when the demo begins. */
export const FORMER_POSTS: readonly DemoPost[] = frozen([
  {
    location: 'Okonjo Ceramics',
    due: { days: 4, hour: 9 },
    summary: 'The kiln is open on Saturday. Warm mugs, straight from the shelf.',
  },
]);

/** When a post is due for a demo that begins now. */
export function whenDue({ due }: DemoPost, now: Date): Date {
  if ('minutes' in due) return new Date((Math.floor(now.getTime() / MINUTE_MS) + due.minutes) * MINUTE_MS);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + due.days, due.hour));
}

/** The content of a post for a demo that begins now. */
export function bodyOf({ summary, button, event, offer }: DemoPost, now: Date): PostBodyDto {
  const today = toWallTime(now, TIME_ZONE).date;
  const topicType = offer ? 'OFFER' : event ? 'EVENT' : button ? 'CALL_TO_ACTION' : 'STANDARD';
  return {
    languageCode: 'en-US',
    summary,
    topicType,
    ...(button && { callToAction: button }),
    ...(offer && { offer }),
    ...(event && {
      event: {
        title: event.title,
        schedule: {
          startDate: addDays(today, event.inDays[0]),
          startTime: { hours: event.hours[0], minutes: 0 },
          endDate: addDays(today, event.inDays[1]),
          endTime: { hours: event.hours[1], minutes: 0 },
        },
      },
    }),
  };
}
