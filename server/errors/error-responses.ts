import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import {
  describe,
  type DocumentedError,
  errorsOf,
  OTHER_AUTH_ERRORS,
  type RouteMarks,
  statusOf,
} from './api-errors.js';
import { ERRORS } from './app-error.js';
import { ErrorDto } from './error.dto.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Responses = NonNullable<NonNullable<OpenAPIObject['components']>['responses']>;

/** The name of the session cookie in the OpenAPI document. */
export const SESSION_SECURITY = 'session';

/** Google may add anything to the address that a person comes back to. */
const UNCHECKED = ['finishGoogleSignIn'];

/** No limit takes more than an hour to recover. */
const RETRY_AFTER = {
  description: 'Seconds to wait.',
  schema: { type: 'integer' as const, format: 'int32', minimum: 1, maximum: 3600 },
};

const MALFORMED = ['bad_request', 'malformed_json', 'too_many_values'] as const;

/** The answers that several operations have, each with all its codes. What one operation alone answers has no name. */
const NAMED: Record<string, readonly DocumentedError[]> = {
  BadRequest: MALFORMED,
  ValidationFailed: [...MALFORMED, 'validation_failed'],
  SignInRefused: [
    ...MALFORMED,
    'validation_failed',
    'auth/user-not-found',
    'auth/wrong-password',
    'auth/invalid-credential',
    'auth/email-already-in-use',
    'auth/weak-password',
    'auth/invalid-email',
    'auth/operation-not-allowed',
    'auth/invalid-api-key',
    'auth/app-not-authorized',
    OTHER_AUTH_ERRORS,
  ],
  NotSignedIn: ['not_signed_in'],
  ForeignOrigin: ['foreign_origin'],
  BulkEditsOff: ['bulk_edits_off'],
  ForeignOriginOrBulkEditsOff: ['bulk_edits_off', 'foreign_origin'],
  NotFound: ['not_found'],
  NotConnected: ['connect/not-connected'],
  ReconnectOrKeep: ['google/reconnect', 'connect/held'],
  UndoConflict: [
    'changed_since',
    'save_in_progress',
    'cannot_undo',
    'connect/not-connected',
    'connect/held',
    'google/reconnect',
    'google/changed',
    'google/unconfirmed',
  ],
  AnswerConflict: [
    'changed_since',
    'save_in_progress',
    'cannot_undo',
    'too_many_locks',
    'connect/not-connected',
    'connect/held',
    'google/reconnect',
    'google/changed',
    'google/unconfirmed',
  ],
  CampaignNotRunning: ['other_account', 'campaign_not_confirmed', 'campaign_undone'],
  NotConnectedOrTooManyLocks: ['connect/not-connected', 'too_many_locks'],
  NotConnectedOrTooManySelections: ['connect/not-connected', 'too_many_selections'],
  PayloadTooLarge: ['payload_too_large'],
  UnsupportedMediaType: ['unsupported_media_type'],
  MisdirectedRequest: ['misdirected_request'],
  IdempotencyKeyReused: ['idempotency_key_reused'],
  RefusedByGoogle: ['google/refused', 'google/unverified'],
  TooManyRequests: ['too_many_requests'],
  TooManyLogins: ['too_many_requests', 'auth/too-many-requests'],
  Internal: ['internal'],
  FirebaseFailed: ['auth/internal-error'],
  Unavailable: ['unavailable'],
  FirebaseUnavailable: ['unavailable', 'auth/not-configured', 'auth/network-request-failed'],
  MailUnavailable: ['unavailable', 'mail/not-configured'],
  GoogleUnavailableToRead: ['unavailable', 'google/no-quota', 'google/busy', 'google/unavailable'],
  GoogleUnavailableToSave: [
    'unavailable',
    'google/no-quota',
    'google/busy',
    'google/day-full',
    'google/throttled',
    'google/unavailable',
    'google/unreadable',
  ],
};

/** The order of codes within an answer. */
const ORDER = new Map<DocumentedError, number>(
  Object.keys(ERRORS).map((code, index) => [code as DocumentedError, index]),
);

const NAMES = new Map(Object.entries(NAMED).map(([name, codes]) => [keyOf(codes), name]));

/**
 * Documents the errors of every operation, and which operations need a session, by what the decorators of their routes
 * have left there. Answers that several operations have are in `components/responses`.
 */
export function documentErrors(document: OpenAPIObject): void {
  for (const [path, { get, post, put, patch, delete: remove }] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries({ get, post, put, patch, delete: remove }))
      if (operation) documentOperation(path, method, operation);
  const responses: Responses = Object.fromEntries(
    Object.entries(NAMED).map(([name, codes]) => [name, responseOf(codes)]),
  );
  document.components = { ...document.components, responses };
}

function documentOperation(path: string, method: string, operation: Operation & RouteMarks): void {
  const { 'x-errors': own = [], 'x-public': isPublic = false, operationId = '' } = operation;
  delete operation['x-errors'];
  delete operation['x-public'];
  operation.security = isPublic ? [] : [{ [SESSION_SECURITY]: [] }];
  const takesValues = operation.requestBody !== undefined || operation.parameters?.some(isInQuery) === true;
  const isChecked = takesValues && !UNCHECKED.includes(operationId);
  const codes = new Set([...own, ...errorsOf({ path, method, isPublic, isChecked })]);
  for (const [status, group] of Map.groupBy(codes, statusOf)) {
    const name = NAMES.get(keyOf(group));
    operation.responses[status] =
      name === undefined ? responseOf(group) : { $ref: `#/components/responses/${name}` };
  }
}

function isInQuery(parameter: NonNullable<Operation['parameters']>[number]): boolean {
  return 'in' in parameter && parameter.in === 'query';
}

function keyOf(codes: readonly DocumentedError[]): string {
  return sorted(codes).join(' ');
}

function sorted(codes: readonly DocumentedError[]): DocumentedError[] {
  const place = (code: DocumentedError) => ORDER.get(code) ?? ORDER.size;
  return codes.toSorted((one, other) => place(one) - place(other));
}

function responseOf(codes: readonly DocumentedError[]): Exclude<Responses[string], { $ref: string }> {
  const isLimit = codes.some((code) => statusOf(code) === ERRORS.too_many_requests[0]);
  return {
    description: sorted(codes).map(describe).join('\n\n'),
    ...(isLimit && { headers: { 'Retry-After': RETRY_AFTER } }),
    content: { 'application/json': { schema: { $ref: getSchemaPath(ErrorDto) } } },
  };
}
