import { ERRORS } from '../../errors/app-error.js';

/**
 * Why Google does not have a reply, for the person who wrote it. The text is kept in all cases. Where Google refused it with
 * words of its own, those are shown instead of `refused` (`write-failure.ts`, by the words for its fields in
 * `google-reviews.ts`). Rejections after a review by Google: `reply-rejection-words.ts`.
 */
export const REPLY_FAILURES = Object.freeze({
  refused: ERRORS['google/refused'][1],
  reviewGone: 'The review is no longer on Google, or you no longer manage its location.',
  notServed: ERRORS['google/unverified'][1],
  late: 'Google couldn’t be reached for three days, so nothing was sent. Try again to send it now.',
  notConfirmed: 'We don’t know whether Google has this. Check the review on Google before you try again.',
  notTaken: 'Google didn’t accept this, although it was sent three times. Try again later.',
  restored:
    'A backup was restored, so we don’t know whether this was sent. Check the review on Google, then try again or discard it.',
  conflict: 'The reply was changed somewhere else after you opened it, so nothing was overwritten.',
  reviewChanged:
    'The review was changed after you wrote this, so your reply wasn’t sent. Read the review again before you send it.',
  newer: 'Your newer reply replaced it.',
} as const);
