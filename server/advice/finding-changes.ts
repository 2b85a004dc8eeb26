import { createHash, randomUUID } from 'node:crypto';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import type { FindingRow } from '../database/advice.schema.js';
import type { PlaceFacts } from './advice-facts.js';
import type { Judged, Judgement } from './judge.js';

/** What becomes of the findings of a location: rows as they are from now on, and the ids of those that go. */
export interface FindingChanges {
  kept: FindingRow[];
  gone: string[];
  opened: number;
  done: number;
}

/** The short text of a task, which is the same wherever the rule finds something in this group. */
export function taskOf(ruleId: string, group: string): string {
  return createHash('sha256')
    .update(JSON.stringify([ruleId, group]))
    .digest('base64url')
    .slice(0, 22);
}

/**
 * What becomes of the findings of a location after it was judged. A finding that is read again stays the same one. What could
 * not be read changes nothing. One whose rule is met is done, once its field is no longer on its way to the public.
 * @param stored its findings, whose rows are locked
 */
export function changesOf(
  owner: GoogleOwner,
  facts: PlaceFacts,
  judgement: Judgement,
  stored: readonly FindingRow[],
  now: Date,
): FindingChanges {
  const known = new Map(stored.map((row) => [row.task, row]));
  const kept = judgement.faults.map((judged) => found(owner, facts, judged, known, now));
  const open = new Set(kept.map(({ task }) => task));
  const unknown = new Set(judgement.unknown);
  const broken = new Set(judgement.faults.map(({ rule }) => rule.id));
  const met = new Set([...judgement.met, ...broken]);
  const gone: string[] = [];
  let done = 0;
  for (const row of stored) {
    if (open.has(row.task) || unknown.has(row.ruleId) || row.state === 'done') continue;
    if (!met.has(row.ruleId) || isOver(row, facts.today)) {
      // It does not concern the location any more, or there is no such rule any more.
      gone.push(row.id);
      continue;
    }
    if (!facts.isPublicKnown) continue;
    const sentAt = judgement.moving.get(row.ruleId);
    if (sentAt) {
      if (row.state === 'open') kept.push({ ...row, state: 'waiting', sentAt });
      continue;
    }
    kept.push({ ...row, state: 'done', doneAt: now, sentAt: null });
    done += 1;
  }
  const opened = kept.filter(({ task, state }) => state !== 'done' && isNew(known.get(task))).length;
  return { kept: kept.filter((row) => !isEqual(row, known.get(row.task))), gone, opened, done };
}

function found(
  owner: GoogleOwner,
  { id, accountId, google, views, readAt, today }: PlaceFacts,
  { rule, group, evidence, cure, movingSince }: Judged,
  known: ReadonlyMap<string, FindingRow>,
  now: Date,
): FindingRow {
  const task = taskOf(rule.id, group);
  const row = known.get(task);
  const dismissal = dismissalOf(row, today);
  return {
    id: row?.id ?? randomUUID(),
    ...owner,
    accountId,
    locationId: id,
    locationName: google.title ?? '',
    storeCode: google.storeCode ?? null,
    ruleId: rule.id,
    groupName: group,
    task,
    severity: rule.severity,
    state: dismissal.dismissedAt ? 'dismissed' : movingSince ? 'waiting' : 'open',
    evidence,
    cure,
    views,
    readAt,
    since: row && !isNew(row) ? row.since : now,
    sentAt: movingSince,
    doneAt: null,
    ...dismissal,
  };
}

/** What a person has said of it, unless that has ended. */
function dismissalOf(row: FindingRow | undefined, today: string) {
  const { dismissedAt = null, dismissedBy = null, dismissedReason = null, dismissedUntil = null } = row ?? {};
  return dismissedUntil !== null && dismissedUntil <= today
    ? { dismissedAt: null, dismissedBy: null, dismissedReason: null, dismissedUntil: null }
    : { dismissedAt, dismissedBy, dismissedReason, dismissedUntil };
}

function isNew(row: FindingRow | undefined): boolean {
  return row === undefined || row.state === 'done';
}

/** Whether it was about days that have passed. */
function isOver({ cure }: FindingRow, today: string): boolean {
  return cure.kind === 'holidays' && (cure['dates'] as string[]).every((date) => date < today);
}

function isEqual(row: FindingRow, known: FindingRow | undefined): boolean {
  return known !== undefined && JSON.stringify(sorted(row)) === JSON.stringify(sorted(known));
}

/** Members in the order of their names: the database has another order than the rules. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, sorted(member)]),
  );
}

/** What is noted of a location that was judged. */
export function toNote(owner: GoogleOwner, facts: PlaceFacts, judgement: Judgement, checkedAt: Date) {
  return {
    ...owner,
    locationId: facts.id,
    factsHash: facts.factsHash,
    checkedAt,
    met: judgement.met.length,
    notApplicable: judgement.notApplicable.length,
    unknown: judgement.unknown,
  };
}
