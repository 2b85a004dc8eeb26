import type { Call, JournalEntry } from 'gbp-simulator';
import type { ChangeDto } from '../../../dist/server/changes/change.dto.js';
import { FIELD_NAMES, textOfGoogles, textOfShown } from '../changes/texts.ts';
import { OPEN_STATES } from './dates-oracle.ts';

/** What an edit was to give a location, by its preview. */
export interface PreviewedRow {
  location: string;
  fields: { field: string; before: string; after: string }[];
}

/** One edit that was confirmed. */
export interface DoneEdit {
  number: number;
  /** Of its set too. */
  id: string;
  /** The number of the journal's last entry before its preview was worked out, when it was over, and when its undo was. */
  from: number;
  to: number;
  undoneTo?: number;
  rows: PreviewedRow[];
}

export interface EditsEvidence {
  edits: DoneEdit[];
  /** All of it. */
  journal: JournalEntry[];
  /** The requests to read or edit a location. */
  calls: Call[];
  /** The whole log. */
  log: ChangeDto[];
}

/** Each is a list of sentences; empty is right. */
export interface EditsVerdict {
  /** A value that somebody else had written was replaced, although it could have been seen. */
  overwritten: string[];
  /** Google got a value that the preview did not show, or a field that the edit is not about. */
  wrong: string[];
  /** Others have written, nothing was sent, and the line does not say that it is a conflict. */
  unnamed: string[];
  /** A conflict is named where nobody has written anything. */
  invented: string[];
  /** The log says that Google has it, and it does not, or the reverse. */
  untrue: string[];
  /** What Google has in the end is in no line. */
  hidden: string[];
  /** A location has no line, or several. */
  missing: string[];
  /** The log does not say what became of it. */
  open: string[];
}

/** What was written at Google between our last reading of a location and the arrival of a change, in words. */
export interface Judged {
  verdict: EditsVerdict;
  unseen: string[];
}

const TAKEN = ['in_review', 'public'];

/** A field of a location, and what becomes of it in a set. */
interface Target {
  words: string;
  location: string;
  field: string;
  before: string;
  after: string;
  line: ChangeDto | undefined;
}

/**
 * Judges edits and their undos by Google's journal. Where any field of a location has another value than the edit is based
 * on, nothing is sent to that location, and all its lines say so.
 */
export function judgeEdits({ edits, journal, calls, log }: EditsEvidence): Judged {
  const verdict: EditsVerdict = {
    ...{
      overwritten: [],
      wrong: [],
      unnamed: [],
      invented: [],
      untrue: [],
      hidden: [],
      missing: [],
      open: [],
    },
  };
  const unseen: string[] = [];
  const byLocation = Map.groupBy(
    journal.filter(({ view }) => view === 'owner'),
    ({ location }) => location,
  );
  const bySet = Map.groupBy(log, ({ setId }) => setId);
  const byUndone = Map.groupBy(log, ({ undoes }) => undoes);
  const shown = Map.groupBy(
    log.filter(({ state }) => TAKEN.includes(state)),
    ({ locationId, field }) => `${locationId} ${field}`,
  );
  for (const { number, id, from, to, undoneTo, rows } of edits) {
    const lines = bySet.get(id) ?? [];
    for (const { location, fields } of rows) {
      const own = lines.filter(({ locationId }) => locationId === location);
      const targets = fields.map(({ field, before, after }): Target => {
        const [line, ...more] = own.filter((each) => each.field === field);
        const words = `edit ${number}, ${location} ${field}`;
        if (!line || more.length > 0)
          verdict.missing.push(`${words} has ${line ? more.length + 1 : 0} lines`);
        return { words, location, field, before, after, line };
      });
      const past = new Past(byLocation.get(location) ?? [], calls, location);
      // What was not known when the undo began was looked for beside it.
      judgeLocation(targets, past, { from, to, knownBy: undoneTo ?? to }, verdict, unseen);
      for (const { words, field } of targets) {
        const last = past.last(field, from);
        const lines = shown.get(`${location} ${field}`) ?? [];
        if (last !== undefined && !lines.some((line) => textOfShown(field, line.after) === last))
          verdict.hidden.push(`${words}: Google has “${last}”`);
      }
      if (undoneTo === undefined) continue;
      const undone = own.flatMap((line): Target[] => {
        // The last one counts; those before it were not accepted.
        const undo = byUndone.get(line.id)?.at(-1);
        if (!undo) return [];
        const words = `undo of edit ${number}, ${location} ${line.field}`;
        const [before, after] = [line.after, line.before].map((value) => textOfShown(line.field, value));
        return [{ words, location, field: line.field, before: before!, after: after!, line: undo }];
      });
      judgeLocation(undone, past, { from: to, to: undoneTo, knownBy: undoneTo }, verdict, unseen);
    }
  }
  return { verdict, unseen };
}

function judgeLocation(
  targets: Target[],
  past: Past,
  { from, to, knownBy }: { from: number; to: number; knownBy: number },
  verdict: EditsVerdict,
  unseen: string[],
): void {
  const entries = past.between(from, to);
  const ours = entries.filter(({ author }) => author === 'api');
  const strange = ours.find((entry) => !targets.some(({ field }) => field === nameOf(entry)));
  if (strange) verdict.wrong.push(`${targets[0]?.words ?? strange.location}: Google got ${wordsOf(strange)}`);
  const sentAt = ours[0]?.seq ?? Infinity;
  const hasMoved = targets.some(({ field, before }) =>
    past.valuesOf(field, from, Math.min(sentAt, to)).some((value) => value !== before),
  );
  for (const { words, field, before, after, line } of targets) {
    const state = line?.state ?? 'not in the log';
    if (OPEN_STATES.includes(state)) verdict.open.push(`${words} is ${state}`);
    const sent = ours.filter((entry) => nameOf(entry) === field);
    for (const entry of sent) {
      const said = `${words} is ${state}: ${wordsOf(entry)}, where it is based on “${before}”`;
      if (textAfter(entry) !== after) verdict.wrong.push(`${said} and gives “${after}”`);
      if (textBefore(entry) === before) continue;
      const window = past.unseenBefore(entry);
      if (window === undefined) verdict.overwritten.push(said);
      else unseen.push(`${said}, written ${window} ms before`);
    }
    const isMadeElsewhere = past.valuesOf(field, from, knownBy).includes(after);
    if (TAKEN.includes(state) && sent.length === 0 && !isMadeElsewhere)
      verdict.untrue.push(`${words} is ${state}, and Google has not got it`);
    if (!line || TAKEN.includes(state)) continue;
    // What was replaced before a reading has shown that the public has it was not published, as far as anybody can see.
    const isReplaced = past.isReplaced(field, sent.at(-1)?.seq ?? Infinity);
    if (sent.length > 0 && state !== 'not_known' && !isReplaced)
      verdict.untrue.push(`${words} is ${state}, and Google has got it`);
    if (sent.length > 0) continue;
    if (state === 'conflict' && !hasMoved) verdict.invented.push(`${words}: ${line.error ?? ''}`);
    const isNamed = state === 'conflict' || line.error !== null;
    if (hasMoved && !isNamed) verdict.unnamed.push(`${words} is ${state}`);
  }
}

/** What happened to a location at Google, in the owner's view. */
class Past {
  private readonly entries: JournalEntry[];
  private readonly calls: Call[];

  constructor(entries: JournalEntry[], calls: Call[], location: string) {
    this.entries = entries;
    this.calls = calls.filter(({ path }) => path.endsWith(`/${location}`));
  }

  between(from: number, to: number): JournalEntry[] {
    return this.entries.filter(({ seq }) => seq > from && seq <= to);
  }

  /** The value that a field has in the end; undefined where it was not changed since an entry. */
  last(field: string, since: number): string | undefined {
    const entry = this.entries.findLast((each) => nameOf(each) === field && each.seq > since);
    return entry && textAfter(entry);
  }

  /** The values that a field had from one entry on until another one came, our own apart. */
  valuesOf(field: string, from: number, to: number): string[] {
    const of = this.entries.filter((entry) => nameOf(entry) === field);
    const atBegin = of.findLast(({ seq }) => seq <= from);
    const next = of.find(({ seq }) => seq > from);
    const first = atBegin ? [textAfter(atBegin)] : next ? [textBefore(next)] : [];
    const later = of.filter(({ seq, author }) => seq > from && seq < to && author !== 'api');
    return [...first, ...later.map(textAfter)];
  }

  /** Whether a field got another value after an entry, also when the set was over. */
  isReplaced(field: string, since: number): boolean {
    return this.entries.some((entry) => entry.seq > since && nameOf(entry) === field);
  }

  /** How long before a change of ours somebody wrote what it replaced, if that was after the last reading before it. */
  unseenBefore({ seq, call, field }: JournalEntry): number | undefined {
    const request = this.calls.find(({ number }) => number === call);
    const reading = this.calls.findLast(
      ({ number, operation, status }) =>
        operation === 'locations.get' && status === 200 && request !== undefined && number < request.number,
    );
    const written = this.entries.findLast((entry) => entry.seq < seq && entry.field === field);
    if (!request || !reading || !written || written.author === 'api' || written.at < reading.at)
      return undefined;
    return Date.parse(request.at) - Date.parse(written.at);
  }
}

function nameOf({ field }: JournalEntry): string {
  return FIELD_NAMES[field] ?? field;
}

function textBefore(entry: JournalEntry): string {
  return textOfGoogles(nameOf(entry), entry.before);
}

function textAfter(entry: JournalEntry): string {
  return textOfGoogles(nameOf(entry), entry.after);
}

function wordsOf(entry: JournalEntry): string {
  return `${nameOf(entry)} “${textBefore(entry)}” -> “${textAfter(entry)}”`;
}
