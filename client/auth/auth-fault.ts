import { ApiError } from '../api/api-error';
import { NO_NETWORK, UNEXPECTED } from './auth-words';

/** The words above a form for a refused sign-in, sign-up, reset or deletion (specification, section 8). */
export function authFault(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.status === 0) return NO_NETWORK;
    // The server answers these codes in the words of the catalogue, and a conflict says what to wait for.
    if (error.code.startsWith('auth/') || error.status === 409) return error.message;
  }
  return UNEXPECTED;
}
