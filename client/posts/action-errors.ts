import { ApiError } from '../api/api-error';
import { reportError, reportRefusal } from '../api/report-error';

/** Statuses whose message is about the attempted action, and so is shown beside it. */
const ABOUT_THE_REQUEST = [400, 409, 422];

/** The codes of Google's answers, or of no answer from Google, whatever the status. */
const GOOGLE_CODES = 'google/';

/**
 * The message to show in place of a failed action: the server's own, or `fallback` for a general failure (network, session,
 * server). A general failure, and a refusal that no field explains, also gets the specified toast.
 * @throws error if it is no `ApiError`
 */
export function actionErrorMessage(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) throw error;
  const isSpecific = ABOUT_THE_REQUEST.includes(error.status) || error.code.startsWith(GOOGLE_CODES);
  if (isSpecific && error.message) {
    reportRefusal(error);
    return error.message;
  }
  reportError(error);
  return fallback;
}
