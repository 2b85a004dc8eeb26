import { MINUTE_MS, HOUR_MS } from '../config/durations.js';
import { frozen } from '../config/frozen.js';
import type { ErrorCode } from '../errors/app-error.js';

/** A bucket of `limit` tokens that fills in `ttl` (ms), one token after another: no client is locked out for good. */
export interface Limit {
  limit: number;
  ttl: number;
}

/** What a route allows beyond the limits of all requests. */
export interface ThrottleRule {
  /** From one address, about any account: every request counts. */
  address: Limit;
  /** About one account from one address; here and below only real attempts count. */
  accountHere?: Limit;
  /** About one account from all addresses together. */
  account?: Limit;
  /** About one thing of an account, such as a channel. */
  thing?: Limit;
  /** About one account from a browser that has signed in to it before, in place of all the others. */
  knownBrowser?: Limit;
  refusal: Extract<ErrorCode, 'auth/too-many-requests' | 'too_many_requests'>;
  /** The rule for the person, where the sentence of the refusal would not say it. */
  words?: string;
}

/**
 * The limits that are counted in the database, for all replicas together. No legitimate user reaches one, not even the staff
 * of a shop behind one address, and guessing a password takes too long (ASVS 6.3.1).
 *
 * The limit of all addresses together is five times the limit of one address, and fills five times as fast: four
 * addresses that use all of theirs leave a fifth for all others, so they lock no user out.
 */
export const THROTTLES = frozen({
  /**
   * 60: the staff of a shop that signs in at the same time, with typing errors. Eight attempts at one account are enough
   * for a user who roughly knows the password. All addresses together have 100 attempts in the first hour (NIST SP
   * 800-63B, 3.2.2) and one a minute after that.
   */
  'sign-in': {
    address: { limit: 60, ttl: 30 * MINUTE_MS },
    accountHere: { limit: 8, ttl: 40 * MINUTE_MS },
    account: { limit: 40, ttl: 40 * MINUTE_MS },
    knownBrowser: { limit: 10, ttl: 20 * MINUTE_MS },
    refusal: 'auth/too-many-requests',
  },
  /** A class of 30 that signs up together; one e-mail address needs one account. */
  'sign-up': {
    address: { limit: 30, ttl: HOUR_MS },
    accountHere: { limit: 5, ttl: 30 * MINUTE_MS },
    account: { limit: 25, ttl: 30 * MINUTE_MS },
    refusal: 'auth/too-many-requests',
  },
  /** As for signing in. Only a token that Firebase accepts counts for an account: a forged one can name any account. */
  'token-exchange': {
    address: { limit: 60, ttl: 30 * MINUTE_MS },
    accountHere: { limit: 10, ttl: 20 * MINUTE_MS },
    refusal: 'auth/too-many-requests',
  },
  /** Three e-mails an hour are enough for a slow mailbox. Fifteen from all addresses are too few to flood one. */
  'password-reset': {
    address: { limit: 20, ttl: HOUR_MS },
    accountHere: { limit: 3, ttl: HOUR_MS },
    account: { limit: 15, ttl: HOUR_MS },
    knownBrowser: { limit: 3, ttl: HOUR_MS },
    refusal: 'auth/too-many-requests',
  },
  /** As for signing in; each popup is a row for ten minutes. */
  'google-sign-in': {
    address: { limit: 60, ttl: 30 * MINUTE_MS },
    refusal: 'auth/too-many-requests',
  },
  /** A session does not protect against guessing: a stolen one gives no more tries than the sign-in page. */
  reauthentication: {
    address: { limit: 60, ttl: 30 * MINUTE_MS },
    account: { limit: 10, ttl: 20 * MINUTE_MS },
    refusal: 'auth/too-many-requests',
  },
  /** Connecting takes one request to begin and one to finish; each is a row or a call to Google. */
  connect: {
    address: { limit: 60, ttl: 30 * MINUTE_MS },
    account: { limit: 20, ttl: 20 * MINUTE_MS },
    refusal: 'too_many_requests',
  },
  /**
   * Messages that a person sends by hand: tests of a channel, and single deliveries once more. Each is a look-up of a name
   * and a call to a foreign server, or an email. A new channel in place of an old one gives no more of them.
   */
  'send-by-hand': {
    address: { limit: 600, ttl: HOUR_MS },
    account: { limit: 100, ttl: HOUR_MS },
    thing: { limit: 10, ttl: HOUR_MS },
    refusal: 'too_many_requests',
    words:
      'You can send a channel 10 tests an hour, and a message again 10 times an hour: 100 an hour in all.',
  },
  /**
   * Mails that prove an address go to anybody whose address somebody signs up with. Twenty are enough for the staff of a
   * shop that sets its notices up together. `ChannelProofsService` counts them by the address that gets them.
   */
  'proof-mail': {
    address: { limit: 20, ttl: HOUR_MS },
    refusal: 'too_many_requests',
    words:
      'At most 5 of these emails go to an address in 24 hours, and 20 an hour can be asked for from one network.',
  },
} as const satisfies Record<string, ThrottleRule>);

export type ThrottleName = keyof typeof THROTTLES;

/** Every bucket is full again after this time; then its row can be deleted. */
export const LONGEST_TTL_MS = HOUR_MS;

/**
 * The limits of everything below /api except health, counted in each process, so that a cheap request needs no database.
 * A user who clicks without a pause makes about 5 requests a second; 20 such users may share an address.
 */
export const REQUESTS = frozen({
  address: { limit: 6000, ttl: MINUTE_MS },
  user: { limit: 600, ttl: MINUTE_MS },
} as const satisfies Record<string, Limit>);

/** What one person may ask for of single routes that cost far more than others. Counted in each process, beside `REQUESTS.user`. */
export const COSTLY = frozen({
  /** The whole account as a file: of a large one that is 300 MB, and half a minute. */
  export: { limit: 3, ttl: HOUR_MS },
  /** Up to 2 GB. */
  'photo-export': { limit: 3, ttl: HOUR_MS },
  /** All lines of the change log, up to hundreds of thousands: 10 in a row, then one a minute. */
  'change-export': { limit: 10, ttl: 10 * MINUTE_MS },
  /** Each is decoded, whatever becomes of it. 60 in a row are more than a person chooses; after that, two a minute. */
  photo: { limit: 60, ttl: 30 * MINUTE_MS },
  /** Up to 5 MB each. Pages show previews, and `photo-export` has all: 10 in a row, then one a minute. */
  'photo-reading': { limit: 10, ttl: 10 * MINUTE_MS },
  /** A page shows one, and the browser keeps it: 30 in a row, then two a second. */
  'preview-reading': { limit: 30, ttl: 15_000 },
  /** The composer of replies asks for one whenever typing pauses, at most twice a second and seldom as often. */
  'reply-check': { limit: 60, ttl: MINUTE_MS },
} as const satisfies Record<string, Limit>);

export type CostlyName = keyof typeof COSTLY;

/** How often the photo of one post is served: Google fetches it a few times. Counted in each process. */
export const SERVED_PHOTO = frozen({ limit: 30, ttl: MINUTE_MS } as const satisfies Limit);
