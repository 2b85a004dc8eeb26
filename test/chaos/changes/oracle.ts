import type { Call, JournalEntry } from 'gbp-simulator';
import type { ChangeDto } from '../../../dist/server/changes/change.dto.js';
import { FIELD_NAMES, textOfGoogles, textOfShown } from './texts.ts';

/** One changed field of one location, as it was to be seen. */
export interface Line {
  location: string;
  field: string;
  before: string;
  after: string;
  origin: 'here' | 'elsewhere' | 'google';
  /** Whether it changed only what the public sees. */
  isPublicOnly: boolean;
}

/** A change that was asked for through the API, and the answer. */
export interface Asked {
  location: string;
  field: string;
  wanted: string;
  /** The status of the answer: 200, 202 and 204 are promises, 503 is none. */
  status: number;
}

/** Each is a list of sentences; empty is right. */
export interface Verdict {
  /** Google's journal has it, and the log does not. */
  missing: string[];
  /** The log has it more often than Google's journal. */
  doubled: string[];
  /** The log has it, and Google's journal does not. */
  wrong: string[];
  /** A change whose outcome the log does not say. */
  open: string[];
  /** It was acknowledged, and neither Google nor the log knows it. */
  lost: string[];
  /** Google was sent a value that it had already. */
  repeated: string[];
}

/** A change in the journal: its entries in both views, by who made it. */
export interface Edit {
  location: string;
  field: string;
  author: JournalEntry['author'];
  owner?: JournalEntry;
  public?: JournalEntry;
}

const TAKEN = ['public', 'in_review'];
const NOT_ACCEPTED = ['refused', 'conflict', 'not_sent', 'not_known'];

/**
 * Compares what the log shows with what was to be seen by Google's own journal, where each field was edited at most once
 * between two whole readings. `journal` has the entries since the first reading, `calls` the requests to edit a location.
 */
export function judge(
  { journal, calls, asked }: { journal: JournalEntry[]; calls: Call[]; asked: Asked[] },
  shown: ChangeDto[],
): Verdict {
  const verdict: Verdict = { missing: [], doubled: [], wrong: [], open: [], lost: [], repeated: [] };
  const edits = editsIn(journal);
  const expected = Map.groupBy(edits.flatMap(visibleLine), keyOf);
  const lines = Map.groupBy(
    shown.map((change) => ({ change, line: lineOf(change) })),
    ({ line }) => keyOf(line),
  );
  const thrownAway = new Set(
    edits
      .filter(({ author, owner }) => author === 'review' && owner)
      .map(({ location, field }) => `${location} ${field}`),
  );
  for (const [key, wanted] of expected) {
    const of = lines.get(key) ?? [];
    const taken = of.filter(({ change, line }) => {
      const isThrownAway = change.state === 'refused' && thrownAway.has(`${line.location} ${line.field}`);
      return TAKEN.includes(change.state) || isThrownAway;
    });
    for (let number = taken.length; number < wanted.length; number += 1)
      verdict.missing.push(`${key}${of.length > 0 ? `, shown as ${statesOf(of)}` : ''}`);
    for (let number = wanted.length; number < taken.length; number += 1) verdict.doubled.push(`${key}`);
  }
  for (const [key, of] of lines)
    for (const { change, line } of of) {
      const isOpen = !TAKEN.includes(change.state) && !NOT_ACCEPTED.includes(change.state);
      if (isOpen) verdict.open.push(`${key} is ${change.state}`);
      else if (TAKEN.includes(change.state) && !expected.has(key))
        verdict.wrong.push(`${key} (${change.state})`);
      else if (NOT_ACCEPTED.includes(change.state) && line.origin !== 'here')
        verdict.wrong.push(`${key} is ${change.state}`);
    }
  const said = new Set([...edits.map(doneBy), ...shown.map((change) => askedKey(lineOf(change)))]);
  for (const each of asked.filter(({ status }) => status < 300))
    if (!said.has(askedKey({ ...each, after: each.wanted })))
      verdict.lost.push(`${each.location} ${each.field} -> ${each.wanted} (${each.status})`);
  const effective = new Set(journal.map(({ call }) => call));
  for (const { number, path, accepted, query } of calls)
    if (accepted && !effective.has(number))
      verdict.repeated.push(`request ${number}, ${path} ${query.updateMask ?? ''}`);
  return verdict;
}

/** The entries of one edit of a field together: it may show in the owner's view, in the public's, or in both. */
export function editsIn(journal: JournalEntry[]): Edit[] {
  const edits = new Map<string, Edit>();
  for (const entry of journal) {
    const { location, author, at, call, view } = entry;
    const field = FIELD_NAMES[entry.field] ?? entry.field;
    const key = [location, field, author, call ?? at].join(' ');
    edits.set(key, { ...edits.get(key), location, field, author, [view]: entry });
  }
  return [...edits.values()];
}

/**
 * The visible part of an edit. If Google's difference in a field ends while the owner's value stays, it cannot be seen who
 * ended it: that counts as Google's, unless it was done here. A value that passes Google's review is no change of its own.
 */
function visibleLine({ location, field, author, owner, public: seen }: Edit): Line[] {
  const entry = owner ?? seen;
  if (!entry || (author === 'review' && !owner)) return [];
  const origin = author === 'api' ? 'here' : author === 'owner' && owner ? 'elsewhere' : 'google';
  const [before, after] = [entry.before, entry.after].map((value) => textOfGoogles(field, value)) as [
    string,
    string,
  ];
  return [{ location, field, before, after, origin, isPublicOnly: !owner }];
}

function lineOf({ locationId, field, before, after, origin, isPublicOnly }: ChangeDto): Line {
  return {
    location: locationId,
    field,
    before: textOfShown(field, before),
    after: textOfShown(field, after),
    origin,
    isPublicOnly,
  };
}

function keyOf({ location, field, before, after, origin, isPublicOnly }: Line): string {
  return `${location} ${field} by ${origin}${isPublicOnly ? ' in public' : ''}: “${before}” -> “${after}”`;
}

function askedKey({ location, field, after }: Pick<Line, 'location' | 'field' | 'after'>): string {
  return `${location} ${field} -> ${after}`;
}

function doneBy({ location, field, owner, public: seen }: Edit): string {
  return askedKey({ location, field, after: textOfGoogles(field, (owner ?? seen)?.after ?? null) });
}

function statesOf(of: { change: ChangeDto }[]): string {
  return of.map(({ change }) => change.state).join(', ');
}
