import type { Exchange, PlainRoute, Reply } from '../routes.js';
import type { Person } from '../model.js';
import type { State } from '../state.js';
import {
  answerTo,
  AuthorizationError,
  readRequest,
  type AuthorizationRequest,
} from './authorization-request.js';
import { isSignInScope, SCOPE_WORDS, type OAuthClient } from './clients.js';
import { html, type Html, page } from '../pages/page.js';

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
      : chooserPage(request, query, offered(state), headers);
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

/** A person allows all that an app asks for at this address, as on the consent page. @returns where their browser is sent */
export function allowAll(
  state: State,
  clients: readonly OAuthClient[],
  { address, person }: { address: string; person: Person },
): string {
  const request = readRequest(clients, new URL(address).searchParams);
  return allow(state, request, person, request.scopes, true).headers?.Location ?? '';
}

/** Issues a code. Only a first or a repeated consent gives a refresh token. */
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

/** Whom a visitor can be. */
function offered(state: State): Person[] {
  return state.people.filter(({ isPrivate }) => !isPrivate);
}

function findPerson(state: State, name: string | null): Person | undefined {
  return offered(state).find(({ email, sub }) => email === name || sub === name);
}

/** The page on which a person says who they are. Their choice comes back as `authuser` in the same address. */
function chooserPage(
  { redirectUri, loginHint }: AuthorizationRequest,
  query: URLSearchParams,
  people: readonly Person[],
  headers: Record<string, string>,
): Reply {
  const isHinted = (person: Person) => person.email === loginHint || person.sub === loginHint;
  const sorted = [...people].sort((a, b) => Number(isHinted(b)) - Number(isHinted(a)));
  const app = new URL(redirectUri);
  return page(
    // Who has allowed everything before is sent on at once.
    { title: 'Choose an account', formTarget: app.origin, headers },
    html`<h1>Choose an account</h1>
      <p>to continue to ${app.host}</p>
      <form method="get" action="/o/oauth2/v2/auth">
        ${hiddenFields(query)}
        <ul>
          ${sorted.map(
            ({ email, name, about, sub }) =>
              html`<li>
                <button class="choice" name="authuser" value="${email}">
                  <img src="/photos/${sub}.svg" alt="" />
                  <span>
                    <span>${name}</span> <span class="muted">${email}</span>
                    <span class="muted">${about}</span>
                  </span>
                </button>
              </li>`,
          )}
        </ul>
      </form>
      <p class="muted">These people are invented. Choose one to see how the app gets on with them.</p>`,
  );
}

/** The page on which a person allows what an app asks for, each business permission separately, or refuses. */
function consentPage(
  { redirectUri, scopes }: AuthorizationRequest,
  query: URLSearchParams,
  person: Person,
  headers: Record<string, string>,
): Reply {
  const app = new URL(redirectUri);
  const others = new URLSearchParams(query);
  others.set('authuser', '');
  return page(
    { title: `${app.host} wants access`, formTarget: app.origin, headers },
    html`<h1>${app.host} wants access to your Google Account</h1>
      <div class="person">
        <img src="/photos/${person.sub}.svg" alt="" />
        <span>${person.name}<br /><span class="muted">${person.email}</span></span>
      </div>
      <form method="post" action="/o/oauth2/v2/auth?${query.toString()}">
        ${scopeList(scopes)}
        <p class="muted">The app is on this machine. Disconnecting in the app takes its access away again.</p>
        <div class="buttons">
          <button class="main" name="decision" value="allow">Allow</button>
          <button name="decision" value="cancel">Cancel</button>
        </div>
      </form>
      <p class="muted"><a href="/o/oauth2/v2/auth?${others.toString()}">Use another account</a></p>`,
  );
}

/** An error of the asking app, which is shown here and not sent to the app. */
function errorPage({ status, error, message }: AuthorizationError): Reply {
  return page(
    { status, title: 'Access blocked' },
    html`<h1>Access blocked: Authorization Error</h1>
      <p>${message}</p>
      <p class="muted">Error ${String(status)}: ${error}</p>`,
  );
}

function scopeList(scopes: string[]): Html {
  const identity = scopes.some(isSignInScope)
    ? html`<p>It will learn your name, your email address and your picture.</p>`
    : html``;
  const boxes = scopes.filter((scope) => !isSignInScope(scope));
  if (boxes.length === 0) return identity;
  return html`${identity}
    <h2>Select what it can access</h2>
    ${boxes.map(
      (scope, index) =>
        html`<div class="scope">
          <input type="checkbox" id="scope-${String(index)}" name="scope" value="${scope}" checked />
          <label for="scope-${String(index)}">${SCOPE_WORDS[scope] ?? scope}</label>
        </div>`,
    )}`;
}

function hiddenFields(query: URLSearchParams): Html[] {
  return [...query]
    .filter(([name]) => name !== 'authuser')
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
}
