import { API_HOSTS, type Api } from './operations.js';

/** What went wrong with one field, in the way of the v1 APIs. */
export interface FieldViolation {
  /** Path in the request, such as `location.phoneNumbers.primaryPhone`. */
  field: string;
  description: string;
  /** Google's name of the rule, such as `INVALID_PHONE_NUMBER`, where it has one. */
  reason?: string;
  metadata?: Record<string, string>;
}

/** Codes of v4's ErrorDetail. 2, 1000 and 1301 have been seen; the others follow the order of the documentation. */
const V4_CODES = Object.freeze({
  MISSING_VALUE: 2,
  INVALID_VALUE: 3,
  INVALID_CHARACTERS: 4,
  TOO_MANY_ITEMS: 5,
  READ_ONLY: 6,
  INVERTED_RANGE: 8,
  VALUE_OUTSIDE_ALLOWED_RANGE: 9,
  UNSUPPORTED_VALUE: 12,
  EXPIRED_VALUE: 13,
  PHOTO_FETCH_FAILED: 1000,
  OPERATION_UNSUPPORTED_UNDER_ACCOUNT_CONDITION: 1301,
} as const);

/** What went wrong with one field, in the way of v4. */
export interface V4Detail {
  code: keyof typeof V4_CODES;
  field?: string;
  message: string;
  value?: string;
}

/** An error answer of Google's APIs. */
export class GoogleError extends Error {
  constructor(
    readonly code: number,
    readonly status: string,
    message: string,
    readonly details: object[] = [],
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }

  /** The body: the envelope that both generations of APIs share. */
  toJson(): object {
    const { code, message, status, details } = this;
    return { error: { code, message, status, ...(details.length > 0 && { details }) } };
  }
}

/** An error answer of Google's token endpoint (RFC 6749, section 5.2). */
export class OAuthError extends Error {
  constructor(
    readonly status: number,
    readonly error: string,
    description: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(description);
  }

  toReply() {
    const { status, error, message, headers } = this;
    return { status, headers, json: { error, error_description: message } };
  }
}

const INVALID = 'Request contains an invalid argument.';

/** 400 of a v1 API: each violation with its reason, and all of them by field. */
export function invalidArgument(api: Api, violations: FieldViolation[]): GoogleError {
  const infos = violations.flatMap(({ reason, field, metadata }) =>
    reason
      ? [errorInfo(reason, API_HOSTS[api], { field_mask: field.replace(/^location\./, ''), ...metadata })]
      : [],
  );
  const fieldViolations = violations.map(({ field, description }) => ({ field, description }));
  return new GoogleError(400, 'INVALID_ARGUMENT', INVALID, [
    ...infos,
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations },
  ]);
}

/** 400 for a body that cannot be read as what it should be: the answer's message is the violations' own. */
export function invalidPayload(violations: Pick<FieldViolation, 'field' | 'description'>[]): GoogleError {
  const fieldViolations = violations.map(({ field, description }) => ({ field, description }));
  return new GoogleError(
    400,
    'INVALID_ARGUMENT',
    violations.map(({ description }) => description).join('\n'),
    [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }],
  );
}

/** 400 for a parameter of the query that the method does not have. */
export function unknownParameter(name: string): GoogleError {
  const message = `Invalid JSON payload received. Unknown name "${name}": Cannot bind query parameter. Field '${name}' could not be found in request message.`;
  const detail = {
    '@type': 'type.googleapis.com/google.rpc.BadRequest',
    fieldViolations: [{ description: message }],
  };
  return new GoogleError(400, 'INVALID_ARGUMENT', message, [detail]);
}

/** 400 of v4. */
export function v4Invalid(details: V4Detail[]): GoogleError {
  return new GoogleError(400, 'INVALID_ARGUMENT', INVALID, [validationError(details)]);
}

/** 400 of v4 for an operation that the state of the location forbids. */
export function v4Unsupported(message: string): GoogleError {
  return new GoogleError(400, 'FAILED_PRECONDITION', 'Precondition check failed.', [
    validationError([{ code: 'OPERATION_UNSUPPORTED_UNDER_ACCOUNT_CONDITION', message }]),
  ]);
}

function validationError(details: V4Detail[]): object {
  return {
    '@type': 'type.googleapis.com/google.mybusiness.v4.ValidationError',
    errorDetails: details.map((detail) => ({ ...detail, code: V4_CODES[detail.code] })),
  };
}

/** 404: absent, or not the caller's. Google does not say which. */
export function notFound(): GoogleError {
  return new GoogleError(404, 'NOT_FOUND', 'Requested entity was not found.');
}

const EXPECTED =
  'Expected OAuth 2 access token, login cookie or other valid authentication credential. ' +
  'See https://developers.google.com/identity/sign-in/web/devconsole-project.';

/** 401: no access token. */
export function credentialsMissing(api: Api): GoogleError {
  return new GoogleError(
    401,
    'UNAUTHENTICATED',
    `Request is missing required authentication credential. ${EXPECTED}`,
    [errorInfo('CREDENTIALS_MISSING', 'googleapis.com', { service: API_HOSTS[api] })],
    { 'WWW-Authenticate': 'Bearer realm="https://accounts.google.com/"' },
  );
}

/** 401: an access token that is not good any more. */
export function unauthenticated(api: Api): GoogleError {
  return new GoogleError(
    401,
    'UNAUTHENTICATED',
    `Request had invalid authentication credentials. ${EXPECTED}`,
    [errorInfo('ACCESS_TOKEN_EXPIRED', 'googleapis.com', { service: API_HOSTS[api] })],
    { 'WWW-Authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"' },
  );
}

/** 403: the token was granted without the business scope. */
export function insufficientScopes(api: Api): GoogleError {
  return new GoogleError(
    403,
    'PERMISSION_DENIED',
    'Request had insufficient authentication scopes.',
    [errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'googleapis.com', { service: API_HOSTS[api] })],
    { 'WWW-Authenticate': 'Bearer realm="https://accounts.google.com/", error="insufficient_scope"' },
  );
}

/** 403 without a reason. */
export function permissionDenied(): GoogleError {
  return new GoogleError(403, 'PERMISSION_DENIED', 'The caller does not have permission');
}

/** The number of the Cloud project that every client of the simulator belongs to. */
const PROJECT = '100000000001';
const SERVICE_TITLES: Readonly<Record<Api, string>> = Object.freeze({
  accounts: 'My Business Account Management API',
  information: 'My Business Business Information API',
  verifications: 'My Business Verifications API',
  performance: 'Business Profile Performance API',
  v4: 'Google My Business API',
});

/** 403: the API is not enabled in the caller's project. */
export function serviceDisabled(api: Api): GoogleError {
  const service = API_HOSTS[api];
  const activationUrl = `https://console.developers.google.com/apis/api/${service}/overview?project=${PROJECT}`;
  const title = SERVICE_TITLES[api];
  return new GoogleError(
    403,
    'PERMISSION_DENIED',
    `${title} has not been used in project ${PROJECT} before or it is disabled. Enable it by visiting ${activationUrl} then retry. If you enabled this API recently, wait a few minutes for the action to propagate to our systems and retry.`,
    [
      errorInfo('SERVICE_DISABLED', 'googleapis.com', {
        service,
        serviceTitle: title,
        consumer: `projects/${PROJECT}`,
        containerInfo: PROJECT,
        activationUrl,
      }),
    ],
  );
}

/** 503: nothing was done. */
export function unavailable(): GoogleError {
  return new GoogleError(503, 'UNAVAILABLE', 'The service is currently unavailable.');
}

/** 408. */
export function requestTimeout(): GoogleError {
  return new GoogleError(408, 'DEADLINE_EXCEEDED', 'The request timed out.');
}

/** 500. */
export function internal(): GoogleError {
  return new GoogleError(500, 'INTERNAL', 'Internal error encountered.');
}

export function errorInfo(reason: string, domain: string, metadata: Record<string, string>): object {
  return { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain, metadata };
}
