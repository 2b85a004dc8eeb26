/**
 * What became of a call that failed.
 * `unauthenticated`: the access token is not accepted. `no-scope`: the grant does not cover these APIs. `no-quota`: the
 * project may not call this API at all. `busy`: too many requests for now. `unavailable`: no answer, or none that can
 * be used.
 */
export type FailureKind =
  | 'unauthenticated'
  | 'no-scope'
  | 'no-quota'
  | 'forbidden'
  | 'not-found'
  | 'busy'
  | 'refused'
  | 'unavailable';

/** A field that Google objects to. */
export interface FieldViolation {
  field: string;
  description: string;
}

/**
 * What Google says in `details` of its error: `google.rpc.ErrorInfo`, `google.rpc.BadRequest`, and in v4
 * `ValidationError`.
 */
interface ErrorDetail {
  reason?: unknown;
  metadata?: Partial<Record<string, unknown>>;
  fieldViolations?: unknown;
  errorDetails?: unknown;
}

interface ErrorFacts {
  status?: number;
  /** Google's machine-readable reasons, such as `INVALID_URL`. */
  reasons?: { reason: string; metadata: Partial<Record<string, unknown>> }[];
  violations?: FieldViolation[];
  retryAfterMs?: number;
  /** Whether the request surely did not reach Google. */
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

/** The failure that an answer of Google tells of: its status, its error envelope and `Retry-After`. */
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

function kindOf(status: number, reasons: GoogleFailure['reasons']): FailureKind {
  const says = (reason: string) => reasons.some((given) => given.reason === reason);
  if (status === 401) return 'unauthenticated';
  if (status === 403 && says('SERVICE_DISABLED')) return 'no-quota';
  if (status === 403 && says('ACCESS_TOKEN_SCOPE_INSUFFICIENT')) return 'no-scope';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  // A project that Google has not approved has a quota of "0": to try again never helps.
  if (status === 429 && reasons.some(({ metadata }) => metadata.quota_limit_value === '0')) return 'no-quota';
  if (status === 429 || says('THROTTLED')) return 'busy';
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

/** v4 calls it `message`, and leaves out the field where it is about the whole. */
function fromV4(detail: unknown): object {
  const { field = '', message } = (detail ?? {}) as Partial<Record<string, unknown>>;
  return { field, description: message };
}

function isViolation(value: unknown): value is FieldViolation {
  const { field, description } = (value ?? {}) as Partial<Record<string, unknown>>;
  return typeof field === 'string' && typeof description === 'string';
}

/** RFC 9110, 10.2.3: seconds, or an instant, which Google's own clock is to be held against. */
function retryAfterIn(headers: Headers): number | undefined {
  const value = headers.get('Retry-After');
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const ms = Date.parse(value) - Date.parse(headers.get('Date') ?? '');
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
