import type { AppError } from '../../errors/app-error.js';
import { fieldsAt, fieldsOfMask, type ProfileField } from '../translation/profile-fields.js';
import { wordsOf } from '../translation/refusals.js';
import { GoogleFailure, known, ownPath } from './google-errors.js';

/**
 * Which fields of a change Google refuses by name, each with the reason in words. Empty if it refuses the location as a whole,
 * or only for now.
 * @param fields those that the change is about
 */
export function refusedFields(
  { cause }: AppError,
  fields: readonly ProfileField[],
): Map<ProfileField, string> {
  const refused = new Map<ProfileField, string>();
  if (!(cause instanceof GoogleFailure) || cause.kind !== 'refused') return refused;
  const named = (path: unknown) =>
    typeof path === 'string' ? fieldsAt(ownPath(path)).filter((field) => fields.includes(field)) : [];
  for (const { refusal, metadata } of known(cause)) {
    if ('code' in refusal) return new Map();
    const byName = named(metadata.field_mask);
    const itsOwn: readonly string[] = refusal.fields === 'named' ? [] : refusal.fields;
    const byReason = fields.filter((field) => itsOwn.includes(field));
    // A reason that may be about several of them names none.
    const at = byName.length > 0 ? byName : byReason.length === 1 ? byReason : [];
    for (const field of at) if (!refused.has(field)) refused.set(field, wordsOf(refusal.words, metadata));
  }
  for (const { field: path } of cause.violations)
    for (const field of named(path))
      if (!refused.has(field)) refused.set(field, 'Google doesn’t accept this value');
  return refused;
}

/** Which fields Google names that it accepts no changes of for now. Empty if it means the location as a whole. */
export function throttledFields({ cause }: AppError): Set<ProfileField> {
  if (!(cause instanceof GoogleFailure) || cause.kind !== 'throttled') return new Set();
  return new Set(
    cause.reasons
      .filter(({ reason }) => reason === 'THROTTLED')
      .flatMap(({ metadata: { field_mask: path } }) =>
        typeof path === 'string' ? [...fieldsOfMask(ownPath(path))] : [],
      ),
  );
}

/** Whether Google accepts no changes of fields for now that it names. */
export function isAboutFields(error: AppError): boolean {
  return throttledFields(error).size > 0;
}
