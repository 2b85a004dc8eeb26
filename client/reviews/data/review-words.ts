import { CircleCheck, Clock, type LucideIcon, OctagonX, Pencil, Send, TriangleAlert } from 'lucide-react';
import { dateTimeWords } from '../../lib/time-words';
import type { StatusTone } from '../../ui/basics/labels';
import type { OwnReply, ReplyAtGoogle, Review } from './review-types';

/** How a state is shown: in a word or two with its icon, and in a sentence. */
export interface StateLook {
  label: string;
  icon: LucideIcon;
  tone: StatusTone | 'neutral';
  /** What it means; none where the label says it all. */
  meaning?: string;
}

/** A reply as Google has it. */
export const GOOGLE_STATES: Readonly<Record<ReplyAtGoogle['state'], StateLook>> = Object.freeze({
  IN_REVIEW: {
    label: 'In review at Google',
    icon: Clock,
    tone: 'scheduled',
    meaning:
      'Google has your reply and checks it before customers see it. That takes minutes, sometimes days.',
  },
  PUBLIC: { label: 'Public', icon: CircleCheck, tone: 'good' },
  REJECTED: { label: 'Reply rejected', icon: OctagonX, tone: 'bad' },
});

/** A reply that was written here and that Google does not have yet. */
const SENDING_STATES: Readonly<Record<OwnReply['state'], StateLook>> = Object.freeze({
  WAITING: { label: 'Waiting to send', icon: Clock, tone: 'queued' },
  SENDING: { label: 'Being sent', icon: Send, tone: 'queued' },
  UNCONFIRMED: {
    label: 'Not confirmed',
    icon: TriangleAlert,
    tone: 'warn',
    meaning:
      'Google didn’t say whether it has your reply. Shingle checks Google before it sends anything again.',
  },
  FAILED: { label: 'Not sent', icon: OctagonX, tone: 'bad' },
  CONFLICT: { label: 'Answered elsewhere', icon: TriangleAlert, tone: 'warn' },
});

/** The removal of a reply, where its states are named differently. */
const REMOVING_STATES: Readonly<Partial<Record<OwnReply['state'], StateLook>>> = Object.freeze({
  WAITING: { label: 'Waiting to remove', icon: Clock, tone: 'queued' },
  SENDING: { label: 'Being removed', icon: Send, tone: 'queued' },
  UNCONFIRMED: {
    label: 'Removal not confirmed',
    icon: TriangleAlert,
    tone: 'warn',
    meaning:
      'Google didn’t say whether it has removed your reply. Shingle checks Google before it tries again.',
  },
  FAILED: { label: 'Not removed', icon: OctagonX, tone: 'bad' },
});

const REVIEW_CHANGED: StateLook = { label: 'Review changed', icon: TriangleAlert, tone: 'warn' };

/** A reply or removal that was written here and is not settled. */
export function ownLook({ kind, state, isReviewChanged }: OwnReply): StateLook {
  if (state === 'CONFLICT' && isReviewChanged) return REVIEW_CHANGED;
  return (kind === 'DELETE' && REMOVING_STATES[state]) || SENDING_STATES[state];
}

const DRAFT: StateLook = { label: 'Draft', icon: Pencil, tone: 'neutral' };

/** The state of a review's reply in the list; undefined while there is none. */
export function listedLook({ ownReply, replyAtGoogle }: Review, hasDraft: boolean): StateLook | undefined {
  if (ownReply) return ownLook(ownReply);
  if (replyAtGoogle?.state === 'REJECTED') return GOOGLE_STATES.REJECTED;
  if (hasDraft) return DRAFT;
  return replyAtGoogle ? GOOGLE_STATES[replyAtGoogle.state] : undefined;
}

/** Why a reply was rejected, in one sentence. */
export function rejectionWords({ reason, violation }: ReplyAtGoogle): string {
  if (reason) return reason.words;
  return violation ? `Google’s reason: ${violation}` : 'Google didn’t say why.';
}

/** The reviewer’s name. */
export function reviewerWords({ reviewerName, isAnonymous }: Review): string {
  return (!isAnonymous && reviewerName) || 'Anonymous reviewer';
}

export function starsWords(stars: number): string {
  return `${stars} of 5 stars`;
}

const MINUTE_MS = 60_000;
const UNITS = [
  ['y', 365 * 24 * 60],
  ['mo', 30 * 24 * 60],
  ['d', 24 * 60],
  ['h', 60],
  ['min', 1],
] as const;

/** A length in its largest unit: '3 h', '2 d', '5 mo'. */
export function lengthWords(minutes: number): string {
  const [unit, size] = UNITS.find(([, length]) => minutes >= length) ?? (['min', 1] as const);
  return `${Math.max(1, Math.floor(minutes / size))} ${unit}`;
}

/** How long ago an instant (ISO 8601) was. */
export function ageWords(instant: string, now: Date): string {
  return lengthWords((now.getTime() - Date.parse(instant)) / MINUTE_MS);
}

export function momentWords(instant: string, timeZone: string): string {
  return dateTimeWords(new Date(instant), timeZone);
}
