export const BUSINESS_SCOPE = 'https://www.googleapis.com/auth/business.manage';
const OLD_BUSINESS_SCOPE = 'https://www.googleapis.com/auth/plus.business.manage';
export const EMAIL_SCOPE = 'https://www.googleapis.com/auth/userinfo.email';
export const PROFILE_SCOPE = 'https://www.googleapis.com/auth/userinfo.profile';

/** Google answers the short names of OpenID Connect with its own long ones. */
const LONG_NAMES: Record<string, string> = { email: EMAIL_SCOPE, profile: PROFILE_SCOPE };

/** Scopes of signing in: they go with every consent and have no box to tick. */
const SIGN_IN_SCOPES = ['openid', EMAIL_SCOPE, PROFILE_SCOPE];

/** What the consent page says of the scopes that have a box. */
export const SCOPE_WORDS: Record<string, string> = Object.freeze({
  [BUSINESS_SCOPE]: 'See, edit, create and delete your Google business listings',
  [OLD_BUSINESS_SCOPE]:
    'See, edit, create and delete your Google business listings (old name of the permission)',
});

/** The scopes in a request, under their long names, each once. */
export function readScopes(text: string): string[] {
  const names = text.split(' ').filter(Boolean);
  return [...new Set(names.map((name) => LONG_NAMES[name] ?? name))];
}

export const isSignInScope = (scope: string): boolean => SIGN_IN_SCOPES.includes(scope);

export const isKnownScope = (scope: string): boolean =>
  isSignInScope(scope) || Object.hasOwn(SCOPE_WORDS, scope);

/** Whether these scopes open the business APIs. */
export const allowsBusiness = (scopes: readonly string[]): boolean =>
  scopes.includes(BUSINESS_SCOPE) || scopes.includes(OLD_BUSINESS_SCOPE);
