import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock.js';
import type { ChangeRow } from '../../database/record.schema.js';
import { AppError } from '../../errors/app-error.js';
import { backOff } from '../../jobs/back-off.js';
import { ClaimOver } from '../../jobs/claims.js';
import { DueWork } from '../../jobs/due-work.js';
import { noteEvents } from '../../notices/outbox.js';
import { ChangeLedger } from '../record/change-ledger.js';
import { refusedEvent } from '../record/location-events.js';
import { isSame, NOWHERE, type ProfileField, toPatchOf, valueIn } from '../record/profile-fields.js';
import { LocationBusy, type SaveClaim, type SaveResult } from '../record/save-claim.js';
import { GoogleApi } from './google-api.js';
import type { GoogleTurn } from './google-calls.js';
import { inWords } from './google-errors.js';
import type { GoogleLocation, GoogleUpdatedLocation } from './google-types.js';
import { isAt, valuesOf } from './line-values.js';
import { LocationReader } from './location-reader.js';
import { isFlagged, MirrorReadings, type Reading, type ReadingStart } from './mirror-readings.js';
import { requirePublic, type RawLocation } from './raw-location.js';
import { isRefusal, isUnknown, NOT_KNOWN, NOT_TAKEN, OTHER_BY_NOW } from './save-failures.js';

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
export const LOOKS = Object.freeze({ firstMs: 10_000, mostMs: 10 * 60_000 });

/** Thrown when the location has changed while an edit waited for Google's quota: nothing has been sent. */
export class ReadingOutdated extends Error {}

/** Sends a claimed save in the turn of its location, and finds out what became of it. */
@Injectable()
export class SaveSender {
  constructor(
    private readonly ledger: ChangeLedger,
    private readonly api: GoogleApi,
    private readonly reader: LocationReader,
    private readonly readings: MirrorReadings,
    private readonly dueWork: DueWork,
    private readonly clock: Clock,
  ) {}

  /** How Google is asked for a save: for a person who waits, or in the background until a stop. */
  turnOf({ isAwaited }: Pick<SaveClaim, 'isAwaited'>): GoogleTurn {
    // A person gets the answer: the process stops once it is given.
    return isAwaited ? { priority: 'save' } : { priority: 'bulk', signal: this.dueWork.stopping };
  }

  /**
   * Sends once, and notes the outcome. `not_sent` is left to the caller, whose claim still holds.
   * @param readAt when the reading began that was compared with, by `performance.now()`
   */
  async send(claim: SaveClaim, readAt: number): Promise<SaveResult> {
    const { owner, save, lines } = claim;
    const { body, mask } = toPatchOf(valuesOf(lines));
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
  private async lookAgain(claim: SaveClaim): Promise<void> {
    await this.ledger.prolong(claim);
    const place = await this.reader.readForSave(claim.owner, claim.save.locationId, this.turnOf(claim));
    if (!(await this.isBase(claim, place)))
      throw new ReadingOutdated('the location has changed since it was compared');
  }

  /**
   * Whether a location that was just read is as it was when a save of it was planned, and the edits of Google that the save
   * answers are still open. Errors: those of `GoogleApi`.
   */
  async isBase(claim: SaveClaim, place: RawLocation): Promise<boolean> {
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
   * neither its former value nor the wanted one.
   * Errors: those of `GoogleApi`, and then nothing is known; the caller puts it off.
   */
  async settle(claim: SaveClaim): Promise<SaveResult> {
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
    const { lookedAt, settlesInMs, isWatched } = watch;
    if (settlesInMs > 0) {
      const watched = isWatched ? { watchedUntil: lookedAt } : {};
      await this.ledger.putOff(claim, 'unconfirmed', Math.min(WATCH_MS, settlesInMs), watched);
      return { state: 'unconfirmed' };
    }
    if (lines.every((line) => is(line, line.before))) return this.asBefore(claim, watch);
    const errorOf = (line: ChangeRow) => (is(line, line.before) ? NOT_KNOWN : OTHER_BY_NOW);
    await this.giveUp(claim, errorOf, 'conflict');
    return { state: 'conflict' };
  }

  /** Has a look say what a reading of all locations would, as far as that is possible while it is not known what became of the save. */
  private async noteLook({ owner, save }: SaveClaim, reading: Reading, start: ReadingStart): Promise<void> {
    await this.reader.store(owner, save.locationId, reading, start).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  }

  /** What an edit comes to of which the location shows nothing, and nothing can arrive any more. */
  private async asBefore(claim: SaveClaim, { maySend, isWatched }: Watch): Promise<SaveResult> {
    if (maySend) {
      await this.ledger.putOff(claim, 'waiting', 0);
      return { state: 'unconfirmed' };
    }
    await this.giveUp(claim, () => (isWatched ? NOT_TAKEN : NOT_KNOWN));
    return { state: 'not_sent', error: AppError.of('google/unavailable') };
  }

  /** Ends a save that is not tried again by itself, and lets its author know why, line by line. */
  async giveUp(
    claim: SaveClaim,
    errorOf: (line: ChangeRow) => string,
    state: 'not_sent' | 'conflict' = 'not_sent',
  ): Promise<void> {
    const now = this.clock.now();
    await this.ledger.finish(
      claim,
      state,
      (line) => ({ state: 'not_sent', error: errorOf(line) }),
      now,
      (tx) =>
        noteEvents(
          tx,
          claim.lines.map((line) => refusedEvent(line, errorOf(line), now)),
        ),
    );
  }

  /** Ends a save of which Google has nothing. */
  async end(
    claim: SaveClaim,
    state: 'refused' | 'conflict' | 'not_sent',
    error: string,
  ): Promise<SaveResult> {
    await this.ledger.finish(claim, state, () => ({ state, error }), this.clock.now());
    return state === 'conflict' ? { state } : { state, error: AppError.of('google/refused') };
  }

  /** What Google made of it: whether it is in review, and what else has changed. Without an answer the next reading tells. */
  async readAfter({ owner, save, isAwaited }: SaveClaim): Promise<void> {
    const priority = isAwaited ? 'save' : 'bulk';
    await this.reader.refresh(owner, save.locationId, { priority }).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  }

  /** @param answer the location as Google has it by now, or only the edited fields */
  private async noteSaved(claim: SaveClaim, answer: Partial<GoogleLocation>): Promise<SaveResult> {
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
  /** How long a request may still arrive. */
  settlesInMs: number;
  /** Whether looks have followed close on each other, so that nothing was taken and put back unseen. */
  isWatched: boolean;
  maySend: boolean;
}

function watchOf({ save, clock }: SaveClaim): Watch {
  const lookedAt = clock.now();
  const sentAt = save.sentAt ?? lookedAt;
  const settlesInMs = sentAt.getTime() + SETTLE_MS - lookedAt.getTime();
  const isWatched = lookedAt.getTime() - (save.watchedUntil ?? sentAt).getTime() <= WATCHED_WITHIN_MS;
  const maySend = settlesInMs <= 0 && isWatched && save.timesSent < MOST_TIMES_SENT;
  return { lookedAt, settlesInMs, isWatched, maySend };
}
