import { Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '../../config/clock.js';
import { Database } from '../../database/database.js';
import type { ChangeSetRow } from '../../database/changes.schema.js';
import { AppError } from '../../errors/app-error.js';
import { backOff } from '../../jobs/back-off.js';
import { ProcessStops } from '../../jobs/process-stops.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import { ChangeLedger } from '../changes/change-ledger.js';
import { type LocationTurn, LocationTurns } from '../changes/location-turns.js';
import { type PlannedChange, PlannedChanges } from '../changes/planned-changes.js';
import {
  isInBackground,
  isInDoubt,
  LocationBusy,
  LockOver,
  ReadingOutdated,
  SetStopped,
  type ChangeClaim,
  type ChangeResult,
} from '../changes/change-claim.js';
import { DayUpdates } from '../calls/day-updates.js';
import { isAboutFields } from '../calls/refused-fields.js';
import { LocationReader } from './location-reader.js';
import { requirePublic, type RawLocation } from '../changes/raw-location.js';
import {
  FIELD_GIVEN_UP,
  GIVEN_UP,
  GONE,
  NOT_ACCEPTED,
  STOPPED,
  unsent,
  whyNotNow,
  type WhyUnsent,
} from '../changes/change-failures.js';
import { MirrorRepository } from '../mirror/mirror.repository.js';
import { ChangeEnds } from './change-ends.js';
import { LOOKS, ChangeSender } from './change-sender.js';
import { nextTry } from './change-tries.js';

/** How often a change for a person who waits asks for its turn, and how long in between. */
const LOOKS_FOR_TURN = 5;
const TURN_MS = 1_000;
/** How often a location is read for a change, if it keeps changing while the change waits for Google's quota. */
const MOST_READINGS = 3;

/** Who does something, and why. */
export interface ChangeAuthor {
  kind: ChangeSetRow['kind'];
  actor: string;
  reason: string | null;
}

/** The changes that a person wants, by what Google has now. */
export type ChangePlan = (place: RawLocation) => PlannedChange[] | Promise<PlannedChange[]>;

/**
 * Changes profiles at Google, one change of a location at a time: it reads the location in its turn, commits the intent
 * before the call, makes one call, and notes the outcome under a claim. An unknown outcome is settled by reading the
 * location, never by sending blindly.
 */
@Injectable()
export class ProfileChanger {
  private readonly logger = new Logger('Changes');

  constructor(
    private readonly database: Database,
    private readonly ledger: ChangeLedger,
    private readonly planned: PlannedChanges,
    private readonly turns: LocationTurns,
    private readonly updates: DayUpdates,
    private readonly sender: ChangeSender,
    private readonly ends: ChangeEnds,
    private readonly reader: LocationReader,
    private readonly mirror: MirrorRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes one location now, for a person who waits: the location is read, compared and changed in one turn, so that nothing
   * is overwritten unseen.
   * @param plan says the changes by what Google has. An error that it throws is passed on, and nothing is sent; without
   *   changes there is nothing to do.
   * Errors: `not_found`; `google/unconfirmed` when the outcome is not known yet (it is looked for in the background);
   * `changed_since`, `save_in_progress`; Google's refusal as `GoogleApi` throws it; then Google has nothing of it.
   */
  async changeNow(owner: GoogleOwner, locationId: string, plan: ChangePlan, by: ChangeAuthor): Promise<void> {
    const turn = await this.waitForTurn(locationId);
    try {
      for (let reading = 1; ; reading += 1) {
        const readAt = performance.now();
        const planned = await this.claimPlanned(owner, turn, plan, by);
        if (!planned) return;
        const { claim, place } = planned;
        const result = await this.sender.send(claim, place, readAt);
        if (result.state === 'saved') return await this.ends.readAfter(claim);
        if (result.state !== 'not_sent') throw errorOf(result);
        const wasSent = claim.change.sentAt !== null;
        if (wasSent) await this.ends.end(claim, 'not_sent', whyNotNow(result.error) ?? NOT_ACCEPTED);
        else await this.ledger.forget(claim);
        const isWorthAnother = result.error instanceof ReadingOutdated && !wasSent && reading < MOST_READINGS;
        if (!isWorthAnother) throw errorOf(result);
      }
    } finally {
      // A turn in which something was sent lasts until that can no longer arrive.
      if (!turn.isOpen) await this.turns.release(turn);
    }
  }

  /** Takes the next step with a change that is due. */
  async step(id: string): Promise<void> {
    const claim = await this.ledger.claim(id, { isAwaited: false });
    if (!claim) return;
    if (claim.lines.length === 0) return this.lookOnce(claim);
    if (claim.set.stoppedAt && claim.change.sentAt === null) return this.endStopped(claim);
    try {
      const result = claim.change.sentAt ? await this.sender.settle(claim) : await this.sendFromQueue(claim);
      if (result.state === 'saved' || result.state === 'conflict') await this.ends.readAfter(claim);
      this.logger.log({ event: 'change.step', change: id, state: result.state });
    } catch (error) {
      const isStopping = error instanceof ProcessStops;
      // After it was sent, and not refused, its outcome is looked for.
      const isOpen = claim.change.sentAt !== null && !(isStopping && claim.hasIntended);
      const ms = isStopping ? 0 : backOff(claim.change.attempt, LOOKS);
      await this.ledger.putOff(claim, isOpen ? 'unconfirmed' : 'waiting', ms);
      if (isStopping) return;
      if (!(error instanceof AppError)) throw error;
      this.logger.warn({ event: 'change.put_off', change: id, reason: error.code });
    }
  }

  /** Looks once more at a location whose reading may have been from before its change. */
  private async lookOnce(claim: ChangeClaim): Promise<void> {
    try {
      await this.reader.refresh(claim.owner, claim.change.locationId, { priority: 'bulk' });
    } catch (error) {
      // The next reading of all locations shows it.
      if (!(error instanceof AppError)) throw error;
    } finally {
      await this.ledger.endLook(claim);
    }
  }

  /** Waits a few seconds for the turn to change a location. Errors: `save_in_progress`. */
  private waitForTurn(locationId: string): Promise<LocationTurn> {
    return waitFor(() => this.turns.take(locationId));
  }

  /**
   * Reads a location in its turn, and waits a few seconds while readings may not show the change before.
   * Errors: `save_in_progress`, `not_found`, those of `GoogleApi`.
   */
  private waitForReading(owner: GoogleOwner, locationId: string): Promise<RawLocation> {
    return waitFor(() =>
      this.reader.readForChange(owner, locationId, { priority: 'save' }).catch((error: unknown) => {
        if (!(error instanceof LocationBusy)) throw error;
        return undefined;
      }),
    );
  }

  /** Reads the location in its turn, and writes down and claims its changes; undefined if there are none. */
  private async claimPlanned(
    owner: GoogleOwner,
    turn: LocationTurn,
    plan: ChangePlan,
    by: ChangeAuthor,
  ): Promise<{ claim: ChangeClaim; place: RawLocation } | undefined> {
    const place = await this.waitForReading(owner, turn.locationId);
    const changes = await plan(place);
    if (changes.length === 0) return undefined;
    requirePublic(place, by.kind, changes);
    const now = this.clock.now();
    const claim = await this.database.transaction(async (tx) => {
      const setId = randomUUID();
      await this.planned.addSet(tx, owner, { id: setId, ...by, createdAt: now });
      const [id] = await this.planned.add(tx, owner, setId, [{ place, changes }], now);
      return this.ledger.claim(id!, { isAwaited: true, turn, tx });
    });
    if (!claim) throw AppError.of('internal');
    return { claim, place };
  }

  /** Sends a change that waited, if the location is still as it was when the change was planned. */
  private async sendFromQueue(claim: ChangeClaim): Promise<ChangeResult> {
    const { owner, change } = claim;
    // Before the location is read: many may wait for the day.
    try {
      await this.updates.requireRoom(owner.workspaceId);
    } catch (error) {
      return this.tryLater(claim, error);
    }
    claim.turn = await this.turns.take(change.locationId);
    if (!claim.turn) return this.tryLater(claim, new LocationBusy('another change has the turn'));
    const turn = this.sender.turnOf(claim);
    const readAt = performance.now();
    let place: RawLocation;
    try {
      place = await this.reader.readForChange(owner, change.locationId, turn);
    } catch (error) {
      if (error instanceof LocationBusy) return this.tryLater(claim, error);
      if (!(error instanceof AppError && error.code === 'not_found')) throw error;
      // Until all locations have been read once, none is known to be gone.
      return (await this.mirror.isComplete(owner))
        ? this.giveUp(claim, GONE, error)
        : this.tryLater(claim, new LocationBusy('not all locations have been read'));
    }
    // A reading has shown it after it was sent.
    if (change.seenAt && isInDoubt(claim)) return this.ends.endAccepted(claim, {});
    const moved = await this.sender.movedLines(claim, place);
    const maySplit = isInBackground(claim) && !isInDoubt(claim) && moved.length < claim.lines.length;
    if (moved.length > 0 && !maySplit) return this.ends.endOutdated(claim, place, moved);
    if (moved.length > 0 && !(await this.ends.endMoved(claim, moved))) return { state: 'unconfirmed' };
    const result = await this.sender.send(claim, place, readAt);
    return result.state === 'not_sent' ? this.tryLater(claim, result.error) : result;
  }

  /** Ends a change that waited in a set that was stopped. */
  private async endStopped(claim: ChangeClaim, why: WhyUnsent = STOPPED): Promise<void> {
    await this.ends.giveUp(claim, () => unsent(why, isInDoubt(claim)), { isStopped: true });
  }

  /** Puts off a change that was not sent: it is tried again after growing pauses, and given up after a day. */
  private async tryLater(claim: ChangeClaim, error: unknown): Promise<ChangeResult> {
    if (error instanceof SetStopped) {
      await this.endStopped(claim, error instanceof LockOver ? error.why : STOPPED);
      return { state: 'not_sent', error };
    }
    const next = nextTry(claim.change, error, this.clock.now());
    if (!next) return this.giveUp(claim, isOfField(error) ? FIELD_GIVEN_UP : GIVEN_UP, error);
    await this.ledger.putOff(claim, 'waiting', next.ms, next);
    return { state: 'not_sent', error };
  }

  private async giveUp(claim: ChangeClaim, why: WhyUnsent, error: unknown): Promise<ChangeResult> {
    await this.ends.giveUp(claim, () => unsent(why, isInDoubt(claim)));
    return { state: 'not_sent', error };
  }
}

/** Whether Google accepts no changes for now of the field alone. */
function isOfField(error: unknown): boolean {
  return error instanceof AppError && isAboutFields(error);
}

/** Looks every second until there is a result. Errors: `save_in_progress` after five seconds. */
async function waitFor<Wanted>(look: () => Promise<Wanted | undefined>): Promise<Wanted> {
  for (let looks = 1; looks <= LOOKS_FOR_TURN; looks += 1) {
    const wanted = await look();
    if (wanted !== undefined) return wanted;
    await new Promise((resolve) => setTimeout(resolve, TURN_MS));
  }
  throw AppError.of('save_in_progress');
}

/** The error for a person whose change Google does not have for certain. */
function errorOf(result: Exclude<ChangeResult, { state: 'saved' }>): unknown {
  switch (result.state) {
    case 'conflict':
      return AppError.of('google/changed');
    case 'unconfirmed':
      return AppError.of('google/unconfirmed');
    default:
      // Otherwise another change had the turn.
      return result.error instanceof AppError ? result.error : AppError.of('save_in_progress');
  }
}
