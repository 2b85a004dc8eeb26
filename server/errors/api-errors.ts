import { ApiExtension } from '@nestjs/swagger';
import { type ErrorCode, ERRORS } from './app-error.js';

/** Any other code of Firebase, see `AppError.unknownAuth`. */
export const OTHER_AUTH_ERRORS = 'auth/…';

export type DocumentedError = ErrorCode | typeof OTHER_AUTH_ERRORS;

/** What the decorators of a route leave in its operation for `documentErrors`, which takes it away. */
export interface RouteMarks {
  'x-errors'?: readonly DocumentedError[];
  'x-public'?: true;
}

/**
 * Documents the errors that a route can answer, beside those that follow from its kind: a session that is missing, an
 * unknown id in its path, faulty fields (see `errorsOf`).
 */
export const ApiErrors = (...codes: DocumentedError[]): MethodDecorator =>
  ApiExtension('x-errors' satisfies keyof RouteMarks, codes);

/** Documents a route, or all routes of a controller, as open to visitors without a session. */
export const ApiPublic = (): MethodDecorator & ClassDecorator =>
  ApiExtension('x-public' satisfies keyof RouteMarks, true);

/** The errors of a reading at Google. */
export const GOOGLE_READ_ERRORS = Object.freeze([
  'google/reconnect',
  'connect/held',
  'google/no-quota',
  'google/busy',
  'google/unavailable',
] as const satisfies ErrorCode[]);

/** The errors of a save at Google, which begins with a reading. */
export const GOOGLE_SAVE_ERRORS = Object.freeze([
  ...GOOGLE_READ_ERRORS,
  'changed_since',
  'save_in_progress',
  'google/throttled',
  'google/day-full',
  'google/unreadable',
  'google/unconfirmed',
  'google/refused',
  'google/unverified',
  'google/changed',
] as const satisfies ErrorCode[]);

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

/** What is known of an operation without its errors. */
interface OperationKind {
  path: string;
  method: string;
  isPublic: boolean;
  /** Whether it has a body or a query with rules. */
  isChecked: boolean;
}

/** The errors that follow from what kind an operation is of. */
export function errorsOf({ path, method, isPublic, isChecked }: OperationKind): ErrorCode[] {
  return [
    ...ANYWHERE,
    ...(path.startsWith('/api/health/') ? [] : BUT_HEALTH),
    ...(method === 'get' ? [] : ['foreign_origin' as const]),
    ...(isPublic ? [] : ['not_signed_in' as const]),
    ...(path.includes('{') ? ['not_found' as const] : []),
    ...(isChecked ? ['validation_failed' as const] : []),
  ];
}

/** The status of an error. */
export function statusOf(code: DocumentedError): number {
  return code === OTHER_AUTH_ERRORS ? 400 : ERRORS[code][0];
}

/** An error in the API document: its code, its words for the person, and for the caller when it comes. */
export function describe(code: DocumentedError): string {
  if (code === OTHER_AUTH_ERRORS)
    return `\`${code}\`: Any other refusal by Firebase, under the code that Firebase gives it.`;
  const [, message, when] = ERRORS[code];
  return `\`${code}\`: ${message} When: ${when}`;
}

/** A list of the errors of requests that no operation describes. */
export function errorsWithoutOperation(): string {
  return WITHOUT_OPERATION.map((code) => `- ${statusOf(code)} ${describe(code)}`).join('\n');
}
