import { Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '../../config/clock.js';
import { Database } from '../../database/database.js';
import type { ChangeRow, ChangeSetRow } from '../../database/record.schema.js';
import { AppError } from '../../errors/app-error.js';
import { backOff } from '../../jobs/back-off.js';
import { ClaimOver } from '../../jobs/claims.js';
import { DueWork } from '../../jobs/due-work.js';
import { ProcessStops } from '../../jobs/process-stops.js';
import { noteEvents } from '../../notices/outbox.js';
import type { GoogleOwner } from '../business-profile-provider.js';
import { ChangeLedger } from '../record/change-ledger.js';
import { LocationBusy, type PlannedChange, type SaveClaim, type SaveResult } from '../record/save-claim.js';
import { refusedEvent } from '../record/location-events.js';
import { isSame, NOWHERE, type ProfileField, toPatchOf, valueIn } from '../record/profile-fields.js';
import { GoogleApi } from './google-api.js';
import type { Priority } from './quota.js';
import { inWords } from './google-errors.js';
import type { GoogleLocation, GoogleUpdatedLocation } from './google-types.js';
import { isAt, valuesOf } from './line-values.js';
import { LocationReader } from './location-reader.js';
import { isFlagged, MirrorReadings } from './mirror-readings.js';
import { MirrorRepository, type RawLocation } from './mirror.repository.js';
import { CHANGED, GIVEN_UP, GONE, isRefusal, isUnknown, NOT_TAKEN, whyNotNow } from './save-failures.js';
import { nextTry } from './save-tries.js';

/** How often an edit is sent at most: again only while the location still shows what it showed before. */
const MOST_TIMES_SENT = 3;
/** How long until the outcome of an edit is looked for again. */
const LOOKS = { firstMs: 10_000, mostMs: 10 * 60_000 };
/** How often a person's own save looks for the other edit of the location that is under way, and how long in between. */
const TURNS = 5;
const TURN_MS = 1_000;

/** Who does something, and why. */
export interface SaveBy {
  kind: ChangeSetRow['kind'];
  actor: string;
  reason: string | null;
}

/**
 * Changes profiles at Google, exactly: the intent is committed before the call, each step makes one call, and the outcome
 * is noted under a claim. An unknown outcome is settled by reading the location, never by sending blindly.
 */
@Injectable()
export class ProfileSaver {
  private readonly logger = new Logger('Record');

  constructor(
    private readonly database: Database,
    private readonly ledger: ChangeLedger,
    private readonly api: GoogleApi,
    private readonly reader: LocationReader,
    private readonly readings: MirrorReadings,
    private readonly mirror: MirrorRepository,
    private readonly dueWork: DueWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes changes of one location at once, for a person who waits. The caller has just read the location with `LocationReader.readNow`.
   * Errors: `google/unconfirmed` when the outcome is not known yet (it is looked for in the background);
   * `changed_since`, `save_in_progress`; Google's refusal as `GoogleApi` throws it; then Google has none of it.
   */
  async saveNow(owner: GoogleOwner, place: RawLocation, changes: PlannedChange[], by: SaveBy): Promise<void> {
    const now = this.clock.now();
    const claim = await this.database.transaction(async (tx) => {
      const setId = randomUUID();
      await this.ledger.addSet(tx, owner, { id: setId, ...by, createdAt: now });
      const [id] = await this.ledger.addSaves(tx, owner, setId, [{ place, changes }], now);
      return this.ledger.claim(id!, { isAwaited: true, tx });
    });
    if (!claim) throw AppError.of('internal');
    const result = await this.sendInTurn(claim, place.google);
    switch (result.state) {
      case 'saved':
        return this.readAfter(claim);
      case 'refused':
        throw result.error;
      case 'not_sent':
        if (claim.save.sentAt === null) await this.ledger.forget(claim);
        else await this.end(claim, 'not_sent', whyNotNow(result.error) ?? NOT_TAKEN);
        throw result.error;
      case 'conflict':
        throw AppError.of('google/changed');
      case 'unconfirmed':
        throw AppError.of('google/unconfirmed');
    }
  }

  /** Takes the next step with a save that is due. */
  async step(id: string): Promise<void> {
    const claim = await this.ledger.claim(id, { isAwaited: false });
    if (!claim) return;
    try {
      const result = claim.save.sentAt ? await this.settle(claim) : await this.sendFromQueue(claim);
      if (result.state === 'saved' || result.state === 'conflict') await this.readAfter(claim);
      this.logger.log({ event: 'change.step', save: id, state: result.state });
    } catch (error) {
      const isStopping = error instanceof ProcessStops;
      // Once it was sent, and not refused, it is looked for.
      const isOpen = claim.save.sentAt !== null && !(isStopping && claim.hasIntended);
      const ms = isStopping ? 0 : backOff(claim.save.attempt, LOOKS);
      await this.ledger.putOff(claim, isOpen ? 'unconfirmed' : 'waiting', ms);
      if (isStopping) return;
      if (!(error instanceof AppError)) throw error;
      this.logger.warn({ event: 'change.put_off', save: id, reason: error.code });
    }
  }

  /** Sends a save that waited, if the location still is as it was when it was planned. */
  private async sendFromQueue(claim: SaveClaim): Promise<SaveResult> {
    const { owner, save, lines } = claim;
    await this.reader.refresh(owner, save.locationId, { priority: 'bulk', signal: this.dueWork.stopping });
    const place = await this.mirror.findRaw(owner, save.locationId);
    if (!place) return this.end(claim, 'not_sent', GONE);
    const updated = await this.updatedFor(claim, 'bulk');
    const isBase = (line: ChangeRow) => isAt(line, line.before, place.google, updated);
    if (!lines.every(isBase)) return this.end(claim, 'conflict', CHANGED);
    const result = await this.send(claim, place.google, 'bulk');
    return result.state === 'not_sent' ? this.tryLater(claim, result.error) : result;
  }

  /** Google has none of it, and may take it later: it is tried again after pauses that grow, and given up after a day. */
  private async tryLater(claim: SaveClaim, error: unknown): Promise<SaveResult> {
    const now = this.clock.now();
    const next = nextTry(claim.save, error, now);
    if (next) await this.ledger.putOff(claim, 'waiting', next.ms, next);
    else
      await this.ledger.finish(
        claim,
        'not_sent',
        () => ({ state: 'not_sent', error: GIVEN_UP }),
        now,
        (tx) =>
          noteEvents(
            tx,
            claim.lines.map((line) => refusedEvent(line, GIVEN_UP, now)),
          ),
      );
    return { state: 'not_sent', error };
  }

  /** Sends now, or after another edit of the location that is under way. */
  private async sendInTurn(claim: SaveClaim, google: GoogleLocation): Promise<SaveResult> {
    for (let turn = 1; ; turn += 1) {
      const result = await this.send(claim, google, 'save');
      const isBusy = result.state === 'not_sent' && result.error instanceof LocationBusy;
      if (!isBusy) return result;
      if (turn === TURNS) return { state: 'not_sent', error: AppError.of('save_in_progress') };
      await new Promise((resolve) => setTimeout(resolve, TURN_MS));
    }
  }

  /** Sends once, and notes the outcome. `not_sent` is left to the caller, whose claim still holds. */
  private async send(claim: SaveClaim, google: GoogleLocation, priority: Priority): Promise<SaveResult> {
    const { owner, save, lines } = claim;
    const { body, mask } = toPatchOf(valuesOf(lines));
    const signal = this.signalOf(claim);
    let hasLeft = false;
    const beforeSending = async () => {
      signal?.throwIfAborted();
      await this.ledger.intend(claim, this.clock.now());
      hasLeft = true;
    };
    let accepted: Partial<GoogleLocation>;
    try {
      accepted = await this.api.patchLocation(owner, save.locationId, body, mask, {
        priority,
        beforeSending,
        ...(signal && { signal }),
      });
    } catch (error) {
      if (error instanceof LocationBusy) return { state: 'not_sent', error };
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

  /**
   * Reads what became of an edit that was sent. It is sent again only while the location shows what it showed before.
   * Errors: those of `GoogleApi`, and then nothing is known; the caller puts it off.
   */
  private async settle(claim: SaveClaim): Promise<SaveResult> {
    const { owner, save, lines } = claim;
    const signal = this.signalOf(claim);
    const priority = claim.isAwaited ? 'save' : 'bulk';
    const turn = { priority, ...(signal && { signal }) } as const;
    let google: GoogleLocation;
    let updated: GoogleUpdatedLocation | undefined;
    try {
      await this.ledger.prolong(claim);
      google = await this.api.getLocation(owner, save.locationId, turn);
      if (isFlagged(google) || lines.some(({ view }) => view === 'public')) {
        await this.ledger.prolong(claim);
        updated = await this.api.getGoogleUpdated(owner, save.locationId, turn);
      }
    } catch (error) {
      // Another process goes on with it, or has.
      if (error instanceof ClaimOver) return { state: 'unconfirmed' };
      if (!(error instanceof AppError)) throw error;
      await this.ledger.putOff(claim, 'unconfirmed', backOff(save.attempt, LOOKS));
      return { state: 'unconfirmed' };
    }
    const is = (line: ChangeRow, value: unknown) => isAt(line, value, google, updated);
    const there = lines.filter((line) => is(line, line.after));
    if (there.length === lines.length) return this.noteSaved(claim, google);
    if (lines.every((line) => is(line, line.before)) && save.timesSent < MOST_TIMES_SENT)
      return this.send(claim, google, priority);
    const state = lines.every((line) => is(line, line.before)) ? 'not_sent' : 'conflict';
    const now = this.clock.now();
    await this.ledger.finish(
      claim,
      state,
      (line) =>
        there.includes(line)
          ? { state: 'in_review', error: null }
          : is(line, line.before)
            ? { state: 'not_sent', error: NOT_TAKEN }
            : { state: 'conflict', error: CHANGED },
      now,
      (tx) => this.readings.noteTaken(tx, owner, save.locationId, valuesOf(there)),
    );
    return state === 'conflict' ? { state } : { state, error: AppError.of('google/unavailable') };
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

  private async end(
    claim: SaveClaim,
    state: 'refused' | 'conflict' | 'not_sent',
    error: string,
  ): Promise<SaveResult> {
    await this.ledger.finish(claim, state, () => ({ state, error }), this.clock.now());
    return state === 'conflict' ? { state } : { state, error: AppError.of('google/refused') };
  }

  /** What Google made of it: whether it is in review, and what else has changed. Without an answer the next reading tells. */
  private async readAfter({ owner, save, isAwaited }: SaveClaim): Promise<void> {
    const priority = isAwaited ? 'save' : 'bulk';
    await this.reader.refresh(owner, save.locationId, { priority }).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  }

  /** A stop ends what no person waits for. A person gets the answer: the process stops once it is given. */
  private signalOf({ isAwaited }: SaveClaim): AbortSignal | undefined {
    return isAwaited ? undefined : this.dueWork.stopping;
  }

  /** What the public sees, where a line is about that. */
  private async updatedFor({ owner, save, lines }: SaveClaim, priority: Priority) {
    if (lines.every(({ view }) => view === 'owner')) return undefined;
    return this.api.getGoogleUpdated(owner, save.locationId, { priority });
  }
}
