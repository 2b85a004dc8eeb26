/** Messages by field. Valid fields are left out. */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;
