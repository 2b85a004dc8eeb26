import { ApiError } from '../api/api-error';

/** The words above a form for a refused sign-in, sign-up or reset (specification, section 8). */
export function authFault(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.status === 0) return 'Network error. Please check your internet connection.';
    // The server answers these codes in the words of the catalogue.
    if (error.code.startsWith('auth/')) return error.message;
  }
  return 'An unexpected error occurred. Please try again.';
}
