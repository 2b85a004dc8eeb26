import type { CalendarDate } from '../../config/wall-time.js';
import type { PostBody } from '../../database/schema.js';
import { sha256 } from '../../security/sha256.js';

/** Where a post appears. */
export interface PostPlace {
  accountId: string;
  locationId: string;
}

/** A post as the place's platform shows it to its owner. */
export interface RemotePost {
  /** The platform's name of the post; null where it gave none that can be read. */
  name: string | null;
  /** `PROCESSING`: under review and not public. `OTHER`: a state that no post of ours should have. */
  state: 'PROCESSING' | 'LIVE' | 'REJECTED' | 'OTHER';
  /** The public address of the post, once it is live. */
  searchUrl: string | null;
  /** When the platform accepted it, by its own clock. */
  createTime: Date | null;
  /** `hashOfPost` of its content; null where that cannot be read. */
  bodyHash: string | null;
}

/**
 * Whether a listed post may be the one with this content, but its content or its name cannot be read. While there is such a
 * post, no post counts as missing.
 */
export function mayBeUnread({ name, bodyHash }: RemotePost, wanted: string | null): boolean {
  return bodyHash === null || (name === null && bodyHash === wanted);
}

export interface PublishRequest extends PostPlace {
  body: PostBody;
  /** The public address of its photo, from which the platform takes it in the same request. */
  photoUrl?: string;
  /** Nothing is sent before this time by the platform's own clock, if that is known. */
  notBefore: Date;
}

export interface PublishOptions {
  /**
   * Called immediately before sending, and again before sending with a renewed access token or under another account. When
   * it throws, nothing is sent, and the error is passed on.
   * @param remoteDate the platform's own date; null while it is unknown
   * @param accountId the account under which the post is sent: another one than asked for if the location has moved
   */
  beforeSending: (remoteDate: Date | null, accountId: string) => Promise<void>;
  /** Once this is aborted nothing leaves any more, and its reason is passed on. */
  signal?: AbortSignal;
}

/**
 * Why something was certainly not accepted. `held`: by us, until its owner has chosen. `limited`: our own limit. `busy`,
 * `no_quota`: the platform's limits. `not_accepted`: it did not accept our sign-in, though the connection works.
 */
export type NotSentCode =
  'reconnect' | 'held' | 'not_accepted' | 'busy' | 'no_quota' | 'limited' | 'unreachable' | 'too_early';

/** The outcome for a post or a reply that may not have been accepted. */
export type WriteFailureFacts =
  | { kind: 'not_sent'; code: NotSentCode; retryAfterMs?: number }
  | { kind: 'refused'; code: 'gone' | 'forbidden' | 'invalid'; field?: string }
  /** It may have been accepted: the answer was an error, or none that can be used. */
  | { kind: 'ambiguous'; code: 'error_answer' | 'no_answer' };

/** Thrown when a post or a reply was sent, or was to be sent: whether it may have been accepted, and what to do next. */
export class WriteFailure extends Error {
  constructor(
    readonly facts: WriteFailureFacts,
    /** The reason in a sentence for the user; null when the other fields say enough. */
    readonly words: string | null = null,
    options?: ErrorOptions,
  ) {
    super(`${facts.kind} ${facts.code}`, options);
  }
}

/** The content of a post in the shape of `PostBody`, as far as the platform gives it. */
export interface PostContent {
  topicType: string;
  summary?: string;
  callToAction?: { actionType?: string; url?: string };
  event?: {
    title?: string;
    schedule?: {
      startDate?: CalendarDate;
      startTime?: WallClock;
      endDate?: CalendarDate;
      endTime?: WallClock;
    };
  };
  offer?: { couponCode?: string; redeemOnlineUrl?: string; termsConditions?: string };
}

/** Parts that are 0 may be left out. */
interface WallClock {
  hours?: number;
  minutes?: number;
}

/** SHA-256 (hex) of a post's content, the same for all spellings of it that Google may return. */
export function hashOfPost({ topicType, summary, callToAction, event, offer }: PostContent): string {
  const { startDate, startTime, endDate, endTime } = event?.schedule ?? {};
  const parts = [
    topicType,
    toCanonicalText(summary ?? ''),
    callToAction && [callToAction.actionType, toLink(callToAction.url)],
    event && [
      toCanonicalText(event.title ?? ''),
      ...[startDate, endDate].map((date) => date && [date.year, date.month, date.day]),
      ...[startTime, endTime].map((time) => [time?.hours ?? 0, time?.minutes ?? 0]),
    ],
    [offer?.couponCode, offer?.termsConditions].map((text) => toCanonicalText(text ?? '')),
    toLink(offer?.redeemOnlineUrl),
  ];
  return sha256(JSON.stringify(parts));
}

function toLink(url = ''): string {
  return URL.parse(url)?.href ?? url;
}

/** A text without the differences that Google may make: composed Unicode, single spaces, none at the ends. */
export function toCanonicalText(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}
