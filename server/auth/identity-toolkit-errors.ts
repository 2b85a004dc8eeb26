import { type DocumentedError, OTHER_AUTH_ERRORS } from '../errors/api-errors.js';
import { AppError, type ErrorCode } from '../errors/app-error.js';

/** Server codes of Identity Toolkit and the row of the specification's catalogue (section 8) that each belongs to. */
const BY_CODE: Record<string, ErrorCode> = {
  EMAIL_NOT_FOUND: 'auth/user-not-found',
  INVALID_PASSWORD: 'auth/wrong-password',
  INVALID_LOGIN_CREDENTIALS: 'auth/invalid-credential',
  EMAIL_EXISTS: 'auth/email-already-in-use',
  WEAK_PASSWORD: 'auth/weak-password',
  PASSWORD_DOES_NOT_MEET_REQUIREMENTS: 'auth/weak-password',
  INVALID_EMAIL: 'auth/invalid-email',
  INVALID_IDENTIFIER: 'auth/invalid-email',
  MISSING_EMAIL: 'auth/invalid-email',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'auth/too-many-requests',
  RESET_PASSWORD_EXCEED_LIMIT: 'auth/too-many-requests',
  QUOTA_EXCEEDED: 'auth/too-many-requests',
  OPERATION_NOT_ALLOWED: 'auth/operation-not-allowed',
  PASSWORD_LOGIN_DISABLED: 'auth/operation-not-allowed',
  ADMIN_ONLY_OPERATION: 'auth/operation-not-allowed',
  CONFIGURATION_NOT_FOUND: 'auth/not-configured',
  BLOCKING_FUNCTION_ERROR_RESPONSE: 'auth/internal-error',
  MISSING_OOB_CODE: 'auth/internal-error',
  MISSING_REQ_TYPE: 'auth/internal-error',
  MISSING_CONTINUE_URI: 'auth/internal-error',
};

/** Reasons in `error.details` (google.rpc.ErrorInfo), where the message is not a code. */
const BY_REASON: Record<string, ErrorCode> = {
  API_KEY_INVALID: 'auth/invalid-api-key',
  SERVICE_DISABLED: 'auth/not-configured',
};

/** Every error that a call to Identity Toolkit can end with. */
export const IDENTITY_TOOLKIT_ERRORS: readonly DocumentedError[] = Object.freeze([
  ...Object.values(BY_CODE),
  ...Object.values(BY_REASON),
  'auth/app-not-authorized',
  'auth/network-request-failed',
  OTHER_AUTH_ERRORS,
]);

/** The error part of an answer of Identity Toolkit. */
export interface IdentityToolkitFault {
  message?: string;
  details?: { reason?: string }[];
}

/**
 * Translates a refusal of Identity Toolkit. Codes without a row keep Firebase's own naming rule: lower case,
 * underscores and spaces as hyphens.
 */
export function toAuthError(status: number, fault: IdentityToolkitFault | undefined): AppError {
  const message = fault?.message ?? '';
  const reason = fault?.details?.find((detail) => detail.reason)?.reason;
  const byReason =
    reason && (BY_REASON[reason] ?? (/^API_KEY_\w+_BLOCKED$/.test(reason) && 'auth/app-not-authorized'));
  if (byReason) return AppError.of(byReason);
  if (message.includes('missing a valid API key')) return AppError.of('auth/invalid-api-key');
  // The OAuth client is not among those that the Firebase project lets sign people in.
  if (message.startsWith('INVALID_IDP_RESPONSE') && message.includes('audience'))
    return AppError.of('auth/app-not-authorized');
  const [code = ''] = message.split(' : ');
  const known = BY_CODE[code];
  if (known) return AppError.of(known);
  if (status === 429) return AppError.of('auth/too-many-requests');
  if (status >= 500 || !/^[A-Z][A-Z_]{2,60}$/.test(code)) return AppError.of('auth/internal-error', message);
  return AppError.unknownAuth(`auth/${code.toLowerCase().replaceAll('_', '-')}`);
}
