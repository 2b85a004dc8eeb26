import type { ChangeRow } from '../../database/record.schema.js';
import { fieldsOfMask, isSame, type ProfileField, valueIn } from '../record/profile-fields.js';
import type { GoogleLocation, GoogleUpdatedLocation } from './google-types.js';

/** What lines of the record are to change, by field, in Google's shape. */
export function valuesOf(lines: ChangeRow[]): Map<ProfileField, unknown> {
  return new Map(lines.map(({ field, after }) => [field as ProfileField, after]));
}

/** Whether the field of a line has a value, in the owner's version or as the public sees it. */
export function isAt(
  { field, view }: ChangeRow,
  value: unknown,
  google: GoogleLocation,
  updated: GoogleUpdatedLocation | undefined,
): boolean {
  const name = field as ProfileField;
  const isShownByGoogle = view === 'public' && fieldsOfMask(updated?.diffMask).has(name);
  const current = valueIn(isShownByGoogle ? (updated?.location ?? {}) : google, name);
  return isSame(name, current, value, google);
}
