import type { Location } from '../business-profile/port/location.js';
import { isLodging } from '../business-profile/port/lodging.js';
import { frozen } from '../config/frozen.js';
import type { CONNECTION_STATES } from '../database/connection.schema.js';
import type { PostBody } from '../database/schema.js';
import { isPublicLink } from '../security/web-address.js';
import { isOverWhenPublished, isTimeSkipped } from './event-times.js';
import { hasPhoneNumber } from './phone-in-text.js';

/** What the rules look at of a location. */
export type CheckedLocation = Pick<Location, 'phoneNumber' | 'categories' | 'state' | 'openStatus'>;

/** What is known about a post that is about to be scheduled. */
export interface PreflightFacts {
  body: PostBody;
  /** Of the location, where it is known; else of the author. */
  timeZone: string;
  /** Undefined: not chosen yet. */
  publishAt: Date | undefined;
  /** Undefined: not chosen yet. Null: no longer one of the workspace's. */
  location: CheckedLocation | null | undefined;
  /** The state of the Google account's connection; null on sample data. */
  connection: (typeof CONNECTION_STATES)[number] | null;
  /** Whether Google lets this server publish nothing, of whichever connection. */
  isPostingClosed: boolean;
  /** Whether a post with the same text goes out at the location within `SAME_TEXT_DAYS`. */
  hasTwin: boolean;
  /** Undefined: the post has none. Null: it is no longer stored. */
  photo?: { width: number; height: number; isReachable: boolean } | null;
}

/** A rule about something that Google is known to refuse, or that people regret. */
interface PreflightRule {
  id: string;
  /** `block`: Google does not take the post. `warn`: it may be taken, and rejected, or not serve its purpose. */
  severity: 'block' | 'warn';
  /** Google takes the post and rejects it: it never appears. */
  isRejected?: true;
  /** Whether it applies depends on when the post goes out. All others say the same of a post at any time. */
  isOfMoment?: true;
  /** The path of the field that it is about. */
  field: string;
  reason: string;
  cure: string;
  applies(facts: PreflightFacts): boolean;
}

export const SAME_TEXT_DAYS = 7;

const ACTION_LINK = 'postBody.callToAction.url';
const PHOTO = 'postBody.photoId';
const LAST_DAY = 'postBody.event.schedule.endDate';
const PHONE_IN_TEXT = 'Google rejects posts with a phone number in the text.';
const PHONE_CURE = 'Remove the number, and add a “Call” button instead.';
const PRIVATE_LINK = 'This link leads to a private address that customers can’t open.';
const PRIVATE_CURE = 'Use an address that anyone can open.';

const SKIPPED_TIME = 'The clocks skip this time that day, so it doesn’t exist at the location.';
const OTHER_TIME = 'Choose another time.';

/** All rules about Google. The rules of the post itself are in `post-rules.ts`. */
export const PREFLIGHT_RULES = frozen([
  {
    id: 'link-missing',
    severity: 'block',
    field: ACTION_LINK,
    reason: 'This button needs a link.',
    cure: 'Add one, or choose “Call”.',
    applies: ({ body: { callToAction } }) =>
      callToAction !== undefined && callToAction.actionType !== 'CALL' && !callToAction.url,
  },
  {
    id: 'link-private',
    severity: 'warn',
    field: ACTION_LINK,
    reason: PRIVATE_LINK,
    cure: PRIVATE_CURE,
    applies: ({ body }) => isPrivate(body.callToAction?.url),
  },
  {
    id: 'offer-link-private',
    severity: 'warn',
    field: 'postBody.offer.redeemOnlineUrl',
    reason: PRIVATE_LINK,
    cure: PRIVATE_CURE,
    applies: ({ body }) => isPrivate(body.offer?.redeemOnlineUrl),
  },
  {
    id: 'call-without-phone',
    severity: 'warn',
    field: 'postBody.callToAction.actionType',
    reason: 'This location has no phone number for the button to call.',
    cure: 'Add a phone number to the location, or choose another button.',
    applies: ({ body, location }) =>
      body.callToAction?.actionType === 'CALL' && location?.phoneNumber === null,
  },
  {
    id: 'phone-in-text',
    severity: 'warn',
    isRejected: true,
    field: 'postBody.summary',
    reason: PHONE_IN_TEXT,
    cure: PHONE_CURE,
    applies: ({ body }) => hasPhoneNumber(body.summary),
  },
  {
    id: 'phone-in-title',
    severity: 'warn',
    isRejected: true,
    field: 'postBody.event.title',
    reason: PHONE_IN_TEXT,
    cure: PHONE_CURE,
    applies: ({ body }) => hasPhoneNumber(body.event?.title ?? ''),
  },
  {
    id: 'same-text',
    severity: 'warn',
    isOfMoment: true,
    field: 'postBody.summary',
    reason: `This location has another post with the same text within ${SAME_TEXT_DAYS} days.`,
    cure: 'Change the text, or leave more time between the two: Google may treat repeats as spam.',
    applies: ({ hasTwin }) => hasTwin,
  },
  {
    id: 'event-over',
    severity: 'warn',
    isOfMoment: true,
    field: LAST_DAY,
    reason: 'This event will be over when the post is published.',
    cure: 'Publish earlier, or correct the dates.',
    applies: (facts) => facts.body.topicType === 'EVENT' && isOverWhenPublished(facts),
  },
  {
    id: 'event-start-skipped',
    severity: 'warn',
    field: 'postBody.event.schedule.startTime',
    reason: SKIPPED_TIME,
    cure: OTHER_TIME,
    applies: (facts) => isTimeSkipped(facts, 'start'),
  },
  {
    id: 'event-end-skipped',
    severity: 'warn',
    field: 'postBody.event.schedule.endTime',
    reason: SKIPPED_TIME,
    cure: OTHER_TIME,
    applies: (facts) => isTimeSkipped(facts, 'end'),
  },
  {
    id: 'offer-over',
    severity: 'warn',
    isOfMoment: true,
    field: LAST_DAY,
    reason: 'This offer will be over when the post is published.',
    cure: 'Publish earlier, or correct the dates.',
    applies: (facts) => facts.body.topicType === 'OFFER' && isOverWhenPublished(facts),
  },
  {
    id: 'hotel-offer',
    severity: 'warn',
    isRejected: true,
    field: 'postBody.topicType',
    reason: 'Google doesn’t accept offers from hotels and other lodging.',
    cure: 'Choose another type of post.',
    applies: ({ body, location }) => body.topicType === 'OFFER' && isLodging(location?.categories[0]?.id),
  },
  {
    id: 'photo-gone',
    severity: 'block',
    field: PHOTO,
    reason: 'This photo is no longer stored.',
    cure: 'Add it again, or remove it.',
    applies: ({ photo }) => photo === null,
  },
  {
    id: 'photo-unreachable',
    severity: 'block',
    field: PHOTO,
    reason: 'Google can’t load photos from this server, because its address isn’t on the public internet.',
    cure: 'Remove the photo, or ask your administrator to set a public address (PUBLIC_ORIGIN).',
    applies: ({ photo }) => photo?.isReachable === false,
  },
  {
    id: 'photo-small',
    severity: 'warn',
    field: PHOTO,
    reason: 'This photo is smaller than 400 × 300 px, so Google may show it blurred or not at all.',
    cure: 'Choose a larger one: 1200 × 900 px are best.',
    applies: ({ photo }) => !!photo && (photo.width < 400 || photo.height < 300),
  },
  {
    id: 'location-gone',
    severity: 'block',
    field: 'locationId',
    reason: 'You no longer manage this location on Google.',
    cure: 'Choose another location.',
    applies: ({ location }) => location === null,
  },
  {
    id: 'location-suspended',
    severity: 'block',
    field: 'locationId',
    reason: 'Google has suspended this location and doesn’t publish posts for it.',
    cure: 'Ask Google to reinstate it, or choose another location.',
    applies: ({ location }) => location?.state === 'SUSPENDED',
  },
  {
    id: 'location-unverified',
    severity: 'block',
    field: 'locationId',
    reason: 'Google doesn’t publish posts for unverified locations.',
    cure: 'Verify it on Google first, or choose another location.',
    applies: ({ location }) => location?.state === 'UNVERIFIED',
  },
  {
    id: 'location-closed',
    severity: 'block',
    field: 'locationId',
    reason: 'This location is permanently closed on Google, so its posts won’t be published.',
    cure: 'Reopen it in its details under Locations first, or choose another location.',
    applies: ({ location }) => location?.openStatus === 'CLOSED_PERMANENTLY',
  },
  {
    id: 'location-closed-for-now',
    severity: 'warn',
    field: 'locationId',
    reason: 'This location is temporarily closed on Google.',
    cure: 'Customers who see the post will find it closed: reopen it in its details under Locations first, or say when it reopens.',
    applies: ({ location }) => location?.openStatus === 'CLOSED_TEMPORARILY',
  },
  {
    id: 'connection-ended',
    severity: 'warn',
    field: 'publishAt',
    reason:
      'Shingle no longer has access to your Google Business Profile, so this post will be held, not published.',
    cure: 'Reconnect your Google Business Profile before this time.',
    applies: ({ connection }) => connection === 'reconnect',
  },
  {
    id: 'connection-held',
    severity: 'warn',
    field: 'publishAt',
    reason: 'You haven’t chosen yet whether to keep the connection to Google, so this post will be held.',
    cure: 'Keep the connection before this time, or connect your own Google account.',
    applies: ({ connection }) => connection === 'held',
  },
  {
    id: 'no-quota',
    severity: 'warn',
    field: 'publishAt',
    reason: 'Google hasn’t approved this app for its Business Profile APIs yet, so this post will be held.',
    cure: 'It’ll be published once Google approves the app.',
    applies: ({ connection }) => connection === 'no_quota',
  },
  {
    id: 'posting-closed',
    severity: 'warn',
    field: 'publishAt',
    reason: 'Google doesn’t let this server publish posts yet, so this post will wait.',
    cure: 'It’ll be published as soon as Google does. See Connection for what’s missing and what to do.',
    applies: ({ connection, isPostingClosed }) => connection === 'connected' && isPostingClosed,
  },
] as const satisfies PreflightRule[]);

export type KnownRule = (typeof PREFLIGHT_RULES)[number];

/** The rules for which it matters when a post goes out, and those for which it does not. */
export const RULES_OF_MOMENT: readonly KnownRule[] = frozen(
  PREFLIGHT_RULES.filter((rule) => 'isOfMoment' in rule),
);
export const LASTING_RULES: readonly KnownRule[] = frozen(
  PREFLIGHT_RULES.filter((rule) => !('isOfMoment' in rule)),
);

export const SEVERITIES = Object.freeze(['block', 'warn'] as const);
export const FINDING_IDS = Object.freeze(['invalid', ...PREFLIGHT_RULES.map(({ id }) => id)] as const);

/** One finding about a draft. */
export interface Finding {
  id: (typeof FINDING_IDS)[number];
  severity: (typeof SEVERITIES)[number];
  field: string;
  reason: string;
  /** Null when the reason already says it. */
  cure: string | null;
}

function isPrivate(link: string | undefined): boolean {
  return link !== undefined && !isPublicLink(link);
}
