import { CircleCheck, CircleSlash, OctagonX, TriangleAlert } from 'lucide-react';
import type { Schemas } from '../../api/client';
import { countOf, figure } from '../../lib/count-of';
import { durationWords } from '../../lib/duration-words';
import { FIELD_NAMES } from '../../listings/field-values';
import { CHANGE_STATES, type StateLook } from '../change-words';

export type ChangeSet = Schemas['ChangeSetDto'];
export type SetLocation = Schemas['SetLocationDto'];
export type SetLocationList = Schemas['SetLocationListDto'];

/** The parts of the list of a set's locations, in the order of the tabs. */
export const SET_PARTS = Object.freeze(['need', 'sent', 'waiting', 'all'] as const);
export type SetPart = (typeof SET_PARTS)[number];

export const PART_NAMES: Readonly<Record<SetPart, string>> = Object.freeze({
  need: 'Need you',
  sent: 'Sent',
  waiting: 'To send',
  all: 'All',
});

const KINDS: Readonly<Record<ChangeSet['kind'], string>> = Object.freeze({
  save: 'Saved changes',
  undo: 'Undo',
  restore: 'Restored profile',
  decision: 'Answers to Google’s edits',
  bulk: 'Bulk edit',
  lock: 'Locked values sent again',
});

/** What a set is called: by the person, or by what it is. */
export function setTitle({ name, kind }: Pick<ChangeSet, 'name' | 'kind'>): string {
  return name ?? KINDS[kind];
}

/** What a set is about: 'Bulk edit of Special hours, Website at 412 locations'; without a name the title says the kind. */
export function reachWords({ name, kind, fields, progress }: ChangeSet): string {
  const where = countOf(progress.total, 'location');
  const what = fields.map((field) => FIELD_NAMES[field]).join(', ');
  const reach = what ? `${what} at ${where}` : where;
  return name === null ? reach : `${KINDS[kind]}: ${reach}`;
}

/** The states of a location of a set. */
export const LOCATION_STATES: Readonly<Record<SetLocation['state'], Readonly<StateLook>>> = Object.freeze({
  waiting: { ...CHANGE_STATES.waiting, label: 'To send' },
  sending: CHANGE_STATES.sending,
  unconfirmed: CHANGE_STATES.unconfirmed,
  saved: { label: 'Sent', icon: CircleCheck, tone: 'good' },
  refused: { label: 'Failed', icon: OctagonX, tone: 'bad' },
  conflict: { label: 'Skipped', icon: TriangleAlert, tone: 'warn' },
  not_sent: { label: 'Not sent', icon: CircleSlash },
  not_known: CHANGE_STATES.not_known,
});

/** The pieces of a set's progress, in the order of the bar, with the word below it. */
export const PROGRESS_PARTS = Object.freeze([
  { id: 'sent', word: 'sent', look: LOCATION_STATES.saved },
  { id: 'leftAlone', word: 'skipped', look: LOCATION_STATES.conflict },
  { id: 'failed', word: 'failed', look: LOCATION_STATES.refused },
  { id: 'notSent', word: 'not sent', look: LOCATION_STATES.not_sent },
  { id: 'waiting', word: 'still to send', look: LOCATION_STATES.waiting },
] as const satisfies readonly { id: keyof ChangeSet['progress']; word: string; look: StateLook }[]);

/** How many locations of a set need a person. */
export function needing({ failed, leftAlone }: Pick<ChangeSet['progress'], 'failed' | 'leftAlone'>): number {
  return failed + leftAlone;
}

/** How long a set still takes, as a sentence without its end; undefined once nothing waits. */
export function timeLeftWords({ state, secondsLeft }: ChangeSet): string | undefined {
  if (state !== 'running') return undefined;
  return secondsLeft === null
    ? 'Google’s limit for today is reached. The rest is sent later'
    : `About ${durationWords(secondsLeft)} left`;
}

/** What becomes of the rest of a set while nothing can be sent, after the reason. */
export const ON_HOLD = 'The rest is on hold until then.';

/** How a set ended: '412 locations changed', '410 of 412 locations changed. 2 couldn’t be changed.' */
export function outcomeWords({ progress: { total, sent, notSent, ...progress } }: ChangeSet): string {
  if (sent === total) return `${countOf(total, 'location')} changed.`;
  const failed = needing(progress);
  return [
    `${figure(sent)} of ${countOf(total, 'location')} changed.`,
    failed > 0 && `${figure(failed)} couldn’t be changed.`,
    notSent > 0 && `${figure(notSent)} ${notSent === 1 ? 'wasn’t' : 'weren’t'} sent.`,
  ]
    .filter(Boolean)
    .join(' ');
}
