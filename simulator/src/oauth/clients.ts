import type { Exchange } from '../routes.js';
import { OAuthError } from '../errors.js';

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

/** An OAuth client that Google knows. */
export interface OAuthClient {
  id: string;
  secret: string;
  redirectUris: string[];
}

/** The client that a form names and proves to be, in the form itself or by HTTP Basic. @throws OAuthError. */
export function authenticateClient(
  clients: readonly OAuthClient[],
  { headers, body }: Exchange,
): OAuthClient {
  const form = new URLSearchParams(body);
  const [id, secret] = readBasic(headers.authorization) ?? [form.get('client_id'), form.get('client_secret')];
  if (!id) throw new OAuthError(400, 'invalid_request', 'Could not determine client ID from request.');
  const client = clients.find((known) => known.id === id);
  if (!client) throw new OAuthError(401, 'invalid_client', 'The OAuth client was not found.');
  if (!secret) throw new OAuthError(400, 'invalid_request', 'client_secret is missing.');
  if (secret !== client.secret) throw new OAuthError(401, 'invalid_client', 'Unauthorized');
  return client;
}

/** The access token of a request, in its header or (for userinfo) in its address. */
export function bearerOf({ headers, query }: Pick<Exchange, 'headers' | 'query'>): string | undefined {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? query.get('access_token') ?? undefined;
}

function readBasic(header: string | undefined): [string, string] | undefined {
  const encoded = /^Basic (\S+)$/i.exec(header ?? '')?.[1];
  if (!encoded) return undefined;
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString().split(':');
  return [decode(id), decode(secret.join(':'))];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

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
