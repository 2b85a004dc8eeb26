import { describe, expect, it } from '@jest/globals';
import { AUTH_WORDS } from '../../../client/auth/auth-words.js';
import { ERRORS } from '../../../server/errors/app-error.js';

const OF_THE_SERVER: Readonly<Record<string, readonly [status: number, words: string, when: string]>> =
  ERRORS;

describe('The messages for the codes of a popup', () => {
  it("are the server's, if the server also has the code", () => {
    const shared = Object.keys(AUTH_WORDS).filter((code) => code in OF_THE_SERVER);
    expect(shared.map((code) => [code, AUTH_WORDS[code]])).toEqual(
      shared.map((code) => [code, OF_THE_SERVER[code]?.[1]]),
    );
  });

  it('are missing for codes that only a form or a program can get', () => {
    const missing = Object.keys(ERRORS).filter((code) => code.startsWith('auth/') && !(code in AUTH_WORDS));
    expect(missing.sort()).toEqual([
      'auth/email-already-in-use',
      'auth/invalid-credential',
      'auth/invalid-email',
      'auth/invalid-id-token',
      'auth/requires-recent-login',
      'auth/user-not-found',
      'auth/weak-password',
      'auth/wrong-password',
    ]);
  });
});
