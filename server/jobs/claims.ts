import { and, type AnyColumn, eq, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';

/** The clock that decides what is due and which claims hold: the database's, for all processes. */
export const NOW = sql`shingle_now()`;

/** The same as a column of an answer. */
export const DATABASE_NOW = sql<Date>`${NOW}`.mapWith((at: Date | string) => new Date(at));

/** An intent that took longer to commit is too old to be followed. */
const INTENT_WITHIN_MS = 10_000;

/** The columns of a row that is worked on under claims. */
export interface ClaimColumns {
  id: AnyColumn;
  /** The number of the last claim. A later claim ends the earlier ones. */
  attempt: AnyColumn;
  /** Until when the claim holds; null: no process works on the row. */
  leaseUntil: AnyColumn;
  /** When the next step is due; null: never by itself. While a claim holds, this is its end. */
  nextStepAt: AnyColumn;
}

/** A row as a claim has found it. */
export interface Claimed {
  id: string;
  attempt: number;
}

/** Thrown when a claim no longer holds, or too little of it is left: nothing has been sent, and nothing may be. */
export class ClaimOver extends Error {}

/** So many milliseconds from now, by the database. */
export function inMs(ms: number): SQL {
  return sql`${NOW} + ${`${ms} milliseconds`}::interval`;
}

/** What an update sets that claims a row for so long. If the process dies, the row is due again when the claim ends. */
export function claimFor(ms: number, { attempt }: ClaimColumns) {
  return { attempt: sql`${attempt} + 1`, leaseUntil: inMs(ms), nextStepAt: inMs(ms) };
}

/** Whether there is something to do for a row, and no process works on it. */
export function isFree({ nextStepAt, leaseUntil }: ClaimColumns): SQL | undefined {
  return and(isNotNull(nextStepAt), or(isNull(leaseUntil), lte(leaseUntil, NOW)));
}

/** Whether a row is due, and no process works on it. */
export function isDue(columns: ClaimColumns): SQL | undefined {
  return and(lte(columns.nextStepAt, NOW), isFree(columns));
}

/** Whether a claim has neither been ended nor taken over. Where it has, an outcome came too late to be recorded. */
export function isHeld({ id, attempt, leaseUntil }: ClaimColumns, claimed: Claimed): SQL | undefined {
  return and(eq(id, claimed.id), eq(attempt, claimed.attempt), isNotNull(leaseUntil));
}

/** Whether a claim holds at this moment: only then may something be sent. */
export function isHeldNow(columns: ClaimColumns, claimed: Claimed): SQL | undefined {
  return and(isHeld(columns, claimed), sql`${columns.leaseUntil} > ${NOW}`);
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
