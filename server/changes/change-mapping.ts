import { toChangeValue } from '../business-profile/changes/change-values.js';
import type { ChangeField } from '../business-profile/translation/profile-fields.js';
import type { GoogleLocation } from '../business-profile/translation/google-types.js';
import type { ActorDto, ChangeDto } from './change.dto.js';
import type { ListedChange, SetSize } from './changes.repository.js';
import { whyNoUndo } from './impossible-undos.js';

/** A person as the API names them; null: it was no person, but a lock. @param name null: their account is deleted */
export function toActor(uid: string | null, name: string | null): ActorDto | null {
  return uid === null ? null : { uid, name: name ?? '' };
}

/**
 * A line as the API shows it.
 * @param sizes of the sets, by their ids
 */
export function toChange(
  { change, set, actorName }: ListedChange,
  google: GoogleLocation | undefined,
  today: string,
  sizes: ReadonlyMap<string, SetSize> = new Map(),
): ChangeDto {
  const field = change.field as ChangeField;
  return {
    id: change.id,
    setId: change.setId,
    setKind: set?.kind ?? null,
    setName: set?.name ?? null,
    setSize: (change.setId && sizes.get(change.setId)) || null,
    accountId: change.accountId,
    locationId: change.locationId,
    locationName: change.locationName,
    storeCode: change.storeCode,
    field,
    before: toChangeValue(field, change.before),
    after: toChangeValue(field, change.after),
    areValuesDropped: change.areValuesDropped,
    origin: change.origin,
    isPublicOnly: change.view === 'public',
    actor: set && toActor(set.actor, actorName),
    reason: set?.reason ?? null,
    state: change.state,
    error: change.error,
    seenAfter: change.seenAfter?.toISOString() ?? null,
    at: change.at.toISOString(),
    publicAt: change.publicAt?.toISOString() ?? null,
    backAt: change.backAt?.toISOString() ?? null,
    undoes: change.undoes,
    undoneBy: change.undoneBy,
    whyNoUndo: whyNoUndo(change, google, today) ?? null,
  };
}
