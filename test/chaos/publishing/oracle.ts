import type { Call, PostView } from 'gbp-simulator';
import type { Disturbance } from '../replica.ts';
import { AMBIGUOUS } from './faults.ts';

/** What is not found was sent to Google so long before the fault that kept it from being confirmed, at most. */
const CALL_MS = 12_000;
/** A claim outlives the process that held it for so long; what it sent in that time is in doubt. */
const LEASE_MS = 24_000;

/** A post whose scheduling was acknowledged. */
export interface Scheduled {
  id: string;
  locationId: string;
  text: string;
  publishAt: Date;
  /** Its time before its owner retried it: an earlier attempt may have succeeded after all. */
  firstDue?: Date;
  /** Its owner has cancelled it, and that was acknowledged. */
  isCancelled?: boolean;
  /** A text that it no longer has: from the acknowledgement on it must not go out. */
  withdrawn?: string;
}

/** A scheduling whose answer never came: the post may be there or not. */
export type Unanswered = Pick<Scheduled, 'locationId' | 'text'>;

/** One time that publishing was tried. */
export interface Attempt {
  outcome: string | null;
  /** When it was about to leave; null: it never was. */
  sentAt: Date | null;
  endedAt: Date | null;
}

/** A post as the API shows it to its owner at the end. */
export type Shown = Pick<Row, 'id' | 'text' | 'publishAt' | 'status' | 'detail' | 'errorDetails'>;

/** A post as the database has it at the end. */
export interface Row {
  id: string;
  locationId: string;
  text: string;
  publishAt: Date;
  status: 'SCHEDULED' | 'QUEUED' | 'PUBLISHED' | 'FAILED';
  detail: string | null;
  googleName: string | null;
  errorDetails: string | null;
  /** Oldest first. */
  attempts: Attempt[];
}

/** A post that Google has taken, by Google's own log. */
export interface Accepted {
  name: string;
  locationId: string;
  text: string;
  at: Date;
  state: string;
  /** What went wrong as it was taken. */
  fault: string | undefined;
}

/** Each is a list of sentences; empty is right. */
export interface Verdict {
  duplicates: string[];
  lost: string[];
  /** Went out after it was cancelled or changed. */
  stale: string[];
  early: string[];
  stuck: string[];
  /** The calendar says something else than Google. */
  untrue: string[];
  /** Could not be confirmed at some time, for a reason that the run gave: what the default promises. */
  held: string[];
}

/** A request to create a post after which nobody could know what came of it, by Google's own log. */
export interface InDoubt {
  locationId: string;
  at: Date;
}

interface Evidence {
  scheduled: Scheduled[];
  unanswered?: Unanswered[];
  rows: Row[];
  /** What the API showed, where a person could look. */
  shown?: Shown[];
  accepted: Accepted[];
  inDoubt: InDoubt[];
  /** When processes and the database were struck. */
  disturbances: Disturbance[];
}

/** What of its posts Google has taken for these places, with what went wrong in that time. */
export function acceptedAt(places: string[], posts: PostView[], calls: Call[]): Accepted[] {
  const faultOf = new Map(calls.map(({ accepted, fault }) => [accepted, fault]));
  return posts
    .filter(({ locationId }) => places.includes(locationId))
    .map(({ name, locationId, summary, createTime, state }) => ({
      name,
      locationId,
      text: summary,
      at: new Date(createTime),
      state,
      fault: faultOf.get(name),
    }));
}

/** The requests to create posts at these places that went wrong in a way that says nothing. */
export function inDoubtAt(places: string[], calls: Call[]): InDoubt[] {
  return calls.flatMap(({ path, at, fault, accepted }) => {
    const locationId = /\/locations\/([^/]+)\//.exec(path)?.[1] ?? '';
    const isInDoubt = fault !== undefined && (AMBIGUOUS.has(fault) || accepted !== undefined);
    return isInDoubt && places.includes(locationId) ? [{ locationId, at: new Date(at) }] : [];
  });
}

/** Holds what Google has taken against what was promised. The program's own counters are not asked. */
export function judge({
  scheduled,
  unanswered = [],
  rows,
  shown,
  accepted,
  inDoubt,
  disturbances,
}: Evidence): Verdict {
  const verdict: Verdict = {
    duplicates: [],
    lost: [],
    stale: [],
    early: [],
    stuck: [],
    untrue: [],
    held: [],
  };
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  for (const post of scheduled) judgeAcknowledged(post, rowOf.get(post.id), verdict);
  if (shown) judgeShown(rowOf, shown, verdict);
  judgeRequests(rows, scheduled, unanswered, verdict);

  const withdrawn = new Set(
    scheduled.flatMap(({ locationId, withdrawn: text }) =>
      text === undefined ? [] : contentKey({ locationId, text }),
    ),
  );
  const theirs = groupBy(rows, contentKey);
  const takenOf = groupBy(accepted, contentKey);
  for (const [key, taken] of takenOf) {
    if (theirs.has(key)) continue;
    if (withdrawn.has(key)) verdict.stale.push(`${names(taken)}: went out after it was withdrawn`);
    else verdict.duplicates.push(`${names(taken)}: nobody has scheduled such a post`);
  }
  const firstDue = new Map(scheduled.map((post) => [post.id, post.firstDue]));
  const dueOf = ({ id, publishAt }: Row) => firstDue.get(id) ?? publishAt;
  for (const [key, group] of theirs) judgeAlike(group, takenOf.get(key) ?? [], dueOf, verdict);
  for (const row of rows) judgeDoubts(row, inDoubt, disturbances, verdict);
  return verdict;
}

/** What a person sees is what the database has. */
function judgeShown(rowOf: Map<string, Row>, shown: Shown[], { lost, untrue }: Verdict): void {
  for (const post of shown) {
    const row = rowOf.get(post.id);
    if (!row) untrue.push(`${post.id} is shown, and the database has none`);
    else if (describeShown(row) !== describeShown(post))
      untrue.push(`${post.id} is shown as ${describeShown(post)}, and is ${describeShown(row)}`);
  }
  const ids = new Set(shown.map(({ id }) => id));
  for (const id of rowOf.keys()) if (!ids.has(id)) lost.push(`${id} is in the database and not shown`);
}

function describeShown({ text, publishAt, status, detail, errorDetails }: Shown | Row): string {
  return JSON.stringify([text, publishAt.toISOString(), status, detail, errorDetails]);
}

/** Each request makes one post at most, however often it was repeated under its key. */
function judgeRequests(
  rows: Row[],
  scheduled: Scheduled[],
  unanswered: Unanswered[],
  { duplicates }: Verdict,
): void {
  // A post that has lost its change has the text that was withdrawn.
  const former = scheduled.flatMap(({ locationId, withdrawn }) =>
    withdrawn === undefined ? [] : [{ locationId, text: withdrawn }],
  );
  const asked = groupBy<Unanswered>([...scheduled, ...former, ...unanswered], contentKey);
  for (const [key, group] of groupBy(rows, contentKey)) {
    const most = asked.get(key)?.length ?? 0;
    if (group.length > most)
      duplicates.push(`${group.map(({ id }) => id).join(', ')}: ${most} such posts were scheduled`);
  }
}

/** What could not be confirmed has a reason that this run gave, else the doubt is the program's own. */
function judgeDoubts(
  { id, locationId, attempts }: Row,
  inDoubt: InDoubt[],
  disturbances: Disturbance[],
  { held, lost }: Verdict,
): void {
  const doubts = attempts.filter(({ outcome }) => outcome === 'not_found');
  if (doubts.length > 0) held.push(id);
  for (const { sentAt } of doubts) {
    const at = sentAt?.getTime() ?? 0;
    const byGoogle = inDoubt.some(
      (call) => call.locationId === locationId && Math.abs(call.at.getTime() - at) <= CALL_MS,
    );
    const byBlow = disturbances.some(({ from, to }) => from <= at + LEASE_MS && to >= at - LEASE_MS);
    if (!byGoogle && !byBlow)
      lost.push(`${id} could not be confirmed, though nothing went wrong at that time`);
  }
}

/** What was acknowledged must be in the database as it was acknowledged. */
function judgeAcknowledged(
  { id, text, publishAt, isCancelled = false }: Scheduled,
  row: Row | undefined,
  { lost }: Verdict,
): void {
  if (isCancelled && row) lost.push(`${id} is still there although it was cancelled`);
  if (!isCancelled && !row) lost.push(`${id} was acknowledged and is gone`);
  if (isCancelled || !row) return;
  if (row.text !== text) lost.push(`the acknowledged text of ${id} is gone`);
  if (row.publishAt.getTime() !== publishAt.getTime()) lost.push(`the acknowledged time of ${id} is gone`);
}

/** Posts with the same content at the same place, mostly one alone: which is which only Google's names tell. */
function judgeAlike(rows: Row[], taken: Accepted[], dueOf: (row: Row) => Date, verdict: Verdict): void {
  const byName = new Map(taken.map((post) => [post.name, post]));
  for (const row of rows) judgeRow(row, byName, verdict);

  const claimed = new Set(rows.map(({ googleName }) => googleName));
  const unclaimed = taken.filter(({ name }) => !claimed.has(name));
  const nameless = rows.filter(({ googleName }) => googleName === null);
  if (unclaimed.length > nameless.length)
    verdict.duplicates.push(
      `${names(unclaimed)}: taken beside ${rows.map(({ id, googleName }) => googleName ?? id).join(', ')}`,
    );
  const failed = nameless.filter(({ status }) => status === 'FAILED');
  const wrongly = failed.slice(0, unclaimed.length);
  for (const { id, errorDetails } of wrongly)
    verdict.untrue.push(`${id} says "${errorDetails}", and Google has ${names(unclaimed)}`);
  for (const row of failed.slice(unclaimed.length))
    if (!row.attempts.some(({ outcome }) => outcome === 'not_found'))
      verdict.lost.push(`${row.id} failed without need: "${row.errorDetails}"`);

  // Twins may end up with each other's names, which is as good. Whose request made a post tells when it was sent, so that
  // a late twin cannot hide an early one.
  for (const { at } of taken) {
    const senders = rows.filter(({ attempts }) =>
      attempts.some(({ sentAt }) => sentAt && isWithin(at.getTime() - sentAt.getTime(), LEASE_MS)),
    );
    const due = Math.min(...(senders.length > 0 ? senders : rows).map((row) => dueOf(row).getTime()));
    const early = due - at.getTime();
    if (early > 0) verdict.early.push(`${names(taken)}: taken ${early} ms early`);
  }
}

/** Whether Google took something so long after an intent; its clock may be a second behind. */
function isWithin(afterMs: number, mostMs: number): boolean {
  return afterMs >= -1000 && afterMs <= mostMs;
}

function judgeRow(row: Row, byName: Map<string, Accepted>, { lost, stuck, untrue }: Verdict): void {
  const { id, status, detail, googleName, errorDetails } = row;
  const state = googleName === null ? undefined : byName.get(googleName)?.state;
  if (status === 'SCHEDULED' || status === 'QUEUED')
    stuck.push(`${id} is still ${status} ${detail ?? ''} (${outcomesOf(row)})`);
  else if (status === 'PUBLISHED' && state === undefined)
    lost.push(`${id} says PUBLISHED, and Google has none`);
  else if (status === 'PUBLISHED' && state !== 'LIVE')
    untrue.push(`${id} says PUBLISHED, and Google ${state}`);
  else if (status === 'FAILED' && errorDetails === null) untrue.push(`${id} failed without a reason`);
  else if (status === 'FAILED' && googleName !== null && state !== 'REJECTED')
    untrue.push(`${id} says "${errorDetails}", and Google ${state ?? 'has none'}`);
}

/** What became of each attempt, in words. */
export function outcomesOf({ attempts }: Pick<Row, 'attempts'>): string {
  return attempts.map(({ outcome }) => outcome ?? 'under way').join(', ');
}

/** Its lists of what must not be: what is held is what the default promises. */
export function wrongIn({ duplicates, lost, stale, early, stuck, untrue }: Verdict) {
  return { duplicates, lost, stale, early, stuck, untrue };
}

/** Google may give white space back as it likes. */
function contentKey({ locationId, text }: { locationId: string; text: string }): string {
  return `${locationId} ${text.replace(/\s+/g, ' ').trim()}`;
}

function groupBy<Item>(items: Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function names(posts: Accepted[]): string {
  return posts.map(({ name, fault }) => (fault ? `${name} (${fault})` : name)).join(', ');
}
