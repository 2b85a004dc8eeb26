/** Moments in the life of a post at which a process can be struck; see `hooks/steps.ts`. */
export const STEPS = ['after-claim', 'after-intent', 'after-accept', 'before-record'] as const;
export type Step = (typeof STEPS)[number];

export type Blow = 'kill' | 'freeze';

/** What a process is told: what to do to itself when it comes to a step, once; or to forget it. */
export interface Order {
  arm: { step: Step; blow: Blow } | null;
}

/** What a process tells before it strikes itself. */
export interface Reached {
  reached: Step;
}
