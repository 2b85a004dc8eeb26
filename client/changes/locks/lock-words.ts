import { countOf, figure } from '../../lib/count-of';
import { durationWords } from '../../lib/duration-words';
import { nearDayWords } from '../../lib/time-words';
import { toWallTime } from '../../lib/wall-time';
import { FIELD_NAMES, fieldInSentence } from '../../listings/field-values';
import type { Lock, LockEvent, WaitingEdit } from '../../listings/use-locks';

/** How often something was done: 'once', 'twice', '5 times'. */
export function timesWords(count: number): string {
  return ({ 1: 'once', 2: 'twice' } as const)[count] ?? `${figure(count)} times`;
}

const DAY_SECONDS = 24 * 60 * 60;

/** How long a value held: '4 hours', '8 days'. */
function heldWords(ms: number): string {
  const seconds = ms / 1000;
  return seconds < 1.5 * DAY_SECONDS
    ? durationWords(seconds)
    : countOf(Math.round(seconds / DAY_SECONDS), 'day');
}

/** Why a lock leaves an edit to a person, in the words that stand above it. */
export function whyWaits({ why }: WaitingEdit, { value, field }: Lock['limits']): string {
  if (why === 'closed') return 'Google says it’s closed. You decide.';
  const times = timesWords(why === 'value' ? value : field);
  return why === 'value'
    ? `We’ve put this back ${times}. Now you decide.`
    : `We’ve put this field back ${times}. Now you decide.`;
}

/** What a lock did, or what happened to its field, without the location. */
export function eventWords({ kind, heldMs, reason }: LockEvent, { createdBy }: Lock): string {
  switch (kind) {
    case 'locked':
      return `Locked by ${createdBy?.name || 'a former user'}`;
    case 'put_back':
      return 'Put your value back';
    case 'came_again':
      return heldMs === null
        ? 'Google or the public changed it again'
        : `Google or the public changed it again after ${heldWords(heldMs)}`;
    case 'taken_over':
      return 'Took over a new value: you changed it outside Shingle';
    case 'changed':
      return 'Took over a new value: you changed it here';
    case 'waits':
      return 'Changed again. We left it for you to decide';
    case 'asked':
      return 'Google says it’s closed. We left it for you to decide';
    case 'answered':
      return 'You kept your value';
    case 'not_sent':
      return reason ? `Couldn’t put your value back. ${reason}` : 'Couldn’t put your value back';
  }
}

/** The day of an event in a list: '23 Nov', with the year unless it is this one. */
export function eventDay(at: string, now: Date, timeZone: string): string {
  const [day, today] = [new Date(at), now].map((instant) => toWallTime(instant, timeZone).date);
  const { short } = nearDayWords(day ?? '');
  return day?.slice(0, 4) === today?.slice(0, 4) ? short : `${short} ${day?.slice(0, 4)}`;
}

/** What is locked: 'Phone number of Hearth & Crumb', 'Phone number of 30 locations'. */
export function lockName({ field, locations: { count, first } }: Lock): string {
  return `${FIELD_NAMES[field]} of ${count === 1 ? first.name : countOf(count, 'location')}`;
}

/** The heading of the list: '18 locks, 1 waits for you'. */
export function locksWords({ all, waiting }: { all: number; waiting: number }): string {
  if (waiting === 0) return countOf(all, 'lock');
  return `${countOf(all, 'lock')}, ${figure(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for you`;
}

/** What became of locking: 'The phone number is locked at 30 locations. 2 were locked already.' */
export function lockedWords(
  fields: readonly Lock['field'][],
  { locked, already }: { locked: number; already: number },
): string {
  const [only] = fields;
  const isOne = only && fields.length === 1;
  const were = already === 1 ? 'was' : 'were';
  // Of several fields each location is counted with each.
  const [done, rest] = isOne
    ? [countOf(locked, 'location'), `${figure(already)} ${were} locked already.`]
    : [countOf(locked, 'value'), `${figure(already)} ${were} locked already.`];
  if (locked === 0)
    return isOne
      ? `Nothing new: ${fieldInSentence(only)} is locked already.`
      : 'Nothing new: all of it is locked already.';
  const what = isOne ? `${FIELD_NAMES[only]} locked at ${done}.` : `${done} locked.`;
  return already === 0 ? what : `${what} ${rest}`;
}
