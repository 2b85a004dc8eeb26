import { Injectable } from '@nestjs/common';
import { and, asc, eq, sql } from 'drizzle-orm';
import { inMs, NOW } from '../../database/database-clock.js';
import { Database, type Orm } from '../../database/database.js';
import {
  type ChangeRow,
  changeSets,
  profileChanges,
  profileSaves,
  type SaveRow,
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
import { noteEvents } from '../../notices/events/outbox.js';
import { isAnswered, noteTaken } from './answered-edits.js';
import { FAILED_STATES, failedEvent } from './location-events.js';
import { type LocationTurn, LocationTurns } from './location-turns.js';
import { type LineOutcome, LocationBusy, type ChangeClaim } from './change-claim.js';

/** How long a claim holds: for readings of the location and the waits for their turns. */
const LEASE_MS = 60_000;
/** How long it holds from the intent on: for one request, and for recording its outcome. */
const SENDING_LEASE_MS = 30_000;
const UNIQUE_VIOLATION = '23505';

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
   * Claims a save that is not claimed, and due unless a person waits for it; undefined otherwise. If the process dies, it is
   * due again when the claim ends.
   * @param turn the turn of its location, where it has it already
   */
  async claim(
    id: string,
    { isAwaited, turn, tx = this.database.orm }: { isAwaited: boolean; turn?: LocationTurn; tx?: Orm },
  ): Promise<ChangeClaim | undefined> {
    const isClaimable = and(eq(profileSaves.id, id), (isAwaited ? isFree : isDue)(profileSaves));
    const [claimed] = await claimRows(tx, profileSaves, LEASE_MS, isClaimable);
    if (!claimed) return undefined;
    const { row: save, clock } = claimed;
    const lines = await tx
      .select()
      .from(profileChanges)
      .where(eq(profileChanges.saveId, id))
      .orderBy(asc(profileChanges.id));
    const [set] = await tx.select().from(changeSets).where(eq(changeSets.id, save.setId));
    const { workspaceId, subject } = save;
    const owner = { workspaceId, subject };
    return { save, lines, owner, set: set!, isAwaited, turn, hasIntended: false, clock };
  }

  /** Lets a claim, and its turn, hold as long as a new one, before readings that may take their time. Errors: `ClaimOver`. */
  async prolong({ save, turn }: ChangeClaim): Promise<void> {
    await holdClaim(this.database.orm, profileSaves, save, LEASE_MS);
    // What was sent in it keeps it until that can no longer arrive, however long it is looked for.
    if (turn && !turn.isOpen) await this.turns.prolong(this.database.orm, turn, LEASE_MS);
  }

  /**
   * Commits the intent to send, before anything leaves, in the turn of the location. An access token that Google refused is replaced, and then it leaves
   * once more under the same intent. Errors: `ClaimOver`, `LocationBusy`; then nothing may leave.
   */
  async intend(claim: ChangeClaim, at: Date): Promise<void> {
    const begunAt = performance.now();
    if (!claim.turn) throw new ClaimOver('it is not the turn of this save');
    const { turn } = claim;
    const sentAt = claim.clock.now();
    const timesSent = claim.hasIntended ? claim.save.timesSent : claim.save.timesSent + 1;
    try {
      await this.database.transaction(async (tx) => {
        const sending = { state: 'sending', sentAt, timesSent, watchedUntil: null } as const;
        await holdClaim(tx, profileSaves, claim.save, SENDING_LEASE_MS, sending);
        await this.turns.prolong(tx, turn, SENDING_LEASE_MS, claim.save.id);
        await tx
          .update(profileChanges)
          .set({ state: 'sending', at })
          .where(eq(profileChanges.saveId, claim.save.id));
      });
    } catch (error) {
      const { code, constraint } = rootOf(error) as { code?: unknown; constraint?: unknown };
      if (code === UNIQUE_VIOLATION && constraint === 'profile_saves_open')
        throw new LocationBusy('another edit of the location is under way');
      throw error;
    }
    claim.hasIntended = true;
    Object.assign(turn, { isOpen: true, holder: claim.save.id });
    Object.assign(claim.save, { sentAt, timesSent, watchedUntil: null });
    checkAge(begunAt);
  }

  /**
   * Notes the outcome and ends the claim. False, and nothing noted, when the claim is over already. The owner gets a notice
   * of what Google does not have, unless a person waits for the outcome and sees it.
   * @param also what else belongs to the outcome, in the same transaction
   */
  async finish(
    claim: ChangeClaim,
    state: SaveRow['state'],
    outcomeOf: (line: ChangeRow) => LineOutcome,
    at: Date,
    also?: (tx: Orm) => Promise<void>,
  ): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await endClaim(tx, profileSaves, claim.save, null, { state, endedAt: at }))) return false;
      for (const line of claim.lines) {
        const outcome = outcomeOf(line);
        await tx.update(profileChanges).set(outcome).where(eq(profileChanges.id, line.id));
        if (outcome.state === 'in_review') await noteTaken(tx, line, claim.set, at);
        const state = FAILED_STATES.find((failed) => failed === outcome.state);
        if (state && !claim.isAwaited)
          await noteEvents(tx, [failedEvent(line, { state, error: outcome.error ?? '' }, at)]);
      }
      await also?.(tx);
      // It may be that of an earlier claim, in another process, in which it was sent.
      await this.turns.release(claim.turn ?? turnOf(claim.save), tx);
      return true;
    });
  }

  /**
   * Ends the claim of a save that is worked on again later. `waiting`: Google certainly has nothing of it.
   * @param reason why it was not sent, in words; `isCounted`: Google itself takes it neither now nor refuses it;
   *   `watchedUntil`: the last of the looks that follow close on each other
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
      const isPutOff = await endClaim(tx, profileSaves, claim.save, ms, {
        state,
        ...(state === 'waiting' && {
          sentAt: null,
          timesSent: claim.save.timesSent - (claim.hasIntended ? 1 : 0),
        }),
        ...(watchedUntil && { watchedUntil }),
        ...(isCounted && {
          timesPutOff: claim.save.timesPutOff + 1,
          putOffSince: sql`coalesce(${profileSaves.putOffSince}, ${NOW})`,
        }),
      });
      if (!isPutOff) return;
      await tx
        .update(profileChanges)
        .set({ state, ...(reason !== undefined && { error: reason }) })
        .where(eq(profileChanges.saveId, claim.save.id));
      // What may have been taken keeps it until it can no longer arrive.
      if (claim.turn && (state === 'waiting' || !claim.turn.isOpen)) await this.turns.release(claim.turn, tx);
    });
  }

  /** Has a save that Google took looked at once more, in so many milliseconds. */
  async lookAgain(id: string, ms: number): Promise<void> {
    await this.database.orm
      .update(profileSaves)
      .set({ nextStepAt: inMs(ms) })
      .where(and(eq(profileSaves.id, id), eq(profileSaves.state, 'saved')));
  }

  /** Ends the claim of a save that was over, and was only looked at. */
  async endLook({ save }: ChangeClaim): Promise<void> {
    await endClaim(this.database.orm, profileSaves, save, null);
  }

  /** Takes back a set of which nothing was ever sent, as if it had not been asked for. */
  async forget(claim: ChangeClaim): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (await lockClaim(tx, profileSaves, claim.save))
        await tx.delete(changeSets).where(eq(changeSets.id, claim.save.setId));
    });
  }

  /** Whether a save that answers edits of Google is too late: somebody has answered one since, or it is gone. */
  isAnswered(claim: ChangeClaim): Promise<boolean> {
    return isAnswered(this.database.orm, claim);
  }

  /** The saves that are due, of each workspace the first. */
  due(): Promise<DueTask<'send'>[]> {
    return readDue(this.database.orm, profileSaves, {
      place: profileSaves.locationId,
      lane: sql<'send'>`'send'`,
    });
  }
}

/** The turn in which a save was sent, whichever claim it had. */
function turnOf({ id, locationId }: SaveRow): Pick<LocationTurn, 'locationId' | 'holder'> {
  return { locationId, holder: id };
}
