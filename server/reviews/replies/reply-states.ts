import type { ReviewReplyRow } from '../../database/reviews.schema.js';

type State = ReviewReplyRow['state'];
type Stated = Pick<ReviewReplyRow, 'state'>;

/** Google has nothing of a reply in one of these, so that a newer one takes its place at once. */
export const REPLACEABLE = Object.freeze(['waiting', 'failed', 'conflict'] as const satisfies State[]);

/** What Google may have of a reply in one of these is known only after a look. */
export const ON_THE_WAY = Object.freeze(['sending', 'unconfirmed'] as const satisfies State[]);

/** In one of these Google does not have a reply, or that is not known. */
export const UNSETTLED: readonly State[] = Object.freeze([...REPLACEABLE, ...ON_THE_WAY]);

const TAKEN: readonly State[] = Object.freeze(['in_review', 'public', 'rejected', 'removed']);

/** Whether a newer reply takes its place at once. */
export function isReplaceable({ state }: Stated): boolean {
  return (REPLACEABLE as readonly State[]).includes(state);
}

/** Whether Google may have it or get it. */
export function mayBeSent({ state }: Stated): boolean {
  return (ON_THE_WAY as readonly State[]).includes(state);
}

/** Whether it is not decided what becomes of it. */
export function isOpen({ state }: Stated): boolean {
  return state === 'waiting' || mayBeSent({ state });
}

/** Whether Google has taken it. */
export function isTaken({ state }: Stated): boolean {
  return TAKEN.includes(state);
}
