import { applyDecorators } from '@nestjs/common';
import { ApiCookieAuth, ApiResponse } from '@nestjs/swagger';
import { type ErrorCode, ERRORS } from './app-error.js';
import { ErrorDto } from './error.dto.js';

/** The name of the session cookie in the OpenAPI document. */
export const SESSION_SECURITY = 'session';

/** No limit takes more than an hour to recover. */
const RETRY_AFTER = {
  description: 'Seconds to wait.',
  schema: { type: 'integer' as const, format: 'int32', minimum: 1, maximum: 3600 },
};

/** Errors of every operation: malformed requests, and failures of the server. */
const ANYWHERE = [
  'bad_request',
  'malformed_json',
  'payload_too_large',
  'too_many_values',
  'unsupported_media_type',
  'internal',
] as const satisfies ErrorCode[];

/** Errors of every operation except health checks, which are not limited and may use any host name. */
const BUT_HEALTH = ['misdirected_request', 'too_many_requests', 'unavailable'] as const satisfies ErrorCode[];

/** Any other code of Firebase, see `AppError.unknownAuth`. */
export const OTHER_AUTH_ERRORS = 'auth/…';

export type DocumentedError = ErrorCode | typeof OTHER_AUTH_ERRORS;

/** Answers to requests that no operation describes. */
const WITHOUT_OPERATION = [
  'bad_request',
  'malformed_json',
  'not_found',
  'method_not_allowed',
  'payload_too_large',
  'too_many_values',
  'unsupported_media_type',
  'misdirected_request',
  'too_many_requests',
] as const satisfies ErrorCode[];

/**
 * Documents the errors that a route itself can answer, grouped by status; one that can answer 401 needs the session
 * cookie. What every route can answer is not named here, see `generalErrors`.
 */
export function ApiErrors(...codes: DocumentedError[]): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ...(codes.includes('not_signed_in') ? [ApiCookieAuth(SESSION_SECURITY)] : []),
    ...[...byStatus(codes)].map(([status, description]) =>
      ApiResponse({ status, description, headers: headersOf(status), type: ErrorDto }),
    ),
  );
}

/** The errors that any operation can answer, beside its own. */
export function generalErrors(path: string, method: string): ErrorCode[] {
  return [
    ...ANYWHERE,
    ...(path.startsWith('/api/health/') ? [] : BUT_HEALTH),
    ...(method === 'get' ? [] : ['foreign_origin' as const]),
  ];
}

/** The headers that come with errors of this status. */
export function headersOf(status: number): { 'Retry-After': typeof RETRY_AFTER } | undefined {
  return status === ERRORS.too_many_requests[0] ? { 'Retry-After': RETRY_AFTER } : undefined;
}

/** The descriptions of these errors in the document, by status. */
export function byStatus(codes: readonly DocumentedError[]): Map<number, string> {
  const groups = Map.groupBy(new Set(codes), (code) => entryOf(code)[0]);
  return new Map(
    [...groups].map(([status, own]) => [
      status,
      own.map((code) => `\`${code}\`: ${entryOf(code)[1]}`).join('\n\n'),
    ]),
  );
}

function entryOf(code: DocumentedError): readonly [status: number, message: string] {
  return code === OTHER_AUTH_ERRORS
    ? [400, 'Any other refusal by Firebase, under the code that Firebase gives it.']
    : ERRORS[code];
}

/** A list of the errors of requests that no operation describes. */
export function errorsWithoutOperation(): string {
  return WITHOUT_OPERATION.map((code) => `- ${ERRORS[code][0]} \`${code}\`: ${ERRORS[code][1]}`).join('\n');
}
