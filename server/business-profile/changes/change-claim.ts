import type { ChangeRow, ChangeSetRow, SaveRow } from '../../database/changes.schema.js';
import type { ClaimClock } from '../../jobs/claims.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import type { LocationTurn } from './location-turns.js';
import type { ProfileField, RawValue } from '../translation/profile-fields.js';

/** A field that is to change, with the values in Google's shape. */
export interface PlannedChange {
  field: ProfileField;
  /** `public`: Google's value goes, and the owner's stays. */
  view: 'owner' | 'public';
  before: RawValue;
  after: RawValue;
  /** The line that it takes back. */
  undoes?: string;
}

/** A claimed save. While the claim holds, no other process works on it. */
export interface ChangeClaim {
  save: SaveRow;
  owner: GoogleOwner;
  /** Who asked for it, and as what. */
  set: ChangeSetRow;
  lines: ChangeRow[];
  /** Whether a person waits for the outcome and sees it. */
  isAwaited: boolean;
  /** The turn of its location, without which nothing is sent. */
  turn: LocationTurn | undefined;
  /** Whether the intent of the sending that is under way has been committed; not once it may have been taken. */
  hasIntended: boolean;
  /** The database's clock. */
  clock: ClaimClock;
}

/** Whether a save was sent before, and it is not known whether Google took it then. */
export function isInDoubt({ save, hasIntended }: Pick<ChangeClaim, 'save' | 'hasIntended'>): boolean {
  return save.timesSent > (hasIntended ? 1 : 0);
}

/** What became of each line of a save, by its id. */
export type LineOutcome = Pick<ChangeRow, 'state' | 'error'> & Partial<Pick<ChangeRow, 'after'>>;

/** Thrown when nothing may be sent because Google still has another edit of the location to answer. */
export class LocationBusy extends Error {}

/** What is known about an edit after a step. */
export type SaveResult =
  | { state: 'saved' }
  | { state: 'refused'; error: unknown }
  | { state: 'conflict' }
  | { state: 'not_sent'; error: unknown }
  | { state: 'unconfirmed' };
