import { NO_NETWORK, UNEXPECTED } from '../api/api-error';

/** The form of Firebase's codes. Anything else did not come from Firebase. */
const CODE = /^auth\/[a-z-]{2,60}$/;

/**
 * The messages (specification, section 8) for codes that reach the browser without one: the results of the Google
 * sign-in popup. The server's answers contain their message.
 */
export const AUTH_WORDS: Readonly<Record<string, string>> = Object.freeze({
  'auth/popup-closed-by-user': 'Sign-in popup was closed. Please try again.',
  'auth/popup-blocked': 'Sign-in popup was blocked. Please allow popups and try again.',
  'auth/cancelled-popup-request': 'Sign-in was cancelled. Please try again.',
  'auth/account-exists-with-different-credential':
    'An account already exists with the same email address but different sign-in credentials.',
  'auth/network-request-failed': NO_NETWORK,
  'auth/internal-error': 'Internal error occurred. Please try again.',
  'auth/too-many-requests': 'Too many failed attempts. Please try again later.',
  'auth/operation-not-allowed': 'This sign-in method isn’t enabled. Please enable it in your Firebase setup.',
  'auth/invalid-api-key': 'The Firebase API key isn’t valid. Please check your Firebase setup.',
  'auth/app-not-authorized':
    'This app isn’t authorized to use Firebase Authentication. Please check your Firebase setup.',
  'auth/not-configured': 'Firebase is not properly configured. Please check your setup.',
});

/** The message for a code of the popup. A text that is no code is not shown. */
export function authWords(code: string): string {
  if (!CODE.test(code)) return UNEXPECTED;
  return AUTH_WORDS[code] ?? `Authentication error: ${code}. Please check your Firebase setup.`;
}
