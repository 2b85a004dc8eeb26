import type { ATTEMPT_DOUBTS } from '../database/schema.js';
import type { NotSentCode } from '../business-profile/remote-post.js';

const USUAL_REASONS =
  'Google gives no reason. Usual ones: a phone number or too many capital letters in the text, a link that does not open, an offer from a hotel, a subject that its content policy excludes.';

/** Why a post failed, for the person who wrote it. */
export const FAILURES = Object.freeze({
  missed: (hours: number) =>
    `This post was not published: for more than ${hours} ${hours === 1 ? 'hour' : 'hours'} after its time it could not be sent to Google. Retry publishes it now.`,
  locationGone: 'This post was not published: its location is no longer one of yours at Google.',
  locationClosed:
    'This post was not published: its location is marked as permanently closed on Google. Mark it as open there, then retry.',
  unconfirmed:
    'It could not be confirmed whether Google has published this post. It may be live: look at the location on Google. Retry looks there once more before it publishes.',
  earlierVersion:
    'An earlier version of this post is live at Google after all. Delete it there if it is wrong; Retry publishes this version beside it.',
  rejected: `Google has rejected this post. ${USUAL_REASONS}`,
  takenDown: `Google has taken this post down after it was live. ${USUAL_REASONS}`,
  removed: 'Google no longer has this post: it was removed there before it was live.',
} as const);

/** Why an attempt surely published nothing. */
export const NOT_SENT: Record<NotSentCode, string> = Object.freeze({
  reconnect: 'The access to the Google account had ended.',
  not_accepted: 'Google did not accept the access at that moment.',
  held: 'The connection to the Google account was held.',
  busy: 'Google took no more posts at that moment.',
  no_quota: 'Google has not approved this app for posts yet.',
  limited: 'Google allows only so many posts a minute.',
  unreachable: 'Google could not be reached.',
  too_early: 'It was not time yet by Google’s clock.',
});

/** Why it is not known what came of an attempt. */
export const DOUBTS: Record<(typeof ATTEMPT_DOUBTS)[number], string> = Object.freeze({
  error_answer: 'Google answered with an error of its own.',
  no_answer: 'Google gave no answer.',
  nameless_answer: 'Google took the post without telling its name.',
  restored:
    'A backup was restored: what was done after it was made is not known here, so Google is asked first.',
});
