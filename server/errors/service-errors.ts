import { frozen } from '../config/frozen.js';
import type { ErrorEntry } from './own-errors.js';

/**
 * The errors about a service that Shingle uses: mail, Google, Firebase. The `auth/…` messages are those of the
 * specification, section 8. Refused sign-ins are 400, never 401, so that the client does not take them for a lost session.
 */
export const SERVICE_ERRORS = frozen({
  'channels/not-configured': [
    503,
    'Webhooks and email need keys that this server doesn’t have yet (TOKEN_KEYS). Please contact your administrator.',
    'a channel is added, and the server has no key to keep its secrets. Its operator has to set `TOKEN_KEYS`.',
  ],
  'mail/not-configured': [
    503,
    'This server can’t send email yet. Please contact your administrator.',
    'an email is asked for, and the server has no mail server. Its operator has to set `SMTP_URL`.',
  ],
  'mail/not-sent': [
    503,
    'The email couldn’t be sent. Please try again later.',
    'the mail server refuses the message or does not answer. Repeat it later.',
  ],
  'connect/not-configured': [
    503,
    'Connecting a Google Business Profile isn’t set up on this server yet. Please contact your administrator.',
    'the server has no OAuth client for Business Profiles. Its operator has to set one.',
  ],
  'connect/not-connected': [
    409,
    'No Google Business Profile is connected.',
    'the route needs a Business Profile, and none is connected. Connect one first.',
  ],
  'connect/held': [
    409,
    'First choose whether to keep this connection to Google: reload the page to see the question.',
    'the connection waits for a decision, as after a restored backup. Keep it or disconnect it first.',
  ],
  'google/reconnect': [
    409,
    'Shingle no longer has access to your Google Business Profile. Reconnect it, then try again.',
    'Google no longer accepts the access that it gave. Let the person connect again.',
  ],
  'google/no-quota': [
    503,
    'Google hasn’t approved this app for this yet, so nothing was read or saved. See Connection for what’s missing and what to do.',
    'Google has not let this server use the API that the request needs. Its operator has to ask Google.',
  ],
  'google/busy': [
    503,
    'Google limits requests per minute. Please try again in a minute.',
    'the requests that Google allows in a minute are used up. Repeat it after a minute.',
  ],
  'google/day-full': [
    503,
    'Shingle has reached Google’s daily limit of changes. Please try again in a few hours.',
    'the changes that Google allows in a day are used up. Repeat it after some hours.',
  ],
  'google/throttled': [
    503,
    'Google isn’t accepting changes to this location right now. Please try again in a few hours.',
    'Google refuses further changes of one location for a time. Repeat it after some hours.',
  ],
  'google/unavailable': [
    503,
    'Google isn’t responding right now. Please try again shortly.',
    'Google fails, is too slow or cannot be reached. Nothing was changed. Repeat it later.',
  ],
  'google/unreadable': [
    503,
    'This location can’t be read from Google right now, so nothing was sent. We’ll keep trying.',
    'Google’s present answer is of no known form, so it cannot be compared. Nothing was sent. Repeat it later.',
  ],
  'google/refused': [
    422,
    'Google has refused this change.',
    'Google refuses the values that were sent. The message or `errors` says why: correct them.',
  ],
  'google/unverified': [
    422,
    'Google only accepts changes to this location once it’s verified.',
    'a change or a reply is for a location that Google has not verified. Let the owner verify it there.',
  ],
  'google/changed': [
    409,
    'This location has just been changed on Google. Please try again.',
    'Google changed the location while this was being saved. Read it again, then repeat.',
  ],
  'google/unconfirmed': [
    // Not a 5xx, which clients repeat.
    409,
    'Google hasn’t confirmed this change yet. We’re checking, and the change log will show whether it was saved.',
    'the outcome of a save is unknown, since Google’s answer is missing. Do not repeat it: read the change log.',
  ],
  'auth/not-configured': [
    503,
    'Firebase is not properly configured. Please check your setup.',
    'the server has no Firebase project, or the project no sign-in. Its operator has to set it up.',
  ],
  'auth/user-not-found': [
    400,
    'No user found with this email address.',
    'no account has the address, or the account of a login is gone. Ask for another address.',
  ],
  'auth/wrong-password': [
    400,
    'Incorrect password.',
    'Firebase says that the password alone is wrong. Ask again.',
  ],
  'auth/invalid-credential': [
    400,
    'Incorrect email or password.',
    'the address or the password is wrong. Ask again.',
  ],
  'auth/email-already-in-use': [
    400,
    'An account with this email already exists.',
    'an account is made with an address that has one. Log in instead.',
  ],
  'auth/weak-password': [
    400,
    'Password should be at least 6 characters.',
    'Firebase finds a new password too weak. Ask for a longer one.',
  ],
  'auth/invalid-email': [
    400,
    'Invalid email address.',
    'Firebase does not take the address. Ask for another one.',
  ],
  'auth/too-many-requests': [
    429,
    'Too many failed attempts. Please try again later.',
    'too many logins, by this server’s count or by Firebase’s. Repeat it after `Retry-After`.',
  ],
  'auth/account-exists-with-different-credential': [
    400,
    'An account already exists with the same email address but different sign-in credentials.',
    'a Google login has the address of an account with a password. Log in with the password.',
  ],
  'auth/network-request-failed': [
    503,
    'Network error. Please check your internet connection.',
    'this server cannot reach Firebase. Repeat it later.',
  ],
  'auth/internal-error': [
    502,
    'Internal error occurred. Please try again.',
    'Firebase fails, or gives an answer that is of no known form. Repeat it later.',
  ],
  'auth/operation-not-allowed': [
    400,
    'This sign-in method isn’t enabled. Please enable it in your Firebase setup.',
    'the Firebase project does not have this kind of sign-in switched on. Its operator has to do so.',
  ],
  'auth/invalid-api-key': [
    400,
    'The Firebase API key isn’t valid. Please check your Firebase setup.',
    'Firebase does not know the server’s API key. Its operator has to correct it.',
  ],
  'auth/app-not-authorized': [
    400,
    'This app isn’t authorized to use Firebase Authentication. Please check your Firebase setup.',
    'the Firebase project does not allow the server’s API key or OAuth client. Its operator has to correct it.',
  ],
  'auth/requires-recent-login': [
    403,
    'Please log in again to confirm that it’s you. You last logged in more than 5 minutes ago.',
    'an account without a password is deleted more than 5 minutes after its login. Log in again, then repeat.',
  ],
  'auth/invalid-id-token': [
    400,
    'This login isn’t valid or is too old. Please log in again.',
    'the ID token is wrong, of another project, or older than 5 minutes. Log in at Firebase again.',
  ],
} as const satisfies Record<string, ErrorEntry>);
