import {
  type LucideIcon,
  Ban,
  CircleCheck,
  CircleMinus,
  CirclePause,
  Clock,
  Hourglass,
  OctagonX,
  Search,
  Send,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import type { StatusTone } from '../../ui/labels';
import type { Progress, TargetState } from '../campaign-words';

/** What stands on the badge of a location of a campaign. */
export const TARGET_STATES: Readonly<
  Record<TargetState, Readonly<{ label: string; tone: StatusTone | 'neutral' }>>
> = Object.freeze({
  left_out: { label: 'Left out', tone: 'neutral' },
  waiting: { label: 'Being scheduled', tone: 'neutral' },
  scheduled: { label: 'Scheduled', tone: 'scheduled' },
  paused: { label: 'Paused', tone: 'warn' },
  held: { label: 'Held', tone: 'warn' },
  publishing: { label: 'Queued', tone: 'queued' },
  in_review: { label: 'In review', tone: 'queued' },
  published: { label: 'Published', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  unconfirmed: { label: 'Not confirmed', tone: 'bad' },
  removed: { label: 'Deleted', tone: 'neutral' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  deleted: { label: 'Removed from Google', tone: 'neutral' },
  leftover: { label: 'Still on Google', tone: 'bad' },
});

/** The icon of each state of a location. */
export const TARGET_ICONS: Readonly<Record<TargetState, LucideIcon>> = Object.freeze({
  left_out: CircleMinus,
  waiting: Hourglass,
  scheduled: Clock,
  paused: CirclePause,
  held: CirclePause,
  publishing: Send,
  in_review: Search,
  published: CircleCheck,
  failed: OctagonX,
  unconfirmed: TriangleAlert,
  removed: Trash2,
  cancelled: Ban,
  deleted: Trash2,
  leftover: TriangleAlert,
});

/** The states in the order of bar and tabs: what needs a person first, who gets no post last. */
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

/** The states that some location has. */
export function statesIn(progress: Progress): TargetState[] {
  return ORDER.filter((state) => progress[state] > 0);
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
