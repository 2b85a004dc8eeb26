import { AppError, type ErrorCode, type FieldError } from '../../errors/app-error.js';
import { LOCATION_FIELDS, type LocationChange, type LocationField } from '../port/location.js';
import { locationFieldsAt } from '../translation/mapping.js';
import { type Metadata, type Refusal, REFUSALS, wordsOf } from '../translation/refusals.js';

/**
 * How a call failed.
 * `unauthenticated`: the access token is not accepted. `no-scope`: the grant does not cover these APIs. `no-quota`: the
 * project may not call this API at all. `busy`: too many requests for now. `throttled`: no changes of this location for now.
 * `unavailable`: no usable answer.
 */
type FailureKind =
  | 'unauthenticated'
  | 'no-scope'
  | 'no-quota'
  | 'forbidden'
  | 'not-found'
  | 'busy'
  | 'throttled'
  | 'refused'
  | 'unavailable';

/** A field that Google objects to. */
export interface FieldViolation {
  field: string;
  description: string;
}

/**
 * The `details` of Google's error: `google.rpc.ErrorInfo`, `google.rpc.BadRequest`, and in v4 `ValidationError`.
 */
interface ErrorDetail {
  reason?: unknown;
  metadata?: Metadata;
  fieldViolations?: unknown;
  errorDetails?: unknown;
}

interface ErrorFacts {
  status?: number;
  /** Google's machine-readable reasons, such as `INVALID_URL`. */
  reasons?: { reason: string; metadata: Metadata }[];
  violations?: FieldViolation[];
  retryAfterMs?: number;
  /** Whether the request certainly did not reach Google. */
  isUnsent?: boolean;
  cause?: unknown;
}

/** A failed call to Google: the cause of the `AppError` that callers see. It carries neither tokens nor contents. */
export class GoogleFailure extends Error {
  readonly status: number | undefined;
  readonly reasons: NonNullable<ErrorFacts['reasons']>;
  readonly violations: FieldViolation[];
  readonly retryAfterMs: number | undefined;
  readonly isUnsent: boolean;

  constructor(
    readonly kind: FailureKind,
    facts: ErrorFacts,
  ) {
    const { status, reasons = [], violations = [], retryAfterMs, isUnsent = false, cause } = facts;
    const names = reasons.map(({ reason }) => reason);
    super(['Google:', kind, status, ...names].filter((part) => part !== undefined).join(' '), { cause });
    this.status = status;
    this.reasons = reasons;
    this.violations = violations;
    this.retryAfterMs = retryAfterMs;
    this.isUnsent = isUnsent;
  }
}

/** The failure in an answer from Google: its status, its error envelope and `Retry-After`. */
export function toFailure(status: number, content: unknown, headers: Headers): GoogleFailure {
  const details = detailsIn(content);
  const reasons = details.flatMap(({ reason, metadata }) =>
    typeof reason === 'string' ? [{ reason, metadata: metadata ?? {} }] : [],
  );
  const violations = details.flatMap(({ fieldViolations, errorDetails }) =>
    [...listed(fieldViolations), ...listed(errorDetails).map(fromV4)].filter(isViolation),
  );
  const kind = kindOf(status, reasons);
  return new GoogleFailure(kind, { status, reasons, violations, retryAfterMs: retryAfterIn(headers) });
}

/** Whether a failure closes its API for the whole project, and how; undefined if it says nothing about that. */
export function closedStateIn({ kind, status }: GoogleFailure): 'not_enabled' | 'no_quota' | undefined {
  if (kind !== 'no-quota') return undefined;
  return status === 403 ? 'not_enabled' : 'no_quota';
}

/** The error of a failed call that callers see. Its cause is the failure. */
export function toAppError(failure: GoogleFailure, method: string): AppError {
  return AppError.of(codeOf(failure.kind, method), failure);
}

/** Whether Google does not show something to the user, or does not know it. */
export function isNotShown(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  return (
    error.code === 'not_found' || (error.cause instanceof GoogleFailure && error.cause.kind === 'refused')
  );
}

/** Whether Google does not find what a call names, or does not let the user use it: 404 or 403. */
export function isHidden(error: unknown): boolean {
  const failure = error instanceof AppError ? error.cause : undefined;
  return failure instanceof GoogleFailure && ['not-found', 'forbidden'].includes(failure.kind);
}

/** A refused change as an error about the place as a whole, in words. Errors that are not refusals stay as they are. */
export function inWords(error: AppError): AppError {
  const failure = refusedIn(error);
  // A refusal that holds only for now stays as it is.
  if (failure?.kind !== 'refused') return error;
  for (const { refusal, metadata } of known(failure))
    return 'code' in refusal
      ? AppError.of(refusal.code, failure)
      : AppError.refused(wordsOf(refusal.words, metadata), failure);
  return error;
}

/**
 * A refused change as an error that the user can act on: for single fields, or for the place as a whole.
 * Errors that are not refusals are returned as they are.
 */
export function toRefusal(error: unknown, change: LocationChange): unknown {
  const failure = refusedIn(error);
  if (!(error instanceof AppError) || !failure) return error;
  const whole = inWords(error);
  const isAboutFields = whole.code === 'google/refused' || whole.code === 'google/throttled';
  const errors = isAboutFields ? toFieldErrors(failure, change) : [];
  return errors.length > 0 ? AppError.invalid(errors) : whole;
}

function refusedIn(error: unknown): GoogleFailure | undefined {
  const failure = error instanceof AppError ? error.cause : undefined;
  const isRefusal = failure instanceof GoogleFailure && ['refused', 'throttled'].includes(failure.kind);
  return isRefusal ? failure : undefined;
}

/** What is known about the reasons of a refusal; what concerns the place as a whole comes first. */
export function known({ reasons }: GoogleFailure): { refusal: Refusal; metadata: Metadata }[] {
  const all = reasons.flatMap(({ reason, metadata }) => {
    const refusal = Object.hasOwn(REFUSALS, reason) ? REFUSALS[reason] : undefined;
    return refusal ? [{ refusal, metadata }] : [];
  });
  return [
    ...all.filter(({ refusal }) => 'code' in refusal),
    ...all.filter(({ refusal }) => 'words' in refusal),
  ];
}

function kindOf(status: number, reasons: GoogleFailure['reasons']): FailureKind {
  const says = (reason: string) => reasons.some((given) => given.reason === reason);
  if (status === 401) return 'unauthenticated';
  if (status === 403 && says('SERVICE_DISABLED')) return 'no-quota';
  if (status === 403 && says('ACCESS_TOKEN_SCOPE_INSUFFICIENT')) return 'no-scope';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  // A project that Google has not approved has a quota of "0", so retrying never helps.
  if (status === 429 && reasons.some(({ metadata }) => metadata.quota_limit_value === '0')) return 'no-quota';
  if (status === 429) return 'busy';
  if (says('THROTTLED')) return 'throttled';
  return status >= 400 && status < 500 && status !== 408 ? 'refused' : 'unavailable';
}

function detailsIn(content: unknown): ErrorDetail[] {
  const { error } = (content ?? {}) as { error?: { details?: unknown } | null };
  const details = error?.details;
  if (!Array.isArray(details)) return [];
  return (details as unknown[]).filter(
    (detail): detail is ErrorDetail => typeof detail === 'object' && detail !== null,
  );
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/** v4 calls it `message`, and leaves out the field for an error about the whole. */
function fromV4(detail: unknown): object {
  const { field = '', message } = (detail ?? {}) as Partial<Record<string, unknown>>;
  return { field, description: message };
}

function isViolation(value: unknown): value is FieldViolation {
  const { field, description } = (value ?? {}) as Partial<Record<string, unknown>>;
  return typeof field === 'string' && typeof description === 'string';
}

/** RFC 9110, 10.2.3: seconds, or an instant, which is compared with Google's own `Date`. */
function retryAfterIn(headers: Headers): number | undefined {
  const value = headers.get('Retry-After');
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const ms = Date.parse(value) - Date.parse(headers.get('Date') ?? '');
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function codeOf(kind: FailureKind, method: string): ErrorCode {
  switch (kind) {
    case 'no-scope':
      return 'google/reconnect';
    case 'no-quota':
      return 'google/no-quota';
    case 'busy':
      return 'google/busy';
    case 'throttled':
      return 'google/throttled';
    case 'unavailable':
      return 'google/unavailable';
    case 'unauthenticated':
      // Only the token endpoint reports the end of a grant (`invalid_grant`), so this is a temporary failure at Google.
      return 'google/unavailable';
    case 'not-found':
      return 'not_found';
    case 'forbidden':
      // A user who may not see something must not learn that it exists.
      return method === 'GET' ? 'not_found' : 'google/refused';
    case 'refused':
      // A user cannot correct anything in a read.
      return method === 'GET' ? 'google/unavailable' : 'google/refused';
  }
}

function toFieldErrors(failure: GoogleFailure, change: LocationChange): FieldError[] {
  const reasons = known(failure);
  const given = LOCATION_FIELDS.filter((field) => change[field] !== undefined);
  // With a single value in the request, the refusal is about that value even if Google names no field.
  const only = given.length === 1 ? given[0] : undefined;
  const named = (path: unknown) => {
    const fields = fieldsOf(path);
    return fields.find((field) => given.includes(field)) ?? fields[0];
  };
  const messages = new Map<LocationField, string>();
  const add = (field: LocationField | undefined, message: string) => {
    if (field !== undefined && !messages.has(field)) messages.set(field, message);
  };
  for (const { refusal, metadata } of reasons) {
    if ('code' in refusal) continue;
    const { fields, words } = refusal;
    const path = named(metadata.field_mask);
    if (fields === 'named') add(path ?? only, wordsOf(words, metadata, change));
    else {
      const changed = fields.filter((field) => given.includes(field));
      add(
        changed.find((field) => field === path) ?? changed[0] ?? fields[0],
        wordsOf(words, metadata, change),
      );
    }
  }
  const isAboutWhole = reasons.some(({ refusal }) => 'fields' in refusal && refusal.fields.length === 0);
  if (messages.size === 0 && isAboutWhole) return [];
  for (const { field } of failure.violations) {
    const at = named(field) ?? only;
    if (messages.size === 0 || (at && given.includes(at))) add(at, 'Google doesn’t accept this value');
  }
  if (messages.size === 0) add(only, 'Google doesn’t accept this value');
  return [...messages].map(([field, message]) => ({ field, message }));
}

/**
 * Our fields at a path of a request, in either spelling: `location.phone_numbers.primary_phone`, `moreHours[0].periods`. A
 * part of a group that cannot be edited here stands for the group's own field: `phoneNumbers.additionalPhones[1]`.
 */
function fieldsOf(path: unknown): LocationField[] {
  if (typeof path !== 'string') return [];
  const own = ownPath(path);
  const exact = locationFieldsAt(own);
  return exact.length > 0 ? exact : locationFieldsAt(own.split('.')[0] ?? own);
}

/** A path of a request as field masks have it: `location.phone_numbers.primary_phone` is `phoneNumbers.primaryPhone`. */
export function ownPath(path: string): string {
  return path
    .replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^location\./, '')
    .replace(/\[\d+\]/g, '');
}
