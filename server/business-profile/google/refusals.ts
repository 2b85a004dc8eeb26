import { AppError, type FieldError } from '../../errors/app-error.js';
import { LOCATION_FIELDS, type LocationChange, type LocationField } from '../business-profile-provider.js';
import { GoogleFailure } from './google-failure.js';
import { fieldOf } from './mapping.js';

type Metadata = Partial<Record<string, unknown>>;

/** Google's reasons (google-apis.md, D2) in plain words, and the field that they are about where that is certain. */
const RULES: Partial<Record<string, { field?: LocationField; message: (metadata: Metadata) => string }>> = {
  INVALID_PHONE_NUMBER: {
    field: 'phoneNumber',
    message: () => 'Google does not know this as a phone number',
  },
  INVALID_PHONE_NUMBER_FOR_REGION: {
    field: 'phoneNumber',
    message: () => 'This phone number does not fit the country of the place',
  },
  MISSING_PRIMARY_PHONE_NUMBER: {
    field: 'phoneNumber',
    message: () => 'Google needs a primary phone number while there are further ones',
  },
  PHONE_NUMBER_EDITS_NOT_ALLOWED: {
    field: 'phoneNumber',
    message: () => 'Google does not allow the phone number of this place to be changed',
  },
  INVALID_CATEGORY: {
    field: 'categoryIds',
    message: () => 'Google does not offer one of these categories for this place',
  },
  INVALID_URL: { field: 'websiteUri', message: () => 'Google does not accept this web address' },
  INVALID_HOURS_VALUE: { field: 'regularHours', message: () => 'Google does not accept these hours' },
  INVALID_TIME_SCHEDULE: { field: 'regularHours', message: () => 'Google does not accept these hours' },
  SPECIAL_HOURS_SET_WITHOUT_REGULAR_HOURS: {
    field: 'regularHours',
    message: () => 'Google needs regular hours while special hours are set',
  },
  STRING_TOO_LONG: { message: ({ max_length: max }) => `Google allows at most ${countOf(max)}` },
  STRING_TOO_SHORT: { message: ({ min_length: min }) => `Google asks for at least ${countOf(min)}` },
  FORBIDDEN_WORDS: { message: () => 'This contains words that Google does not allow' },
  INVALID_CHARACTERS: { message: () => 'This contains characters that Google does not allow' },
  REQUIRED_FIELD_MISSING_VALUE: { message: () => 'Google needs a value here' },
};

/**
 * A refused change as an error that a person can act on: at the fields that it is about, or for the place as a whole.
 * Whatever is no refusal stays as it is.
 */
export function toRefusal(error: unknown, change: LocationChange): unknown {
  const failure = error instanceof AppError ? error.cause : undefined;
  if (!(failure instanceof GoogleFailure) || failure.kind !== 'refused') return error;
  const says = (reason: string) => failure.reasons.some((given) => given.reason === reason);
  if (says('UNVERIFIED_LOCATION')) return AppError.of('google/unverified', failure);
  if (says('STALE_DATA')) return AppError.of('google/changed', failure);
  const errors = toFieldErrors(failure, change);
  return errors.length > 0 ? AppError.invalid(errors) : error;
}

function toFieldErrors(failure: GoogleFailure, change: LocationChange): FieldError[] {
  const given = LOCATION_FIELDS.filter((field) => change[field] !== undefined);
  // A refusal of a single value is about that value, even where Google names no field.
  const only = given.length === 1 ? given[0] : undefined;
  const messages = new Map<LocationField, string>();
  const add = (field: LocationField | undefined, message: string) => {
    if (field !== undefined && !messages.has(field)) messages.set(field, message);
  };
  for (const { reason, metadata } of failure.reasons) {
    const rule = Object.hasOwn(RULES, reason) ? RULES[reason] : undefined;
    if (rule) add(rule.field ?? fieldAt(metadata.field_mask) ?? only, rule.message(metadata));
  }
  for (const { field } of failure.violations)
    add(fieldAt(field) ?? only, 'Google does not accept this value');
  add(only, 'Google does not accept this value');
  return [...messages].map(([field, message]) => ({ field, message }));
}

/** The field at a path of a request, in either spelling: `location.phoneNumbers`, `phone_numbers.primary_phone`. */
function fieldAt(path: unknown): LocationField | undefined {
  if (typeof path !== 'string') return undefined;
  const camelCase = path.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return fieldOf(camelCase.replace(/^location\./, ''));
}

function countOf(limit: unknown): string {
  return typeof limit === 'string' && /^\d+$/.test(limit)
    ? `${limit} characters`
    : 'so many characters as it has set';
}
