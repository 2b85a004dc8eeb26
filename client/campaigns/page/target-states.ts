import { type LucideIcon, CircleMinus, CirclePause, Hourglass, Search, Trash2 } from 'lucide-react';
import { STATUS, type StatusTone } from '../../ui/basics/labels';
import type { Progress, TargetState } from '../campaign-words';

/** The states of a location whose post was taken back: deleted by itself, or by the undo before or after it was sent. */
const GONE = Object.freeze(['removed', 'cancelled', 'deleted'] as const satisfies TargetState[]);

type Gone = (typeof GONE)[number];

const isGone = (state: TargetState): state is Gone => GONE.some((each) => each === state);

/** A state as list and page of a campaign show it: of a post that was taken back they say one word. */
export type ShownState = Exclude<TargetState, Gone> | 'gone';

/** The states of a campaign's locations on badges, tabs, bar and list. */
export const TARGET_STATES: Readonly<
  Record<ShownState, Readonly<{ label: string; icon: LucideIcon; tone: StatusTone | 'neutral' }>>
> = Object.freeze({
  left_out: { label: 'Left out', icon: CircleMinus, tone: 'neutral' },
  waiting: { label: 'Being scheduled', icon: Hourglass, tone: 'neutral' },
  scheduled: STATUS.SCHEDULED,
  paused: { label: 'Paused', icon: CirclePause, tone: 'warn' },
  held: { label: 'Held', icon: CirclePause, tone: 'warn' },
  publishing: STATUS.QUEUED,
  in_review: { label: 'In review', icon: Search, tone: 'queued' },
  published: { ...STATUS.PUBLISHED, label: 'Sent' },
  failed: STATUS.FAILED,
  unconfirmed: STATUS.UNCONFIRMED,
  gone: { label: 'Deleted', icon: Trash2, tone: 'neutral' },
  leftover: STATUS.LEFTOVER,
});

/** The states in the order of bar and tabs: first those that need a person, last the locations without a post. */
const ORDER: readonly ShownState[] = [
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
  'gone',
  'left_out',
];

/** The state that is shown of a location. */
export function shownState(state: TargetState): ShownState {
  return isGone(state) ? 'gone' : state;
}

/** How many locations are shown in a state. */
export function countIn(progress: Progress, state: ShownState): number {
  const states = state === 'gone' ? GONE : [state];
  return states.reduce((sum, each) => sum + progress[each], 0);
}

/** The states that at least one location has. */
export function statesIn(progress: Progress): ShownState[] {
  return ORDER.filter((state) => countIn(progress, state) > 0);
}

/** The states whose locations need a person, and come before the left-out ones. */
const ATTENTION: readonly ShownState[] = ['failed', 'unconfirmed', 'leftover', 'held'];

/** The states that at least one location has, in the order of the page: those that need a person, left out, the others. */
export function partsIn(progress: Progress): ShownState[] {
  const states = statesIn(progress);
  const first = states.filter((state) => ATTENTION.includes(state));
  const left = states.filter((state) => state === 'left_out');
  return [...new Set([...first, ...left, ...states])];
}

/** How many locations there are in all. */
export function allIn(progress: Progress): number {
  return ORDER.reduce((sum, state) => sum + countIn(progress, state), 0);
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
