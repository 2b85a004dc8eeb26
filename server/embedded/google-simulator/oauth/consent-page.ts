import type { Reply } from '../exchange.js';
import type { Person } from '../model.js';
import { AuthorizationError, type AuthorizationRequest } from './authorization-request.js';
import { html, type Html } from '../pages/html.js';
import { page } from '../pages/page.js';
import { isSignInScope, SCOPE_WORDS } from './scopes.js';

/** The page on which a person says who they are. Their choice comes back as `authuser` in the same address. */
export function chooserPage(
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

/** The page on which a person allows what an app asks for, each business permission by itself, or refuses. */
export function consentPage(
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

/** An error that is the asking app's fault, and that it is not told of. */
export function errorPage({ status, error, message }: AuthorizationError): Reply {
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
