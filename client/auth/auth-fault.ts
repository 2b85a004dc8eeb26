import { ApiError } from '../api/api-error';
import { reportRefusal } from '../api/report-error';
import { NO_NETWORK, UNEXPECTED } from './auth-words';

/** These have words of their own in the specification; what says which field is wrong is said at the field. */
const NOT_IN_ITS_WORDS = [401, 403, 404];

/** The words for a refused sign-in, sign-up, reset or deletion for which no field is to blame (specification, section 8). */
export function authFault(error: unknown): string {
  if (!(error instanceof ApiError)) return UNEXPECTED;
  reportRefusal(error);
  if (error.status === 0) return NO_NETWORK;
  // The server answers these codes in the words of the catalogue.
  if (error.code.startsWith('auth/')) return error.message;
  const isRefused = error.status < 500 && !NOT_IN_ITS_WORDS.includes(error.status);
  return (isRefused && Object.values(error.fields).join(' ')) || (isRefused && error.message) || UNEXPECTED;
}
