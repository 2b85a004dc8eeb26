import { frozen } from '../config/frozen.js';
import type { ErrorCode } from '../errors/app-error.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** `limit` at once, and the same again in each `ttl` (ms), which comes back one by one: nobody is locked out for good. */
export interface Limit {
  limit: number;
  ttl: number;
}

/** What a route allows beyond the limits of all requests. */
export interface ThrottleRule {
  /** From one address, whoever it is about: every request counts. */
  address: Limit;
  /** About one account from one address; here and below only what was really tried counts. */
  accountHere?: Limit;
  /** About one account from all addresses together. */
  account?: Limit;
  /** About one account from a browser that has signed in to it before, in place of all the others. */
  knownBrowser?: Limit;
  refusal: Extract<ErrorCode, 'auth/too-many-requests' | 'too_many_requests'>;
}

/**
 * Every limit of the database, counted for all replicas together. Chosen so that no honest person meets one, a shop's
 * staff behind one address included, and that guessing leads nowhere (ASVS 6.3.1).
 *
 * What strangers can use up is five times what one address may take, and fills five times as fast: four addresses that
 * take all they can leave a fifth of it to everybody else, so that they keep nobody out.
 */
export const THROTTLES = frozen({
  /**
   * 60: a staff that begins its day at once, with slips of the finger. Eight tries at one account are more than anybody
   * needs who knows the password roughly. All addresses together may try 100 times in the first hour (NIST SP 800-63B,
   * 3.2.2) and once a minute then.
   */
  'sign-in': {
    address: { limit: 60, ttl: 30 * MINUTE_MS },
    accountHere: { limit: 8, ttl: 40 * MINUTE_MS },
    account: { limit: 40, ttl: 40 * MINUTE_MS },
    knownBrowser: { limit: 10, ttl: 20 * MINUTE_MS },
    refusal: 'auth/too-many-requests',
  },
  /** A class of 30 that signs up together; one address of mail needs one account. */
  'sign-up': {
    address: { limit: 30, ttl: 60 * MINUTE_MS },
    accountHere: { limit: 5, ttl: 30 * MINUTE_MS },
    account: { limit: 25, ttl: 30 * MINUTE_MS },
    refusal: 'auth/too-many-requests',
  },
  /** As for signing in. Only a token that Firebase vouches for is about an account: another one can be about anybody. */
  'token-exchange': {
    address: { limit: 60, ttl: 30 * MINUTE_MS },
    accountHere: { limit: 10, ttl: 20 * MINUTE_MS },
    refusal: 'auth/too-many-requests',
  },
  /** Three letters an hour: enough for a mailbox that is slow. Fifteen from everywhere are too few to flood one. */
  'password-reset': {
    address: { limit: 20, ttl: 60 * MINUTE_MS },
    accountHere: { limit: 3, ttl: 60 * MINUTE_MS },
    account: { limit: 15, ttl: 60 * MINUTE_MS },
    knownBrowser: { limit: 3, ttl: 60 * MINUTE_MS },
    refusal: 'auth/too-many-requests',
  },
  /** As for signing in; each begun popup is a row for ten minutes. */
  'google-sign-in': {
    address: { limit: 60, ttl: 30 * MINUTE_MS },
    refusal: 'auth/too-many-requests',
  },
  /** A session is no proof against guessing: whoever holds one that is not theirs gets no more tries than at the door. */
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
} as const satisfies Record<string, ThrottleRule>);

export type ThrottleName = keyof typeof THROTTLES;

/** No bucket needs longer to be full again; after that its row says nothing. */
export const LONGEST_TTL_MS = 60 * MINUTE_MS;

/**
 * Everything below /api but health, counted in each process for itself, so that a cheap request asks no database. A
 * person who clicks without a pause makes some 5 requests a second; 20 of them may share an address.
 */
export const REQUESTS = frozen({
  address: { limit: 6000, ttl: MINUTE_MS },
  user: { limit: 600, ttl: MINUTE_MS },
} as const satisfies Record<string, Limit>);
