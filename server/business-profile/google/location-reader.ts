import { Injectable } from '@nestjs/common';
import { AppError } from '../../errors/app-error.js';
import type { VerificationState } from '../business-profile-provider.js';
import type { MirrorOwner } from '../mirror-owner.js';
import { MirrorRepository } from '../mirror.repository.js';
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
   * Reads a place from Google into the mirror. One place is read once at a time: whoever comes meanwhile shares the
   * reading, or waits for one that begins after the last save. Errors: those of `GoogleApi`.
   */
  refresh(owner: MirrorOwner, id: string, turn?: GoogleTurn): Promise<void> {
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

  /** The place was saved at Google: a reading that is under way may not know of it. */
  noteSaved(owner: MirrorOwner, id: string): void {
    const running = this.readings.get(keyOf(owner, id));
    if (running) running.isOutdated = true;
  }

  private async read(owner: MirrorOwner, id: string, turn?: GoogleTurn): Promise<void> {
    const google = await this.api.getLocation(owner.uid, id, turn);
    const [state, pendingMask] = await Promise.all([
      this.stateOf(owner.uid, google, id, turn),
      this.pendingMaskOf(owner.uid, google, id, turn),
    ]);
    await this.mirror.saveLocation(owner, { ...google, ...(pendingMask && { pendingMask }) }, state);
  }

  /** Undefined where Google does not tell at present: the copy keeps the state that it has. */
  private async stateOf(
    uid: string,
    google: GoogleLocation,
    id: string,
    turn?: GoogleTurn,
  ): Promise<VerificationState | undefined> {
    const known = stateOf(google);
    return known ?? this.api.voiceOfMerchant(uid, id, turn).then(toState, unlessOurFault);
  }

  private async pendingMaskOf(
    uid: string,
    { metadata }: GoogleLocation,
    id: string,
    turn?: GoogleTurn,
  ): Promise<string | undefined> {
    if (!metadata?.hasPendingEdits) return undefined;
    return this.api.getGoogleUpdated(uid, id, turn).then(({ pendingMask }) => pendingMask, unlessOurFault);
  }
}

function keyOf({ uid, subject }: MirrorOwner, id: string): string {
  return JSON.stringify([uid, subject, id]);
}

/** What Google fails to tell beside the place itself is left open. */
function unlessOurFault(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
}
