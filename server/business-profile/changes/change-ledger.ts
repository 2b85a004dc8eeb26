import { Injectable } from '@nestjs/common';
import { and, asc, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import { inMs, NOW } from '../../database/database-clock.js';
import { Database, type Orm } from '../../database/database.js';
import {
  type ChangeLineRow,
  changeSets,
  changeLines,
  locationChanges,
  type LocationChangeRow,
  OPEN_STATES,
} from '../../database/changes.schema.js';
import { rootOf } from '../../errors/database-errors.js';
import {
  checkAge,
  ClaimOver,
  claimRows,
  endClaim,
  holdClaim,
  isDue,
  isFree,
  lockClaim,
} from '../../jobs/claims.js';
import { readDue } from '../../jobs/due-rows.js';
import type { DueTask } from '../../jobs/due-work.js';
import { answeredLines, noteAccepted } from './answered-edits.js';
import { noteOutcome, requireWanted } from './change-outcomes.js';
import { noteLockOutcome } from './lock-events.js';
import { type LocationTurn, LocationTurns } from './location-turns.js';
import { forgetPutBack, notePutBack } from './put-backs.js';
import { type LineOutcome, LocationBusy, type ChangeClaim, partsOf, worstOf } from './change-claim.js';

/** How long a claim holds: time to read the location, and to wait for Google's quota. */
const LEASE_MS = 60_000;
/** How long it holds from the intent on: time for one request, and to note its outcome. */
const SENDING_LEASE_MS = 30_000;
const UNIQUE_VIOLATION = '23505';

interface FinishOptions {
  also?: (tx: Orm) => Promise<void>;
  isStopped?: boolean;
  restInMs?: number;
}

/**
 * The ledger of changes to profiles. Each change is made under a claim that holds, or not at all: a claim has a number
 * (`profile_saves.attempt`), and a later claim ends the earlier ones.
 */
@Injectable()
export class ChangeLedger {
  constructor(
    private readonly database: Database,
    private readonly turns: LocationTurns,
  ) {}

  /**
   * Claims a change that no other process has claimed. Without a person who waits for it, it must be due. If the process
   * dies, it is due again when the claim ends.
   * @param turn the turn of its location, if it has it already
   * @returns undefined if it cannot be claimed
   */
  async claim(
    id: string,
    { isAwaited, turn, tx = this.database.orm }: { isAwaited: boolean; turn?: LocationTurn; tx?: Orm },
  ): Promise<ChangeClaim | undefined> {
    const isClaimable = and(eq(locationChanges.id, id), (isAwaited ? isFree : isDue)(locationChanges));
    const [claimed] = await claimRows(tx, locationChanges, LEASE_MS, isClaimable);
    if (!claimed) return undefined;
    const { row: change, clock } = claimed;
    const all = await tx
      .select()
      .from(changeLines)
      .where(eq(changeLines.locationChangeId, id))
      .orderBy(asc(changeLines.id));
    const { lines, leftOut, ended } = partsOf(change, all);
    // When Google accepted others of its lines is of no account for those that wait.
    if (change.state === 'waiting') change.sentAt = null;
    const [set] = await tx.select().from(changeSets).where(eq(changeSets.id, change.setId));
    const { workspaceId, subject } = change;
    const owner = { workspaceId, subject };
    return { change, lines, leftOut, ended, owner, set: set!, isAwaited, turn, hasIntended: false, clock };
  }

  /** Prolongs a claim and its turn to the length of new ones, before readings that may be slow. Errors: `ClaimOver`. */
  async prolong({ change, turn }: ChangeClaim): Promise<void> {
    await holdClaim(this.database.orm, locationChanges, change, LEASE_MS);
    // A turn in which something was sent lasts until that can no longer arrive, however long the looking takes.
    if (turn && !turn.isOpen) await this.turns.prolong(this.database.orm, turn, LEASE_MS);
  }

  /**
   * Commits the intent to send in the turn of the location, before anything is sent. If Google refuses the access token,
   * the change is sent once more with a new one, under the same intent. Errors: `ClaimOver`, `LocationBusy`, `SetStopped`,
   * `LockOver`; then nothing may be sent.
   */
  async intend(claim: ChangeClaim, at: Date): Promise<void> {
    const begunAt = performance.now();
    if (!claim.turn) throw new ClaimOver('it is not the turn of this change');
    const { turn } = claim;
    const sentAt = claim.clock.now();
    const timesSent = claim.hasIntended ? claim.change.timesSent : claim.change.timesSent + 1;
    const isFirst = timesSent === 1;
    const fresh = { sentAt, timesSent, watchedUntil: null, ...(isFirst && { seenAt: null }) };
    try {
      await this.database.transaction(async (tx) => {
        const sending = { state: 'sending', ...fresh } as const;
        await holdClaim(tx, locationChanges, claim.change, SENDING_LEASE_MS, sending);
        if (!claim.isAwaited) await requireWanted(tx, claim.set);
        if (claim.set.kind === 'lock' && !claim.hasIntended) await notePutBack(tx, claim, timesSent, at);
        await this.turns.prolong(tx, turn, SENDING_LEASE_MS, claim.change.id);
        await tx.update(changeLines).set({ state: 'sending', at }).where(isOpenLine(claim));
      });
    } catch (error) {
      const { code, constraint } = rootOf(error) as { code?: unknown; constraint?: unknown };
      if (code === UNIQUE_VIOLATION && constraint === 'profile_saves_open')
        throw new LocationBusy('another change of the location is under way');
      throw error;
    }
    claim.hasIntended = true;
    Object.assign(turn, { isOpen: true, holder: claim.change.id });
    Object.assign(claim.change, fresh);
    checkAge(begunAt);
  }

  /**
   * Notes the outcome and ends the claim; lines that were left out wait on. The owner gets a notice of what Google does not
   * have, unless a person waits for the outcome and sees it, or the set has many locations: then there is one notice of all
   * of it, once it is over.
   * @param options `also`: what else belongs to the outcome, in the same transaction; `isStopped`: it was ended here;
   *   `restInMs`: how long until lines that were left out are sent
   * @returns false if the claim was over already, and nothing was noted
   */
  async finish(
    claim: ChangeClaim,
    outcomeOf: (line: ChangeLineRow) => LineOutcome,
    at: Date,
    { also, isStopped = false, restInMs = 0 }: FinishOptions = {},
  ): Promise<boolean> {
    const outcomes = claim.lines.map((line) => [line, outcomeOf(line)] as const);
    const worst = worstOf([...claim.ended, ...outcomes.map(([, outcome]) => outcome.state)]);
    const state = isStopped && worst === 'not_sent' ? 'stopped' : worst;
    const isOver = claim.leftOut.length === 0;
    const end = isOver ? { state, endedAt: at } : WAITING_AFRESH;
    return this.database.transaction(async (tx) => {
      if (!(await endClaim(tx, locationChanges, claim.change, isOver ? null : restInMs, end))) return false;
      for (const [line, outcome] of outcomes) {
        await noteOutcome(tx, claim, line, outcome, at);
        if (outcome.state === 'in_review') await noteAccepted(tx, line, claim.set, at);
      }
      await also?.(tx);
      if (claim.set.kind === 'lock') await noteLockOutcome(tx, claim, outcomes, at);
      // The change may have been sent under an earlier claim, of another process: then that turn is given back.
      await this.turns.release(claim.turn ?? turnOf(claim.change), tx);
      return true;
    });
  }

  /**
   * Notes what became of some lines of a change, while the claim holds; the others go on.
   * @param outcomes by the id of the line
   * @returns false if the claim was over already, and nothing was noted
   */
  async endSome(claim: ChangeClaim, outcomes: ReadonlyMap<string, LineOutcome>, at: Date): Promise<boolean> {
    const [some = [], lines = []] = [true, false].map((isOf) =>
      claim.lines.filter(({ id }) => outcomes.has(id) === isOf),
    );
    const isNoted = await this.database.transaction(async (tx) => {
      if (!(await lockClaim(tx, locationChanges, claim.change))) return false;
      const ends = some.map((line) => [line, outcomes.get(line.id)!] as const);
      for (const [line, outcome] of ends) await noteOutcome(tx, claim, line, outcome, at);
      if (claim.set.kind === 'lock') await noteLockOutcome(tx, claim, ends, at);
      return true;
    });
    const ended = [...claim.ended, ...[...outcomes.values()].map(({ state }) => state)];
    if (isNoted) Object.assign(claim, { lines, ended });
    return isNoted;
  }

  /**
   * Leaves lines out of a change that Google does not accept for now, while the claim holds: they wait until the others are
   * over. It counts towards giving them up.
   * @param reasons why they wait, in words, by the id of the line
   * @returns false if the claim was over already, and nothing was noted
   */
  async leaveOut(claim: ChangeClaim, reasons: ReadonlyMap<string, string>): Promise<boolean> {
    const { change } = claim;
    const [leftOut = [], lines = []] = [true, false].map((isOf) =>
      claim.lines.filter(({ id }) => reasons.has(id) === isOf),
    );
    const isNoted = await this.database.transaction(async (tx) => {
      if (!(await lockClaim(tx, locationChanges, change))) return false;
      await tx.update(locationChanges).set(putOffOnceMore(change)).where(eq(locationChanges.id, change.id));
      for (const [id, error] of reasons)
        await tx.update(changeLines).set({ state: 'waiting', error }).where(eq(changeLines.id, id));
      await forgetPutBack(tx, { ...claim, lines: leftOut });
      return true;
    });
    if (!isNoted) return false;
    change.timesPutOff += 1;
    Object.assign(claim, { lines, leftOut: [...claim.leftOut, ...leftOut] });
    return true;
  }

  /**
   * Ends the claim of a change that is worked on again later.
   * @param state `waiting`: Google certainly has nothing of it
   * @param ms how long until then, in milliseconds
   * @param options `reason`: why it was not sent, in words; `isCounted`: Google neither accepted nor refused it, which
   *   counts towards giving it up; `watchedUntil`: the time of the last look, if looks have followed close on each other
   */
  async putOff(
    claim: ChangeClaim,
    state: 'waiting' | 'unconfirmed',
    ms: number,
    {
      reason,
      isCounted = false,
      watchedUntil,
    }: { reason?: string; isCounted?: boolean; watchedUntil?: Date } = {},
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      const isPutOff = await endClaim(tx, locationChanges, claim.change, ms, {
        state,
        ...(state === 'waiting' && {
          sentAt: null,
          timesSent: claim.change.timesSent - (claim.hasIntended ? 1 : 0),
        }),
        ...(watchedUntil && { watchedUntil }),
        ...(isCounted && putOffOnceMore(claim.change)),
      });
      if (!isPutOff) return;
      await tx
        .update(changeLines)
        .set({ state, ...(reason !== undefined && { error: reason }) })
        .where(isOpenLine(claim));
      if (state === 'waiting' && claim.hasIntended) await forgetPutBack(tx, claim);
      // A turn in which something was sent lasts until that can no longer arrive.
      if (claim.turn && (state === 'waiting' || !claim.turn.isOpen)) await this.turns.release(claim.turn, tx);
    });
  }

  /** Makes a change that is over due for one more look, after so many milliseconds. */
  async lookAgain(id: string, ms: number): Promise<void> {
    await this.database.orm
      .update(locationChanges)
      .set({ nextStepAt: inMs(ms) })
      .where(and(eq(locationChanges.id, id), notInArray(locationChanges.state, [...OPEN_STATES])));
  }

  /** Ends the claim of a change that was over already, after that look. */
  async endLook({ change }: ChangeClaim): Promise<void> {
    await endClaim(this.database.orm, locationChanges, change, null);
  }

  /** Deletes a set of which nothing was ever sent, as if it had not been asked for. */
  async forget(claim: ChangeClaim): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (await lockClaim(tx, locationChanges, claim.change))
        await tx.delete(changeSets).where(eq(changeSets.id, claim.change.setId));
    });
  }

  /** The lines of a change that come too late to answer edits of Google: these are answered by now, or gone. */
  answered(claim: ChangeClaim): Promise<ChangeLineRow[]> {
    return answeredLines(this.database.orm, claim);
  }

  /** The first changes that are due of each workspace. */
  due(): Promise<DueTask<'send'>[]> {
    return readDue(this.database.orm, locationChanges, {
      exclusiveKey: locationChanges.locationId,
      lane: sql<'send'>`'send'`,
    });
  }
}

/** The lines of a claim that are not over. */
function isOpenLine({ lines }: ChangeClaim): SQL | undefined {
  const ids = lines.map(({ id }) => id);
  return and(inArray(changeLines.id, ids), inArray(changeLines.state, OPEN_STATES));
}

/** How a change waits of which Google has accepted other lines: `sentAt` says until when readings may be behind. */
const WAITING_AFRESH = Object.freeze({
  state: 'waiting',
  timesSent: 0,
  seenAt: null,
  watchedUntil: null,
} as const);

/** What an update sets when Google neither accepted nor refused a change. */
function putOffOnceMore({ timesPutOff }: LocationChangeRow) {
  return { timesPutOff: timesPutOff + 1, putOffSince: sql`coalesce(${locationChanges.putOffSince}, ${NOW})` };
}

/** The turn in which a change was sent, under whatever claim. */
function turnOf({ id, locationId }: LocationChangeRow): Pick<LocationTurn, 'locationId' | 'holder'> {
  return { locationId, holder: id };
}
