/**
 * Why a queued post waits that was certainly not sent. `waiting_for_quota`: Google, or our own limit, lets no more through
 * for now. `waiting_for_sign_in`: Google did not accept Shingle's sign-in, though the connection works.
 * `waiting_for_google`: it could not be reached. `waiting_for_approval`: Google has not opened posts to this server.
 */
export const WAITING_DETAILS = Object.freeze([
  'waiting_for_quota',
  'waiting_for_sign_in',
  'waiting_for_google',
  'waiting_for_approval',
] as const);
