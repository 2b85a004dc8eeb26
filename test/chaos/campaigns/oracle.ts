import type { Call, PostView } from 'gbp-simulator';
import type { TargetDto, TargetState } from '../../../dist/server/campaigns/campaign-target.dto.js';
import type { PublishAttemptDto } from '../../../dist/server/posts/post.dto.js';
import { AMBIGUOUS } from '../publishing/faults.ts';

/** A request to Google is answered or given up within this time. */
const CALL_MS = 12_000;
/** What Google allows in any minute: requests of each API, and edits of each profile. */
const MINUTE_MS = 60_000;
const MOST_REQUESTS = 300;
const MOST_EDITS = 10;
/** Nothing more becomes of these by itself. */
const SETTLED: readonly TargetState[] = [
  'left_out',
  'published',
  'failed',
  'unconfirmed',
  'removed',
  'cancelled',
  'deleted',
  'leftover',
];
const EDITS: readonly Call['operation'][] = ['localPosts.create', 'localPosts.patch', 'localPosts.delete'];

/** A location of a campaign, with what the variables of a text stand for. */
export interface Desk {
  id: string;
  storeCode: string;
  name: string;
  city: string;
}

/** Each is a list of sentences; empty is right. */
export interface Verdict {
  /** A location has more than one post of the campaign at Google. */
  duplicates: string[];
  /** A location has none, for no reason that the run gave. */
  lost: string[];
  /** Google has another text than the location was promised. */
  wrong: string[];
  early: string[];
  stuck: string[];
  /** The API says something else than Google. */
  untrue: string[];
  /** A retry sent something to a location whose post had not failed. */
  touched: string[];
  /** More than Google allows in a minute, or Google said so. */
  over: string[];
}

/** What is left to Google and to the API, at a moment. */
export interface Evidence {
  desks: Desk[];
  /** The text with its variables. */
  text: string;
  /** All posts that Google has. */
  posts: PostView[];
  targets: TargetDto[];
}

/** What happened until a campaign was out for the first time. */
export interface Happened {
  unconfirmed: 'hold' | 'resend';
  /** Locations for which Google takes no posts. */
  sabotaged: string[];
  calls: Call[];
  /** The attempts of those that could not be confirmed, by location. */
  attempts: Map<string, PublishAttemptDto[]>;
  /** When servers were killed, in ms since 1970. */
  deaths: number[];
}

export function nothingWrong(): Verdict {
  return { duplicates: [], lost: [], wrong: [], early: [], stuck: [], untrue: [], touched: [], over: [] };
}

/** The text that a location's post is to have. */
export function rendered(text: string, { name, city, storeCode }: Desk): string {
  return text.replaceAll('{name}', name).replaceAll('{city}', city).replaceAll('{storeCode}', storeCode);
}

/** Holds what Google has against what was promised, before anybody retries. */
export function judgeFirst(evidence: Evidence, happened: Happened, verdict: Verdict): void {
  for (const { desk, standing, target } of eachDesk(evidence, verdict)) {
    const isSabotaged = happened.sabotaged.includes(desk.id);
    for (const { name, createTime } of standing) {
      const early = Date.parse(target.publishAt ?? '') - Date.parse(createTime);
      if (!(early <= 0)) verdict.early.push(`${name}: taken ${early} ms early`);
    }
    const isHeld = happened.unconfirmed === 'hold' && target.state === 'unconfirmed';
    if (isHeld && standing.length === 0 && !isExplained(desk.id, happened))
      verdict.lost.push(`${desk.id} could not be confirmed, though nothing went wrong at that time`);
    if (isHeld || !SETTLED.includes(target.state)) continue;
    if (isSabotaged && target.state !== 'failed')
      verdict.untrue.push(`${desk.id}: Google refuses it, and it is ${target.state}`);
    if (!isSabotaged && standing.length === 0)
      verdict.lost.push(`${desk.id}: ${target.state}, "${target.errorDetails}"`);
  }
}

/** After a retry without faults each location has its post; nothing was sent to those whose post had not failed. */
export function judgeRetried(evidence: Evidence, retried: string[], calls: Call[], verdict: Verdict): void {
  for (const { desk, standing, target } of eachDesk(evidence, verdict))
    if (standing.length === 0) verdict.lost.push(`${desk.id} has none after a retry: ${target.state}`);
  const ids = new Set(evidence.desks.map(({ id }) => id));
  for (const { operation, path } of calls) {
    const id = locationOf(path);
    if (operation === 'localPosts.create' && ids.has(id) && !retried.includes(id))
      verdict.touched.push(`${id} was sent a post, and its own had not failed`);
  }
}

/** After an undo nothing of the campaign stands at Google but what the API names. @returns the locations that it names */
export function judgeUndone({ desks, posts, targets, text }: Evidence, verdict: Verdict): string[] {
  const leftovers = targets.filter(({ state }) => state === 'leftover').map(({ locationId }) => locationId);
  for (const desk of desks) {
    const standing = standingOf(posts, desk, text);
    const target = targets.find(({ locationId }) => locationId === desk.id);
    if (!target || !SETTLED.includes(target.state))
      verdict.stuck.push(`${desk.id} is still ${target?.state} after the undo`);
    if (standing.length > 0 && !leftovers.includes(desk.id))
      verdict.lost.push(`${names(standing)} is at Google after the undo, and ${desk.id} is ${target?.state}`);
  }
  return leftovers;
}

/** What Google was asked in any minute, by its own log. Requests that a fault has stopped count as well. */
export function judgeQuotas(calls: Call[], verdict: Verdict): { requests: number; edits: number } {
  const requests = new Map<string, number[]>();
  const edits = new Map<string, number[]>();
  for (const { operation, path, at, status, fault } of calls) {
    const host = /^\/(\w+\.googleapis\.com)\//.exec(path)?.[1];
    if (host === undefined) continue;
    if (status === 429 && fault === undefined)
      verdict.over.push(`${path}: Google’s quota was exceeded at ${at}`);
    requests.set(host, [...(requests.get(host) ?? []), Date.parse(at)]);
    const id = locationOf(path);
    if (EDITS.includes(operation)) edits.set(id, [...(edits.get(id) ?? []), Date.parse(at)]);
  }
  const most = (times: Map<string, number[]>) => Math.max(0, ...[...times.values()].map(mostInAMinute));
  const found = { requests: most(requests), edits: most(edits) };
  if (found.requests > MOST_REQUESTS) verdict.over.push(`${found.requests} requests of one API in a minute`);
  if (found.edits > MOST_EDITS) verdict.over.push(`${found.edits} edits of one profile in a minute`);
  return found;
}

/** Whether nothing more becomes of a campaign's posts by itself. */
export function isSettled(progress: Record<TargetState, number>): boolean {
  return Object.entries(progress).every(
    ([state, count]) => count === 0 || SETTLED.includes(state as TargetState),
  );
}

/** What has to be so at any time, and the posts of each location that count. */
function* eachDesk({ desks, text, posts, targets }: Evidence, verdict: Verdict) {
  if (targets.length !== desks.length)
    verdict.lost.push(`the campaign has ${targets.length} locations of ${desks.length}`);
  for (const desk of desks) {
    const target = targets.find(({ locationId }) => locationId === desk.id);
    if (!target) {
      verdict.lost.push(`${desk.id} is not among the campaign’s locations`);
      continue;
    }
    const standing = standingOf(posts, desk, text);
    const wanted = rendered(text, desk);
    if (standing.length > 1) verdict.duplicates.push(`${desk.id}: ${names(standing)}`);
    for (const { name, summary } of standing)
      if (summary !== wanted) verdict.wrong.push(`${name} says "${summary}", not "${wanted}"`);
    if (!SETTLED.includes(target.state)) verdict.stuck.push(`${desk.id} is still ${target.state}`);
    else if ((target.state === 'published') !== standing.length > 0)
      verdict.untrue.push(`${desk.id} is ${target.state}, and Google has ${names(standing) || 'none'}`);
    yield { desk, standing, target };
  }
}

/** The posts of a campaign that a location has at Google; a campaign’s texts begin with its mark, up to a colon. */
function standingOf(posts: PostView[], { id }: Desk, text: string): PostView[] {
  const mark = text.slice(0, text.indexOf(':') + 1);
  return posts.filter(
    ({ locationId, summary, state }) => locationId === id && state !== 'REJECTED' && summary.startsWith(mark),
  );
}

/** Whether each doubt about a location's post has a cause: a fault that says nothing, or a server that was killed. */
function isExplained(id: string, { calls, attempts, deaths }: Happened): boolean {
  const doubts = (attempts.get(id) ?? []).filter(({ outcome }) => outcome === 'not_found');
  const isCaused = ({ sentAt }: PublishAttemptDto) => {
    const from = Date.parse(sentAt ?? '');
    const isAfter = (at: number) => at >= from - 1_000 && at <= from + CALL_MS;
    return (
      deaths.some(isAfter) ||
      calls.some(
        ({ operation, path, at, fault }) =>
          operation === 'localPosts.create' &&
          locationOf(path) === id &&
          fault !== undefined &&
          AMBIGUOUS.has(fault) &&
          isAfter(Date.parse(at)),
      )
    );
  };
  return doubts.length > 0 && doubts.every(isCaused);
}

function locationOf(path: string): string {
  return /\/locations\/([^/]+)/.exec(path)?.[1] ?? '';
}

function mostInAMinute(times: number[]): number {
  let [most, from] = [0, 0];
  for (const [index, at] of times.entries()) {
    while (times[from]! <= at - MINUTE_MS) from += 1;
    most = Math.max(most, index - from + 1);
  }
  return most;
}

function names(posts: PostView[]): string {
  return posts.map(({ name }) => name).join(', ');
}
