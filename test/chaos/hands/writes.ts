import type { Call, JournalEntry } from 'gbp-simulator';
import type { ChangeDto } from '../../../dist/server/changes/change.dto.js';
import { editsIn } from '../changes/oracle.ts';
import { FIELD_NAMES, textOfGoogles, textOfShown } from '../changes/texts.ts';
import type { Asked } from './asked.ts';

/** The log's words for what Google took, and has no longer. */
const REPLACED = /replaced this one|after its review/;
/** Those for what Google may have taken. */

/** An edit that came from here, in the view that it changed. */
export interface Write {
  seq: number;
  at: number;
  email: string | undefined;
  location: string;
  field: string;
  view: JournalEntry['view'];
  before: string;
  after: string;
}

/** The edits that came by the API, each in the view that the owner writes where it changed that. */
export function writesIn(journal: JournalEntry[], patches: Call[]): Write[] {
  const people = new Map(patches.map(({ number, person }) => [number, person]));
  return editsIn(journal).flatMap(({ author, location, field, owner, public: seen }): Write[] => {
    const entry = owner ?? seen;
    if (author !== 'api' || !entry) return [];
    const { seq, at, view, call = 0 } = entry;
    const [before, after] = [textBefore(entry), textAfter(entry)];
    return [{ seq, at: Date.parse(at), email: people.get(call), location, field, view, before, after }];
  });
}

/** A field that a request was to change, and that had what was wanted when it came. */
export interface Idle {
  call: Call;
  location: string;
  field: string;
}

/** Such fields of all requests that Google took; others of the same request may have changed. */
export function idleIn(journal: JournalEntry[], patches: Call[]): Idle[] {
  const changed = new Set(journal.map((entry) => `${entry.call} ${nameOf(entry)}`));
  return patches.flatMap((call): Idle[] => {
    const location = call.accepted?.split('/').at(-1);
    if (location === undefined) return [];
    const fields = (call.query.updateMask ?? '').split(',').map((path) => FIELD_NAMES[path] ?? path);
    return fields
      .filter((field) => !changed.has(`${call.number} ${field}`))
      .map((field) => ({ call, location, field }));
  });
}

/** The product's name of the field of an entry. */
export function nameOf({ field }: JournalEntry): string {
  return FIELD_NAMES[field] ?? field;
}

/** The values of an entry as the texts that are compared. */
export function textBefore(entry: JournalEntry): string {
  return textOfGoogles(nameOf(entry), entry.before);
}

export function textAfter(entry: JournalEntry): string {
  return textOfGoogles(nameOf(entry), entry.after);
}

/** Whether a line says that Google took it, also where it has it no longer. */
export function isTaken({ state, error }: ChangeDto): boolean {
  return state === 'public' || state === 'in_review' || (state === 'refused' && REPLACED.test(error ?? ''));
}

/** Whether a line says that it is not known whether Google has taken it, or that somebody has changed it there since. */
export function mayBeTaken({ state }: ChangeDto): boolean {
  return state === 'conflict' || state === 'not_known';
}

/** The values of a line as the texts that are compared. */
export function afterOf({ field, after }: ChangeDto): string {
  return textOfShown(field, after);
}

export function beforeOf({ field, before }: ChangeDto): string {
  return textOfShown(field, before);
}

/** A line in words. */
export function wordsOf(line: ChangeDto): string {
  const { locationId, field, setKind, at } = line;
  return `${locationId} ${field} by ${setKind ?? line.origin} at ${at}: “${beforeOf(line)}” -> “${afterOf(line)}”`;
}

/** An edit in words. */
export function describe({ location, field, at, before, after, email }: Write): string {
  return `${location} ${field} at ${new Date(at).toISOString()} for ${email ?? 'nobody'}: “${before}” -> “${after}”`;
}

/** Whether an edit gave a field that value. */
export function isMade(write: Write, field: string, text: string): boolean {
  return write.field === field && write.after === text;
}

/** Whether all that a request named came to Google before it was answered. */
export function wereMade(writes: readonly Write[], { place, wanted, from, to }: Asked): boolean {
  const then = writes.filter(({ location, at }) => location === place && at >= from && at <= to);
  return (
    wanted.length > 0 && wanted.every(({ field, text }) => then.some((write) => isMade(write, field, text)))
  );
}
