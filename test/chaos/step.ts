/** Moments in the life of a post, and of a save of a profile, at which a process can be struck; see `hooks/steps.ts`. */
export const STEPS = ['after-claim', 'after-intent', 'after-accept', 'before-record'] as const;

/** The same of a notice, from its cause to its message; see `notices/hooks/steps.ts`. */
export const NOTICE_STEPS = [
  'after-note',
  'after-commit',
  'after-gathering',
  'after-making',
  'after-claim',
  'after-accept',
] as const;

/** The same of a campaign, from the posts that it makes to those that it deletes; see `campaigns/hooks/steps.ts`. */
export const CAMPAIGN_STEPS = ['in-slice', 'after-slice', 'before-delete', 'after-delete'] as const;

/** The same of a reading of reviews; see `reviews/hooks/reading-steps.ts`. */
export const READING_STEPS = ['reading-begun', 'in-store', 'after-store', 'before-gone'] as const;

/** The same of a reply to a review, from its claim to its outcome; see `reviews/hooks/reply-steps.ts`. */
export const REPLY_STEPS = [
  'after-claim',
  'after-look',
  'after-intent',
  'after-accept',
  'before-record',
  'after-record',
] as const;

export type Step =
  | (typeof STEPS)[number]
  | (typeof NOTICE_STEPS)[number]
  | (typeof CAMPAIGN_STEPS)[number]
  | (typeof READING_STEPS)[number]
  | (typeof REPLY_STEPS)[number];

/** What is done to a process: `stop` is a SIGTERM, after which it goes on until it has ended by itself. */
export type Blow = 'kill' | 'freeze' | 'stop';

/** What a process is told: what to do to itself when it comes to a step, once; or to forget it. */
export interface Order {
  arm: { step: Step; blow: Blow } | null;
}

/** What a process tells before it strikes itself. */
export interface Reached {
  reached: Step;
}
