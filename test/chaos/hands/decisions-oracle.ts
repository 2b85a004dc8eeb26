import type { JournalEntry } from 'gbp-simulator';
import type { ChangeDto } from '../../../dist/server/changes/change.dto.js';
import type { GoogleEditDto } from '../../../dist/server/changes/google-edit.dto.js';
import { textOfShown } from '../changes/texts.ts';
import { type Asked, isDone } from './asked.ts';
import { UNSEEN_MS, type Window } from './saves-oracle.ts';
import { afterOf, beforeOf, isTaken, nameOf, textAfter, textBefore } from './writes.ts';

/** What Google makes of its own edit between the reading that an edit was compared with and its arrival nobody can see. */
const RACE_MS = 1_500;

/** What a person's inbox and log show at the end. */
export interface Inbox {
  email: string;
  edits: GoogleEditDto[];
  lines: ChangeDto[];
}

/** Each is a list of sentences; empty is right. */
export interface DecisionsVerdict {
  /** An edit of Google was both accepted and refused. */
  both: string[];
  /** The page says something else of an edit of Google than what is public, or than what was done. */
  untrue: string[];
}

/**
 * Compares what inboxes say of Google's edits with what was done and what is public. Each value of Google is like no other.
 * Where Google replaced its own edit just before an edit from here ended what was there, or the owner did at Google, nobody
 * could have seen that: it is a window, and not wrong.
 */
export function judgeDecisions({
  journal,
  asked,
  inboxes,
}: {
  journal: JournalEntry[];
  asked: Asked[];
  inboxes: Inbox[];
}): DecisionsVerdict & { windows: Window[] } {
  const verdict: DecisionsVerdict = { both: [], untrue: [] };
  const windows: Window[] = [];
  const present = presentValues(journal);
  for (const [person, { email, edits, lines }] of inboxes.entries()) {
    for (const edit of edits) {
      const { id, locationId: location, field, state } = edit;
      const value = textOfShown(field, edit.google);
      const words = `${email} (${person}): ${location} ${field} “${value}” is ${state}`;
      const done = asked.filter((each) => each.about === id && isDone(each)).map(({ act }) => act);
      if (done.includes('accept') && done.includes('reject'))
        verdict.both.push(`${words}, and both answers were acknowledged`);
      const [wanted] = done;
      if (wanted && state !== (wanted === 'accept' ? 'ACCEPTED' : 'REJECTED'))
        verdict.untrue.push(`${words}, and ${wanted} was acknowledged`);
      const entries = journal.filter((entry) => entry.location === location && nameOf(entry) === field);
      const isAccepted = entries.some(
        (entry) => entry.author === 'api' && entry.view === 'owner' && textAfter(entry) === value,
      );
      const isEnded = entries.some(
        (entry) => entry.author === 'api' && entry.view === 'public' && textBefore(entry) === value,
      );
      if (state === 'ACCEPTED' && !isAccepted) verdict.untrue.push(`${words}, and was never saved`);
      const unseenMs = isEnded ? undefined : replacedBefore(entries, value);
      if (state === 'REJECTED' && unseenMs !== undefined)
        windows.push({ words: `${words}, and was replaced at Google`, ms: unseenMs });
      else if (state === 'REJECTED' && !isEnded) verdict.untrue.push(`${words}, and nothing ended it`);
      const now = present.get(`${location} ${field}`);
      if (state === 'OPEN' && (now?.public !== value || now.owner === value))
        verdict.untrue.push(`${words}, and the public sees “${now?.public ?? ''}”`);
    }
    for (const [key, now] of present)
      if (now.owner !== now.public && !edits.some((edit) => isOpen(edit, key, now.public)))
        verdict.untrue.push(`${email} (${person}): ${key} “${now.public}” is public, and no edit is open`);
    judgeLines(verdict, lines, inboxes);
  }
  return { ...verdict, windows };
}

/**
 * How long before an edit from here ended what the public saw a value was replaced by Google, or by the owner at Google;
 * undefined where it was not, or could have been seen.
 */
function replacedBefore(entries: JournalEntry[], value: string): number | undefined {
  const seen = entries.filter(({ view }) => view === 'public');
  const index = seen.findLastIndex((entry) => textBefore(entry) === value);
  const [replaced, ended] = [seen[index], seen[index + 1]];
  if (!replaced || replaced.author === 'api' || ended?.author !== 'api') return undefined;
  const ms = Date.parse(ended.at) - Date.parse(replaced.at);
  return ms <= (replaced.author === 'owner' ? UNSEEN_MS : RACE_MS) ? ms : undefined;
}

/** No value of Google was saved as the owner's by one answer, and replaced by the owner's by another one. */
function judgeLines(verdict: DecisionsVerdict, lines: ChangeDto[], inboxes: Inbox[]): void {
  const decisions = (of: ChangeDto[]) => of.filter((line) => line.setKind === 'decision' && isTaken(line));
  const accepted = decisions(lines).filter(({ isPublicOnly }) => !isPublicOnly);
  const refused = inboxes
    .flatMap((inbox) => decisions(inbox.lines))
    .filter(({ isPublicOnly }) => isPublicOnly);
  for (const line of accepted)
    for (const other of refused)
      if (
        other.locationId === line.locationId &&
        other.field === line.field &&
        beforeOf(other) === afterOf(line)
      )
        verdict.both.push(`${line.locationId} ${line.field} “${afterOf(line)}” was accepted and refused`);
}

/** What the owner and the public see of each field that was edited. */
function presentValues(journal: JournalEntry[]): Map<string, { owner: string; public: string }> {
  const present = new Map<string, { owner: string; public: string }>();
  for (const entry of journal) {
    const key = `${entry.location} ${nameOf(entry)}`;
    // What was never edited in one view is there what the first edit of the other one replaced.
    const known = present.get(key) ?? { owner: textBefore(entry), public: textBefore(entry) };
    present.set(key, { ...known, [entry.view]: textAfter(entry) });
  }
  return present;
}

function isOpen(edit: GoogleEditDto, key: string, value: string): boolean {
  const { locationId, field, state } = edit;
  return state === 'OPEN' && `${locationId} ${field}` === key && textOfShown(field, edit.google) === value;
}
