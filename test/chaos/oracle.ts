import type { Call } from '../../dist/server/embedded/google-simulator/calls.js';
import type { PostView } from '../../dist/server/embedded/google-simulator/control/world.js';

/** A post whose scheduling was acknowledged. */
export interface Scheduled {
  id: string;
  locationId: string;
  text: string;
  publishAt: Date;
  /** Its owner has cancelled it, and that was acknowledged. */
  isCancelled?: boolean;
  /** A text that it no longer has: from the acknowledgement on it must not go out. */
  withdrawn?: string;
}

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
  /** Of each attempt, oldest first. */
  outcomes: (string | null)[];
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
  /** Failed as "could not confirm", and Google surely has not taken it: what the default promises. */
  held: string[];
}

interface Evidence {
  scheduled: Scheduled[];
  rows: Row[];
  accepted: Accepted[];
  /** How far before its time a post may be taken: the tolerance for a wrong clock, where the only clock is wrong. */
  earlyMs?: number;
}

/** What of its posts Google has taken for these places, with what went wrong meanwhile. */
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

/** Holds what Google has taken against what was promised. The program's own counters are not asked. */
export function judge({ scheduled, rows, accepted, earlyMs = 0 }: Evidence): Verdict {
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
  for (const [key, group] of theirs) judgeAlike(group, takenOf.get(key) ?? [], earlyMs, verdict);
  return verdict;
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
function judgeAlike(rows: Row[], taken: Accepted[], earlyMs: number, verdict: Verdict): void {
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
  for (const row of failed.slice(unclaimed.length)) {
    if (row.outcomes.includes('not_found')) verdict.held.push(row.id);
    else verdict.lost.push(`${row.id} failed without need: "${row.errorDetails}"`);
  }

  const due = rows.map(({ publishAt }) => publishAt.getTime()).sort((a, b) => a - b);
  const times = taken.map(({ at }) => at.getTime()).sort((a, b) => a - b);
  for (const [index, at] of times.slice(0, due.length).entries()) {
    const early = (due[index] ?? 0) - at;
    if (early > earlyMs) verdict.early.push(`${names(taken)}: taken ${early} ms early`);
  }
}

function judgeRow(row: Row, byName: Map<string, Accepted>, { lost, stuck, untrue }: Verdict): void {
  const { id, status, detail, googleName, errorDetails } = row;
  const state = googleName === null ? undefined : byName.get(googleName)?.state;
  if (status === 'SCHEDULED' || status === 'QUEUED')
    stuck.push(`${id} is still ${status} ${detail ?? ''} (${row.outcomes.join(', ')})`);
  else if (status === 'PUBLISHED' && state === undefined)
    lost.push(`${id} says PUBLISHED, and Google has none`);
  else if (status === 'PUBLISHED' && state !== 'LIVE')
    untrue.push(`${id} says PUBLISHED, and Google ${state}`);
  else if (status === 'FAILED' && errorDetails === null) untrue.push(`${id} failed without a reason`);
  else if (status === 'FAILED' && googleName !== null && state !== 'REJECTED')
    untrue.push(`${id} says "${errorDetails}", and Google ${state ?? 'has none'}`);
}

/** Everything that must not be. */
export function faultsIn({ duplicates, lost, stale, early, stuck, untrue }: Verdict): string[] {
  return [...duplicates, ...lost, ...stale, ...early, ...stuck, ...untrue];
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
