import { frozen } from '../config/frozen.js';

/** An error: its HTTP status, its words for the person, and for callers of the API when it comes and what to do then. */
export type ErrorEntry = readonly [status: number, message: string, when: string];

/** The errors of this server itself. `when` continues a sentence that begins with "When", and only the API document has it. */
export const OWN_ERRORS = frozen({
  bad_request: [
    400,
    'The request couldn’t be understood.',
    'the request breaks a rule of HTTP or of every route: an address that cannot be read, a query with a key twice, a wrong length. Correct the client.',
  ],
  malformed_json: [
    400,
    'The request body isn’t valid JSON.',
    'the body says that it is JSON and is not. Correct the client.',
  ],
  too_many_values: [
    400,
    'The request body may have at most 1,000 keys and items in all.',
    'a body has more keys and items than any request of this API needs. Send it in parts.',
  ],
  validation_failed: [
    400,
    'Please correct the marked fields.',
    'a field of the body or the query breaks its rule or is unknown. `errors` names the fields: correct them.',
  ],
  not_signed_in: [
    401,
    'You’re not logged in, or your session has ended.',
    'there is no session cookie, or its session has ended. Log in, then repeat.',
  ],
  forbidden: [
    403,
    "You don't have permission to perform this action.",
    'the session does not allow this. Do not repeat it.',
  ],
  practice_refused: [
    403,
    'Practice and demo are off, because this server has been given its own FIREBASE_ or GOOGLE_ settings.',
    'practice or the demo is asked for on a server with its own Firebase or Google. Do not repeat it.',
  ],
  bulk_edits_off: [
    403,
    'Changing many locations at once is switched off on this server.',
    'a bulk edit is asked for on a server with `BULK_EDITS=off`. Do not repeat it.',
  ],
  foreign_origin: [
    403,
    'This request came from another site and was refused.',
    'a request that may change something names another site as its origin. Send it from this site, or without an `Origin`.',
  ],
  not_found: [
    404,
    'The requested resource was not found.',
    'this person has nothing with the id, or no route has the address. Do not repeat it.',
  ],
  method_not_allowed: [
    405,
    'This method isn’t allowed here.',
    'the address has a route, but not for this method. `Allow` names the methods.',
  ],
  upload_timeout: [
    408,
    'The photo didn’t arrive in time. Please try again.',
    'the bytes of a photo come too slowly. Repeat it on a better connection.',
  ],
  post_locked: [
    409,
    'This post is being sent to Google or has gone out, so it can no longer be changed.',
    'a post is changed or deleted after its publishing began. Read it again.',
  ],
  post_changed: [
    409,
    'This post was changed somewhere else. Reload it and try again.',
    'the `version` is not the latest of the post. Read it again, then decide.',
  ],
  post_still_shown: [
    409,
    'Google says that this post is gone, but still lists it. Nothing was deleted. Please try again in a few minutes.',
    'Google deletes a post and lists it all the same. Repeat it after some minutes.',
  ],
  post_being_sent: [
    409,
    'A post is being sent to Google right now. Nothing was deleted. Please try again in half a minute.',
    'a deletion meets a post on its way to Google. Repeat it after `Retry-After`.',
  ],
  other_account: [
    409,
    'This post belongs to a Google account that isn’t connected. Connect that account again to change it. Until then you can only view or delete it.',
    'a post or a campaign is of a Google account that is not the connected one. Connect that account.',
  ],
  changed_since: [
    409,
    'This was changed on Google after you opened it. Nothing was sent.',
    'a field has another value at Google than in `basedOn`. `conflicts` has both values: let the person choose.',
  ],
  save_in_progress: [
    409,
    'Another change to this location is still being saved. Please try again in a moment.',
    'another save of the location took longer than this one could wait. Repeat it.',
  ],
  cannot_undo: [
    409,
    'This change can’t be undone.',
    'the change is undone already, or its field cannot go back. The message says why.',
  ],
  reply_changed: [
    409,
    'The reply to this review was changed somewhere else after you opened it. Nothing was overwritten.',
    'the reply differs from the one in `basedOn`, at Google or here. `conflicts` has both texts: let the person choose.',
  ],
  review_changed: [
    409,
    'The review was changed after you opened it, so nothing was sent. Read it as it is now, then send your reply.',
    'the stars or the text of the review differ from the ones in `basedOn`. Read it again, then decide.',
  ],
  reply_not_failed: [
    409,
    'This reply is being sent or was sent already, so there’s nothing to retry.',
    'a reply is tried again or discarded that has not failed. Read the review again.',
  ],
  too_many_saved_replies: [
    409,
    'You can save at most 200 replies. Delete one to save another.',
    'one more saved reply would pass the limit. Delete one first.',
  ],
  not_failed: [
    409,
    'Only a failed post can be retried.',
    'a post or a message is tried again that has not failed. Read it again.',
  ],
  test_under_way: [
    409,
    'A test is still being sent. Please wait for its result.',
    'a channel is tested while its last test is on its way. Read its deliveries, then repeat.',
  ],
  request_in_progress: [
    409,
    'The same request is still being processed. Please wait a moment.',
    'the first request with this `Idempotency-Key` has no answer yet. Repeat it after `Retry-After`.',
  ],
  too_many_posts: [
    409,
    'You can have at most 10,000 scheduled posts. Delete some of them, or schedule this one after others are published.',
    'one more scheduled post would pass the limit. Delete some first.',
  ],
  campaign_changed: [
    409,
    'This campaign was changed somewhere else. Reload it and try again.',
    'the `version` is not the latest of the campaign. Read it again, then decide.',
  ],
  campaign_confirmed: [
    409,
    'This campaign has been confirmed already.',
    'a plan is changed or deleted after it was confirmed. Read the campaign again.',
  ],
  campaign_not_confirmed: [
    409,
    'This campaign hasn’t been confirmed yet.',
    'a campaign is paused, resumed, tried again or undone before it was confirmed. Confirm it first.',
  ],
  campaign_undone: [
    409,
    'This campaign was undone, so it can no longer be changed.',
    'a campaign, or a post of it, is changed after the undo began. Do not repeat it.',
  ],
  campaign_empty: [
    409,
    'No location can get a post. See why in the plan.',
    'a plan without any post is confirmed. The plan says why each location is left out.',
  ],
  plan_outdated: [
    409,
    'The plan is out of date: some of its times have passed, or the campaign has changed. Look at the new plan, then confirm.',
    'a plan is confirmed that is not the latest, or has times in the past. Read the new plan, then confirm.',
  ],
  too_many_campaign_posts: [
    409,
    'Campaigns can have at most 20,000 scheduled posts. Undo one, or confirm this one after others are published.',
    'the waiting posts of all campaigns would pass the limit. Confirm it later, or undo another one.',
  ],
  too_many_campaigns: [
    409,
    'You can have at most 50 unconfirmed plans. Delete one of them first.',
    'one more plan would pass the limit. Delete or confirm one first.',
  ],
  too_many_selections: [
    409,
    'You can save at most 100 selections. Delete one to save another.',
    'one more selection would pass the limit. Delete one first.',
  ],
  too_many_locks: [
    409,
    'You can have at most 200 locks. Delete one to make another.',
    'one more lock would pass the limit. Delete one first.',
  ],
  bulk_edit_confirmed: [
    409,
    'This bulk edit has been confirmed already.',
    'a draft is changed, deleted or asked about that was confirmed. Read the set of changes with the same id.',
  ],
  bulk_edit_empty: [
    409,
    'No location changes. See why in the preview.',
    'a bulk edit is confirmed in which no location changes. The preview says why.',
  ],
  too_many_photos: [
    409,
    'You can add at most 500 photos a day, and keep 50,000 photos and 2 GB of them. Delete posts that have photos, or wait until tomorrow.',
    'one more photo would pass a limit of the day or of the account. Delete some, or wait a day.',
  ],
  too_many_channels: [
    409,
    'You can have at most 5 webhooks, and one channel for email. Delete one to add another.',
    'one more webhook or email channel would pass the limit. Delete one first.',
  ],
  payload_too_large: [
    413,
    'The request is too large: at most 100 kB are allowed.',
    'the body is longer than its route takes. Send less.',
  ],
  unsupported_media_type: [
    415,
    'Only uncompressed application/json bodies are accepted.',
    'the body is of another type than its route takes, or compressed. Correct the client.',
  ],
  misdirected_request: [
    421,
    'This server doesn’t answer to that host name.',
    'the `Host` is none of the server’s own. Use the address that the operator has set.',
  ],
  idempotency_key_reused: [
    422,
    'This Idempotency-Key was already used with another body.',
    'the key was used for another body within 24 hours. Use a new key for each new request.',
  ],
  too_many_requests: [
    429,
    'Too many requests. Please wait a moment and try again.',
    'a limit of requests is reached, for this address, account or thing. Repeat it after `Retry-After`.',
  ],
  internal: [
    500,
    'Something went wrong on our side. Please try again.',
    'the server fails at something unexpected. Repeat it once, then report the `requestId`.',
  ],
  unavailable: [
    503,
    'The service isn’t available right now. Please try again shortly.',
    'the database cannot be reached, or the server starts or stops. Repeat it a little later.',
  ],
} as const satisfies Record<string, ErrorEntry>);
