import { notify } from '../ui/messages/notify';
import type { ApiError } from './api-error';

const SESSION_LOST = 'Authentication required. Please log in.';
const FALLBACK = 'Something went wrong. Please try again.';

function wordsFor(error: ApiError): string[] {
  if (error.code === 'overtaken') return [];
  if (error.status === 0) return ['Network error. Please check your connection.'];
  if (error.status === 401) return [SESSION_LOST, error.message || FALLBACK];
  if (error.status === 403) return ["You don't have permission to perform this action."];
  if (error.status === 404) return ['The requested resource was not found.'];
  if (error.status >= 500) return ['Server error. Please try again later.'];
  return [error.message || FALLBACK];
}

/** Shows a failed request as a toast (specification, section 8, "Global response handling"). */
export function reportError(error: ApiError): void {
  // The text is the toast's id, so that the same failure several times shows one toast.
  for (const words of wordsFor(error)) notify.error(words, { id: words });
}

/** Statuses of a refusal that the server explains in its message. */
const REFUSALS = [409, 422];

/** Adds the specified toast to a failure that is shown in place, if it is a refusal that no field explains. */
export function reportRefusal(error: ApiError): void {
  if (REFUSALS.includes(error.status) && Object.keys(error.fields).length === 0) reportError(error);
}
