import { and, eq, getTableColumns, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { DATABASE_NOW, inMs, NOW } from '../database/database-clock.js';
import type { Orm } from '../database/database.js';

/*
 * A process claims a row before it works on it, and records under the claim what became of it. No transaction stays open
 * while Google is called: the claim is a number and an end in the row itself.
 *
 * Why the statements have this shape:
 *
 * - A claim is one `update` that asks in its `where` whether the row is due and free. Two processes that claim the same row
 *   meet at its lock. The second one then asks again of the row as the first has left it, and finds that it is not free.
 * - `attempt` grows with each claim, and every later statement names it: a process that was halted for longer than its
 *   claim changes nothing any more, even where its own clock says that the claim holds.
 * - `lease_until` says until when something may be sent. `next_step_at` gets the same time, so that a row whose process died
 *   is due again by itself. An index on `next_step_at` alone, of the rows that have one, finds what is due: rows that are
 *   being worked on are not due, so that a reading never passes over them.
 * - A row is due by `next_step_at`, but it is free by `lease_until`: a step that is hurried changes the former, and ends no
 *   claim.
 * - What ends a claim asks only whether it is still the last one (`isHeld`), also after `lease_until`: an outcome that comes
 *   late is recorded unless another process works on the row by then. What lets something be sent asks also whether the
 *   claim holds at this moment (`holdClaim`), in the transaction of the intent.
 * - Locks are taken in one order, so that no two transactions wait for each other: a campaign before its posts, a location
 *   before its reviews, a review before its replies, a change before its lines and its location's turn.
 * - The database's clock decides, for all processes.
 */

/** An intent that took longer to commit is too old to be followed. */
const INTENT_WITHIN_MS = 10_000;

/** The columns of a row that is worked on under claims. */
export interface ClaimColumns {
  id: AnyPgColumn;
  /** The number of the last claim. A later claim ends the earlier ones. */
  attempt: AnyPgColumn;
  /** Until when the claim holds; null: no process works on the row. */
  leaseUntil: AnyPgColumn;
  /** When the next step is due; null: never by itself. While a claim holds, this is its end. */
  nextStepAt: AnyPgColumn;
}

/** A table of such rows. */
type ClaimTable = PgTable & ClaimColumns;

/** Values of a row, or what the database works out for them. */
type Change<Table extends ClaimTable> = {
  [Column in keyof Table['$inferSelect']]?: Table['$inferSelect'][Column] | SQL;
};

/** A row as a claim has found it. */
export interface Claimed {
  id: string;
  attempt: number;
}

/** Thrown when a claim no longer holds, or too little of it is left: nothing has been sent, and nothing may be. */
export class ClaimOver extends Error {}

/** What an update sets that claims a row for so long. If the process dies, the row is due again when the claim ends. */
export function claimFor(ms: number, { attempt }: Pick<ClaimColumns, 'attempt'>) {
  return { attempt: sql`${attempt} + 1`, ...holdFor(ms) };
}

/** What an update sets that ends a claim, if there is one; the next step is due in so long, or never (null). */
export function dueIn(ms: number | null) {
  return { leaseUntil: null, nextStepAt: ms === null ? null : inMs(ms) };
}

/** Whether no process works on a row. */
export function isUnclaimed({ leaseUntil }: Pick<ClaimColumns, 'leaseUntil'>): SQL | undefined {
  return or(isNull(leaseUntil), lte(leaseUntil, NOW));
}

/** Whether there is something to do for a row, and no process works on it. */
export function isFree(columns: ClaimColumns): SQL | undefined {
  return and(isNotNull(columns.nextStepAt), isUnclaimed(columns));
}

/** Whether a row is due, and no process works on it. */
export function isDue(columns: ClaimColumns): SQL | undefined {
  return and(lte(columns.nextStepAt, NOW), isFree(columns));
}

/** Whether a claim has neither been ended nor taken over. Where it has, an outcome came too late to be recorded. */
export function isHeld(
  { id, attempt, leaseUntil }: Omit<ClaimColumns, 'nextStepAt'>,
  claimed: Claimed,
): SQL | undefined {
  return and(eq(id, claimed.id), eq(attempt, claimed.attempt), isNotNull(leaseUntil));
}

/**
 * Claims rows for so long (ms).
 * @param which rows that are free, or due
 * @returns those that were claimed, each with the clock of its claim
 */
export async function claimRows<Table extends ClaimTable>(
  orm: Orm,
  table: Table,
  ms: number,
  which: SQL | undefined,
  also: Change<Table> = {},
): Promise<{ row: Table['$inferSelect']; clock: ClaimClock }[]> {
  const askedAt = performance.now();
  const rows = await orm
    .update(table as ClaimTable)
    .set({ ...also, ...claimFor(ms, table) })
    .where(which)
    .returning({ ...getTableColumns(table as ClaimTable), claimedAt: DATABASE_NOW });
  return rows.map(({ claimedAt, ...row }) => ({ row, clock: new ClaimClock(claimedAt, askedAt) }));
}

/**
 * Lets a claim that holds at this moment hold for so long (ms) from now on, and changes its row. With an intent to send it is
 * in the intent's transaction. Errors: `ClaimOver`.
 */
export async function holdClaim<Table extends ClaimTable>(
  tx: Orm,
  table: Table,
  claimed: Claimed,
  ms: number,
  change: Change<Table> = {},
): Promise<void> {
  const isHeldNow = and(isHeld(table, claimed), sql`${table.leaseUntil} > ${NOW}`);
  if (!(await changeWhere(tx, table, isHeldNow, { ...change, ...holdFor(ms) })))
    throw new ClaimOver('the claim is over');
}

/**
 * Ends a claim and records what became of its row, whose next step is due in so long (ms), or never (null). False, and
 * nothing recorded, when the claim is over already.
 */
export function endClaim<Table extends ClaimTable>(
  tx: Orm,
  table: Table,
  claimed: Claimed,
  nextInMs: number | null,
  change: Change<Table> = {},
): Promise<boolean> {
  return changeWhere(tx, table, isHeld(table, claimed), { ...change, ...dueIn(nextInMs) });
}

/** Locks the row of a claim until the transaction ends. False when the claim is over. */
export async function lockClaim(tx: Orm, table: ClaimTable, claimed: Claimed): Promise<boolean> {
  const rows = await tx.select({ id: table.id }).from(table).where(isHeld(table, claimed)).for('update');
  return rows.length > 0;
}

/** Errors: `ClaimOver` when an intent that was begun then (by `performance.now()`) took too long to commit. */
export function checkAge(begunAt: number): void {
  if (performance.now() - begunAt > INTENT_WITHIN_MS) throw new ClaimOver('the intent took too long');
}

/** The database's clock since a claim, continued with `performance.now()`: the next process to work on the row has the same. */
export class ClaimClock {
  /**
   * @param claimedAt when it was claimed, by the database
   * @param askedAt `performance.now()` just before, so that this clock is never behind
   */
  constructor(
    readonly claimedAt: Date,
    private readonly askedAt: number,
  ) {}

  now(): Date {
    return new Date(this.claimedAt.getTime() + this.elapsedMs);
  }

  get elapsedMs(): number {
    return performance.now() - this.askedAt;
  }
}

function holdFor(ms: number) {
  return { leaseUntil: inMs(ms), nextStepAt: inMs(ms) };
}

async function changeWhere(
  tx: Orm,
  table: ClaimTable,
  which: SQL | undefined,
  set: object,
): Promise<boolean> {
  const rows = await tx.update(table).set(set).where(which).returning({ id: table.id });
  return rows.length > 0;
}
