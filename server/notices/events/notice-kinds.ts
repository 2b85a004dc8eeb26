import { MINUTE_MS } from '../../config/durations.js';
import { frozen } from '../../config/frozen.js';
import type { DeliveryContent, NoticeKind } from '../../database/notices.schema.js';

/** How many locations or posts a message names; it counts the rest. */
export const SUBJECTS_TOLD = 20;

/** How long further events of a cause belong to the same notice. */
export const GATHERED_FOR_MS = 10 * MINUTE_MS;

/** How long channels wait after the first event, so that what happens together is told together. */
export const GATHERING_MS = 20_000;

interface KindRule {
  /** What a switch in the settings calls it. */
  title: string;
  /** What its `cause` is. */
  cause: string;
  /** Whether quiet hours do not delay it, and further events of its cause are told as soon as the first. */
  isUrgent: boolean;
  /** Whether email tells of it in daily and weekly messages alone. */
  isForDigests?: boolean;
}

/** The one table of what is told. A new capability adds its kinds here and to `NOTICE_KINDS`. */
export const KIND_RULES: Readonly<Record<NoticeKind, KindRule>> = frozen({
  post_failed: { title: 'A post failed', cause: 'Why, in words.', isUrgent: false },
  post_held: { title: 'A post is held', cause: 'Why it waits: a detail of the post.', isUrgent: false },
  connection_lost: {
    title: 'The connection to Google ended',
    cause: 'The Google account’s address.',
    isUrgent: true,
  },
  connection_ending: {
    title: 'The connection to Google will end before posts are due',
    cause: 'The Google account’s address.',
    isUrgent: false,
  },
  api_closed: {
    title: 'Google doesn’t let this server do something',
    cause: 'The API: `v4`, `performance` or `verifications`.',
    isUrgent: false,
  },
  profile_changed: {
    title: 'Google or the public changed a profile',
    cause: 'The field that changed.',
    isUrgent: false,
  },
  location_closed: {
    title: 'A location shows as closed',
    cause: '`permanently` or `temporarily`.',
    isUrgent: true,
  },
  location_suspended: { title: 'Google suspended a location', cause: 'Always `suspended`.', isUrgent: true },
  location_unverified: {
    title: 'A location is no longer verified',
    cause: 'Always `unverified`.',
    isUrgent: false,
  },
  edit_refused: {
    title: 'An edit was refused, not made or not confirmed',
    cause: 'Why, in words.',
    isUrgent: false,
  },
  reading_stuck: {
    title: 'Locations couldn’t be read for a day',
    cause: 'Why, in words.',
    isUrgent: false,
  },
  zone_changed: {
    title: 'The rules of a time zone changed',
    cause: 'The IANA name of the zone.',
    isUrgent: false,
  },
  new_review_low: {
    title: 'A new review has 1 or 2 stars',
    cause: 'Always `low`.',
    isUrgent: false,
  },
  new_review: {
    title: 'A new review has 3 stars or more',
    cause: 'Always `new`.',
    isUrgent: false,
    isForDigests: true,
  },
  reply_rejected: {
    title: 'Google rejected a reply to a review',
    cause: 'Why, in words.',
    isUrgent: false,
  },
  reply_not_sent: {
    title: 'A reply to a review couldn’t be sent',
    cause: 'Why, in words.',
    isUrgent: false,
  },
});

/** Whether quiet hours do not delay a message. */
export function isUrgent(kind: 'notice' | 'digest' | 'test', { notices }: DeliveryContent): boolean {
  return kind === 'notice' && notices.some((notice) => KIND_RULES[notice.kind].isUrgent);
}
