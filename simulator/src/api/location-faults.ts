import type { FieldViolation } from '../errors.js';
import type { Location, LocationFields } from '../model.js';

/** What a rule knows besides the value: the location before the edit, its fields after it, Google's time in ms, and a setting. */
export interface EditContext {
  before: Location;
  after: LocationFields;
  now: number;
  /** As in `Settings`. */
  closedDaysOverlap: boolean;
}

/** What is wrong with a field, given as it would be after the edit. Undefined: the field is cleared. */
export type Rule = (value: unknown, context: EditContext) => FieldViolation[];

/** A refusal by a rule that Google's list of errors names. */
export function fault(path: string, reason: string, metadata?: Record<string, string>): FieldViolation {
  return { field: `location.${path}`, description: reason, reason, ...(metadata && { metadata }) };
}

/** A text of so many characters, without the spaces around it. */
export function text(field: string, value: unknown, min: number, max: number): FieldViolation[] {
  const { length } = [...String(value).trim()];
  if (length > max) return [fault(field, 'STRING_TOO_LONG', { max_length: String(max) })];
  return length < min ? [fault(field, 'STRING_TOO_SHORT', { min_length: String(min) })] : [];
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** The ids (`bakery`) of a location's categories, the primary one first. */
export function categoryKeys({ categories }: LocationFields): string[] {
  const all = [categories.primaryCategory, ...(categories.additionalCategories ?? [])];
  return all.map(({ name }) => name.replace('categories/gcid:', ''));
}
