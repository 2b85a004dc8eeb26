import type { AuthorizationCode } from './grants.js';
import { isKnownScope, readScopes, type OAuthClient } from './clients.js';

/** What an app asks for on the consent page. */
export interface AuthorizationRequest {
  client: OAuthClient;
  redirectUri: string;
  scopes: string[];
  state: string | null;
  prompts: string[];
  isOffline: boolean;
  includesGranted: boolean;
  loginHint: string;
  challenge?: AuthorizationCode['challenge'];
  nonce?: string;
}

/** An error that Google shows on its own page: it never sends a browser back to where it cannot trust. */
export class AuthorizationError extends Error {
  constructor(
    readonly status: number,
    readonly error: string,
    message: string,
  ) {
    super(message);
  }
}

const PROMPTS = ['none', 'consent', 'select_account'];

/** The request that an address stands for. @throws AuthorizationError as Google would show it. */
export function readRequest(clients: readonly OAuthClient[], query: URLSearchParams): AuthorizationRequest {
  const client = clients.find(({ id }) => id === required(query, 'client_id'));
  if (!client) throw new AuthorizationError(401, 'invalid_client', 'The OAuth client was not found.');
  const redirectUri = required(query, 'redirect_uri');
  if (!client.redirectUris.includes(redirectUri))
    throw new AuthorizationError(
      400,
      'redirect_uri_mismatch',
      `The redirect URI in the request, ${redirectUri}, does not match the ones authorized for the OAuth client.`,
    );
  if (required(query, 'response_type') !== 'code')
    throw invalidRequest('Invalid response_type: only code is served.');
  const scopes = readScopes(required(query, 'scope'));
  const unknown = scopes.filter((scope) => !isKnownScope(scope));
  if (unknown.length > 0)
    throw new AuthorizationError(
      400,
      'invalid_scope',
      `Some requested scopes were invalid: ${unknown.join(' ')}`,
    );
  return {
    client,
    redirectUri,
    scopes,
    state: query.get('state'),
    prompts: readPrompts(query),
    isOffline: readChoice(query, 'access_type', ['online', 'offline']) === 'offline',
    includesGranted: readChoice(query, 'include_granted_scopes', ['false', 'true']) === 'true',
    loginHint: query.get('login_hint') ?? '',
    challenge: readChallenge(query),
    nonce: query.get('nonce') ?? undefined,
  };
}

/** The address that a browser is sent back to, with these parameters and the app's state. */
export function answerTo(
  { redirectUri, state }: AuthorizationRequest,
  answer: Record<string, string>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...(state !== null && { state }), ...answer }))
    url.searchParams.set(name, value);
  return url.href;
}

function required(query: URLSearchParams, name: string): string {
  const values = query.getAll(name);
  if (!values[0]) throw invalidRequest(`Required parameter is missing: ${name}`);
  if (values.length > 1) throw invalidRequest(`OAuth 2 parameters can only have a single value: ${name}`);
  return values[0];
}

function readPrompts(query: URLSearchParams): string[] {
  const prompts = (query.get('prompt') ?? '').split(' ').filter(Boolean);
  const isValid = prompts.every((prompt) => PROMPTS.includes(prompt));
  if (!isValid || (prompts.includes('none') && prompts.length > 1))
    throw invalidRequest(`Invalid prompt: ${prompts.join(' ')}`);
  return prompts;
}

function readChoice(query: URLSearchParams, name: string, choices: string[]): string | undefined {
  const value = query.get(name) ?? choices[0];
  if (!choices.some((choice) => choice === value)) throw invalidRequest(`Invalid ${name}: ${value}`);
  return value;
}

function readChallenge(query: URLSearchParams): AuthorizationRequest['challenge'] {
  const value = query.get('code_challenge');
  if (value === null) return undefined;
  const method = query.get('code_challenge_method') ?? 'plain';
  if (method !== 'S256' && method !== 'plain')
    throw invalidRequest(`Invalid code_challenge_method: ${method}`);
  if (!/^[\w.~-]{43,128}$/.test(value)) throw invalidRequest('Invalid code_challenge.');
  return { method, value };
}

function invalidRequest(message: string): AuthorizationError {
  return new AuthorizationError(400, 'invalid_request', message);
}
