import { cut } from '../../config/cut.js';
import type { NoticeEvent } from '../../notices/events/outbox.js';
import type { ChangeLineRow } from '../../database/changes.schema.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import type { VerificationState } from '../port/location.js';
import { type KnownLocation, type Line, placeOf } from './change-lines.js';

/** How long a cause may be. */
const CAUSE_LENGTH = 500;

/** A change that Google or the public made. If it closes the location, it is an event of its own kind. */
export function changedEvent({
  id,
  workspaceId,
  locationId,
  locationName,
  storeCode,
  field,
  after,
  at,
}: Line): NoticeEvent {
  const subject = { locationId, locationName, storeCode, field };
  const event = { workspaceId, key: `changed ${id}`, subject, at };
  const isClosed =
    field === 'openStatus' && (after === 'CLOSED_PERMANENTLY' || after === 'CLOSED_TEMPORARILY');
  if (!isClosed) return { ...event, kind: 'profile_changed', cause: field };
  const cause = after === 'CLOSED_PERMANENTLY' ? 'permanently' : 'temporarily';
  return { ...event, kind: 'location_closed', cause };
}

/** The states in which a change of ours ends without Google having it for certain. */
export const FAILED_STATES = Object.freeze(['refused', 'conflict', 'not_sent', 'not_known'] as const);
export type FailedState = (typeof FAILED_STATES)[number];

/** A change of ours that Google does not have for certain. */
export function failedEvent(
  { id, workspaceId, locationId, locationName, storeCode, field }: ChangeLineRow,
  { state, error }: { state: FailedState; error: string },
  at: Date,
): NoticeEvent {
  const reason = cut(error, CAUSE_LENGTH);
  const subject = { locationId, locationName, storeCode, field, state, reason };
  return { workspaceId, kind: 'edit_refused', key: `edit_refused ${id}`, cause: reason, subject, at };
}

/** A location that Google has suspended, or that is no longer verified; undefined for other changes of its state. */
export function stateEvent(
  owner: GoogleOwner,
  location: KnownLocation,
  { from, to }: { from: VerificationState; to: VerificationState },
): NoticeEvent | undefined {
  const isSuspended = to === 'SUSPENDED' && from !== 'SUSPENDED';
  const isUnverified = to === 'UNVERIFIED' && from === 'VERIFIED';
  if (!isSuspended && !isUnverified) return undefined;
  const { workspaceId, subject, locationId, locationName, storeCode } = placeOf(owner, location);
  const cause = isSuspended ? 'suspended' : 'unverified';
  const { at } = location;
  return {
    workspaceId,
    kind: `location_${cause}`,
    key: `${cause} ${subject} ${locationId} ${at.toISOString()}`,
    cause,
    subject: { locationId, locationName, storeCode },
    at,
  };
}
