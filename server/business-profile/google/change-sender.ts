import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock.js';
import { MINUTE_MS } from '../../config/durations.js';
import type { ChangeRow } from '../../database/changes.schema.js';
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
  type ChangeClaim,
  type SaveResult,
} from '../changes/change-claim.js';
import { READINGS_BEHIND_MS } from '../changes/changes-at-google.js';
import { GoogleApi } from '../calls/google-api.js';
import type { GoogleTurn } from '../calls/google-calls.js';
import { inWords } from '../calls/google-errors.js';
import type { GoogleLocation, GoogleUpdatedLocation } from '../translation/google-types.js';
import { isAt, valuesOf } from '../changes/line-values.js';
import { LocationReader } from './location-reader.js';
import { isFlagged, MirrorReadings, type Reading, type ReadingStart } from '../mirror/mirror-readings.js';
import { requirePublic, type RawLocation } from '../changes/raw-location.js';
import {
  CHANGED,
  isRefusal,
  isUnknown,
  NOT_KNOWN,
  NOT_TAKEN,
  OTHER_BY_NOW,
} from '../changes/change-failures.js';

/**
 * How old the reading may be that an edit was compared with when it leaves. What is written elsewhere after it cannot be
 * seen, since Google has no condition for writes.
 */
const READING_HOLDS_MS = 5_000;
/** How often an edit is sent at most: again only while the location still shows what it showed before. */
const MOST_TIMES_SENT = 3;
/** Within this time after a sending a request may still arrive, so that what Google does not have yet decides nothing. */
const SETTLE_MS = 30_000;
/** How long until it is looked at again until then. */
const WATCH_MS = 10_000;
/** Looks that follow on each other within this time would have seen what Google took, unless it was gone again within it. */
const WATCHED_WITHIN_MS = 20_000;
/** How long until the outcome of an edit is looked for again. */
export const LOOKS = Object.freeze({ firstMs: 10_000, mostMs: 10 * MINUTE_MS });

/** Thrown when the location has changed while an edit waited for Google's quota: nothing has been sent. */
export class ReadingOutdated extends Error {}

/** Sends a claimed save in the turn of its location, and finds out what became of it. */
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

  /** How Google is asked for a save: for a person who waits, or in the background until a stop. */
  turnOf({ isAwaited }: Pick<ChangeClaim, 'isAwaited'>): GoogleTurn {
    // A person gets the answer: the process stops once it is given.
    return isAwaited ? { priority: 'save' } : { priority: 'bulk', signal: this.dueWork.stopping };
  }

  /**
   * Sends once, and notes the outcome. `not_sent` is left to the caller, whose claim still holds.
   * @param place the reading that was compared with
   * @param readAt when that began, by `performance.now()`
   */
  async send(claim: ChangeClaim, place: RawLocation, readAt: number): Promise<SaveResult> {
    const { owner, save, lines } = claim;
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
      accepted = await this.api.patchLocation(owner, save.locationId, body, mask, { ...turn, beforeSending });
    } catch (error) {
      if (error instanceof LocationBusy || error instanceof ReadingOutdated)
        return { state: 'not_sent', error };
      // Another process goes on with it, or has.
      if (error instanceof ClaimOver) return { state: 'unconfirmed' };
      if (!(error instanceof AppError)) throw error;
      if (hasLeft && isUnknown(error)) {
        claim.hasIntended = false;
        return this.settle(claim);
      }
      if (hasLeft && isRefusal(error)) {
        const refusal = inWords(error);
        await this.end(claim, 'refused', refusal.message);
        return { state: 'refused', error: refusal };
      }
      return { state: 'not_sent', error };
    } finally {
      this.reader.noteSaved(owner, save.locationId);
    }
    return this.noteSaved(claim, accepted);
  }

  /** Errors: `ReadingOutdated` where the location is not any more as it was compared with, `ClaimOver`, those of the reading. */
  private async lookAgain(claim: ChangeClaim): Promise<void> {
    await this.ledger.prolong(claim);
    const place = await this.reader.readForSave(claim.owner, claim.save.locationId, this.turnOf(claim));
    if (!(await this.isBase(claim, place)))
      throw new ReadingOutdated('the location has changed since it was compared');
  }

  /**
   * Whether a location that was just read is as it was when a save of it was planned, and the edits of Google that the save
   * answers are still open. Errors: those of `GoogleApi`.
   */
  async isBase(claim: ChangeClaim, place: RawLocation): Promise<boolean> {
    const { owner, save, lines, set } = claim;
    requirePublic(place, set.kind, lines);
    const isAboutPublic = lines.some(({ view }) => view === 'public');
    const updated = isAboutPublic
      ? await this.api.getGoogleUpdated(owner, save.locationId, this.turnOf(claim))
      : undefined;
    const isSo = lines.every((line) => isAt(line, line.before, place.google, updated));
    return isSo && !(await this.ledger.isAnswered(claim));
  }

  /**
   * Reads what became of an edit that was sent. It waits to be sent again, and is compared then like any other, only if all
   * looks since then have shown what there was before, and no earlier request can arrive any more. Where it was not looked at for
   * a while, as after a kill, it may have been taken and put back: then the person decides. So they do where a field has
   * neither its former value nor the wanted one. Neither is said before readings have had the time to catch up.
   * Errors: those of `GoogleApi`, and then nothing is known; the caller puts it off.
   */
  async settle(claim: ChangeClaim): Promise<SaveResult> {
    const { owner, save, lines } = claim;
    const turn = this.turnOf(claim);
    const watch = watchOf(claim);
    let google: GoogleLocation;
    let updated: GoogleUpdatedLocation | undefined;
    try {
      const start = await this.readings.begin(owner, this.clock.now());
      await this.ledger.prolong(claim);
      google = await this.api.getLocation(owner, save.locationId, turn);
      if (isFlagged(google) || lines.some(({ view }) => view === 'public')) {
        await this.ledger.prolong(claim);
        updated = await this.api.getGoogleUpdated(owner, save.locationId, turn);
      }
      await this.noteLook(claim, { google, updated }, start);
    } catch (error) {
      // Another process goes on with it, or has.
      if (error instanceof ClaimOver) return { state: 'unconfirmed' };
      if (!(error instanceof AppError)) throw error;
      await this.ledger.putOff(claim, 'unconfirmed', backOff(save.attempt, LOOKS));
      return { state: 'unconfirmed' };
    }
    const is = (line: ChangeRow, value: unknown) => isAt(line, value, google, updated);
    // Google takes an edit as a whole: what of it is not there any more was replaced since, and the next reading shows that.
    if (lines.some((line) => is(line, line.after))) return this.noteSaved(claim, google);
    // It was taken and put back: the reading that follows writes that down.
    if (save.seenAt) return this.noteSaved(claim, {});
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
    await this.giveUp(
      claim,
      (line) => {
        if (!is(line, line.before)) return { state: 'not_known', error: OTHER_BY_NOW };
        const isUntaken = isAsBefore && watch.isWatched;
        return isUntaken ? { state: 'not_sent', error: NOT_TAKEN } : { state: 'not_known', error: NOT_KNOWN };
      },
      isAsBefore ? 'not_sent' : 'conflict',
    );
    return isAsBefore
      ? { state: 'not_sent', error: AppError.of('google/unavailable') }
      : { state: 'conflict' };
  }

  /** Has a look say what a reading of all locations would, as far as that is possible while it is not known what became of the save. */
  private async noteLook({ owner, save }: ChangeClaim, reading: Reading, start: ReadingStart): Promise<void> {
    await this.reader.store(owner, save.locationId, reading, start).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  }

  /**
   * Ends a save that waited, where the location is no longer as it was when the save was planned. What was sent before may be
   * what it shows; where it is not, nothing says whether Google has taken it.
   */
  async endOutdated(claim: ChangeClaim, { google }: RawLocation): Promise<SaveResult> {
    const isOwn = (line: ChangeRow, value: unknown) =>
      line.view === 'owner' && isAt(line, value, google, undefined);
    if (!isInDoubt(claim)) return this.end(claim, 'conflict', CHANGED.unsent);
    if (claim.lines.some((line) => isOwn(line, line.after))) return this.noteSaved(claim, google);
    await this.giveUp(
      claim,
      (line) =>
        line.view === 'public' || isOwn(line, line.before)
          ? { state: 'conflict', error: CHANGED.inDoubt }
          : { state: 'not_known', error: OTHER_BY_NOW },
      'conflict',
    );
    return { state: 'conflict' };
  }

  /** Ends a save that is not tried again by itself, and lets its author know why, line by line. */
  async giveUp(
    claim: ChangeClaim,
    outcomeOf: (line: ChangeRow) => LineOutcome,
    state: 'not_sent' | 'conflict' = 'not_sent',
  ): Promise<void> {
    await this.ledger.finish(claim, state, outcomeOf, this.clock.now());
  }

  /** Ends a save of which Google has nothing. */
  async end(
    claim: ChangeClaim,
    state: 'refused' | 'conflict' | 'not_sent',
    error: string,
  ): Promise<SaveResult> {
    await this.ledger.finish(claim, state, () => ({ state, error }), this.clock.now());
    return state === 'conflict' ? { state } : { state, error: AppError.of('google/refused') };
  }

  /**
   * What Google made of it: whether it is in review, and what else has changed. Where readings are behind, they are looked at
   * once more; without an answer the next reading tells.
   */
  async readAfter({ owner, save, isAwaited }: ChangeClaim): Promise<void> {
    const priority = isAwaited ? 'save' : 'bulk';
    const isStored = await this.reader
      .refresh(owner, save.locationId, { priority })
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        return true;
      });
    if (!isStored) await this.ledger.lookAgain(save.id, READINGS_BEHIND_MS);
  }

  /**
   * Ends a save that Google took.
   * @param answer the location as Google has it by now, or only the edited fields
   */
  async noteSaved(claim: ChangeClaim, answer: Partial<GoogleLocation>): Promise<SaveResult> {
    const { owner, save } = claim;
    // Google's answer has more words for the same value, such as the names of categories.
    const inGooglesWords = (line: ChangeRow): unknown => {
      const field = line.field as ProfileField;
      const given = valueIn(answer, field);
      return isSame(field, given, line.after, NOWHERE) ? given : line.after;
    };
    const lines = claim.lines.map((line) => ({ ...line, after: inGooglesWords(line) }));
    const isNoted = await this.ledger.finish(
      { ...claim, lines },
      'saved',
      // Until a reading shows that the public has it.
      ({ after }) => ({ state: 'in_review', error: null, after }),
      this.clock.now(),
      (tx) => this.readings.noteTaken(tx, owner, save.locationId, valuesOf(lines)),
    );
    return isNoted ? { state: 'saved' } : { state: 'unconfirmed' };
  }
}

/** How well an edit was watched since it was sent whose outcome is not known. */
interface Watch {
  lookedAt: Date;
  /** How long a request may still arrive and not be shown by readings. */
  showsInMs: number;
  /** Whether looks have followed close on each other, so that nothing was taken and put back unseen. */
  isWatched: boolean;
  maySend: boolean;
}

function watchOf({ save, clock }: ChangeClaim): Watch {
  const lookedAt = clock.now();
  const sentAt = save.sentAt ?? lookedAt;
  const settlesInMs = sentAt.getTime() + SETTLE_MS - lookedAt.getTime();
  const showsInMs = settlesInMs + READINGS_BEHIND_MS;
  const isWatched = lookedAt.getTime() - (save.watchedUntil ?? sentAt).getTime() <= WATCHED_WITHIN_MS;
  const maySend = settlesInMs <= 0 && isWatched && save.timesSent < MOST_TIMES_SENT;
  return { lookedAt, showsInMs, isWatched, maySend };
}
