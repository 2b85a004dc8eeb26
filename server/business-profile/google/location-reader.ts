import { Injectable } from '@nestjs/common';
import { AppError } from '../../errors/app-error.js';
import type { GoogleOwner, VerificationState } from '../business-profile-provider.js';
import { MirrorRepository } from './mirror.repository.js';
import { GoogleApi } from './google-api.js';
import type { GoogleTurn } from './google-calls.js';
import type { GoogleLocation } from './google-types.js';
import { stateOf, toState } from './mapping.js';

interface Reading {
  /** Whether something was saved since it began, so that it may show the place as it was before. */
  isOutdated: boolean;
  done: Promise<void>;
}

/** Brings the copy of single places up to date. */
@Injectable()
export class LocationReader {
  private readonly readings = new Map<string, Reading>();

  constructor(
    private readonly api: GoogleApi,
    private readonly mirror: MirrorRepository,
  ) {}

  /**
   * Reads a place from Google into the mirror. A place is read once at a time: concurrent callers share the reading,
   * or wait for one that begins after the last save. Errors: those of `GoogleApi`.
   */
  refresh(owner: GoogleOwner, id: string, turn?: GoogleTurn): Promise<void> {
    const key = keyOf(owner, id);
    const running = this.readings.get(key);
    if (running && !running.isOutdated) return running.done;
    const before = running?.done.catch(() => undefined);
    const reading: Reading = {
      isOutdated: false,
      done: (before ? before.then(() => this.read(owner, id, turn)) : this.read(owner, id, turn)).finally(
        () => {
          if (this.readings.get(key) === reading) this.readings.delete(key);
        },
      ),
    };
    this.readings.set(key, reading);
    return reading.done;
  }

  /** The place was saved at Google: a reading that is under way may miss that. */
  noteSaved(owner: GoogleOwner, id: string): void {
    const running = this.readings.get(keyOf(owner, id));
    if (running) running.isOutdated = true;
  }

  private async read(owner: GoogleOwner, id: string, turn?: GoogleTurn): Promise<void> {
    const google = await this.api.getLocation(owner, id, turn);
    const [state, pendingMask] = await Promise.all([
      this.stateOf(owner, google, id, turn),
      this.pendingMaskOf(owner, google, id, turn),
    ]);
    await this.mirror.saveLocation(owner, { ...google, ...(pendingMask && { pendingMask }) }, state);
  }

  /** Undefined where Google does not answer at present: the copy keeps its state. */
  private async stateOf(
    owner: GoogleOwner,
    google: GoogleLocation,
    id: string,
    turn?: GoogleTurn,
  ): Promise<VerificationState | undefined> {
    const known = stateOf(google);
    return known ?? this.api.voiceOfMerchant(owner, id, turn).then(toState, unlessOurFault);
  }

  private async pendingMaskOf(
    owner: GoogleOwner,
    { metadata }: GoogleLocation,
    id: string,
    turn?: GoogleTurn,
  ): Promise<string | undefined> {
    if (!metadata?.hasPendingEdits) return undefined;
    return this.api.getGoogleUpdated(owner, id, turn).then(({ pendingMask }) => pendingMask, unlessOurFault);
  }
}

function keyOf({ workspaceId, subject }: GoogleOwner, id: string): string {
  return JSON.stringify([workspaceId, subject, id]);
}

/** Details that Google cannot give at present are left out; errors of our own are thrown. */
function unlessOurFault(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
}
