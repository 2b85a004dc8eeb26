import type { FieldErrors } from '../lib/field-errors';
import { ApiError } from './api-error';

/**
 * Maps the field errors of a refusal by the server to the fields of a form by `fieldOf`. `rest` holds the messages without a
 * field. Any other error has none.
 */
export function placeFaults<Field extends string>(
  error: unknown,
  fieldOf: (path: string) => Field | undefined,
): { errors: FieldErrors<Field>; rest: string[] } {
  const errors: FieldErrors<Field> = {};
  const rest: string[] = [];
  for (const [path, message] of Object.entries(error instanceof ApiError ? error.fields : {})) {
    const field = fieldOf(path);
    if (field === undefined) rest.push(message);
    else errors[field] ??= message;
  }
  return { errors, rest };
}
