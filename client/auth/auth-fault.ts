import { ApiError, NO_NETWORK, UNEXPECTED } from '../api/api-error';
import { reportRefusal } from '../api/report-error';

/** For these statuses the specification has general messages, so the server's text is not shown. */
const GENERAL_STATUSES = [401, 403, 404];

/** What the operator of the server has to mend. The server says so in words that are meant for people. */
const OPERATORS_FAULTS = ['channels/not-configured', 'mail/not-configured', 'mail/not-sent'];

/** The message for a refused sign-in, sign-up, reset or deletion that no field explains (specification, section 8). */
export function authFault(error: unknown): string {
  if (!(error instanceof ApiError)) return UNEXPECTED;
  reportRefusal(error);
  if (error.status === 0) return NO_NETWORK;
  // With these codes the server sends the specified message.
  if (error.code.startsWith('auth/') || OPERATORS_FAULTS.includes(error.code)) return error.message;
  const isRefused = error.status < 500 && !GENERAL_STATUSES.includes(error.status);
  return (isRefused && Object.values(error.fields).join(' ')) || (isRefused && error.message) || UNEXPECTED;
}
