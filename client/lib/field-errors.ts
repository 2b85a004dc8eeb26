/** Messages by field. Valid fields are left out. */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

/**
 * Maps the server's field errors to the fields of a form by `fieldOf`. `rest` holds the messages without a field.
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
