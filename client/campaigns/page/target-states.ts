import { type LucideIcon, Ban, CircleMinus, CirclePause, Hourglass, Search, Trash2 } from 'lucide-react';
import { STATUS, type StatusTone } from '../../ui/basics/labels';
import type { Progress, TargetState } from '../campaign-words';

/** The status on the badge of a campaign's location. A post has the same words here as in other lists. */
export const TARGET_STATES: Readonly<
  Record<TargetState, Readonly<{ label: string; icon: LucideIcon; tone: StatusTone | 'neutral' }>>
> = Object.freeze({
  left_out: { label: 'Left out', icon: CircleMinus, tone: 'neutral' },
  waiting: { label: 'Being scheduled', icon: Hourglass, tone: 'neutral' },
  scheduled: STATUS.SCHEDULED,
  paused: { label: 'Paused', icon: CirclePause, tone: 'warn' },
  held: { label: 'Held', icon: CirclePause, tone: 'warn' },
  publishing: STATUS.QUEUED,
  in_review: { label: 'In review', icon: Search, tone: 'queued' },
  published: STATUS.PUBLISHED,
  failed: STATUS.FAILED,
  unconfirmed: STATUS.UNCONFIRMED,
  removed: { label: 'Deleted', icon: Trash2, tone: 'neutral' },
  cancelled: { label: 'Cancelled', icon: Ban, tone: 'neutral' },
  deleted: { label: 'Removed from Google', icon: Trash2, tone: 'neutral' },
  leftover: STATUS.LEFTOVER,
});

/** The states in the order of bar and tabs: first those that need a person, last the locations without a post. */
const ORDER: readonly TargetState[] = [
  'failed',
  'unconfirmed',
  'leftover',
  'held',
  'paused',
  'waiting',
  'scheduled',
  'publishing',
  'in_review',
  'published',
  'removed',
  'cancelled',
  'deleted',
  'left_out',
];

/** The states that at least one location has. */
export function statesIn(progress: Progress): TargetState[] {
  return ORDER.filter((state) => progress[state] > 0);
}

/** The states whose locations need a person, and come before the left-out ones. */
const ATTENTION: readonly TargetState[] = ['failed', 'unconfirmed', 'leftover', 'held'];

/** The states that at least one location has, in the order of the page: those that need a person, left out, the others. */
export function partsIn(progress: Progress): TargetState[] {
  const states = statesIn(progress);
  const first = states.filter((state) => ATTENTION.includes(state));
  const left = states.filter((state) => state === 'left_out');
  return [...new Set([...first, ...left, ...states])];
}

/** How many locations there are in all. */
export function allIn(progress: Progress): number {
  return ORDER.reduce((sum, state) => sum + progress[state], 0);
}

/** How many posts are not out yet, so that a change or an undo reaches them before Google does. */
export function waitingIn({ waiting, scheduled, paused, held }: Progress): number {
  return waiting + scheduled + paused + held;
}

/** How many posts are with Google and not live yet, or on their way there. */
export function underWayIn({ publishing, in_review: inReview }: Progress): number {
  return publishing + inReview;
}

/** How many posts can be retried. */
export function failedIn({ failed, unconfirmed }: Progress): number {
  return failed + unconfirmed;
}

/** How many posts an undo has taken back. */
export function undoneIn({ cancelled, deleted }: Progress): number {
  return cancelled + deleted;
}
