import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock.js';
import { AppError } from '../../errors/app-error.js';
import { isUnstorable } from '../../errors/database-errors.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import type { VerificationState } from '../port/location.js';
import { LocationBusy } from '../changes/change-claim.js';
import { GoogleApi } from '../calls/google-api.js';
import type { GoogleTurn } from '../calls/google-calls.js';
import type { GoogleLocation, GoogleUpdatedLocation } from '../translation/google-types.js';
import { LeftOutThings } from '../calls/left-out.js';
import { stateOf, toState } from '../translation/mapping.js';
import { isFlagged, MirrorReadings, type Reading, type ReadingStart } from '../mirror/mirror-readings.js';
import { MirrorRepository } from '../mirror/mirror.repository.js';
import type { RawLocation } from '../changes/raw-location.js';

interface RunningRead {
  /** Whether a change was sent after it began, so that it may show the state before that change. */
  isOutdated: boolean;
  /** Resolves with whether it was stored. */
  done: Promise<boolean>;
}

/** How often a location is read for a change, if newer readings keep overtaking. */
const MOST_READINGS = 3;

/** Updates the copy of single locations. */
@Injectable()
export class LocationReader {
  private readonly underWay = new Map<string, RunningRead>();

  constructor(
    private readonly api: GoogleApi,
    private readonly readings: MirrorReadings,
    private readonly mirror: MirrorRepository,
    private readonly leftOut: LeftOutThings,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads a location from Google into the mirror. A location has one read at a time: concurrent callers share it, or wait for
   * one that begins after the last change. Errors: those of `GoogleApi`, `google/unreadable` if Google's answer cannot be
   * stored: then the copy stays as it is.
   * @returns whether it was stored: it is not if it may show the state before a change
   */
  refresh(owner: GoogleOwner, id: string, turn?: GoogleTurn): Promise<boolean> {
    return this.reading(owner, id, turn);
  }

  /**
   * A location as Google has it, from a reading that begins now and is stored: it shows every earlier change from here, and
   * everything that was changed elsewhere until now. To be called in the turn of the location.
   * Errors: `not_found`, those of `GoogleApi`; `LocationBusy` while it is not known what became of an earlier change.
   */
  async readForChange(owner: GoogleOwner, id: string, turn: GoogleTurn): Promise<RawLocation> {
    if (!(await this.mirror.findRaw(owner, id))) throw AppError.of('not_found');
    for (let reading = 1; reading <= MOST_READINGS; reading += 1) {
      this.noteChanged(owner, id);
      if (!(await this.reading(owner, id, turn))) continue;
      const place = await this.mirror.findRaw(owner, id);
      if (!place) throw AppError.of('not_found');
      return place;
    }
    throw new LocationBusy('the reading may not show the present state of the location');
  }

  private reading(owner: GoogleOwner, id: string, turn: GoogleTurn | undefined): Promise<boolean> {
    const key = keyOf(owner, id);
    const running = this.underWay.get(key);
    if (running && !running.isOutdated) return running.done;
    const before = running?.done.catch(() => undefined);
    const reading: RunningRead = {
      isOutdated: false,
      done: (before ? before.then(() => this.read(owner, id, turn)) : this.read(owner, id, turn)).finally(
        () => {
          if (this.underWay.get(key) === reading) this.underWay.delete(key);
        },
      ),
    };
    this.underWay.set(key, reading);
    return reading.done;
  }

  /** To be called after a change at Google: a running read may miss it. */
  noteChanged(owner: GoogleOwner, id: string): void {
    const running = this.underWay.get(keyOf(owner, id));
    if (running) running.isOutdated = true;
  }

  private async read(owner: GoogleOwner, id: string, turn?: GoogleTurn): Promise<boolean> {
    const start = await this.readings.begin(owner, this.clock.now());
    const google = await this.api.getLocation(owner, id, turn);
    const [state, updated] = await Promise.all([
      this.stateOf(owner, google, id, turn),
      isFlagged(google) ? this.updatedOf(owner, id, turn) : undefined,
    ]);
    return this.store(owner, id, { google, state, updated }, start);
  }

  /** Stores a reading. Errors: `google/unreadable` if it cannot be stored: then the copy stays as it is. */
  async store(owner: GoogleOwner, id: string, reading: Reading, start: ReadingStart): Promise<boolean> {
    try {
      return await this.readings.storeOne(owner, reading, start);
    } catch (error) {
      if (!isUnstorable(error)) throw error;
      this.leftOut.note('location', { location: id }, error);
      await this.readings.noteUnreadable(owner, id);
      throw AppError.of('google/unreadable', error);
    }
  }

  /** Undefined when Google does not answer: the copy then keeps its state. */
  private async stateOf(
    owner: GoogleOwner,
    google: GoogleLocation,
    id: string,
    turn?: GoogleTurn,
  ): Promise<VerificationState | undefined> {
    const known = stateOf(google);
    return known ?? this.api.voiceOfMerchant(owner, id, turn).then(toState, unlessOurFault);
  }

  /** What the public sees; undefined when Google does not answer. */
  private updatedOf(
    owner: GoogleOwner,
    id: string,
    turn?: GoogleTurn,
  ): Promise<GoogleUpdatedLocation | undefined> {
    return this.api.getGoogleUpdated(owner, id, turn).catch(unlessOurFault);
  }
}

function keyOf({ workspaceId, subject }: GoogleOwner, id: string): string {
  return JSON.stringify([workspaceId, subject, id]);
}

/** Leaves out details that Google cannot give right now; our own errors are thrown. */
function unlessOurFault(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
}
