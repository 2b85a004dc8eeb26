import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock.js';
import type { ChangeLineRow } from '../../database/changes.schema.js';
import { AppError } from '../../errors/app-error.js';
import { type ChangeClaim, type ChangeResult, isInDoubt, type LineOutcome } from '../changes/change-claim.js';
import { CHANGED, OTHER_BY_NOW, OTHER_FIELD_CHANGED } from '../changes/change-failures.js';
import { ChangeLedger } from '../changes/change-ledger.js';
import { READINGS_BEHIND_MS } from '../changes/changes-at-google.js';
import { isAt, valuesOf } from '../changes/line-values.js';
import type { RawLocation } from '../changes/raw-location.js';
import { MirrorReadings } from '../mirror/mirror-readings.js';
import type { GoogleLocation } from '../translation/google-types.js';
import { isSame, NOWHERE, type ProfileField, valueIn } from '../translation/profile-fields.js';
import { pauseOf } from './change-tries.js';
import { LocationReader } from './location-reader.js';

/** Notes what became of a claimed change. */
@Injectable()
export class ChangeEnds {
  constructor(
    private readonly ledger: ChangeLedger,
    private readonly reader: LocationReader,
    private readonly readings: MirrorReadings,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends a change that waited, because the location is no longer as it was when the change was planned. If it was sent before,
   * the location may show it; if it does not, nothing says whether Google has accepted it.
   * @param moved the lines whose fields are not as they were
   */
  async endOutdated(
    claim: ChangeClaim,
    { google }: RawLocation,
    moved: readonly ChangeLineRow[],
  ): Promise<ChangeResult> {
    const isOwn = (line: ChangeLineRow, value: unknown) =>
      line.view === 'owner' && isAt(line, value, google, undefined);
    const why = (line: ChangeLineRow) => (moved.includes(line) ? CHANGED : OTHER_FIELD_CHANGED);
    if (!isInDoubt(claim)) {
      await this.giveUp(claim, (line) => ({ state: 'conflict', error: why(line).unsent }));
      return { state: 'conflict' };
    }
    if (claim.lines.some((line) => isOwn(line, line.after))) return this.endAccepted(claim, google);
    await this.giveUp(claim, (line) =>
      line.view === 'public' || isOwn(line, line.before)
        ? { state: 'conflict', error: why(line).inDoubt }
        : { state: 'not_known', error: OTHER_BY_NOW },
    );
    return { state: 'conflict' };
  }

  /**
   * Ends the lines of a change that waited whose fields have changed, so that the others can be sent. Only in the background,
   * and if nothing of it was sent: what a person saves goes as a whole.
   * @returns false if the claim was over already
   */
  endMoved(claim: ChangeClaim, moved: readonly ChangeLineRow[]): Promise<boolean> {
    const outcome = { state: 'conflict', error: CHANGED.unsent } as const;
    return this.ledger.endSome(claim, new Map(moved.map(({ id }) => [id, outcome])), this.clock.now());
  }

  /** Ends a change that is not tried again by itself, and says why to its author, line by line. */
  async giveUp(
    claim: ChangeClaim,
    outcomeOf: (line: ChangeLineRow) => LineOutcome,
    { isStopped = false } = {},
  ): Promise<void> {
    await this.finish(claim, outcomeOf, { isStopped });
  }

  /** Ends a change of which Google has nothing. */
  async end(claim: ChangeClaim, state: 'refused' | 'not_sent', error: string): Promise<ChangeResult> {
    await this.finish(claim, () => ({ state, error }));
    return { state, error: AppError.of('google/refused') };
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
    const isNoted = await this.finish(
      { ...claim, lines },
      // Until a reading shows that the public has it.
      ({ after }) => ({ state: 'in_review', error: null, after }),
      { also: (tx) => this.readings.noteAccepted(tx, owner, change.locationId, valuesOf(lines)) },
    );
    return isNoted ? { state: 'saved' } : { state: 'unconfirmed' };
  }

  /** Ends a claim; lines that were left out are sent after a pause. */
  finish(
    claim: ChangeClaim,
    outcomeOf: (line: ChangeLineRow) => LineOutcome,
    options: Pick<Parameters<ChangeLedger['finish']>[3] & object, 'also' | 'isStopped'> = {},
  ): Promise<boolean> {
    const restInMs = claim.set.stoppedAt ? 0 : pauseOf(claim.change);
    return this.ledger.finish(claim, outcomeOf, this.clock.now(), { ...options, restInMs });
  }
}
