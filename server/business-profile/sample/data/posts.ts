import { frozen } from '../../../config/frozen.js';
import type { PostBody, posts } from '../../../database/schema.js';

type PostRow = typeof posts.$inferInsert;

/** When a sample post is due, counted from the user's arrival. */
export type Due = { minutes: number } | { days: number; utcHour: number };

/** A sample post as this file lists it; all times are relative. */
export interface PostSeed extends Pick<PostBody, 'summary' | 'callToAction' | 'offer'> {
  locationId: string;
  timeZone: string;
  topicType: PostBody['topicType'];
  status: PostRow['status'];
  detail?: PostRow['detail'];
  due: Due;
  /** From one day to another, in days from the user's first, with opening and closing time as `HH:mm`. */
  event?: { title: string; days: [first: number, last: number]; times: [start: string, end: string] };
  /** Why each attempt to publish failed; null: it did not. `REFUSED`: with the message of the rule that the post breaks. */
  attempts?: (string | typeof REFUSED | null)[];
}

/** Google has refused the post for its content. */
export const REFUSED = Symbol('refused');

export const PUBLISHED_POSTS: PostSeed[] = frozen([
  {
    locationId: 'sample-101',
    timeZone: 'Europe/London',
    topicType: 'STANDARD',
    summary:
      'The rye is back. Forty-eight hours of fermenting, a dark crust and a crumb that stays moist until the weekend. The first loaves leave the oven at eight.',
    status: 'PUBLISHED',
    due: { days: -26, utcHour: 7 },
    attempts: [null],
  },
  {
    locationId: 'sample-501',
    timeZone: 'America/Toronto',
    topicType: 'EVENT',
    summary:
      'Open studio: see how a bowl comes into being, try the wheel yourself and take home a seconds piece for a song. Tea and biscuits are on us.',
    event: { title: 'Open studio weekend', days: [-11, -10], times: ['11:00', '16:00'] },
    status: 'PUBLISHED',
    due: { days: -18, utcHour: 14 },
    attempts: [null],
  },
  {
    locationId: 'sample-103',
    timeZone: 'Europe/London',
    topicType: 'CALL_TO_ACTION',
    summary:
      'Lunch for the whole office: order your sandwich platter by ten, and it is on your table at noon.',
    callToAction: { actionType: 'ORDER', url: 'https://hearthandcrumb.example.com/nottingham/platters' },
    status: 'PUBLISHED',
    due: { days: -12, utcHour: 9 },
    attempts: ['Google was not available. Shingle tried again by itself.', null],
  },
  {
    locationId: 'sample-301',
    timeZone: 'Europe/Dublin',
    topicType: 'OFFER',
    summary: 'See and be seen: a full service with a set of lights fitted, for the price of the service.',
    offer: {
      couponCode: 'LIGHTSON',
      redeemOnlineUrl: 'https://spokeandchain.example.org/dublin/service',
      termsConditions: 'One bike per customer. Lights up to 25 euro.',
    },
    event: { title: 'Free lights with a full service', days: [-5, 16], times: ['09:30', '18:00'] },
    status: 'PUBLISHED',
    due: { days: -5, utcHour: 10 },
    attempts: [null],
  },
]);

export const QUEUED_POSTS: PostSeed[] = frozen([
  {
    locationId: 'sample-105',
    timeZone: 'Europe/London',
    topicType: 'STANDARD',
    summary: 'The window tables by the canal are back. First come, first seated.',
    status: 'QUEUED',
    detail: 'in_review',
    due: { minutes: -3 },
  },
  {
    locationId: 'sample-401',
    timeZone: 'Europe/London',
    topicType: 'CALL_TO_ACTION',
    summary:
      'Two rooms with a view of the harbour have come free for the coming weekend. Call the desk: whoever rings first picks the floor.',
    callToAction: { actionType: 'CALL' },
    status: 'QUEUED',
    detail: 'waiting_for_quota',
    due: { minutes: -2 },
  },
  {
    locationId: 'sample-503',
    timeZone: 'Europe/London',
    topicType: 'EVENT',
    summary:
      'Four local bands, one tiny stage. Doors at seven, first set at eight, last orders when the last song is played.',
    event: { title: 'Arches sessions, part six', days: [6, 7], times: ['19:00', '02:00'] },
    status: 'QUEUED',
    detail: 'in_review',
    due: { minutes: -6 },
  },
  {
    locationId: 'sample-302',
    timeZone: 'Europe/Dublin',
    topicType: 'OFFER',
    summary: 'Hire two bikes for the pier and pay for one, every weekday until the end of the month.',
    offer: { couponCode: 'PIERPAIR', termsConditions: 'Tuesday to Friday. Bring a photo ID.' },
    event: { title: 'Two bikes for the price of one', days: [0, 14], times: ['10:00', '17:30'] },
    status: 'QUEUED',
    detail: 'in_review',
    due: { minutes: -5 },
  },
]);

const OPEN_KILN_NIGHT = `Once a year we open the big kiln in front of an audience, and this is the night. Eleven weeks of work from forty pairs of hands come out of the fire: mugs, platters, a chess set, and at least one teapot that nobody can explain.

How the evening goes:
6:00 pm: doors open, soup and bread from the neighbours
6:30 pm: a short walk through the studio, from the clay store to the glaze room
7:00 pm: we break the seal and take the first shelf out together
8:00 pm: makers tell the story of one piece each, three minutes at most
9:00 pm: the seconds table opens, everything under 20 dollars

You need no ticket and no experience with clay. Children are welcome until eight and get a lump of stoneware to keep their hands busy. The studio is on the ground floor and step-free; there is one parking space at the door for those who need it, and the streetcar stops at the corner.

Two things to bring: a layer you can take off, because the kiln room is warm even in winter, and newspaper for wrapping what you buy. We have boxes, but never enough of them.

Everything from the seconds table goes into the bursary that pays for the Tuesday evening course of people who could not come otherwise. Last year it paid for nine places. We would love to make it twelve.

If you made something in one of our courses this year, it is probably on shelf two or three. Come and claim it before somebody else falls in love with it. And if you have never held clay in your hands: this is a good evening to start.`;

export const SCHEDULED_POSTS: PostSeed[] = frozen([
  {
    locationId: 'sample-502',
    timeZone: 'America/Toronto',
    topicType: 'STANDARD',
    summary:
      'New on the bar: a washed coffee from a single farm, roasted on Tuesday, with the taste of red apple and honey. Ask for it as a filter and give it two minutes to cool.',
    status: 'SCHEDULED',
    due: { minutes: 180 },
  },
  {
    locationId: 'sample-201',
    timeZone: 'America/Los_Angeles',
    topicType: 'CALL_TO_ACTION',
    summary:
      'A check-up takes half an hour and saves many. We have early appointments from Monday to Thursday, and one late one for those who cannot leave work.',
    callToAction: { actionType: 'BOOK', url: 'https://brightwaterdental.example.com/pearl-district/book' },
    status: 'SCHEDULED',
    due: { days: 2, utcHour: 17 },
  },
  {
    locationId: 'sample-501',
    timeZone: 'America/Toronto',
    topicType: 'EVENT',
    summary: OPEN_KILN_NIGHT,
    event: { title: 'Open kiln night', days: [9, 9], times: ['18:00', '22:00'] },
    status: 'SCHEDULED',
    due: { days: 4, utcHour: 15 },
  },
  {
    locationId: 'sample-102',
    timeZone: 'Europe/London',
    topicType: 'OFFER',
    summary:
      'Six cheese scones for the price of four, baked while you wait. Say the word at the till or show this post.',
    offer: { couponCode: 'SIXFORFOUR', termsConditions: 'While stocks last, one box per person and day.' },
    event: { title: 'Six cheese scones for four', days: [7, 21], times: ['07:30', '17:00'] },
    status: 'SCHEDULED',
    due: { days: 7, utcHour: 8 },
  },
]);

export const FAILED_POSTS: PostSeed[] = frozen([
  {
    locationId: 'sample-104',
    timeZone: 'Europe/London',
    topicType: 'STANDARD',
    summary:
      'Celebration cakes can be ordered from today. Ring us on 0114 496 0104 and tell us how many you feed; we do the arithmetic and the icing.',
    status: 'FAILED',
    due: { days: -2, utcHour: 9 },
    attempts: [REFUSED],
  },
  {
    locationId: 'sample-202',
    timeZone: 'America/Los_Angeles',
    topicType: 'CALL_TO_ACTION',
    summary: 'First visit with the little ones? Our picture guide shows what happens, chair by chair.',
    callToAction: { actionType: 'LEARN_MORE', url: 'https://brightwaterdental.example.com/first-visit' },
    status: 'FAILED',
    due: { days: -4, utcHour: 17 },
    attempts: ['Google could not open the link behind the button. Check the address and try again.'],
  },
  {
    locationId: 'sample-503',
    timeZone: 'Europe/London',
    topicType: 'EVENT',
    summary: 'Quiz night: eight tables, six rounds, one very large bottle of something sparkling.',
    event: { title: 'Viaduct quiz night', days: [-7, -7], times: ['19:30', '22:30'] },
    status: 'FAILED',
    detail: 'connection_lost',
    due: { days: -9, utcHour: 16 },
    attempts: [
      'Google was not available. Shingle tried again by itself.',
      'The connection to Google was lost before the post could be sent. Connect again, then try again.',
    ],
  },
  {
    locationId: 'sample-401',
    timeZone: 'Europe/London',
    topicType: 'OFFER',
    summary:
      'Stay three nights, pay for two: our midweek rate for everybody who likes the harbour best when it is quiet and the breakfast room half empty.',
    offer: { couponCode: 'MIDWEEK', redeemOnlineUrl: 'https://quaysidehotels.example.com/bristol/midweek' },
    event: { title: 'Three nights for two', days: [-1, 29], times: ['00:00', '23:59'] },
    status: 'FAILED',
    due: { days: -1, utcHour: 8 },
    attempts: [REFUSED],
  },
]);
