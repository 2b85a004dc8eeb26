/** Messages by field; a field that is in order is left out. */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

/**
 * The server's field errors, each at the field of the form that `fieldOf` gives for its path; `rest` are the messages
 * that have no place there.
 */
export function placeFaults<Field extends string>(
  faults: Readonly<Record<string, string>>,
  fieldOf: (path: string) => Field | undefined,
): { errors: FieldErrors<Field>; rest: string[] } {
  const errors: FieldErrors<Field> = {};
  const rest: string[] = [];
  for (const [path, message] of Object.entries(faults)) {
    const field = fieldOf(path);
    if (field === undefined) rest.push(message);
    else errors[field] ??= message;
  }
  return { errors, rest };
}
