import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock.js';
import { MINUTE_MS } from '../../config/durations.js';
import type { ChangeLineRow } from '../../database/changes.schema.js';
import { AppError } from '../../errors/app-error.js';
import { backOff } from '../../jobs/back-off.js';
import { ClaimOver } from '../../jobs/claims.js';
import { DueWork } from '../../jobs/due-work.js';
import { ChangeLedger } from '../changes/change-ledger.js';
import { type ProfileField, toPatchOf } from '../translation/profile-fields.js';
import {
  isInBackground,
  isInDoubt,
  type LineOutcome,
  LocationBusy,
  ReadingOutdated,
  SetStopped,
  type ChangeClaim,
  type ChangeResult,
} from '../changes/change-claim.js';
import { GoogleApi } from '../calls/google-api.js';
import type { GoogleTurn } from '../calls/google-calls.js';
import { inWords } from '../calls/google-errors.js';
import { refusedFields, throttledFields } from '../calls/refused-fields.js';
import type { GoogleLocation, GoogleUpdatedLocation } from '../translation/google-types.js';
import { isAt, valuesOf } from '../changes/line-values.js';
import { nextTry } from './change-tries.js';
import { watchOf } from './change-watch.js';
import { ChangeEnds } from './change-ends.js';
import { LocationReader } from './location-reader.js';
import { isFlagged, MirrorReadings, type Reading, type ReadingStart } from '../mirror/mirror-readings.js';
import { requirePublic, type RawLocation } from '../changes/raw-location.js';
import {
  FIELD_GIVEN_UP,
  FIELD_NOT_NOW,
  isRefusal,
  isUnknown,
  NOT_ACCEPTED,
  NOT_KNOWN,
  OTHER_BY_NOW,
  unsent,
} from '../changes/change-failures.js';

/**
 * How old the reading that a change was compared with may be when the change is sent. What is written elsewhere after that
 * reading goes unnoticed, since Google has no condition for writes.
 */
const READING_HOLDS_MS = 5_000;
/** How long until the next look while a request may still arrive. */
const WATCH_MS = 10_000;
/** How long until the next look for the outcome of a change. */
export const LOOKS = Object.freeze({ firstMs: 10_000, mostMs: 10 * MINUTE_MS });

/** Sends a claimed change in the turn of its location, and finds out what became of it. */
@Injectable()
export class ChangeSender {
  constructor(
    private readonly ledger: ChangeLedger,
    private readonly ends: ChangeEnds,
    private readonly api: GoogleApi,
    private readonly reader: LocationReader,
    private readonly readings: MirrorReadings,
    private readonly dueWork: DueWork,
    private readonly clock: Clock,
  ) {}

  /** The priority of calls for a change: for a person who waits, or in the background until the process stops. */
  turnOf({ isAwaited }: Pick<ChangeClaim, 'isAwaited'>): GoogleTurn {
    // The process does not stop before a person has the answer.
    return isAwaited ? { priority: 'save' } : { priority: 'bulk', signal: this.dueWork.stopping };
  }

  /**
   * Sends once, and notes the outcome. After `not_sent` the caller decides what becomes of the change: its claim still holds.
   * @param place the reading that the change was compared with
   * @param readAt when that reading began, by `performance.now()`
   */
  async send(claim: ChangeClaim, place: RawLocation, readAt: number): Promise<ChangeResult> {
    const { owner, change, lines } = claim;
    const { body, mask } = toPatchOf(valuesOf(lines), place.google);
    const turn = this.turnOf(claim);
    let hasLeft = false;
    const beforeSending = async () => {
      turn.signal?.throwIfAborted();
      if (performance.now() - readAt > READING_HOLDS_MS) await this.lookAgain(claim);
      await this.ledger.intend(claim, this.clock.now());
      hasLeft = true;
    };
    let accepted: Partial<GoogleLocation>;
    try {
      accepted = await this.api.patchLocation(owner, change.locationId, body, mask, {
        ...turn,
        beforeSending,
      });
    } catch (error) {
      const isHeld = [LocationBusy, SetStopped, ReadingOutdated].some((held) => error instanceof held);
      if (isHeld) return notSent(claim, error);
      // Another process goes on with it, or has.
      if (error instanceof ClaimOver) return { state: 'unconfirmed' };
      if (!(error instanceof AppError)) throw error;
      if (hasLeft && isUnknown(error)) {
        claim.hasIntended = false;
        return this.settle(claim);
      }
      if (hasLeft && isRefusal(error)) return await this.endRefused(claim, error, { place, readAt });
      return (hasLeft && (await this.sendWithout(claim, error, { place, readAt }))) || notSent(claim, error);
    } finally {
      this.reader.noteChanged(owner, change.locationId);
    }
    return this.ends.endAccepted(claim, accepted);
  }

  /** Ends a change that Google has refused. In the background fields that it names are left out, and the rest is sent once. */
  private async endRefused(
    claim: ChangeClaim,
    error: AppError,
    { place, readAt }: { place: RawLocation; readAt: number },
  ): Promise<ChangeResult> {
    const refusal = inWords(error);
    const named = refusedFields(
      error,
      claim.lines.map(({ field }) => field as ProfileField),
    );
    const reasonOf = ({ field }: ChangeLineRow) => named.get(field as ProfileField);
    const reasons = new Map(
      claim.lines.flatMap((line) => (reasonOf(line) ? [[line.id, reasonOf(line)!]] : [])),
    );
    const hasRest = reasons.size > 0 && reasons.size < claim.lines.length;
    if (hasRest && !claim.isAwaited && !claim.isRest) {
      const outcomes = new Map(
        [...reasons].map(([id, words]) => [id, { state: 'refused', error: words }] as const),
      );
      if (!(await this.ledger.endSome(claim, outcomes, this.clock.now()))) return { state: 'unconfirmed' };
      claim.isRest = true;
      return this.send(claim, place, readAt);
    }
    const outcomeOf = (line: ChangeLineRow): LineOutcome => ({
      state: 'refused',
      error: reasonOf(line) ?? refusal.message,
    });
    await this.ends.finish(claim, outcomeOf);
    return { state: 'refused', error: refusal };
  }

  /**
   * Where Google accepts no changes for now of some fields that it names, these wait, or are given up after a day, and the
   * rest is sent. Only in the background: a person who waits decides alone.
   * @returns undefined if nothing can be sent without them
   */
  private async sendWithout(
    claim: ChangeClaim,
    error: AppError,
    { place, readAt }: { place: RawLocation; readAt: number },
  ): Promise<ChangeResult | undefined> {
    const fields = throttledFields(error);
    const named = claim.lines.filter(({ field }) => fields.has(field as ProfileField));
    const hasRest = named.length > 0 && named.length < claim.lines.length;
    if (!hasRest || !isInBackground(claim)) return undefined;
    const now = this.clock.now();
    const isOver = nextTry(claim.change, error, now) === undefined;
    const outcome = unsent(FIELD_GIVEN_UP, isInDoubt(claim));
    const isNoted = isOver
      ? await this.ledger.endSome(claim, new Map(named.map(({ id }) => [id, outcome])), now)
      : await this.ledger.leaveOut(claim, new Map(named.map(({ id }) => [id, FIELD_NOT_NOW])));
    return isNoted ? this.send(claim, place, readAt) : { state: 'unconfirmed' };
  }

  /** Reads the location once more. Errors: `ReadingOutdated` if it has changed, `ClaimOver`, those of the reading. */
  private async lookAgain(claim: ChangeClaim): Promise<void> {
    await this.ledger.prolong(claim);
    const place = await this.reader.readForChange(claim.owner, claim.change.locationId, this.turnOf(claim));
    if ((await this.movedLines(claim, place)).length > 0)
      throw new ReadingOutdated('the location has changed since it was compared');
  }

  /**
   * The lines whose fields are not as they were when the change was planned, by a location that was just read, or that answer
   * edits of Google which are no longer open. Errors: those of `GoogleApi`.
   */
  async movedLines(claim: ChangeClaim, place: RawLocation): Promise<ChangeLineRow[]> {
    const { owner, change, lines, set } = claim;
    requirePublic(place, set.kind, lines);
    const isAboutPublic = lines.some(({ view }) => view === 'public');
    const updated = isAboutPublic
      ? await this.api.getGoogleUpdated(owner, change.locationId, this.turnOf(claim))
      : undefined;
    const answered = await this.ledger.answered(claim);
    return lines.filter((line) => answered.includes(line) || !isAt(line, line.before, place.google, updated));
  }

  /**
   * Reads what became of a change that was sent. It is sent again, after the usual comparison, only if every look since then
   * has shown the former values, and no earlier request can arrive any more. After a time without looks, as after a crash,
   * Google may have accepted it and somebody may have changed it back: then the person decides. They also decide if a
   * field has neither its former value nor the wanted one. None of this is said before Google's readings can have caught up.
   * Errors: those of `GoogleApi`, and then nothing is known; the caller puts it off.
   */
  async settle(claim: ChangeClaim): Promise<ChangeResult> {
    const { owner, change, lines } = claim;
    const turn = this.turnOf(claim);
    const watch = watchOf(claim);
    let google: GoogleLocation;
    let updated: GoogleUpdatedLocation | undefined;
    try {
      const start = await this.readings.begin(owner, this.clock.now());
      await this.ledger.prolong(claim);
      google = await this.api.getLocation(owner, change.locationId, turn);
      if (isFlagged(google) || lines.some(({ view }) => view === 'public')) {
        await this.ledger.prolong(claim);
        updated = await this.api.getGoogleUpdated(owner, change.locationId, turn);
      }
      await this.noteLook(claim, { google, updated }, start);
    } catch (error) {
      // Another process goes on with it, or has.
      if (error instanceof ClaimOver) return { state: 'unconfirmed' };
      if (!(error instanceof AppError)) throw error;
      await this.ledger.putOff(claim, 'unconfirmed', backOff(change.attempt, LOOKS));
      return { state: 'unconfirmed' };
    }
    const is = (line: ChangeLineRow, value: unknown) => isAt(line, value, google, updated);
    // Google accepts a change as a whole. Values of it that are no longer there were replaced, and the next reading shows that.
    if (lines.some((line) => is(line, line.after))) return this.ends.endAccepted(claim, google);
    // It was accepted and changed back: the next reading writes that down.
    if (change.seenAt) return this.ends.endAccepted(claim, {});
    const isAsBefore = lines.every((line) => is(line, line.before));
    if (isAsBefore && watch.maySend) {
      await this.ledger.putOff(claim, 'waiting', 0);
      return { state: 'unconfirmed' };
    }
    if (watch.showsInMs > 0) {
      const { lookedAt, isWatched, showsInMs } = watch;
      const watched = isWatched ? { watchedUntil: lookedAt } : {};
      await this.ledger.putOff(claim, 'unconfirmed', Math.min(WATCH_MS, showsInMs), watched);
      return { state: 'unconfirmed' };
    }
    await this.ends.giveUp(claim, (line) => {
      if (!is(line, line.before)) return { state: 'not_known', error: OTHER_BY_NOW };
      const isNotAccepted = isAsBefore && watch.isWatched;
      return isNotAccepted
        ? { state: 'not_sent', error: NOT_ACCEPTED }
        : { state: 'not_known', error: NOT_KNOWN };
    });
    return isAsBefore
      ? { state: 'not_sent', error: AppError.of('google/unavailable') }
      : { state: 'conflict' };
  }

  /** Stores a look as far as that is possible while it is not known what became of the change. */
  private async noteLook(
    { owner, change }: ChangeClaim,
    reading: Reading,
    start: ReadingStart,
  ): Promise<void> {
    await this.reader.store(owner, change.locationId, reading, start).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  }
}

/** What was left out is tried again with the rest. */
function notSent(claim: ChangeClaim, error: unknown): ChangeResult {
  Object.assign(claim, { lines: [...claim.lines, ...claim.leftOut], leftOut: [] });
  return { state: 'not_sent', error };
}
