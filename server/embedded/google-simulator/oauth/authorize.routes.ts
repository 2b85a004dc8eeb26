import type { Exchange, PlainRoute, Reply } from '../exchange.js';
import type { Person } from '../model.js';
import type { State } from '../state.js';
import {
  answerTo,
  AuthorizationError,
  readRequest,
  type AuthorizationRequest,
  type OAuthClient,
} from './authorization-request.js';
import { chooserPage, consentPage, errorPage } from './consent-page.js';
import { isSignInScope } from './scopes.js';

const PATH = '/o/oauth2/v2/auth';

/** The consent page: who are you, and do you allow this? */
export function authorizeRoutes(state: State, clients: readonly OAuthClient[]): PlainRoute[] {
  const emailOf = ({ query }: Exchange) => findPerson(state, query.get('authuser'))?.email;
  return [
    {
      operation: 'oauth.authorize',
      method: 'GET',
      path: PATH,
      emailOf,
      answer: (exchange) => withErrorPage(() => show(state, clients, exchange)),
    },
    {
      operation: 'oauth.authorize',
      method: 'POST',
      path: PATH,
      emailOf,
      answer: (exchange) => withErrorPage(() => decide(state, clients, exchange)),
    },
  ];
}

function withErrorPage(answer: () => Reply): Reply {
  try {
    return answer();
  } catch (error) {
    if (error instanceof AuthorizationError) return errorPage(error);
    throw error;
  }
}

function show(state: State, clients: readonly OAuthClient[], { query, fault }: Exchange): Reply {
  const request = readRequest(clients, query);
  const headers: Record<string, string> =
    fault?.kind === 'cut-opener' ? { 'Cross-Origin-Opener-Policy': 'same-origin' } : {};
  const chosen = query.get('authuser');
  const mayGuess = chosen === null && !request.prompts.includes('select_account');
  const person = findPerson(state, mayGuess ? request.loginHint : chosen);
  const isSilent = request.prompts.includes('none');
  if (!person)
    return isSilent
      ? redirect(request, { error: 'login_required' })
      : chooserPage(request, query, state.people, headers);
  const granted = state.grants.consented(person.sub, request.client.id);
  const isKnown = request.scopes.every((scope) => granted.includes(scope));
  if (isKnown && !request.prompts.includes('consent'))
    return allow(state, request, person, request.scopes, false);
  if (isSilent) return redirect(request, { error: 'interaction_required' });
  const sure = new URLSearchParams(query);
  sure.set('authuser', person.email);
  return consentPage(request, sure, person, headers);
}

function decide(state: State, clients: readonly OAuthClient[], exchange: Exchange): Reply {
  const { query, headers, body } = exchange;
  // The server refuses every other site's Origin; a form of this page always sends its own.
  if (headers.origin === undefined)
    throw new AuthorizationError(403, 'invalid_request', 'The decision has to come from this page.');
  const request = readRequest(clients, query);
  const person = findPerson(state, query.get('authuser'));
  if (!person) throw new AuthorizationError(400, 'invalid_request', 'Choose an account first.');
  const form = new URLSearchParams(body);
  const ticked = form.getAll('scope');
  const scopes = request.scopes.filter((scope) => isSignInScope(scope) || ticked.includes(scope));
  if (form.get('decision') !== 'allow' || scopes.length === 0)
    return { ...redirect(request, { error: 'access_denied' }), email: person.email };
  const isFirst = state.grants.consented(person.sub, request.client.id).length === 0;
  return allow(state, request, person, scopes, isFirst || request.prompts.includes('consent'));
}

/** Gives a code out. A refresh token is due after a first or a repeated consent alone. */
function allow(
  state: State,
  request: AuthorizationRequest,
  { sub, email }: Person,
  allowed: string[],
  hasConsented: boolean,
): Reply {
  const clientId = request.client.id;
  const before = state.grants.consented(sub, clientId);
  const scopes = request.includesGranted ? [...new Set([...allowed, ...before])] : allowed;
  state.grants.consent({ sub, clientId, scopes });
  const code = state.grants.issueCode({
    sub,
    clientId,
    scopes,
    redirectUri: request.redirectUri,
    isOffline: request.isOffline && hasConsented,
    challenge: request.challenge,
    nonce: request.nonce,
  });
  state.touch();
  const answer = { code, scope: scopes.join(' '), authuser: '0', prompt: hasConsented ? 'consent' : 'none' };
  return { ...redirect(request, answer), email };
}

function redirect(request: AuthorizationRequest, answer: Record<string, string>): Reply {
  return {
    status: 303,
    headers: {
      Location: answerTo(request, answer),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    },
    body: '',
  };
}

function findPerson(state: State, name: string | null): Person | undefined {
  return state.people.find(({ email, sub }) => email === name || sub === name);
}
