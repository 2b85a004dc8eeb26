import { frozen } from '../config/frozen.js';

/**
 * Every error that the API can answer: its HTTP status and its message.
 * The `auth/…` messages are those of the specification, section 8. Refused sign-ins are 400, never 401, so that the client
 * does not take them for a lost session.
 */
export const ERRORS = frozen({
  bad_request: [400, 'The request couldn’t be understood.'],
  malformed_json: [400, 'The request body isn’t valid JSON.'],
  too_many_values: [400, 'The request body may have at most 1,000 keys and items in all.'],
  validation_failed: [400, 'Please correct the marked fields.'],
  not_signed_in: [401, 'You’re not logged in, or your session has ended.'],
  forbidden: [403, "You don't have permission to perform this action."],
  practice_refused: [
    403,
    'Practice and demo are off, because this server has been given its own FIREBASE_ or GOOGLE_ settings.',
  ],
  foreign_origin: [403, 'This request came from another site and was refused.'],
  not_found: [404, 'The requested resource was not found.'],
  method_not_allowed: [405, 'This method isn’t allowed here.'],
  upload_timeout: [408, 'The photo didn’t arrive in time. Please try again.'],
  post_locked: [409, 'This post is being sent to Google or has gone out, so it can no longer be changed.'],
  post_changed: [409, 'This post was changed somewhere else. Reload it and try again.'],
  post_still_shown: [
    409,
    'Google says that this post is gone, but still lists it. Nothing was deleted. Please try again in a few minutes.',
  ],
  post_being_sent: [
    409,
    'A post is being sent to Google right now. Nothing was deleted. Please try again in half a minute.',
  ],
  other_account: [
    409,
    'This post belongs to a Google account that isn’t connected. Connect that account again to change it. Until then you can only view or delete it.',
  ],
  changed_since: [409, 'This was changed on Google after you opened it. Nothing was sent.'],
  save_in_progress: [
    409,
    'Another change to this location is still being saved. Please try again in a moment.',
  ],
  cannot_undo: [409, 'This change can’t be undone.'],
  reply_changed: [
    409,
    'The reply to this review was changed somewhere else after you opened it. Nothing was overwritten.',
  ],
  review_changed: [
    409,
    'The review was changed after you opened it, so nothing was sent. Read it as it is now, then send your reply.',
  ],
  reply_not_failed: [409, 'This reply is on its way or has gone out, so there is nothing to try again.'],
  too_many_saved_replies: [409, 'You can save at most 200 replies. Delete one to save another.'],
  not_failed: [409, 'Only a failed post can be tried again.'],
  test_under_way: [409, 'A test of this channel is still being sent. Wait until you see what came of it.'],
  request_in_progress: [409, 'The same request is still being processed. Please wait a moment.'],
  too_many_posts: [
    409,
    'You can have at most 10,000 scheduled posts. Delete some of them, or schedule this one after others are published.',
  ],
  campaign_changed: [409, 'This campaign was changed somewhere else. Reload it and try again.'],
  campaign_confirmed: [409, 'This campaign has been confirmed already.'],
  campaign_not_confirmed: [409, 'This campaign hasn’t been confirmed yet.'],
  campaign_undone: [409, 'This campaign was undone, so it can no longer be changed.'],
  campaign_empty: [409, 'There is no location left that can get a post. See why in the plan.'],
  plan_outdated: [
    409,
    'The plan is out of date: some of its times have passed, or the campaign has changed. Look at the new plan, then confirm.',
  ],
  too_many_campaign_posts: [
    409,
    'Campaigns can have at most 20,000 posts that wait for their time. Undo one, or confirm this one after others have gone out.',
  ],
  too_many_campaigns: [
    409,
    'You can have at most 50 campaigns that are planned and not confirmed. Delete one of them first.',
  ],
  too_many_selections: [409, 'You can save at most 100 selections. Delete one to save another.'],
  too_many_photos: [
    409,
    'You can add at most 500 photos a day, and keep 50,000 photos and 2 GB of them. Delete posts that have photos, or wait until tomorrow.',
  ],
  too_many_channels: [
    409,
    'You can have at most 5 webhooks, and one channel for email. Delete one to add another.',
  ],
  payload_too_large: [413, 'The request is too large: at most 100 kB are allowed.'],
  unsupported_media_type: [415, 'Only uncompressed application/json bodies are accepted.'],
  misdirected_request: [421, 'This server doesn’t answer to that host name.'],
  idempotency_key_reused: [422, 'This Idempotency-Key was already used with another body.'],
  too_many_requests: [429, 'Too many requests. Please wait a moment and try again.'],
  internal: [500, 'Something went wrong on our side. Please try again.'],
  unavailable: [503, 'The service isn’t available right now. Please try again shortly.'],
  'channels/not-configured': [
    503,
    'Webhooks and email need keys that this server doesn’t have yet (TOKEN_KEYS). Please contact your administrator.',
  ],
  'mail/not-configured': [503, 'This server can’t send email yet. Please contact your administrator.'],
  'mail/not-sent': [503, 'The email couldn’t be sent. Please try again later.'],
  'connect/not-configured': [
    503,
    'Connecting a Google Business Profile isn’t set up on this server yet. Please contact your administrator.',
  ],
  'connect/not-connected': [409, 'No Google Business Profile is connected.'],
  'connect/held': [
    409,
    'First choose whether to keep this connection to Google: reload the page to see the question.',
  ],
  'google/reconnect': [
    409,
    'Shingle no longer has access to your Google Business Profile. Reconnect it, then try again.',
  ],
  'google/no-quota': [
    503,
    'Google hasn’t approved this app for what this needs yet, so nothing was read or saved. Connection says what is missing and what to do.',
  ],
  'google/busy': [503, 'Google only allows so many requests a minute. Please try again in a minute.'],
  'google/day-full': [
    503,
    'Shingle has made as many changes as Google allows it in a day. Please try again in a few hours.',
  ],
  'google/throttled': [
    503,
    'Google takes no changes of this location for now. Please try again in a few hours.',
  ],
  'google/unavailable': [503, 'Google isn’t responding right now. Please try again shortly.'],
  'google/unreadable': [
    503,
    'What Google says of this location can’t be read right now, so nothing was sent. We’ll keep trying.',
  ],
  'google/refused': [422, 'Google has refused this change.'],
  'google/unverified': [422, 'Google only accepts changes to this location once it’s verified.'],
  'google/changed': [409, 'This location has just been changed on Google. Please try again.'],
  'google/unconfirmed': [
    // Not a 5xx, which clients repeat.
    409,
    'Google hasn’t confirmed this change yet. We’re checking, and the change log will show whether it was saved.',
  ],
  'auth/not-configured': [503, 'Firebase is not properly configured. Please check your setup.'],
  'auth/user-not-found': [400, 'No user found with this email address.'],
  'auth/wrong-password': [400, 'Incorrect password.'],
  'auth/invalid-credential': [400, 'Incorrect email or password.'],
  'auth/email-already-in-use': [400, 'An account with this email already exists.'],
  'auth/weak-password': [400, 'Password should be at least 6 characters.'],
  'auth/invalid-email': [400, 'Invalid email address.'],
  'auth/too-many-requests': [429, 'Too many failed attempts. Please try again later.'],
  'auth/account-exists-with-different-credential': [
    400,
    'An account already exists with the same email address but different sign-in credentials.',
  ],
  'auth/network-request-failed': [503, 'Network error. Please check your internet connection.'],
  'auth/internal-error': [502, 'Internal error occurred. Please try again.'],
  'auth/operation-not-allowed': [
    400,
    'This sign-in method isn’t enabled. Please enable it in your Firebase setup.',
  ],
  'auth/invalid-api-key': [400, 'The Firebase API key isn’t valid. Please check your Firebase setup.'],
  'auth/app-not-authorized': [
    400,
    'This app isn’t authorized to use Firebase Authentication. Please check your Firebase setup.',
  ],
  'auth/requires-recent-login': [
    403,
    'Please log in again to confirm that it’s you. You last logged in more than 5 minutes ago.',
  ],
  'auth/invalid-id-token': [400, 'This login isn’t valid or is too old. Please log in again.'],
} as const satisfies Record<string, readonly [status: number, message: string]>);

export type ErrorCode = keyof typeof ERRORS;

/** One faulty field of a request: its path (`postBody.event.title`) and the rule, as a sentence for the user. */
export interface FieldError {
  field: string;
  message: string;
}

/** A field whose value at Google is neither what the person saw nor what they want. */
export interface FieldConflict {
  field: string;
  /** What Google has now, and what was to be saved. */
  current: object;
  wanted: object;
}

/** How many faulty fields an answer names. */
const MAX_LISTED = 20;

/** The one error that services and adapters throw; `errors/error.filter.ts` turns it into an HTTP answer. */
export class AppError extends Error {
  readonly status: number;

  private constructor(
    readonly code: string,
    status: number,
    message: string,
    readonly errors?: FieldError[],
    options?: ErrorOptions,
    /** After how many seconds the request may be repeated. */
    readonly retryAfterS?: number,
    readonly conflicts?: FieldConflict[],
  ) {
    super(message, options);
    this.status = status;
  }

  /** An error of the table; `cause` is logged and never answered. */
  static of(code: ErrorCode, cause?: unknown): AppError {
    const [status, message] = ERRORS[code];
    return new AppError(code, status, message, undefined, { cause });
  }

  /** An error of the table with a `Retry-After` of so many seconds. @param message names the rule, in place of the table's */
  static until(code: ErrorCode, retryAfterS: number, message: string = ERRORS[code][1]): AppError {
    return new AppError(code, ERRORS[code][0], message, undefined, undefined, retryAfterS);
  }

  /** `google/refused` with words about this change; `cause` is logged and never answered. */
  static refused(message: string, cause: unknown): AppError {
    return new AppError('google/refused', ERRORS['google/refused'][0], message, undefined, { cause });
  }

  /** A 400 that names the faulty fields, up to 20 of them. */
  static invalid(errors: FieldError[]): AppError {
    const [status, message] = ERRORS.validation_failed;
    return new AppError('validation_failed', status, message, errors.slice(0, MAX_LISTED));
  }

  /** An error of the table with a sentence of its own, which says more precisely why. */
  static because(code: ErrorCode, message: string): AppError {
    return new AppError(code, ERRORS[code][0], message);
  }

  /** A 409 with both values of each field that has changed since it was shown. */
  static changedSince(conflicts: FieldConflict[]): AppError {
    const [status, message] = ERRORS.changed_since;
    return new AppError('changed_since', status, message, undefined, undefined, undefined, conflicts);
  }

  /** A 409 with the reply that there is, and the one that was to be sent; null: none. */
  static replyChanged(
    current: string | null,
    wanted: string | null,
    code: 'reply_changed' | 'review_changed' = 'reply_changed',
  ): AppError {
    const [status, message] = ERRORS[code];
    const conflict = { field: 'reply', current: { text: current }, wanted: { text: wanted } };
    return new AppError(code, status, message, undefined, undefined, undefined, [conflict]);
  }

  /** A sign-in refusal that the table does not know ("any other code", specification section 8). */
  static unknownAuth(code: string): AppError {
    return new AppError(code, 400, `Authentication error: ${code}. Please check your Firebase setup.`);
  }
}
