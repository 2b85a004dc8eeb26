import type { ReviewReplyRow } from '../../database/reviews.schema.js';

type State = ReviewReplyRow['state'];
type Stated = Pick<ReviewReplyRow, 'state'>;

/** In one of these states Google has nothing of a reply, so that a newer one takes its place at once. */
const REPLACEABLE = Object.freeze(['waiting', 'failed', 'conflict'] as const satisfies State[]);

/** In one of these states only a look shows whether Google has a reply. */
export const ON_THE_WAY = Object.freeze(['sending', 'unconfirmed'] as const satisfies State[]);

/** In one of these states Google does not have a reply, or that is not known. */
export const UNSETTLED: readonly State[] = Object.freeze([...REPLACEABLE, ...ON_THE_WAY]);

const ACCEPTED: readonly State[] = Object.freeze(['in_review', 'public', 'rejected', 'removed']);

/** Whether a newer reply takes its place at once. */
export function isReplaceable({ state }: Stated): boolean {
  return (REPLACEABLE as readonly State[]).includes(state);
}

/** Whether Google may have it or get it. */
export function mayBeSent({ state }: Stated): boolean {
  return (ON_THE_WAY as readonly State[]).includes(state);
}

/** Whether its outcome is still open. */
export function isOpen({ state }: Stated): boolean {
  return state === 'waiting' || mayBeSent({ state });
}

/** Whether Google has accepted it. */
export function isAccepted({ state }: Stated): boolean {
  return ACCEPTED.includes(state);
}
