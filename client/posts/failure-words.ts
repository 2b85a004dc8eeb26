import { ApiError } from '../api/api-error';
import { reportError, reportRefusal } from '../api/report-error';

/** Statuses whose sentence is about what was just tried, and so belongs beside it. */
const ABOUT_THE_REQUEST = [400, 409, 422];

/** What Google has answered, or that it has not, whatever the status. */
const OF_GOOGLE = 'google/';

/**
 * What to show in place of a failed action: the server's own sentence, or `fallback` where the trouble is a general
 * one (network, session, server). A general one gets the specified toast as well, and so does a refusal for which no
 * field is to blame.
 */
export function failureWords(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) throw error;
  const isTold = ABOUT_THE_REQUEST.includes(error.status) || error.code.startsWith(OF_GOOGLE);
  if (isTold && error.message) {
    reportRefusal(error);
    return error.message;
  }
  reportError(error);
  return fallback;
}
