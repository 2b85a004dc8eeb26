import {
  CircleCheck,
  CircleSlash,
  Clock,
  Hourglass,
  MapPinOff,
  OctagonX,
  Send,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import type { Schemas } from '../api/client';
import { countOf } from '../lib/count-of';
import { dateTimeWords, nearDayWords, timeWords } from '../lib/time-words';
import { toWallTime } from '../lib/wall-time';
import { fieldInSentence } from '../listings/field-values';
import type { StatusTone } from '../ui/basics/labels';

export type Change = Schemas['ChangeDto'];
export type ChangeState = Change['state'];
export type ChangeValue = Schemas['ChangeValueDto'];
export type GoogleEdit = Schemas['GoogleEditDto'];

/** Longer reasons are refused. */
export const MAX_REASON = 300;

/** A state as it is shown. */
export interface StateLook {
  label: string;
  icon: LucideIcon;
  /** Neutral unless given. */
  tone?: StatusTone;
}

/** The warning before a location is closed because Google shows it as closed. */
export const MAY_STAY_CLOSED = 'Google may not let a location open again once it’s permanently closed.';

/** The label, icon and colour of each state of a change, in the order of the filter. */
export const CHANGE_STATES: Readonly<Record<ChangeState, Readonly<StateLook>>> = Object.freeze({
  waiting: { label: 'Waiting', icon: Clock, tone: 'scheduled' },
  sending: { label: 'Being sent', icon: Send, tone: 'queued' },
  unconfirmed: { label: 'Not confirmed', icon: TriangleAlert, tone: 'warn' },
  in_review: { label: 'In review', icon: Hourglass, tone: 'queued' },
  public: { label: 'Public', icon: CircleCheck, tone: 'good' },
  refused: { label: 'Refused', icon: OctagonX, tone: 'bad' },
  conflict: { label: 'Conflict', icon: TriangleAlert, tone: 'warn' },
  not_sent: { label: 'Not sent', icon: CircleSlash },
  not_known: { label: 'Unknown', icon: TriangleAlert, tone: 'warn' },
});

const AWAY: Readonly<StateLook> = Object.freeze({ label: 'Not listed', icon: MapPinOff, tone: 'warn' });
const BACK: Readonly<StateLook> = Object.freeze({ label: 'Listed again', icon: CircleCheck, tone: 'good' });

/** The look of a change's state. A location that Google stopped listing is away, or back. */
export function lookOf({ field, state, backAt }: Pick<Change, 'field' | 'state' | 'backAt'>): StateLook {
  if (field !== 'presence') return CHANGE_STATES[state];
  return backAt === null ? AWAY : BACK;
}

/** The meaning of states whose label does not say it, for changes without a reason from the server. */
const STATE_NOTES: Readonly<Partial<Record<ChangeState, string>>> = Object.freeze({
  unconfirmed: 'Shingle is still finding out whether Google has it.',
  in_review: 'Google has it. Customers don’t see it yet.',
  conflict: 'The field had changed by then, so this wasn’t sent.',
});

/** What the state of a change means, or why it was not made; undefined if the label says it. */
export function stateNote(
  { field, state, error, backAt }: Pick<Change, 'field' | 'state' | 'error' | 'backAt'>,
  timeZone: string,
): string | undefined {
  if (field !== 'presence') return error ?? STATE_NOTES[state];
  return backAt === null
    ? 'Shingle can’t show or change this location until Google lists it again.'
    : `Seen again ${momentWords(backAt, timeZone)}. What changed in between isn’t in this log.`;
}

/** Whether a change may get another state within seconds. */
export function isUnderWay({ state }: Change): boolean {
  return state === 'waiting' || state === 'sending' || state === 'unconfirmed';
}

/** Who changed something. */
export function whoWords({ origin, actor, setKind }: Pick<Change, 'origin' | 'actor' | 'setKind'>): string {
  if (setKind === 'lock') return 'A lock';
  if (origin === 'elsewhere') return 'Someone outside Shingle';
  return origin === 'google' ? 'Google or the public' : actor?.name || 'A former user';
}

/** When something changed: '14:02', or 'between 13:02 and 14:02' for a change that was only seen afterwards. */
export function whenWords(
  { at, seenAfter, origin }: Pick<Change, 'at' | 'seenAfter' | 'origin'>,
  timeZone: string,
): string {
  const end = new Date(at);
  if (origin === 'here') return timeWords(end, timeZone);
  if (seenAfter === null) return `before ${timeWords(end, timeZone)}`;
  const start = new Date(seenAfter);
  const isSameDay = toWallTime(start, timeZone).date === toWallTime(end, timeZone).date;
  const from = isSameDay ? timeWords(start, timeZone) : momentWords(seenAfter, timeZone);
  return `between ${from} and ${timeWords(end, timeZone)}`;
}

/** A moment in a list: 'Mon 23 Nov, 14:02', with the year unless it is this one. */
export function momentWords(at: string, timeZone: string): string {
  const [day, today] = [new Date(at), new Date()].map((instant) => toWallTime(instant, timeZone).date);
  const isThisYear = day?.slice(0, 4) === today?.slice(0, 4);
  if (!isThisYear) return dateTimeWords(new Date(at), timeZone);
  return `${nearDayWords(day ?? '').short}, ${timeWords(new Date(at), timeZone)}`;
}

/** What was done together, in a sentence: 'Robin changed the phone number of 14 locations'. */
export function setWords(lines: readonly [Change, ...Change[]]): string {
  const [{ setKind, setName, setSize, locationName }] = lines;
  const { changes, locations } = setSize ?? { changes: lines.length, locations: 1 };
  const who = whoWords(lines[0]);
  const where = locations === 1 ? locationName : countOf(locations, 'location');
  const fields = new Set(lines.map(({ field }) => field));
  const what =
    fields.size === 1 && changes === locations ? fieldInSentence(lines[0].field) : countOf(changes, 'field');
  if (setKind === 'undo') return `${who} undid ${countOf(changes, 'change')} of ${where}`;
  if (setKind === 'restore') return `${who} restored ${what} of ${where}`;
  if (setKind === 'lock') return `${who} put ${what} of ${where} back`;
  if (setKind === 'decision') return `${who} answered ${countOf(changes, 'edit')} by Google`;
  return [`${who} changed ${what} of ${where}`, setName && `“${setName}”`].filter(Boolean).join(': ');
}
