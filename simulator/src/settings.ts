import { FIELD_PATHS, type FieldPath } from './profile/fields.js';
import type { QuotaLimits } from './quotas.js';
import { frozen } from './frozen.js';

/** What can be set about Google's behaviour. */
export interface Settings extends QuotaLimits {
  /** How long a post is reviewed, in ms of the simulator's clock. */
  processingMs: number;
  /** How long a post that was accepted is missing from lists, in ms of the simulator's clock. */
  listingMs: number;
  /** The paths of the fields whose edits by the API are public only after a review, or `*` for all. */
  pendingFields: FieldPath[] | '*';
  /** How long that review lasts, in ms of the simulator's clock; 0: until `decidePendingEdits`. */
  editReviewMs: number;
  /** Every location says that it has pending edits, whichever fields `pendingMask` names. */
  alwaysPendingEdits: boolean;
  /** The masks of `getGoogleUpdated` name `metadata` too. */
  metadataInMasks: boolean;
  /** An edit that touches the phone numbers or the opening state has what is required of them in its body. */
  requiredInBody: boolean;
  /** An edit that is only tried out (`validateOnly`) counts among the edits of its location and the updates of the day. */
  validateOnlyCounts: boolean;
  /** Special hours that go on past midnight into a closed day overlap with it. */
  closedDaysOverlap: boolean;
  /** An edit of a location is answered with the fields of its mask only. */
  patchAnswersMasked: boolean;
  /** How long readings show a location as it was before its last edit by the API, in ms of the simulator's clock. */
  readingsBehindMs: number;
  /** Posts with a photo say the `sourceUrl` that it was fetched from. */
  postSourceUrls: boolean;
  /** 429 says in `Retry-After` when to come again. */
  retryAfter: boolean;
  /** How long access lasts that is granted from now on, in ms of the simulator's clock; 0: without an end. */
  grantMs: number;
  /** How long a reply to a review is reviewed, in ms of the simulator's clock. */
  replyReviewMs: number;
  /** Replies to reviews count as edits of their location. */
  repliesCountAsEdits: boolean;
  /** Deleting a reply that is not there is answered with 404; else with 200. */
  missingReplyIsNotFound: boolean;
  /** Replies from before April 2026, when Google began to say it, have a state too. */
  olderReplyStates: boolean;
  /** Reviews have `reviewReplyUrl`. */
  reviewReplyUrls: boolean;
  /** A reply changes the `updateTime` of its review. */
  repliesUpdateReviews: boolean;
  /** Averages of ratings have one decimal at most. */
  roundedAverages: boolean;
  /** How many locations `batchGetReviews` takes at once. */
  batchReviewLocations: number;
  /** `batchGetReviews` leaves unverified locations out; else it refuses all for the sake of one. */
  batchReviewsSkipUnverified: boolean;
  /** How many days later than it is over a day is counted. */
  metricsDelayDays: number;
  /** How many of the last counted days are too low, until they are corrected. */
  correctedDays: number;
  /** The longest range of daily metrics; a longer one is refused. */
  metricsDays: number;
}

export const DEFAULT_SETTINGS: Readonly<Settings> = frozen<Settings>({
  processingMs: 2000,
  listingMs: 0,
  requestsPerMinute: 300,
  editsPerMinute: 10,
  updatesPerDay: 10_000,
  updatesFromMidnight: false,
  pendingFields: ['title', 'storefrontAddress'],
  editReviewMs: 0,
  alwaysPendingEdits: false,
  metadataInMasks: false,
  requiredInBody: true,
  validateOnlyCounts: true,
  closedDaysOverlap: true,
  patchAnswersMasked: false,
  readingsBehindMs: 0,
  postSourceUrls: true,
  retryAfter: true,
  grantMs: 0,
  replyReviewMs: 2000,
  repliesCountAsEdits: true,
  missingReplyIsNotFound: true,
  olderReplyStates: true,
  reviewReplyUrls: true,
  repliesUpdateReviews: false,
  roundedAverages: false,
  batchReviewLocations: 50,
  batchReviewsSkipUnverified: false,
  metricsDelayDays: 3,
  correctedDays: 0,
  metricsDays: 560,
});

/** Whether there is such a setting, and it can have this value. */
export function isSetting(name: string, value: unknown): boolean {
  if (!Object.hasOwn(DEFAULT_SETTINGS, name)) return false;
  if (name === 'pendingFields')
    return (
      value === '*' ||
      (Array.isArray(value) && value.every((path) => FIELD_PATHS.includes(path as FieldPath)))
    );
  const isBoolean = typeof DEFAULT_SETTINGS[name as keyof Settings] === 'boolean';
  return isBoolean ? typeof value === 'boolean' : typeof value === 'number' && value >= 0;
}
