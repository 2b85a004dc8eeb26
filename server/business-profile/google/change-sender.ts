import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock.js';
import { MINUTE_MS } from '../../config/durations.js';
import type { ChangeLineRow } from '../../database/changes.schema.js';
import { AppError } from '../../errors/app-error.js';
import { backOff } from '../../jobs/back-off.js';
import { ClaimOver } from '../../jobs/claims.js';
import { DueWork } from '../../jobs/due-work.js';
import { ChangeLedger } from '../changes/change-ledger.js';
import { isSame, NOWHERE, type ProfileField, toPatchOf, valueIn } from '../translation/profile-fields.js';
import {
  isInDoubt,
  type LineOutcome,
  LocationBusy,
  ReadingOutdated,
  SetStopped,
  type ChangeClaim,
  type ChangeResult,
} from '../changes/change-claim.js';
import { READINGS_BEHIND_MS } from '../changes/changes-at-google.js';
import { GoogleApi } from '../calls/google-api.js';
import type { GoogleTurn } from '../calls/google-calls.js';
import { inWords } from '../calls/google-errors.js';
import { refusedFields } from '../calls/refused-fields.js';
import type { GoogleLocation, GoogleUpdatedLocation } from '../translation/google-types.js';
import { isAt, valuesOf } from '../changes/line-values.js';
import { watchOf } from './change-watch.js';
import { LocationReader } from './location-reader.js';
import { isFlagged, MirrorReadings, type Reading, type ReadingStart } from '../mirror/mirror-readings.js';
import { requirePublic, type RawLocation } from '../changes/raw-location.js';
import {
  CHANGED,
  isRefusal,
  isUnknown,
  NOT_ACCEPTED,
  NOT_KNOWN,
  OTHER_BY_NOW,
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
      if (isHeld) return { state: 'not_sent', error };
      // Another process goes on with it, or has.
      if (error instanceof ClaimOver) return { state: 'unconfirmed' };
      if (!(error instanceof AppError)) throw error;
      if (hasLeft && isUnknown(error)) {
        claim.hasIntended = false;
        return this.settle(claim);
      }
      if (hasLeft && isRefusal(error)) return await this.endRefused(claim, error, { place, readAt });
      return { state: 'not_sent', error };
    } finally {
      this.reader.noteChanged(owner, change.locationId);
    }
    return this.endAccepted(claim, accepted);
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
      const isHeld = await this.ledger.refuseSome(claim, reasons, this.clock.now());
      return isHeld ? this.send(claim, place, readAt) : { state: 'unconfirmed' };
    }
    const outcomeOf = (line: ChangeLineRow): LineOutcome => ({
      state: 'refused',
      error: reasonOf(line) ?? refusal.message,
    });
    await this.ledger.finish(claim, outcomeOf, this.clock.now());
    return { state: 'refused', error: refusal };
  }

  /** Reads the location once more. Errors: `ReadingOutdated` if it has changed, `ClaimOver`, those of the reading. */
  private async lookAgain(claim: ChangeClaim): Promise<void> {
    await this.ledger.prolong(claim);
    const place = await this.reader.readForChange(claim.owner, claim.change.locationId, this.turnOf(claim));
    if (!(await this.isBase(claim, place)))
      throw new ReadingOutdated('the location has changed since it was compared');
  }

  /**
   * Whether a location that was just read is as it was when a change of it was planned, and the edits of Google that the
   * change answers are still open. Errors: those of `GoogleApi`.
   */
  async isBase(claim: ChangeClaim, place: RawLocation): Promise<boolean> {
    const { owner, change, lines, set } = claim;
    requirePublic(place, set.kind, lines);
    const isAboutPublic = lines.some(({ view }) => view === 'public');
    const updated = isAboutPublic
      ? await this.api.getGoogleUpdated(owner, change.locationId, this.turnOf(claim))
      : undefined;
    const isSo = lines.every((line) => isAt(line, line.before, place.google, updated));
    return isSo && !(await this.ledger.isAnswered(claim));
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
    if (lines.some((line) => is(line, line.after))) return this.endAccepted(claim, google);
    // It was accepted and changed back: the next reading writes that down.
    if (change.seenAt) return this.endAccepted(claim, {});
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
    await this.giveUp(claim, (line) => {
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

  /**
   * Ends a change that waited, because the location is no longer as it was when the change was planned. If it was sent before,
   * the location may show it; if it does not, nothing says whether Google has accepted it.
   */
  async endOutdated(claim: ChangeClaim, { google }: RawLocation): Promise<ChangeResult> {
    const isOwn = (line: ChangeLineRow, value: unknown) =>
      line.view === 'owner' && isAt(line, value, google, undefined);
    if (!isInDoubt(claim)) return this.end(claim, 'conflict', CHANGED.unsent);
    if (claim.lines.some((line) => isOwn(line, line.after))) return this.endAccepted(claim, google);
    await this.giveUp(claim, (line) =>
      line.view === 'public' || isOwn(line, line.before)
        ? { state: 'conflict', error: CHANGED.inDoubt }
        : { state: 'not_known', error: OTHER_BY_NOW },
    );
    return { state: 'conflict' };
  }

  /** Ends a change that is not tried again by itself, and says why to its author, line by line. */
  async giveUp(
    claim: ChangeClaim,
    outcomeOf: (line: ChangeLineRow) => LineOutcome,
    { isStopped = false } = {},
  ): Promise<void> {
    await this.ledger.finish(claim, outcomeOf, this.clock.now(), { isStopped });
  }

  /** Ends a change of which Google has nothing. */
  async end(
    claim: ChangeClaim,
    state: 'refused' | 'conflict' | 'not_sent',
    error: string,
  ): Promise<ChangeResult> {
    await this.ledger.finish(claim, () => ({ state, error }), this.clock.now());
    return state === 'conflict' ? { state } : { state, error: AppError.of('google/refused') };
  }

  /**
   * Reads what Google made of a change: whether it is in review, and what else has changed. If the reading may be from before
   * the change, there is one more look later; without an answer the next reading of all locations shows it.
   */
  async readAfter({ owner, change, isAwaited }: ChangeClaim): Promise<void> {
    const priority = isAwaited ? 'save' : 'bulk';
    const isStored = await this.reader
      .refresh(owner, change.locationId, { priority })
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        return true;
      });
    if (!isStored) await this.ledger.lookAgain(change.id, READINGS_BEHIND_MS);
  }

  /**
   * Ends a change that Google accepted.
   * @param answer the location as Google has it by now, or only the changed fields
   */
  async endAccepted(claim: ChangeClaim, answer: Partial<GoogleLocation>): Promise<ChangeResult> {
    const { owner, change } = claim;
    // Google's answer has more words for the same value, such as the names of categories.
    const inGooglesWords = (line: ChangeLineRow): unknown => {
      const field = line.field as ProfileField;
      const given = valueIn(answer, field);
      return isSame(field, given, line.after, NOWHERE) ? given : line.after;
    };
    const lines = claim.lines.map((line) => ({ ...line, after: inGooglesWords(line) }));
    const isNoted = await this.ledger.finish(
      { ...claim, lines },
      // Until a reading shows that the public has it.
      ({ after }) => ({ state: 'in_review', error: null, after }),
      this.clock.now(),
      { also: (tx) => this.readings.noteAccepted(tx, owner, change.locationId, valuesOf(lines)) },
    );
    return isNoted ? { state: 'saved' } : { state: 'unconfirmed' };
  }
}
