import { frozen } from '../../config/frozen.js';

/** Why Google rejected a reply, for the person who wrote it. */
export interface RejectionReason {
  /** Google's own value. */
  code: string;
  words: string;
  /** What to do about it. */
  cure: string;
}

const ACCOUNT =
  'Sign in at business.google.com with the account that owns the profile, and follow what Google asks for there. Then send the reply again.';
const PROFILE = 'Open the profile on Google and fix the problem shown there. Then send the reply again.';
const APPEAL = 'If you think this is a mistake, ask Google Business Profile support to review it.';
const REWORD = 'Write the reply again without it, then send it.';
const PLAIN = 'Answer what the review says, in a few plain sentences, then send the reply.';
const OTHER_FIELD =
  'This is about the profile, not about your words. Fix it in the profile on Google, then send the reply again.';

/** Every reason that Google documents for a rejected reply (`policyViolation`). It says that new ones may be added. */
export const REJECTION_REASONS: Readonly<Record<string, Omit<RejectionReason, 'code'>>> = frozen({
  ACCOUNT_RESTRICTED_AND_SUSPENDED: {
    words: 'Google has restricted and suspended the account that replied.',
    cure: ACCOUNT,
  },
  ACCOUNT_RESTRICTED_AND_EDIT_REJECTED: {
    words: 'Google has restricted the account that replied, and rejects its edits.',
    cure: ACCOUNT,
  },
  ASSOCIATED_ACCOUNT_SUSPENDED: {
    words: 'Google has suspended an account that is connected to this one.',
    cure: ACCOUNT,
  },
  BUSINESS_INELIGIBLE: {
    words: 'Google doesn’t consider this business eligible for a profile.',
    cure: `Compare the business with Google’s guidelines for profiles. ${APPEAL}`,
  },
  OWNERSHIP_REVOKED: {
    words: 'The account that replied no longer owns this profile.',
    cure: 'Ask the profile’s owner to add the account again, then send the reply again.',
  },
  LOCATION_SUSPENDED: { words: 'Google has suspended this location.', cure: `${PROFILE} ${APPEAL}` },
  LOCATION_DISABLED: { words: 'Google has disabled this location.', cure: PROFILE },
  LOCATION_VERIFICATION_REQUIRED: {
    words: 'This location isn’t verified.',
    cure: 'Verify it on Google, then send the reply again.',
  },
  PO_BOX: {
    words: 'The profile’s address is a PO box, which Google doesn’t allow.',
    cure: 'Give the location a street address in Locations, then send the reply again.',
  },
  GOOGLE_PAY_SUSPENSION: {
    words: 'Google has suspended the payments account that belongs to this one.',
    cure: 'Fix it at pay.google.com, then send the reply again.',
  },
  EDITING_RESTRICTION: {
    words: 'Google doesn’t let this profile be edited right now.',
    cure: 'Wait a few days, then send the reply again. The profile on Google says more.',
  },
  ILLEGAL_BUSINESS_HOURS_EDIT: {
    words: 'Google objects to a change of this location’s hours.',
    cure: 'Correct the hours in Locations, then send the reply again.',
  },
  FAKE_ENGAGEMENT: {
    words: 'Google considers this reply fake, or a reward for a review.',
    cure: 'Offer nothing in return for a review, and reply only to what the reviewer experienced.',
  },
  ADULT_THEMED: { words: 'Google found adult content in the reply.', cure: REWORD },
  SEXUALLY_EXPLICIT: { words: 'Google found sexually explicit content in the reply.', cure: REWORD },
  ADVERTISING_AND_SOLICITATION: {
    words: 'Google considers this reply advertising.',
    cure: 'Remove phone numbers, web and email addresses, prices and offers, then send the reply.',
  },
  DANGEROUS: {
    words: 'Google found something dangerous in the reply, such as advice that may harm.',
    cure: REWORD,
  },
  GIBBERISH_AND_REPETITIVE: {
    words: 'Google considers this reply meaningless or repeated text.',
    cure: 'Write it in your own words about this one review, then send it.',
  },
  REPETITIVE: {
    words: 'The reply repeats other replies of yours.',
    cure: 'Write it in your own words about this one review, then send it. Saved replies need a change each time.',
  },
  UNCLEAR: { words: 'Google can’t tell what the reply means.', cure: PLAIN },
  ILLEGAL: { words: 'Google found something in the reply that is against the law.', cure: REWORD },
  OFF_TOPIC: { words: 'Google considers this reply off topic.', cure: PLAIN },
  OFFENSIVE: {
    words: 'Google found the reply offensive.',
    cure: 'Write it again calmly, without blame, then send it.',
  },
  VIOLENCE_AND_GORE: { words: 'Google found violence in the reply.', cure: REWORD },
  CHILD_SAFETY: { words: 'Google found something in the reply that puts children at risk.', cure: REWORD },
  HARASSMENT: {
    words: 'Google considers this reply harassment.',
    cure: 'Write it again without a threat or an accusation, then send it.',
  },
  HATE_SPEECH: { words: 'Google found hate speech in the reply.', cure: REWORD },
  IMPERSONATION: {
    words: 'Google considers this reply an impersonation.',
    cure: 'Sign as the business, not as anyone else. Then send it.',
  },
  MISINFORMATION: {
    words: 'Google considers something in this reply false.',
    cure: 'Leave out what can’t be shown to be true, then send the reply.',
  },
  MISREPRESENTATION: {
    words: 'Google considers this reply misleading about the business.',
    cure: 'Describe only what the business offers, then send the reply.',
  },
  OBSCENITY_AND_PROFANITY: { words: 'Google found swear words in the reply.', cure: REWORD },
  PERSONAL_INFO: {
    words: 'Google found personal details in the reply.',
    cure: 'Remove full names, addresses, numbers and anything about the reviewer’s visit that only you two know. Then send it.',
  },
  REGULATED_GOODS_AND_SERVICES: {
    words: 'The reply is about goods that Google restricts, such as alcohol, medicine or gambling.',
    cure: 'Leave out offers, prices and links to them, then send the reply.',
  },
  GENERIC_VANDALISM: { words: 'Google considers this reply vandalism.', cure: PLAIN },
  GENERIC_FRAUD: {
    words: 'Google considers this reply an attempt to deceive.',
    cure: 'Ask for no money, codes or sign-in details, then send the reply.',
  },
  PHOTOS_AND_VIDEOS_CRITERIA: {
    words: 'Google objects to a photo or video of this profile.',
    cure: OTHER_FIELD,
  },
  MODERATION_ERROR: {
    words: 'Google couldn’t review the reply because of an error on its side.',
    cure: 'Send the same reply again.',
  },
  PRIVACY: {
    words: 'Google found something private in the reply.',
    cure: 'Don’t confirm that the reviewer was a customer, and name nothing about them. Then send it.',
  },
  GENERIC_VIOLATION: {
    words: 'The reply is against one of Google’s rules, and Google doesn’t say which.',
    cure: 'Write a shorter and plainer reply without names, numbers and links, then send it.',
  },
  GENERIC_QUALITY: {
    words: 'Google considers this reply low quality, and doesn’t say why.',
    cure: PLAIN,
  },
  IDENTITY_CHANGE: {
    words: 'Google considers this profile a different business now.',
    cure: OTHER_FIELD,
  },
  GEOGRAPHIC_LOCATION_CHANGE: {
    words: 'Google considers the business moved too far away.',
    cure: OTHER_FIELD,
  },
});

/** The reason in plain words; one that is not documented is shown as Google gives it. Null: Google gave none. */
export function rejectionReasonOf(violation: string | null): RejectionReason | null {
  if (violation === null) return null;
  const known = Object.hasOwn(REJECTION_REASONS, violation) ? REJECTION_REASONS[violation] : undefined;
  if (known) return { code: violation, ...known };
  return {
    code: violation,
    words: `Google rejected the reply and gave “${violation}” as the reason.`,
    cure: 'Google hasn’t explained this reason yet. Write a shorter and plainer reply without names, numbers and links, then send it.',
  };
}
