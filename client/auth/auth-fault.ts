import { ApiError } from '../api/api-error';
import { NO_NETWORK, UNEXPECTED } from './auth-words';

/** The words above a form for a refused sign-in, sign-up or reset (specification, section 8). */
export function authFault(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.status === 0) return NO_NETWORK;
    // The server answers these codes in the words of the catalogue.
    if (error.code.startsWith('auth/')) return error.message;
  }
  return UNEXPECTED;
}
