import { LOCK_LIMITS } from '../business-profile/changes/locked-fields.js';
import { toChangeValue } from '../business-profile/changes/change-values.js';
import type { RawLocation } from '../business-profile/changes/raw-location.js';
import { type ProfileField, valueIn } from '../business-profile/translation/profile-fields.js';
import { toActor } from '../changes/change-mapping.js';
import type { LockEventRow, LockRow } from '../database/locks.schema.js';
import type { LockDto, LockEventDto, LockedLocationDto, WaitingEditDto } from './lock.dto.js';
import type { LockDetails, LockedPlace, WaitingEdit } from './lock-details.repository.js';

/** A lock as the API shows it. @param places its first location as last read, if it is listed */
export function toLock(
  { id, field: name, title, actor, createdAt }: LockRow,
  { count, first, used, waiting, waitingCount, events }: LockDetails,
  actorName: string | null,
  places: ReadonlyMap<string, RawLocation>,
): LockDto {
  const field = name as ProfileField;
  const place = first && places.get(first.locationId);
  return {
    id,
    field,
    title,
    locations: { count, first: toLocation(first, place) },
    kept: count === 1 && place ? toChangeValue(field, valueIn(place.google, field)) : null,
    used,
    limits: { ...LOCK_LIMITS },
    waiting: waiting.map(toWaiting),
    waitingCount,
    events: events.map(toLockEvent),
    createdAt: createdAt.toISOString(),
    createdBy: toActor(actor, actorName),
  };
}

/** The names of a location as they are now, or as they were when it was locked. */
function toLocation(first: LockedPlace | undefined, place: RawLocation | undefined): LockedLocationDto {
  const { accountId = '', locationId = '', locationName = '', storeCode = null } = first ?? {};
  return {
    accountId: place?.accountId ?? accountId,
    locationId,
    name: place?.google.title ?? locationName,
    storeCode: place ? (place.google.storeCode ?? null) : storeCode,
  };
}

function toWaiting({ edit, why, since }: WaitingEdit): WaitingEditDto {
  const field = edit.field as ProfileField;
  return {
    editId: edit.id,
    accountId: edit.accountId,
    locationId: edit.locationId,
    name: edit.locationName,
    storeCode: edit.storeCode,
    yours: toChangeValue(field, edit.ownerValue),
    google: toChangeValue(field, edit.publicValue),
    since: since.toISOString(),
    why,
  };
}

/** An event as the API shows it. */
export function toLockEvent({ field, value, heldSeconds, ...event }: LockEventRow): LockEventDto {
  const { id, at, kind, locationId, locationName, storeCode, changeId, reason } = event;
  return {
    id,
    at: at.toISOString(),
    kind,
    locationId,
    locationName,
    storeCode,
    value: value === null ? null : toChangeValue(field as ProfileField, value),
    heldMs: heldSeconds === null ? null : heldSeconds * 1000,
    changeId,
    reason,
  };
}
