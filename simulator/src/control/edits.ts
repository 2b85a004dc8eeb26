import type { Location, LocationFields } from '../model.js';

/** Fields of a place; null clears one. */
export type FieldChanges = { [Name in keyof LocationFields]?: LocationFields[Name] | null };

/** The place after Google has edited what the public sees of it; the owner's version stays. */
export function editedByGoogle(location: Location, fields: FieldChanges): Location {
  const differences = { ...location.differences };
  for (const [name, value] of Object.entries(fields))
    differences[name as keyof LocationFields] = { editedBy: 'google', ...(value !== null && { value }) };
  return { ...location, differences };
}

/** The place after an edit by its owner that Google let through at once. */
export function editedByOwner(location: Location, fields: FieldChanges): Location {
  const edited: Record<string, unknown> = { ...location.fields };
  const differences = { ...location.differences };
  for (const [name, value] of Object.entries(fields)) {
    delete differences[name as keyof LocationFields];
    if (value === null) delete edited[name];
    else edited[name] = value;
  }
  return { ...location, fields: edited as unknown as LocationFields, differences };
}

/** The place after Google has let the owner's pending edits through, or has thrown them away. */
export function withPendingDecided(location: Location, isApproved: boolean): Location {
  const fields: Record<string, unknown> = { ...location.fields };
  const differences = { ...location.differences };
  for (const [name, { editedBy, value }] of Object.entries(location.differences)) {
    if (editedBy !== 'owner') continue;
    delete differences[name as keyof LocationFields];
    if (!isApproved) fields[name] = value;
  }
  return { ...location, fields: fields as unknown as LocationFields, differences };
}
