import { hashesOf, limitReached, type PutBack } from '../business-profile/changes/locked-fields.js';
import type { GoogleEditRow } from '../database/changes.schema.js';
import type { LockedFieldRow } from '../database/locks.schema.js';

/** What a lock does about a field: nothing, look again later, put the owner's value back, or leave it to a person. */
export type LockStep =
  | { act: 'rest' }
  | { act: 'later' }
  | { act: 'put_back'; edit: GoogleEditRow }
  | { act: 'wait'; edit: GoogleEditRow; why: NonNullable<LockedFieldRow['waits']> };

/** What the step depends on. */
export interface LockFacts {
  /** The edit of Google that is open; undefined: none is. */
  edit: GoogleEditRow | undefined;
  /** Whether the location is listed. */
  isListed: boolean;
  /** Whether a change of the field waits or is on its way. */
  isUnderWay: boolean;
  /** Whether Google still reviews the owner's own value. */
  isUnderReview: boolean;
  /** What locks have put back within the days that count. */
  putBacks: readonly PutBack[];
}

/** The next step of a lock with a field of a location. */
export function nextStepOf({ edit, isListed, isUnderWay, isUnderReview, putBacks }: LockFacts): LockStep {
  if (!edit || !isListed) return { act: 'rest' };
  if (isClosed(edit)) return { act: 'wait', edit, why: 'closed' };
  if (isUnderWay || isUnderReview) return { act: 'later' };
  const { locationId, field, publicValue, ownerValue: kept } = edit;
  const why = limitReached(putBacks, { locationId, field, ...hashesOf(field, { publicValue, kept }) });
  return why ? { act: 'wait', edit, why } : { act: 'put_back', edit };
}

/** Whether Google says that the location is closed, which only a person knows. */
function isClosed({ field, publicValue }: GoogleEditRow): boolean {
  return (
    field === 'openStatus' && (publicValue === 'CLOSED_PERMANENTLY' || publicValue === 'CLOSED_TEMPORARILY')
  );
}
