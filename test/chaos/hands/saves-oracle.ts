import type { Call, JournalEntry } from 'gbp-simulator';
import type { ChangeDto } from '../../../dist/server/changes/change.dto.js';
import type { Disturbance } from '../replica.ts';
import { type Asked, isDone, isRefused } from './asked.ts';
import {
  afterOf,
  beforeOf,
  describe,
  type Idle,
  idleIn,
  isMade,
  isTaken,
  mayBeTaken,
  nameOf,
  textAfter,
  wereMade,
  wordsOf,
  type Write,
  writesIn,
} from './writes.ts';

/**
 * How old the reading is at most that an edit was compared with when it leaves, and how long it may be on its way on a busy
 * machine: what was written at Google in that time could not be seen.
 */
const READING_HOLDS_MS = 5_000;
const ON_ITS_WAY_MS = 1_500;
export const UNSEEN_MS = READING_HOLDS_MS + ON_ITS_WAY_MS;
/** Within this time of its intent an edit arrives that Google takes without any effect. */
const NEAR_MS = 10_000;
/** What was taken and put back between two looks in this time was not to be seen; see hooks/quick.ts. */
const WATCHED_WITHIN_MS = 3_000;

/** What a person's log shows at the end. */
export interface Log {
  email: string;
  lines: ChangeDto[];
}

/** Everything that is known of saves when all is over. */
export interface SavesEvidence {
  /** All entries since the first act. */
  journal: JournalEntry[];
  /** All requests to edit a location since then. */
  patches: Call[];
  asked: Asked[];
  /** One for each person. */
  logs: Log[];
  /** When servers were halted. */
  halted: Disturbance[];
}

/** Something at Google that nobody here could have seen before it was overwritten. */
export interface Window {
  words: string;
  ms: number;
}

/** Each is a list of sentences; empty is right. */
export interface SavesVerdict {
  /** Another value was replaced than the save's line says, or than its tab had seen. */
  overwritten: string[];
  /** Google took it, and no line says so. */
  missing: string[];
  /** A line says that Google took it, and Google did not. */
  wrong: string[];
  /** Google took the same once more: a save of one line, or two lines that take the same line back. */
  doubled: string[];
  /** It was sent once more after Google had taken it and somebody had replaced it there. */
  again: string[];
  /** It was acknowledged, and has not come about. */
  lost: string[];
  /** It was refused, and was made all the same. */
  refused: string[];
  /** The log does not say what became of it. */
  open: string[];
  /** The lines of a field do not follow from each other, up to what Google has now. */
  torn: string[];
}

const OPEN_STATES = ['waiting', 'sending', 'unconfirmed'];

/** Compares what came to Google with the logs, and with what people were answered. */
export class SavesOracle {
  /** By the entry of the edit in the journal. */
  readonly windows = new Map<number, Window>();
  private readonly verdict: SavesVerdict = {
    overwritten: [],
    missing: [],
    wrong: [],
    doubled: [],
    again: [],
    lost: [],
    refused: [],
    open: [],
    torn: [],
  };
  private readonly evidence: SavesEvidence;
  private readonly writes: Write[];

  constructor(evidence: SavesEvidence) {
    this.evidence = evidence;
    this.writes = writesIn(evidence.journal, evidence.patches);
  }

  judge(): SavesVerdict {
    this.judgeLines();
    for (const asked of this.evidence.asked) this.judgeAnswer(asked);
    for (const { email, lines } of this.evidence.logs) this.judgeChain(email, lines);
    return this.verdict;
  }

  /** Each edit has its line and each line its edit, and it replaced what the line says. */
  private judgeLines(): void {
    const lines = this.evidence.logs.flatMap(({ email, lines: all }) =>
      all.filter(({ origin }) => origin === 'here').map((line) => ({ email, line })),
    );
    for (const { line } of lines)
      if (OPEN_STATES.includes(line.state)) this.verdict.open.push(`${wordsOf(line)} is ${line.state}`);
    const left = new Set(lines.filter(({ line }) => isTaken(line) || mayBeTaken(line)));
    for (const write of this.writes) {
      const alike = [...left].filter(
        ({ email, line }) => email === write.email && isOf(line, write) && afterOf(line) === write.after,
      );
      const same = alike.filter(({ line }) => beforeOf(line) === write.before);
      const found = (same.length > 0 ? same : alike).sort(
        (a, b) => distance(a.line, write.at) - distance(b.line, write.at),
      )[0];
      if (!found) {
        this.noteWithoutLine(write);
        continue;
      }
      left.delete(found);
      if (same.length > 0) continue;
      // An answer that keeps the owner's value says what the public saw, also where it arrives at another value of the owner's.
      const view = found.line.isPublicOnly ? 'public' : write.view;
      this.judgeReplaced({ ...write, view }, beforeOf(found.line), 'its line');
    }
    const idle = idleIn(this.evidence.journal, this.evidence.patches);
    for (const { email, line } of left) {
      if (mayBeTaken(line)) continue;
      const index = idle.findIndex(
        ({ call, ...place }) =>
          call.person === email && isOf(line, place) && distance(line, Date.parse(call.at)) < NEAR_MS,
      );
      if (index < 0 && !this.isMadeByOthers(email, line))
        this.verdict.wrong.push(`${wordsOf(line)} (${line.state})`);
      else if (index >= 0) idle.splice(index, 1);
    }
    // Google took what it had already: somebody has saved twice, unless it was written there at that moment.
    for (const each of idle)
      if (!this.isJustWritten(each))
        this.verdict.doubled.push(`request ${each.call.number}: ${each.location} ${each.field} had it`);
    const undone = Map.groupBy(
      lines.filter(({ line }) => line.undoes !== null && isTaken(line)),
      ({ line }) => line.undoes,
    );
    for (const [id, of] of undone)
      if (of.length > 1) this.verdict.doubled.push(`${id} was taken back by ${of.length} lines`);
  }

  /**
   * Whether somebody else has made the same, while nobody here could know what had become of this line's edit: then what is
   * there is what was wanted. Where Google had answered, it is not so.
   */
  private isMadeByOthers(email: string, line: ChangeDto): boolean {
    const isInDoubt = this.evidence.patches.some(
      ({ person, path, at, accepted, status }) =>
        person === email &&
        path.endsWith(`/${line.locationId}`) &&
        distance(line, Date.parse(at)) < NEAR_MS &&
        accepted === undefined &&
        (status === null || status >= 500 || status === 408),
    );
    const view = line.isPublicOnly ? 'public' : 'owner';
    const made = this.history({ location: line.locationId, field: line.field, view }).filter(
      (entry) => textAfter(entry) === afterOf(line) && Date.parse(entry.at) >= Date.parse(line.at),
    );
    return isInDoubt && made.length > 0;
  }

  private noteWithoutLine(write: Write): void {
    const earlier = this.writes.findLast(
      (other) => other.seq < write.seq && isAlike(other, write) && other.after === write.after,
    );
    const words = describe(write);
    const [replaced] = earlier ? this.between(earlier, write) : [];
    const ms = earlier && replaced ? Date.parse(replaced.at) - earlier.at : Infinity;
    if (!earlier) this.verdict.missing.push(words);
    else if (!replaced) this.verdict.doubled.push(words);
    else if (replaced.author !== 'api' && ms <= WATCHED_WITHIN_MS) this.windows.set(write.seq, { words, ms });
    else this.verdict.again.push(`${words}, though it had been there for ${ms} ms`);
  }

  /** What was there and is not what was known: was it from here, or could nobody have seen it? */
  private judgeReplaced(write: Write, known: string, by: string): void {
    const former = this.history(write).filter(({ seq }) => seq < write.seq);
    const unseen = former.slice(former.findLastIndex((entry) => textAfter(entry) === known) + 1);
    const words = `${describe(write)}, where ${by} says “${known}”`;
    const [first] = unseen;
    const ours = unseen.find(({ author }) => author === 'api');
    if (!first || ours) {
      this.verdict.overwritten.push(`${words}${ours ? ', which came from here' : ''}`);
      return;
    }
    const written = Date.parse(first.at);
    const ms = write.at - written;
    const halted = this.evidence.halted.reduce(
      (sum, { from, to }) => sum + Math.max(0, Math.min(to, write.at) - Math.max(from, written)),
      0,
    );
    if (ms - halted <= UNSEEN_MS) this.windows.set(write.seq, { words, ms });
    else this.verdict.overwritten.push(`${words}, for ${ms} ms`);
  }

  private judgeAnswer(asked: Asked): void {
    const { act, place, wanted, about, to } = asked;
    const words = `${act} of ${place} ${wanted.map(({ field, text }) => `${field} “${text}”`).join(', ')} by ${asked.person} (${asked.status} ${asked.code ?? ''})`;
    if (act === 'save')
      for (const { field, text } of wanted) {
        const made = this.writes.filter((write) => write.location === place && isMade(write, field, text));
        const alike = this.evidence.asked.filter((other) => isAlikeAsked(other, asked, field, text));
        if (isDone(asked) && !made.some(({ at }) => at <= to)) this.verdict.lost.push(words);
        if (alike.length > 1) continue;
        if (isRefused(asked) && made.length > 0) this.verdict.refused.push(words);
        const saw = asked.saw?.find((seen) => seen.field === field);
        const [write] = made;
        if (isDone(asked) && saw && write && write.before !== saw.text)
          this.judgeReplaced(write, saw.text, 'its tab');
      }
    if (act === 'undo' && isDone(asked)) {
      const line = this.evidence.logs[asked.person]?.lines.find(({ id }) => id === about);
      // What Google had and somebody replaced before its review was over is not undone by it any more.
      if (!line?.undoneBy && !wereMade(this.writes, asked)) this.verdict.lost.push(words);
    }
  }

  /** The lines of each field follow from each other, and end with what Google has. */
  private judgeChain(email: string, lines: ChangeDto[]): void {
    const own = lines.filter((line) => !line.isPublicOnly && isTaken(line) && line.field !== 'presence');
    for (const of of Map.groupBy(own, ({ locationId, field }) => `${locationId} ${field}`).values()) {
      const inTime = of.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
      for (const [index, line] of inTime.entries()) {
        const last = inTime[index - 1];
        if (last && afterOf(last) !== beforeOf(line))
          this.verdict.torn.push(`${email}: ${wordsOf(line)} follows “${afterOf(last)}”`);
      }
      const end = inTime.at(-1)!;
      const now = this.history({ location: end.locationId, field: end.field, view: 'owner' }).at(-1);
      if (now && textAfter(now) !== afterOf(end))
        this.verdict.torn.push(`${email}: ${wordsOf(end)} is the last line, Google has “${textAfter(now)}”`);
    }
  }

  private history({ location, field, view }: Pick<Write, 'location' | 'field' | 'view'>): JournalEntry[] {
    return this.evidence.journal.filter(
      (entry) => entry.location === location && entry.view === view && nameOf(entry) === field,
    );
  }

  private between(first: Write, last: Write): JournalEntry[] {
    return this.history(last).filter(({ seq }) => seq > first.seq && seq < last.seq);
  }

  private isJustWritten({ call, location, field }: Idle): boolean {
    return this.evidence.journal.some((entry) => {
      const before = Date.parse(call.at) - Date.parse(entry.at);
      const isThere = entry.location === location && nameOf(entry) === field;
      return isThere && before >= 0 && before <= UNSEEN_MS;
    });
  }
}

function isAlike(a: Write, b: Write): boolean {
  return a.location === b.location && a.field === b.field;
}

function isAlikeAsked(other: Asked, { act, place }: Asked, field: string, text: string): boolean {
  const isWanted = other.wanted.some((wanted) => wanted.field === field && wanted.text === text);
  return other.act === act && other.place === place && isWanted;
}

function isOf({ locationId, field }: ChangeDto, write: Pick<Write, 'location' | 'field'>): boolean {
  return locationId === write.location && field === write.field;
}

function distance({ at }: ChangeDto, time: number): number {
  return Math.abs(Date.parse(at) - time);
}
