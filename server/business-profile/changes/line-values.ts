import type { ChangeRow } from '../../database/changes.schema.js';
import { fieldsOfMask, isSame, type ProfileField, valueIn } from '../translation/profile-fields.js';
import type { GoogleLocation, GoogleUpdatedLocation } from '../translation/google-types.js';

/** What lines of the record are to change, by field, in Google's shape. */
export function valuesOf(lines: ChangeRow[]): Map<ProfileField, unknown> {
  return new Map(lines.map(({ field, after }) => [field as ProfileField, after]));
}

/**
 * Whether the field of a line has a value, in the owner's version or as the public sees it. Where Google's value is to go, the
 * owner's has to be the one that stays: with another one it is neither as before nor as wanted.
 */
export function isAt(
  { field, view, after }: ChangeRow,
  value: unknown,
  google: GoogleLocation,
  updated: GoogleUpdatedLocation | undefined,
): boolean {
  const name = field as ProfileField;
  const own = valueIn(google, name);
  if (view === 'owner') return isSame(name, own, value, google);
  const isShownByGoogle = fieldsOfMask(updated?.diffMask).has(name);
  const shown = isShownByGoogle ? valueIn(updated?.location ?? {}, name) : own;
  return isSame(name, own, after, google) && isSame(name, shown, value, google);
}
