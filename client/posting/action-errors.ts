import { ApiError } from '../api/api-error';
import { reportError, reportRefusal } from '../api/report-error';

/** Statuses whose message is about the attempted action, so it is shown beside it. */
const ABOUT_THE_REQUEST = [400, 409, 422];

/** The prefix of codes for errors of Google, or no answer from Google, with any status. */
const GOOGLE_CODES = 'google/';

/**
 * The message to show beside a failed action: the server's, or `fallback` for a general failure (network, session,
 * server). A general failure, or a refusal that no field explains, also shows the specified toast.
 * @throws error if it is not an `ApiError`
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
