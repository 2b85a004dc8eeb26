import type { ChangeLineRow, ChangeSetRow, LocationChangeRow } from '../../database/changes.schema.js';
import type { ClaimClock } from '../../jobs/claims.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import type { WhyUnsent } from './change-failures.js';
import type { LocationTurn } from './location-turns.js';

/** A claimed change of a location, with its lines. While the claim holds, no other process works on it. */
export interface ChangeClaim {
  change: LocationChangeRow;
  owner: GoogleOwner;
  /** Who asked for it, and as what. */
  set: ChangeSetRow;
  /** The lines that are not over. */
  lines: ChangeLineRow[];
  /** What became of its other lines. */
  ended: ChangeLineRow['state'][];
  /** Whether it goes out once more without the fields that Google has refused by name. */
  isRest?: boolean;
  /** Whether a person waits for the outcome and sees it. */
  isAwaited: boolean;
  /** The turn of its location, without which nothing is sent. */
  turn: LocationTurn | undefined;
  /** Whether the intent of the sending that is under way has been committed; not once Google may have accepted it. */
  hasIntended: boolean;
  /** The database's clock. */
  clock: ClaimClock;
}

/** Whether a change was sent before, and it is not known whether Google accepted it then. */
export function isInDoubt({ change, hasIntended }: Pick<ChangeClaim, 'change' | 'hasIntended'>): boolean {
  return change.timesSent > (hasIntended ? 1 : 0);
}

/** What became of a line. */
export type LineOutcome = Pick<ChangeLineRow, 'state' | 'error'> & Partial<Pick<ChangeLineRow, 'after'>>;

/** What counts for a location, the worst first. */
const WORST_FIRST = Object.freeze(['not_known', 'refused', 'conflict', 'not_sent'] as const);

/** The state of a location's change whose lines are all over: that of the line that went worst. */
export function worstOf(states: readonly ChangeLineRow['state'][]): LocationChangeRow['state'] {
  return WORST_FIRST.find((state) => states.includes(state)) ?? 'saved';
}

/** Thrown when nothing may be sent because Google still has another edit of the location to answer. */
export class LocationBusy extends Error {}

/** Thrown when the location has changed while a change waited for Google's quota: nothing has been sent. */
export class ReadingOutdated extends Error {}

/** Thrown when nothing may be sent because the set of the change was stopped. */
export class SetStopped extends Error {}

/** Thrown when a lock may not put a value back, or no longer. */
export class LockOver extends SetStopped {
  constructor(readonly why: WhyUnsent) {
    super(why.unsent);
  }
}

/** What is known about a change after a step; `saved`: Google has it. */
export type ChangeResult =
  | { state: 'saved' }
  | { state: 'refused'; error: unknown }
  | { state: 'conflict' }
  | { state: 'not_sent'; error: unknown }
  | { state: 'unconfirmed' };
