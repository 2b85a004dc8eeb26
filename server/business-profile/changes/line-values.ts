import type { ChangeLineRow } from '../../database/changes.schema.js';
import { fieldsOfMask, isSame, type ProfileField, valueIn } from '../translation/profile-fields.js';
import type { GoogleLocation, GoogleUpdatedLocation } from '../translation/google-types.js';

/** The values that lines are to set, by field, in Google's shape. */
export function valuesOf(lines: ChangeLineRow[]): Map<ProfileField, unknown> {
  return new Map(lines.map(({ field, after }) => [field as ProfileField, after]));
}

/**
 * Whether the field of a line has a value: in the owner's version, or as the public sees it. A line that removes Google's
 * value needs the owner's value as well: if that is another one, the field is neither as before nor as wanted.
 */
export function isAt(
  { field, view, after }: ChangeLineRow,
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
